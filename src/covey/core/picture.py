"""Pictures in plain text."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BARS_AT_MOST = 16
WIDTH = 40


def class_sizes(sizes: NDArray[np.int64], k: int) -> str:
    """Class sizes as bars: one per class while they are few, else a histogram.

    >>> print(class_sizes(np.array([12, 10, 10]), k=10))
    class sizes (k = 10)
         1  ########################################  12
         2  #################################         10
         3  #################################         10
    """
    if len(sizes) <= BARS_AT_MOST:
        names = [f"{number:,}" for number in range(1, len(sizes) + 1)]
        return _bars(f"class sizes (k = {k:,})", names, sizes.tolist())
    bins = size_bins(sizes, 10)
    names = [f"{low:,}" if high - low == 1 else f"{low:,} to {high - 1:,}" for low, high, _ in bins]
    return _bars(f"classes by size (k = {k:,})", names, [count for _, _, count in bins])


def size_bins(sizes: NDArray[np.int64], at_most: int) -> list[tuple[int, int, int]]:
    """Sizes from low up to, but not including, high, and how many classes have them.

    >>> size_bins(np.array([3, 3, 4]), 10)
    [(3, 4, 2), (4, 5, 1)]
    """
    if not len(sizes):
        return []
    smallest, largest = int(sizes.min()), int(sizes.max())
    edges = _edges(smallest, largest + 1, min(at_most, largest - smallest + 1))
    counts = np.diff(np.searchsorted(np.sort(sizes), edges)).tolist()
    return [(low, high, n) for (low, high), n in zip(pairwise(edges), counts, strict=True)]


def _edges(low: int, high: int, bins: int) -> list[int]:
    """Edges of bins of one width, or of one ratio where the sizes are of different magnitudes."""
    # Up to eight times the smallest, bins of one width still show which sizes differ.
    if high <= 8 * max(low, 1):
        return [low + (high - low) * i // bins for i in range(bins + 1)]
    # Ratios begin at 1: no size is a multiple of 0.
    first = max(low, 1)
    # A set, since rounded edges may coincide.
    by_ratio = {round(first * (high / first) ** (i / bins)) for i in range(1, bins)}
    return [low, *sorted(by_ratio - {low, high}), high]


def _bars(title: str, names: list[str], values: list[int]) -> str:
    gutter = max(6, *(len(name) for name in names))
    most = max(values)
    lines = [title]
    for name, value in zip(names, values, strict=True):
        # What is there has a bar, however short.
        bar = "#" * max(round(WIDTH * value / most), 1 if value else 0)
        lines.append(f"{name:>{gutter}}  {bar:{WIDTH}}  {value:,}")
    return "\n".join(lines)
