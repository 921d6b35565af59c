"""Small connected graphs of many shapes, with weights around k and its fractions.

Random graphs are rarely hard for a method that moves light parts from region to region. Hubs with
few ways between them are: stars, wheels, K(2, n), paths of hubs, trees.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Edges = list[tuple[int, int]]
Instance = tuple[list[int], Edges, int]
"""Weights, borders, and k."""


def tree(count: int, rng: np.random.Generator) -> Edges:
    return [(int(rng.integers(v)), v) for v in range(1, count)]


def caterpillar(count: int, rng: np.random.Generator) -> Edges:
    spine = max(1, count // 2)
    legs = [(int(rng.integers(spine)), v) for v in range(spine, count)]
    return [(v - 1, v) for v in range(1, spine)] + legs


def star_of_paths(count: int, rng: np.random.Generator) -> Edges:
    """Paths of up to three areas from one hub; some of their ends border on each other."""
    edges, ends, v = [], [], 1
    while v < count:
        last = 0
        for _ in range(int(rng.integers(1, 4))):
            if v < count:
                edges.append((last, v))
                last, v = v, v + 1
        ends.append(last)
    joined = rng.choice(ends, (int(rng.integers(0, 3)), 2)) if ends else np.zeros((0, 2), int)
    return edges + [(int(a), int(b)) for a, b in joined]


def wheel(count: int, rng: np.random.Generator) -> Edges:
    rim = [(v, v + 1) for v in range(1, count - 1) if rng.random() < 0.7]
    return [(0, v) for v in range(1, count)] + rim


def complete_bipartite(count: int, rng: np.random.Generator) -> Edges:
    """K(2, n), K(3, n) or a star."""
    hubs = min(int(rng.integers(1, 4)), count - 1)
    return [(hub, v) for v in range(hubs, count) for hub in range(hubs)]


def many_hubs(count: int, rng: np.random.Generator) -> Edges:
    """A path of hubs; everybody else borders on one or two of them."""
    hubs = max(1, count // 3)
    path = [(v - 1, v) for v in range(1, hubs)]
    return path + [(int(rng.integers(hubs)), v) for v in range(hubs, count) for _ in range(2)]


def cycle(count: int, rng: np.random.Generator) -> Edges:
    chords = rng.integers(0, count, (int(rng.integers(0, 4)), 2)).tolist()
    return [(v, (v + 1) % count) for v in range(count)] + [(a, b) for a, b in chords]


def cactus(count: int, rng: np.random.Generator) -> Edges:
    edges, v = [], 1
    while v < count:
        last = first = int(rng.integers(v))
        for _ in range(min(int(rng.integers(1, 4)), count - v)):
            edges.append((last, v))
            last, v = v, v + 1
        edges.append((first, last))
    return edges


def dense(count: int, rng: np.random.Generator) -> Edges:
    share = rng.random()
    pairs = [(u, v) for v in range(count) for u in range(v) if rng.random() < share]
    return tree(count, rng) + pairs


FAMILIES: dict[str, Callable[[int, np.random.Generator], Edges]] = {
    "tree": tree,
    "caterpillar": caterpillar,
    "star of paths": star_of_paths,
    "wheel": wheel,
    "complete bipartite": complete_bipartite,
    "many hubs": many_hubs,
    "cycle": cycle,
    "cactus": cactus,
    "dense": dense,
}


def random_instance(name: str, most: int, rng: np.random.Generator) -> Instance:
    """A graph of that family of up to ``most`` areas, numbered at random, of k or more in all."""
    count = int(rng.integers(2, most + 1))
    order = rng.permutation(count).tolist()
    edges = [(order[a], order[b]) for a, b in FAMILIES[name](count, rng) if a != b]
    k = int(rng.choice([1, 2, 3, 4, 5, 7, 10, 20, 50]))
    weights = _weights(count, edges, k, rng)
    weights[int(rng.integers(count))] += max(0, k - sum(weights))
    return weights, edges, k


def _weights(count: int, edges: Edges, k: int, rng: np.random.Generator) -> list[int]:
    degree = np.bincount(np.array(edges).ravel(), minlength=count)
    palette = [
        list(range(k + 1)),
        [0, 1, k // 2, k - 1, k - 1],
        list(range(max(1, k // 3) + 1)),
        [1, 2, k - 1, k, 2 * k],
        [0, 1, max(0, k - 2), k - 1, k - 1],
        [k // 3, k // 2, 2 * k // 3, k // 3 + 1, k // 2 + 1, k - k // 3],
    ]
    found = rng.choice(palette[int(rng.integers(len(palette)))], count)
    if rng.random() < 0.3:
        # Hubs that weigh next to nothing, and heavy areas around them.
        found = np.where(degree >= 3, rng.integers(0, 2, count), found)
    return [int(weight) for weight in found]
