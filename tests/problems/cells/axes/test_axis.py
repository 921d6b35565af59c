"""What all kinds of axes have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core.stop import Stop
from covey.problems.cells.sets import ANY_SET, MISSING_SET, MemberSets, OrderedSets, PlaceSets, Sets
from tests.problems.cells.tables import KINDS, made_axis, numbers

ALL_KINDS = [*KINDS, "regions", "trees"]


def test_an_axis_keeps_a_copy_that_nobody_can_change() -> None:
    codes = np.array([0, 1, 1])
    axis = covey.OrderedAxis(codes, [1.0, 2.0])
    codes[0] = 1
    assert axis.codes.tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="read-only"):
        axis.codes[0] = 1


def test_codes_are_one_list() -> None:
    with pytest.raises(covey.InvalidInput, match="one list of whole numbers"):
        covey.LabelAxis([[0, 1]], 2)
    with pytest.raises(covey.InvalidInput, match="one list of numbers"):
        covey.OrderedAxis([0], ["a"])


def test_missing_values_alone_cost_nothing_and_any_value_all() -> None:
    axis = covey.OrderedAxis([0, 1, 2, -1], [0, 10, 40])
    of_class = np.array([0, MISSING_SET, ANY_SET], dtype=np.int32)
    sets = OrderedSets(of_class, np.array([0], np.int32), np.array([1], np.int32))
    assert axis.penalties(sets).tolist() == [0.25, 0.0, 1.0]


AXES: dict[str, Any] = {
    "ordered": covey.OrderedAxis([0, 1, 2], [0, 10, 40]),
    "places": covey.PlaceAxis([0, 1], [0, 1], [0, 1, 2], [0, 3]),
    "labels": covey.LabelAxis([0, 1, 2], 3),
    "trees": covey.TreeAxis([0, 1, 2], 3, [3, 3, 4, 4, -1]),
    "areas": covey.AreaAxis([0, 1, 2], covey.Graph.from_edges(3, [(0, 1), (1, 2)])),
}


@pytest.mark.parametrize(
    ("kind", "ranges", "withheld"),
    [
        ("ordered", True, False),
        ("places", True, False),
        ("labels", False, True),
        ("trees", False, True),
        ("areas", False, False),
    ],
)
def test_what_makes_the_answer_for_one_attribute_tighter(
    kind: str, ranges: bool, withheld: bool
) -> None:
    """Ranges shrink to what occurs in them, labels that nobody has any more are left out, and areas
    between others keep a region connected."""
    axis = AXES[kind]
    assert axis.shrinks(ranges=True, withheld=False) == ranges
    assert axis.shrinks(ranges=False, withheld=True) == withheld
    assert not axis.shrinks(ranges=False, withheld=False)


def ends(sets: Sets) -> list[list[int]]:
    """What each set holds: the ends of its ranges, or its members."""
    if isinstance(sets, MemberSets):
        return [sets.members_of(number).tolist() for number in range(len(sets.sizes))]
    sides = [sets.low, sets.high] if isinstance(sets, OrderedSets) else _sides(sets)
    return [list(own) for own in zip(*(side.tolist() for side in sides), strict=True)]


def _sides(sets: PlaceSets) -> list[Any]:
    return [sets.x_low, sets.x_high, sets.y_low, sets.y_high]


@pytest.mark.parametrize(
    ("kind", "bounds", "held"),
    [
        ("ordered", [[1, 2], [0, 0], [1, 2]], [[1, 2], [0, 0]]),
        ("places", [[1, 2, 0, 0], [0, 0, 1, 1], [1, 2, 0, 0]], [[1, 2, 0, 0], [0, 0, 1, 1]]),
        ("labels", [[0, 2], [2, 3], [0, 2]], [[1, 2], [0]]),
        ("areas", [[0, 2], [2, 3], [0, 2]], [[1, 2], [0]]),
    ],
)
def test_the_sets_of_bounds_are_distinct_and_those_of_nodes_are_not(
    kind: str, bounds: list[list[int]], held: list[list[int]]
) -> None:
    given, order = np.array(bounds, dtype=np.int32), numbers(2, 1, 0)
    of_bounds = AXES[kind].sets_of_bounds(numbers(0, 0, 0), given, order)
    first, other, again = of_bounds.of_class.tolist()
    assert first == again
    assert [ends(of_bounds)[number] for number in (first, other)] == held
    assert len(ends(of_bounds)) == 2
    of_nodes = AXES[kind].sets_of_nodes(numbers(2, MISSING_SET), given, order)
    assert of_nodes.of_class.tolist() == [2, MISSING_SET]
    assert ends(of_nodes) == [*held, held[0]]


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_some_rows_keep_their_values(kind: str) -> None:
    """Also where what follows from the codes was looked at before."""
    rng = np.random.default_rng(2)
    axis = made_axis(rng, kind, 30)
    before = np.stack(axis.column_codes)
    rows = rng.permutation(30)[:9]
    part = axis.of_rows(rows)
    assert np.array_equal(np.stack(part.column_codes), before[:, rows])
    assert np.array_equal(np.stack(axis.column_codes), before)
    assert (part.size, part.extent) == (axis.size, axis.extent)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_row_is_in_its_leaf_and_cuts_divide_nodes(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        rows = int(rng.integers(2, 40))
        axis = made_axis(rng, kind, rows)
        problem = covey.CellProblem([axis], np.ones(rows, dtype=np.int64), int(rng.integers(1, 4)))
        tree = axis.first_tree(problem, 0, None, Stop(seconds=None).start())
        made = tree.hierarchy()
        inner = {int(node) for node in made.parents if node >= 0}
        assert not inner & set(tree.leaves.tolist())
        for node in inner:
            cut, children = tree.cut(made, node), made.children[node]
            assert cut.first in children or len(cut.keys) == len(children)
            assert (made.kind[node] == ANY_SET) >= any(made.kind[child] < 0 for child in children)
