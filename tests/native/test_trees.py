from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from covey._native import trees
from tests.problems.trees import oracle


def ints(*values: int) -> Any:
    return np.array(values, dtype=np.int32)


def longs(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


def random_tree(rng: np.random.Generator, labels: int) -> Any:
    inner = int(rng.integers(1, labels + 2))
    above = [labels + int(rng.integers(0, node)) for node in range(1, inner)]
    return np.array([*(labels + rng.integers(0, inner, labels)), -1, *above], dtype=np.int32)


def test_the_smallest_set_along_the_tree_by_plain_loops() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        labels = int(rng.integers(1, 12))
        parents = random_tree(rng, labels)
        chosen = np.sort(rng.choice(labels, int(rng.integers(1, labels + 1)), replace=False))
        own = longs(0, len(chosen)), chosen.astype(np.int32)
        starts, members = trees.hulls(parents, labels, False, *own)
        assert starts.tolist() == [0, len(members)]
        assert members.tolist() == plain_hull(parents.tolist(), labels, chosen.tolist())
        ordered = oracle.along(parents, labels)
        plain = plain_hull(ordered.tolist(), labels, chosen.tolist())
        _, members = trees.hulls(ordered, labels, True, *own)
        assert members.tolist() == [*range(plain[0], plain[-1] + 1)]


def plain_hull(parents: list[int], labels: int, chosen: list[int]) -> list[int]:
    def way(node: int) -> list[int]:
        return ([*way(parents[node])] if parents[node] >= 0 else []) + [node]

    ways = [way(label) for label in chosen]
    same = 0
    while all(len(each) > same + 1 and each[same] == ways[0][same] for each in ways):
        same += 1
    if any(each[same] != ways[0][same] for each in ways):
        same -= 1
    nodes = {each[min(same + 1, len(each) - 1)] for each in ways}
    return [label for label in range(labels) if nodes & set(way(label))]


def test_one_run_and_another_give_the_same() -> None:
    rng = np.random.default_rng(4)
    parents = random_tree(rng, 3000)
    weights = rng.integers(0, 9, 3000)
    runs = [trees.solve_stars(parents, weights, 12, 12, False, False, 5) for _ in range(2)]
    for one, other in zip(*runs, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    "call",
    [
        lambda: trees.best_bound(ints(1, -1), longs(1, 2, 3), 1),
        lambda: trees.best_bound(ints(1, -1), longs(-1), 1),
        lambda: trees.best_bound(ints(1, -1), longs(1, 1), 1),
        lambda: trees.best_bound(ints(1, 2, 1, -1), longs(1), 1),
        lambda: trees.best_bound(ints(2, 2, -1), longs(2**62, 2**62), 1),
        lambda: trees.best_bound(ints(1, -1), longs(1), 0),
        lambda: trees.solve_stars(ints(1, -1), longs(1), 1, 1, False, False, 13),
        lambda: trees.solve_stars(ints(1, -1), longs(1), 1, 1, False, False, -1),
        lambda: trees.solve_stars(ints(1, -1), longs(1), 2, 1, False, False, 1),
        lambda: trees.solve_stars(ints(1, -1), longs(1), 1, -(2**63), False, False, 1),
        lambda: trees.classes_of(ints(1, -1), longs(1), 1, ints(0)),
        lambda: trees.classes_of(ints(1, -1), longs(1), 1, ints(0, 2)),
        lambda: trees.whole_nodes(ints(1, -1), longs(1), 0),
        lambda: trees.hulls(ints(1, -1), 1, False, longs(0, 1), ints(1)),
        lambda: trees.hulls(ints(1, -1), 3, False, longs(0, 1), ints(0)),
        lambda: trees.hulls(ints(1, -1), 1, False, longs(0, 2), ints(0)),
        lambda: trees.hulls(ints(0, -1), 1, False, longs(0, 1), ints(0)),
        lambda: trees.hulls(ints(3, 4, 3, 4, -1), 3, True, longs(0, 1), ints(0)),
        lambda: trees.solve_chains(ints(1, -1), longs(1), 0, False),
        lambda: trees.solve_chains(ints(0, -1), longs(1), 1, False),
        lambda: trees.first_misshapen(ints(1, -1), longs(1), ints(1)),
        lambda: trees.first_misshapen(ints(1, -1), longs(1), ints(0, 0)),
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        call()
