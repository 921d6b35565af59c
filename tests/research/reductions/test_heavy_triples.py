"""Hard instances of regions for any k: regions of k exactly if there is a matching."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.reductions.heavy_triples import HeavyTriples
from tests.problems.regions import oracle


def sources(count: int, n: int, m: int) -> list[ThreeDimensionalMatching]:
    rng = np.random.default_rng(7)
    drawn = (ThreeDimensionalMatching.random(n, m, rng) for _ in range(count))
    return [source for source in drawn if not source.plainly_no]


def test_the_optimum_tells_whether_there_is_a_matching() -> None:
    """Against all partitions: k, or at least 2k - 3."""
    yes = no = 0
    for source in sources(120, 2, 4):
        hard = HeavyTriples.from_matching(source, k=9)
        problem = hard.problem
        edges = problem.graph.edges.astype(np.int64)
        best = oracle.optimum((problem.weights, edges, problem.k), "max-size")
        answer = source.solve()
        assert (best == hard.yes) == (answer is not None)
        assert best == hard.yes or best >= hard.no
        yes, no = yes + (answer is not None), no + (answer is None)
    assert min(yes, no) > 5


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("k", [4, 10])
def test_a_matching_gives_regions_of_k_and_these_the_matching(k: int, unit: bool) -> None:
    rng = np.random.default_rng(1)
    for n, m in ((1, 1), (3, 7), (6, 15)):
        source, matching = ThreeDimensionalMatching.planted(n, m, rng)
        hard = HeavyTriples.from_matching(source, k, unit)
        solution = hard.solution(matching)
        assert set(solution.sizes.tolist()) == {k}
        assert hard.answer(solution) == matching
        assert hard.problem.total == m * k
        assert not unit or set(hard.problem.weights.tolist()) == {1}


def test_unit_weights_keep_the_optimum() -> None:
    for source in sources(30, 2, 3):
        weighted = HeavyTriples.from_matching(source, k=5).problem
        hard = HeavyTriples.from_matching(source, k=5, unit=True)
        edges = weighted.graph.edges.astype(np.int64)
        best = oracle.optimum((weighted.weights, edges, 5), "max-size")
        assert covey.solve(hard.problem, "exact").cost == best


def test_a_planar_source_gives_a_planar_graph() -> None:
    source = ThreeDimensionalMatching(3, [(0, 0, 0), (0, 1, 1), (1, 1, 1), (2, 2, 2), (1, 2, 2)])
    hard = HeavyTriples.from_matching(source, 6, unit=True)
    assert nx.check_planarity(nx.Graph(hard.problem.graph.edges.tolist()))[0]


def test_what_makes_no_instance_is_refused() -> None:
    with pytest.raises(InvalidInput, match="4 or more"):
        HeavyTriples.from_matching(ThreeDimensionalMatching(1, [(0, 0, 0)]), k=3)
    with pytest.raises(InvalidInput, match="plainly"):
        HeavyTriples.from_matching(ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1)]))
