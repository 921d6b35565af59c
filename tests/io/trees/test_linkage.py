from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from covey.io.trees.linkage import Cluster, complete_linkage, flattened, from_distances


def random_distances(rng: np.random.Generator, count: int) -> Any:
    """Few different distances, so that many are equal."""
    half = np.triu(rng.integers(0, int(rng.choice([3, 9, 1000])), (count, count)), 1)
    return (half + half.T).astype(float)


def plain(distances: Any) -> set[tuple[tuple[int, ...], float]]:
    """All clusters with their heights, by looking at all pairs again and again."""
    clusters: list[tuple[int, ...]] = [(label,) for label in range(len(distances))]
    found: set[tuple[tuple[int, ...], float]] = set()
    while len(clusters) > 1:
        apart = {
            (max(distances[a, b] for a in one for b in other), min(one), min(other)): (one, other)
            for one, other in combinations(sorted(clusters), 2)
        }
        (height, *_), (one, other) = min(apart.items())
        clusters = [each for each in clusters if each not in (one, other)]
        clusters.append(tuple(sorted(one + other)))
        found.add((clusters[-1], height))
    return found


def every(cluster: Cluster) -> list[Cluster]:
    return [cluster, *(each for part in cluster.parts for each in every(part))]


def test_clusters_are_those_of_plain_loops() -> None:
    rng = np.random.default_rng(1)
    for _ in range(80):
        distances = random_distances(rng, int(rng.integers(1, 12)))
        found = complete_linkage(distances)
        own = {(tuple(sorted(c.labels)), c.height) for c in every(found) if c.parts}
        assert own == plain(distances)


def test_heights_are_diameters_and_fall_to_less_than_a_third() -> None:
    rng = np.random.default_rng(2)
    for _ in range(80):
        distances = random_distances(rng, int(rng.integers(2, 15)))
        top = flattened(complete_linkage(distances))
        assert top.labels == tuple(range(len(distances)))
        for cluster in every(top):
            pairs = combinations(cluster.labels, 2)
            assert cluster.height == max((distances[pair] for pair in pairs), default=0)
            assert all(3 * part.height < cluster.height for part in cluster.parts if part.parts)
            if cluster.parts:
                below = [label for part in cluster.parts for label in part.labels]
                assert tuple(sorted(below)) == cluster.labels


def test_the_tree_names_its_nodes_by_what_they_hold() -> None:
    distances = np.abs(np.subtract.outer([0, 1, 10, 11, 12], [0, 1, 10, 11, 12])).astype(float)
    tree = from_distances(["a", "b", "c", "d", "e"], distances, "d.csv")
    assert tree.path("a") == ["a", "a and 1 more within 1", "*"]
    assert tree.path("d") == ["d", "c and 2 more within 2", "*"]


@pytest.mark.parametrize("labels", [["a"], ["a", "b"], ["a", "a and 1 more within 0", "z"]])
def test_odd_labels(labels: list[str]) -> None:
    """One label; two; and one that is called as a node would be."""
    distances = np.zeros((len(labels), len(labels)))
    if len(labels) == 3:
        distances[2, :2] = distances[:2, 2] = 9
    tree = from_distances(labels, distances, "d.csv")
    assert sorted(tree.labels) == sorted(labels)
