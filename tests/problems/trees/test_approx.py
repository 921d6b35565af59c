from __future__ import annotations

import numpy as np

import covey
from covey import TreeProblem
from covey.problems.trees.approx import single_nodes, two
from tests.problems.labels import adversarial


def test_what_is_left_over_goes_to_the_lightest_heavy_child() -> None:
    """3 is left over beside a bin of 8: in it there would be 11, and with a label of 7 there are
    10."""
    problem = TreeProblem([4, 4, 3, 7, 30], [5, 5, 5, 5, 5, -1], k=7)
    solution = problem.solution(two(problem))
    assert sorted(solution.sizes.tolist()) == [8, 10, 30]


def test_one_node_above_all_labels_is_the_problem_of_labels() -> None:
    """Also where descending order is up to three times the optimum, and the cases are needed."""
    rng = np.random.default_rng(9)
    cases = 0
    for _ in range(300):
        sizes, k = adversarial.random_sizes(rng, most=30)
        labels = covey.solve(covey.LabelProblem(sizes, k), "two")
        tree = TreeProblem(sizes, [*[len(sizes)] * len(sizes), -1], k)
        found = covey.solve(tree, "two")
        bound = found.lower_bound
        assert found.cost <= max(labels.cost, 2 * bound)
        cases += found.cost < covey.solve(covey.LabelProblem(sizes, k), "fold").cost
    assert cases > 0


def test_a_node_is_divided_if_all_its_children_are_heavy() -> None:
    problem = TreeProblem([5, 6, 4, 7, 8], [5, 5, 6, 6, 7, 7, 7, -1], k=5)
    solution = problem.solution(single_nodes(problem))
    assert solution.classes.tolist() == [1, 2, 3, 3, 0]
    light = TreeProblem([5, 6, 1], [3, 3, 4, 4, -1], k=5)
    assert light.solution(single_nodes(light)).sizes.tolist() == [12]
