"""Tables on which approximations of labels are at their worst: sizes near k, k/2 and k/3."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Sizes = NDArray[np.int64]


def random_sizes(rng: np.random.Generator, most: int = 9) -> tuple[Sizes, int]:
    """At most so many labels and a k that they reach, from one of the families."""
    while True:
        k = int(rng.choice([2, 3, 5, 8, 10, 13, 20, 37, 60, 100, 1000]))
        family = FAMILIES[int(rng.integers(len(FAMILIES)))]
        sizes = np.maximum(family(rng, k, int(rng.integers(1, most + 1))), 1)[:most]
        if int(sizes.sum()) >= k:
            return sizes.astype(np.int64), k


def _between(rng: np.random.Generator, low: int, high: int, count: int) -> Sizes:
    return rng.integers(max(1, low), max(1, low, high) + 1, count)


def _large_and_small(rng: np.random.Generator, k: int, n: int) -> Sizes:
    large = int(rng.integers(0, n + 1))
    return np.concatenate(
        [_between(rng, k // 2 + 1, k - 1, large), _between(rng, 1, k // 2, n - large)]
    )


def _two_sizes(rng: np.random.Generator, k: int, n: int) -> Sizes:
    large = int(rng.integers(0, n + 1))
    sizes = np.repeat(_large_and_small(rng, k, 2), [large, n - large])
    nearby: Sizes = np.clip(sizes + rng.integers(-1, 2, n), 1, max(1, k - 1))
    return nearby


def _nearly_k_and_crumbs(rng: np.random.Generator, k: int, n: int) -> Sizes:
    large = int(rng.integers(0, n + 1))
    return np.concatenate(
        [k - _between(rng, 1, k // 8, large), _between(rng, 1, k // 4, n - large)]
    )


def _pairs_one_other_and_crumbs(rng: np.random.Generator, k: int, n: int) -> Sizes:
    return np.concatenate(
        [
            k - _between(rng, 1, k // 8, int(rng.integers(2, 6))),
            k // 2 - _between(rng, 1, k // 8, int(rng.integers(1, 5))) + 1,
            _between(rng, 1, k // 8, int(rng.integers(0, 5))),
        ]
    )


FAMILIES: tuple[Callable[[np.random.Generator, int, int], Sizes], ...] = (
    lambda rng, k, n: _between(rng, 1, k, n),
    lambda rng, k, n: _between(rng, 1, 2 * k, n),
    lambda rng, k, n: _between(rng, k // 2 - 2, k - 1, n),
    lambda rng, k, n: _between(rng, k // 3 - 2, k // 2 + 2, n),
    lambda rng, k, n: k // 2 - rng.integers(0, 3, n),
    lambda rng, k, n: rng.choice([k - 1, k // 2, k // 3, k // 4, 1, 2 * k // 3], n),
    _large_and_small,
    _two_sizes,
    _nearly_k_and_crumbs,
    _pairs_one_other_and_crumbs,
)
