"""Hard instances of regions: gadgets by exhaustive search, whole graphs by exact cover."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey import InvalidInput, RegionProblem
from covey.problems.regions.problem import RegionSolution
from covey.research.hard_problems.known import draw_source
from covey.research.hard_problems.layout import STEPS, Tile
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.reductions.gadgets import CUBE, PRISM
from covey.research.reductions.regions import HardRegions, _board
from tests.research.hard_problems import instances
from tests.research.hard_problems.exact_cover import exact_cover

Graph = list[tuple[int, int]]
SMALL = 12


def partition(count: int, edges: Graph) -> list[list[int]] | None:
    """All vertices in connected threes, or None if that cannot be.

    A three that cuts off a part whose number is no multiple of three is left out first. Then what
    no three joins any more is looked at one by one.
    """
    around = np.full((count, 3), -1, dtype=np.int64)
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    for v, neighbours in enumerate(near):
        around[v, : len(neighbours)] = neighbours
    threes = connected_threes(around)
    threes = threes[leave_threes(around, threes)]
    joined = joined_by(count, threes)
    found: list[list[int]] = []
    for part in range(int(joined.max()) + 1):
        names = np.cumsum(joined == part) - 1
        inside = threes[joined[threes[:, 0]] == part]
        chosen = exact_cover(names[inside], int(names[-1]) + 1)
        if chosen is None:
            return None
        found += inside[chosen].tolist()
    return found


def joined_by(count: int, threes: NDArray[np.int64]) -> NDArray[np.int32]:
    """For every vertex the part that it is joined to by threes."""
    pairs = np.concatenate([threes[:, :2], threes[:, 1:]])
    return covey.Graph.from_edges(count, pairs).components


def connected_threes(around: NDArray[np.int64]) -> NDArray[np.int64]:
    """All sets of three vertices that are connected, their members ascending."""
    near = around.tolist()
    found = []
    for v, neighbours in enumerate(near):
        for a, b in itertools.combinations(neighbours, 2):
            if a < 0 or b < 0:
                continue
            # A triangle is found at each of its corners, and kept at the first.
            if b in near[a] and v > min(a, b):
                continue
            found.append(sorted((v, a, b)))
    return np.array(found, dtype=np.int64).reshape(-1, 3)


def leave_threes(around: NDArray[np.int64], threes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether all small parts that are left beside each three are multiples of three."""
    near = [[other for other in others if other >= 0] for others in around.tolist()]

    def leaves(three: list[int]) -> bool:
        for start in {other for member in three for other in near[member]} - {*three}:
            part, seen = [start], {start, *three}
            for v in part:
                if len(part) > SMALL:
                    break
                new = [other for other in near[v] if other not in seen]
                part += new
                seen.update(new)
            if len(part) <= SMALL and len(part) % 3:
                return False
        return True

    return np.array([leaves(three) for three in threes.tolist()], dtype=np.bool_)


def without(count: int, edges: Graph, gone: set[int]) -> tuple[int, Graph]:
    names = {v: place for place, v in enumerate(v for v in range(count) if v not in gone)}
    return len(names), [(names[a], names[b]) for a, b in edges if not {a, b} & gone]


@pytest.mark.parametrize("tile", instances.TILES, ids=lambda tile: f"{tile.kind} {tile.arms}")
def test_a_gadget_has_exactly_the_states_of_its_tile(tile: Tile) -> None:
    """With each wire's far end left to it (it faces outwards) or taken away (it faces inwards)."""
    board = _board(instances.alone(tile))
    ends = {arm: board.at.index((1 + STEPS[arm][1], -1 - STEPS[arm][0])) for arm in tile.arms}
    found = set()
    for inward in instances.all_states(tile):
        rest = without(len(board.at), board.edges, {ends[arm] for arm in inward})
        if partition(*rest) is not None:
            found.add(inward)
    assert found == tile.states


@pytest.mark.parametrize("hanging", [PRISM, CUBE])
def test_no_class_reaches_into_a_cap(hanging: Graph) -> None:
    """At the end of a path of three, or of two, which is then one vertex short."""
    size = 1 + max(max(edge) for edge in hanging)
    by = [v for v in range(size) if sum(v in edge for edge in hanging) < 3]
    for path in (1, 2, 3):
        edges = [*hanging, *((size, v) for v in by)]
        edges += [(size + step, size + step + 1) for step in range(path - 1)]
        assert (partition(size + path, edges) is not None) == (path == 3)


@pytest.mark.parametrize("shard", range(instances.SHARDS))
def test_the_graph_can_be_cut_into_threes_exactly_if_there_is_a_matching(shard: int) -> None:
    yes = no = 0
    for known in instances.instances(shard):
        hard = HardRegions.from_matching(known.source)
        edges = [(a, b) for a, b in hard.problem.graph.edges.tolist()]
        threes = partition(len(hard.problem.weights), edges)
        assert (threes is not None) == (known.answer is not None)
        if threes is None:
            no += 1
            continue
        yes += 1
        # The cover that was found, which knows nothing of gadgets, tells a matching.
        classes = np.empty(len(hard.problem.weights), dtype=np.int32)
        for number, members in enumerate(threes):
            classes[members] = number
        found = RegionSolution(classes, np.full(len(threes), 3))
        known.source.check(hard.answer(found))
        # A matching gives a partition, and that the same matching.
        assert known.answer is not None
        solution = hard.solution(known.answer)
        assert solution.sizes.max() == solution.sizes.min() == 3
        assert hard.answer(solution) == known.answer
    assert yes + no >= instances.AT_LEAST / instances.SHARDS
    assert min(yes, no) >= 0.3 * (yes + no)


def test_the_graph_is_planar_with_three_neighbours_everywhere() -> None:
    for n, m in [(1, 1), (2, 4), (3, 1), (3, 8), (5, 15)]:
        hard = HardRegions.from_matching(draw_source(ThreeDimensionalMatching, n, m, seed=1).source)
        graph = nx.Graph(hard.problem.graph.edges.tolist())
        assert len(graph) == len(hard.problem.weights)
        assert {degree for _, degree in graph.degree} == {3}
        assert nx.check_planarity(graph)[0]
        assert hard.problem.weights.tolist() == [1] * len(graph)
        assert (hard.problem.k, hard.yes, hard.no) == (3, 3, 4)
        # The count does not tell yes from no.
        assert len(graph) % 3 == 0


def test_the_drawing_has_no_crossing_edges() -> None:
    """Which is planarity once more, and what the picture shows."""
    import shapely

    source = draw_source(ThreeDimensionalMatching, 3, 7, seed=2).source
    hard = HardRegions.from_matching(source)
    assert hard.layout.of_kind("crossing")
    lines = shapely.linestrings(hard.points[hard.problem.graph.edges])
    one, two = shapely.STRtree(lines).query(lines, predicate="crosses")
    edges = hard.problem.graph.edges
    apart = [not set(edges[a]) & set(edges[b]) for a, b in zip(one, two, strict=True)]
    assert not any(apart)


def test_covey_finds_a_small_matching() -> None:
    source = ThreeDimensionalMatching(2, [(0, 0, 0), (1, 1, 1), (0, 0, 1)])
    hard = HardRegions.from_matching(source)
    result = covey.solve(hard.problem, stop=covey.Stop(seconds=20))
    assert result.cost == hard.yes
    assert hard.answer(result.solution) == (0, 1)


def test_a_larger_region_tells_nothing() -> None:
    hard = HardRegions.from_matching(ThreeDimensionalMatching(1, [(0, 0, 0)]))
    count = len(hard.problem.weights)
    one = RegionSolution(np.zeros(count, dtype=np.int32), np.array([count]))
    with pytest.raises(InvalidInput, match="tells a solution"):
        hard.answer(one)


def test_an_element_in_no_triple_makes_it_impossible() -> None:
    hard = HardRegions.from_matching(ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1)]))
    problem: RegionProblem = hard.problem
    problem.require_feasible()
    edges = [(a, b) for a, b in problem.graph.edges.tolist()]
    assert partition(len(problem.weights), edges) is None
