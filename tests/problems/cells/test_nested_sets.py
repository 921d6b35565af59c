"""The nested regions of classes on a map."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.axes import JoinedBy
from covey.problems.cells.nested_sets import nested_sets
from covey.problems.cells.nesting import Nesting
from covey.problems.cells.sets import MemberSets

PATH = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])


def of_places(nesting: Nesting, areas: list[list[int]], cut: list[int]) -> list[list[int]]:
    """The regions of classes with these areas, where the edges above these areas were cut."""
    places = [np.sort(nesting.tree.place[own]) for own in areas]
    starts = np.cumsum([0, *map(len, places)])
    count = len(areas)
    base = np.tile(np.array([0, len(nesting.leaf)], np.int32), (count, 1))
    gone = [[p, nesting.tree.end[p]] for p in nesting.tree.place[cut].tolist()]
    without = np.array(gone * count, np.int32).reshape(-1, 2)
    rest = np.arange(count + 1) * len(gone)
    kind = np.zeros(count, np.int32)
    found = nested_sets(nesting, kind, starts, np.concatenate(places), (base, rest, without))
    return [found.members_of(number).tolist() for number in found.of_class.tolist()]


def test_the_least_nested_region() -> None:
    nesting = Nesting.of(PATH, np.ones(4, np.int64))
    assert of_places(nesting, [[0], [0, 1], [1, 2], [3]], []) == [[0], [0, 1], [0, 1, 2, 3], [3]]


def test_a_region_that_was_cut_is_as_small_as_its_tree_allows() -> None:
    nesting = Nesting.of(PATH, np.ones(4, np.int64))
    ends = [area for area in range(4) if nesting.tree.parent[nesting.tree.place[area]] >= 0]
    outermost = 3 if 3 in ends and nesting.tree.end[nesting.tree.place[3]] == 4 else 0
    rest = [area for area in range(4) if area != outermost]
    middle = [1, 2]
    assert of_places(nesting, [middle], [outermost]) in ([middle], [rest])
    assert of_places(nesting, [middle], []) == [[0, 1, 2, 3]]


def test_several_components_are_the_whole_map() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (2, 3)])
    nesting = Nesting.of(graph, np.ones(4, np.int64))
    assert of_places(nesting, [[0, 3], [2, 3]], []) == [[0, 1, 2, 3], [2, 3]]


def test_classes_have_few_regions_that_hold_their_areas() -> None:
    rng = np.random.default_rng(0)
    side = 12
    number = np.arange(side * side).reshape(side, side)
    pairs = [(number[1:], number[:-1]), (number[:, 1:], number[:, :-1])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    graph = covey.Graph.from_edges(side * side, edges)
    codes = rng.integers(0, side * side, 3000)
    ages = covey.OrderedAxis(rng.integers(0, 60, 3000), np.arange(60))
    weights = np.bincount(codes, minlength=side * side)
    found = {}
    for nested in (False, True):
        joined = JoinedBy(weights) if nested else None
        axis = covey.AreaAxis(codes, graph, measure=weights, joined_by=joined)
        problem = covey.CellProblem([axis, ages], np.ones(3000, np.int64), k=10)
        solution = covey.solve(problem).solution
        problem.check(solution)
        assert isinstance(solution, covey.CellSolution)
        sets = solution.tight()[0]
        assert isinstance(sets, MemberSets)
        for at in range(0, 3000, 50):
            own = sets.members_of(sets.of_class[solution.classes[at]])
            assert codes[at] in own
        found[nested] = len(sets.sizes)
    assert found[True] * 2 < found[False]
