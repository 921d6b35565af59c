"""What the methods promise."""

from __future__ import annotations

import pytest

import covey
from covey.problems.regions.methods import of_tree
from covey.problems.regions.problem import RegionProblem
from covey.problems.regions.trees import searched

STAR = [(0, v) for v in range(1, 12)]


def test_the_better_of_both_promises_is_printed() -> None:
    """On a path of light areas the tree's is better, with two hubs the one for any graph."""
    path = RegionProblem([1] * 12, [(v, v + 1) for v in range(11)], 4)
    tree = of_tree(path, searched(path.graph))
    assert covey.solve(path, "balanced").guarantee.limit == tree.limit
    hubs = RegionProblem([1] * 40, [(hub, v) for v in range(2, 40) for hub in (0, 1)], 4)
    tree = of_tree(hubs, searched(hubs.graph))
    promised = covey.solve(hubs, "balanced").guarantee
    assert promised.source == "Theorem any-graph"
    assert promised.limit is not None
    assert tree.limit is not None
    assert promised.limit < tree.limit


@pytest.mark.parametrize("method", ["auto", "balanced", "any-graph"])
def test_every_graph_is_promised_less_than_three(method: str) -> None:
    problem = RegionProblem([2, *[3] * 11], [*STAR, (1, 2), (3, 4)], 5)
    guarantee = covey.solve(problem, method).guarantee
    assert guarantee.ratio is not None
    assert guarantee.ratio < 3
