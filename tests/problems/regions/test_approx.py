"""Cutting a spanning tree: pieces of k or more, within what the theorem says."""

from __future__ import annotations

import numpy as np

from covey.problems.regions.approx import cut_tree, second_of, solution_of
from covey.problems.regions.problem import RegionProblem, Second
from covey.problems.regions.trees import searched
from tests.problems.regions.families import FAMILIES, random_instance


def test_pieces_are_within_the_bound_of_the_area_they_end_at() -> None:
    rng = np.random.default_rng(1)
    for number in range(90):
        weights, edges, k = random_instance(list(FAMILIES)[number % len(FAMILIES)], 12, rng)
        problem = RegionProblem(weights, edges, k)
        tree = searched(problem.graph)
        found = cut_tree(problem, tree)
        problem.check(found)
        pieces = problem.weights + np.maximum(tree.degree - 1, 0) * (k - 1)
        assert int(found.sizes.max()) <= int(pieces.max()) + k - 1


def test_regions_are_numbered_by_their_first_areas() -> None:
    problem = RegionProblem([1, 2, 3, 4], [(0, 1), (1, 2), (2, 3)], 1)
    found = solution_of(problem, np.array([7, 7, 2, 5], dtype=np.int32))
    assert found.classes.tolist() == [0, 0, 1, 2]
    assert found.sizes.tolist() == [3, 3, 4]


def test_without_a_second_threshold_everybody_reaches_it() -> None:
    problem = RegionProblem([1, 2], [(0, 1)], 1)
    weights, at_least = second_of(problem)
    assert (weights.tolist(), at_least) == ([0, 0], 0)
    other = RegionProblem([1, 2], [(0, 1)], 1, second=Second(np.array([5, 6]), 7))
    weights, at_least = second_of(other)
    assert (weights.tolist(), at_least) == ([5, 6], 7)
