from __future__ import annotations

import numpy as np

from covey import TreeProblem
from covey.problems.trees.star import Star, Stars

PROBLEM = TreeProblem([2, 9, 3, 9, 9, 0, 8], [7, 7, 8, 8, 8, 8, 9, 9, 9, -1], k=5)


def test_light_children_descend_and_heavy_ones_ascend() -> None:
    star = Star.of(PROBLEM, 8)
    assert star.light.tolist() == [3]
    assert star.nodes.tolist() == [2]
    assert star.heavy.tolist() == [9, 9]
    assert star.heavy_nodes.tolist() == [3, 4]
    assert Star.of(PROBLEM, 9).heavy.tolist() == [8, 11, 21]


def test_all_stars_have_the_sums_of_each() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        labels, inner = 12, 5
        parents = [*(labels + rng.integers(0, inner, labels)), -1]
        parents += [labels + int(rng.integers(0, node)) for node in range(1, inner)]
        problem = TreeProblem(rng.integers(0, 6, labels), parents, k=4)
        stars = Stars.of(problem)
        found = {}
        for node in range(labels, labels + inner):
            star = Star.of(problem, node)
            if problem.node_weights[node] >= 4 and len(star.light):
                heavy = int(star.heavy[0]) if len(star.heavy) else 0
                found[node] = (int(star.light.sum()), int(star.light[-1]), heavy)
                assert stars.count[stars.nodes == node].tolist() == [len(star.light)]
                assert stars.heavy_count[stars.nodes == node].tolist() == [len(star.heavy)]
        sums = zip(stars.light.tolist(), stars.lightest.tolist(), stars.heavy.tolist(), strict=True)
        assert dict(zip(stars.nodes.tolist(), sums, strict=True)) == found
