"""Cells by people: every class has k of them, by plain sets, and no more than was promised."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.core.stop import Stop
from covey.problems.by_people import MERGED, entries_of, solve_by_homes, solve_by_people
from covey.problems.cells.axes import AreaAxis, LabelAxis, OrderedAxis
from covey.problems.cells.nested import nested
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.single import SingleProblem, member_sets
from covey.problems.labels.problem import LabelProblem
from covey.problems.people.bound import certify
from covey.problems.people.problem import ByPeople
from covey.problems.regions.graph import Graph
from covey.problems.regions.problem import RegionProblem
from covey.problems.solver import solve
from covey.requirements.diversity import Alpha, DistinctDiversity
from covey.requirements.holders import LeastHolders, holder_attributes
from covey.requirements.requirement import Requirement, Sensitive
from tests.effort import cases
from tests.problems.cells.oracle import spelled_out, value
from tests.problems.people import oracle


def asked_of(
    rows: list[tuple[int, int]],
    people: list[set[int]],
    k: int,
    rules: list[Requirement] | None = None,
    secret: list[int] | None = None,
    **more: Any,
) -> ByPeople:
    """Rows of an ordered value and a label, each with its people."""
    items, who = oracle.pairs(people)
    held = Holders(("id",), np.array(items), (np.array(who),), np.ones(len(items), dtype=np.int64))
    age, sex = zip(*rows, strict=True)
    sensitive = holder_attributes(held, len(rows))
    if secret is not None:
        sensitive.append(Sensitive("ill", secret, holders=(held.rows, held.of("id"))))
    cells = CellProblem(
        [OrderedAxis(age, np.arange(6)), LabelAxis(sex, 3)],
        [len(own) for own in people],
        k,
        requirements=[LeastHolders("id", k, people=True), *(rules or [])],
        sensitive=sensitive,
        **more,
    )
    return ByPeople(cells, held, "id")


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[set[int]]]:
    cells = st.tuples(st.integers(0, 5), st.integers(0, 2))
    rows = sorted(draw(st.sets(cells, min_size=1, max_size=12)))
    one = st.sets(st.integers(0, 14), min_size=1, max_size=8)
    return rows, draw(st.lists(one, min_size=len(rows), max_size=len(rows)))


@settings(max_examples=cases(150, quick=60))
@given(table=tables(), k=st.integers(1, 6))
def test_every_class_has_k_people_and_keeps_the_promise(
    table: tuple[list[tuple[int, int]], list[set[int]]], k: int
) -> None:
    rows, people = table
    assume(len(set().union(*people)) >= k)
    asked = asked_of(rows, people, k)
    solution, promise, notes = solve_by_people(asked, Stop(seconds=None).start())
    members: dict[int, set[int]] = {}
    for number, own in zip(solution.classes.tolist(), people, strict=True):
        members.setdefault(number, set()).update(own)
    sizes = [len(members[number]) for number in sorted(members)]
    assert sizes == asked.sizes(solution.classes, len(solution.sizes)).tolist()
    assert min(sizes) >= k
    fullest = max(map(len, people))
    assert promise.limit == max(fullest + 3 * (k - 1), 3 * k - 3, 2 * k - 1)
    assert max(sizes) <= promise.limit
    assert not notes
    best = oracle.least(people, k) if len(people) <= 7 else None
    if best is not None:
        certificate = certify(asked.problem(), max(sizes))
        assert certificate.bound <= best <= max(sizes)


@settings(max_examples=cases(60, quick=25))
@given(table=tables(), k=st.integers(1, 6))
def test_nested_recoding_by_people(
    table: tuple[list[tuple[int, int]], list[set[int]]], k: int
) -> None:
    """Every class has k people by plain sets, and the sets of every column nest."""
    rows, people = table
    assume(len(set().union(*people)) >= k)
    asked = asked_of(rows, people, k)
    watch = Stop(seconds=None, iterations=24).start()
    solution, _, notes = solve_by_people(asked, watch, lambda each: nested(each, watch, 1, ("id",)))
    members: dict[int, set[int]] = {}
    for number, own in zip(solution.classes.tolist(), people, strict=True):
        members.setdefault(number, set()).update(own)
    assert min(map(len, members.values())) >= k
    assert not notes
    assert solution.hierarchies is not None
    classes = range(len(solution.sizes))
    spelled = [
        [spelled_out(axis, sets, number) for number in classes]
        for axis, sets in zip(asked.cells.axes, solution.sets, strict=True)
    ]
    for own_sets in spelled:
        for one, other in combinations(set(own_sets), 2):
            assert one <= other or other <= one or not one & other
    for first, second in combinations(classes, 2):
        assert any(not own_sets[first] & own_sets[second] for own_sets in spelled)
    for row, number in enumerate(solution.classes.tolist()):
        for axis, own_sets in zip(asked.cells.axes, spelled, strict=True):
            assert value(axis, row) in own_sets[number]


def test_nested_cuts_count_people_and_not_their_visits() -> None:
    """Two people with six visits each, in two places, are no two classes of k = 2; four are."""
    rows = [(at, 0) for at in range(6)]
    watch = Stop(seconds=None, iterations=24).start()
    counts = []
    for people in ([{0}, {0}, {0}, {1}, {1}, {1}], [{0}, {0, 1}, {1}, {2}, {2, 3}, {3}]):
        asked = asked_of(rows, people, 2)
        found, _, _ = solve_by_people(asked, watch, lambda each: nested(each, watch, 1, ("id",)))
        counts.append(len(found.sizes))
    assert counts == [1, 2]


def test_the_entries_list_a_combination_once_for_each_person() -> None:
    asked = asked_of([(0, 0), (1, 1)], [{3, 4}, {4}], 2)
    entries = entries_of(asked)
    assert entries.axes[0].codes.tolist() == [0, 0, 1]
    assert entries.weights.tolist() == [1, 1, 1]
    assert entries.requirements == (DistinctDiversity("id", 2),)


def test_classes_are_merged_until_l_people_have_different_values() -> None:
    """Both halves have two values, but of the people of the first only one has both: the compiled
    loops see two values, a matching finds one person."""
    rows = [(0, 0), (0, 0), (5, 1), (5, 1)]
    people = [{0}, {0}, {1, 2}, {1, 2}]
    asked = asked_of(rows, people, 1, [DistinctDiversity("ill", 2)], [0, 1, 0, 1])
    solution, _, notes = solve_by_people(asked, Stop(seconds=None).start())
    assert solution.classes.tolist() == [0, 0, 0, 0]
    assert notes == (MERGED,)


def test_what_the_whole_table_does_not_meet_by_people_is_refused() -> None:
    asked = asked_of([(0, 0), (0, 1)], [{0, 1, 2}, {0}], 2, [Alpha("ill", 0.5)], [0, 1])
    with pytest.raises(Infeasible, match="Counted by people, the table as one class"):
        solve_by_people(asked, Stop(seconds=None).start())


@settings(max_examples=cases(40, quick=20))
@given(data=st.data(), k=st.integers(1, 6))
def test_homes_give_regions_of_k_people(data: st.DataObject, k: int) -> None:
    """On a path of areas; every answer is connected, and people are counted by plain sets."""
    people = data.draw(oracle.visits(items=9, people=20))
    assume(len(set().union(*people)) >= k)
    items, who = (np.array(own) for own in oracle.pairs(people))
    held = Holders(("id",), items, (who,), np.ones(len(items), dtype=np.int64))
    graph = Graph.from_edges(len(people), [(at, at + 1) for at in range(len(people) - 1)])
    weights = np.array([len(own) for own in people])
    cells = CellProblem(
        [AreaAxis(np.arange(len(people)), graph)],
        weights,
        k,
        requirements=[LeastHolders("id", k, people=True)],
        sensitive=holder_attributes(held, len(people)),
    )
    single = SingleProblem(RegionProblem(weights, graph, k), np.arange(len(people)))
    asked = ByPeople(cells, held, "id")
    found = solve_by_homes(
        asked, single, member_sets, lambda each: solve(each, "tree", stop=Stop(seconds=None))
    )
    assert found is not None
    for number in range(len(found.sizes)):
        own = np.flatnonzero(found.classes == number)
        assert len(set().union(*(people[area] for area in own.tolist()))) >= k
        assert (np.diff(own) == 1).all()
        assert found.sizes[number] == weights[own].sum()


def test_kinds_that_count_people_need_no_homes() -> None:
    asked = asked_of([(0, 0)], [{0, 1}], 1)
    single = SingleProblem(LabelProblem([2], 1), np.array([0]))
    assert solve_by_homes(asked, single, member_sets, solve) is None


def test_withholding_leaves_k_people() -> None:
    """The last row alone stretches the range; its person is one of three others."""
    rows = [(0, 0), (1, 0), (5, 0)]
    people = [{0, 1, 2}, {1, 2, 3}, {3}]
    asked = asked_of(rows, people, 4, suppress=1)
    solution, _, _ = solve_by_people(asked, Stop(seconds=None).start())
    assert solution.classes.tolist() == [0, 0, -1]
    asked = asked_of(rows, [{0, 1, 2}, {1, 2}, {3}], 4, suppress=1)
    solution, _, _ = solve_by_people(asked, Stop(seconds=None).start())
    assert solution.classes.tolist() == [0, 0, 0]
