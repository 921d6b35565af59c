"""The paper's simple algorithms: fold, spread and the 5/2 approximation.

All of them put items of at least k into bins of their own and fill bins with the others, one after
the other, each until it has k. They differ in what becomes of the leftover: the items after the
last full bin, which weigh less than k together. Bins are returned by sorted position (see
:class:`covey.problems.labels.items.Items`).
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.problems.labels.items import Items

Order = Literal["descending", "ascending", "random"]


def arrange(items: Items, order: Order, seed: int) -> NDArray[np.int64]:
    """The sorted positions in the order in which an algorithm takes them."""
    places = np.arange(len(items), dtype=np.int64)
    if order == "random":
        return np.random.default_rng(seed).permutation(places)
    return places[::-1].copy() if order == "ascending" else places


def fold(items: Items, order: Order = "descending", seed: int = 0) -> NDArray[np.int32]:
    """Items of at least k alone, next-fit for the others, the leftover into one bin.

    Theorem approx3: cost <= max(k - 1 + max x, 3k - 3). The leftover goes to the lightest bin of
    small items where there is one (a bin of at most 2k - 2), else to the lightest oversize item.

    >>> fold(Items.from_sizes(np.array([29, 9, 9, 9]), k=10)).tolist()
    [0, 1, 1, 1]
    """
    places = arrange(items, order, seed)
    return _by_place(places, native.fold(items.sizes[places], items.k))


def spread(items: Items, order: Order = "descending", seed: int = 0) -> NDArray[np.int32]:
    """As fold, but the leftover is spread over the bins.

    Section "Experimental Results": each item goes to the lightest bin while that does not raise the
    maximum; from the first that would, items are dealt out in turn. The leftover weighs less than
    k, so that no bin exceeds fold's bound: cost <= max(k - 1 + max x, 3k - 3).

    >>> spread(Items.from_sizes(np.array([6, 5, 5, 5, 3, 2]), k=10)).tolist()
    [0, 0, 1, 1, 0, 1]
    """
    places = arrange(items, order, seed)
    return _by_place(places, native.spread(items.sizes[places], items.k))


def five_halves(items: Items) -> NDArray[np.int32]:
    """At most 5/2 times the optimum (Theorem 5/2, with the cases that the paper omits).

    Greedy in descending order, so that every bin but an oversize item's is below 2k; then:

    >>> five_halves(Items.from_sizes(np.array([9, 8, 7, 6, 6, 1]), k=10)).tolist()
    [2, 0, 1, 1, 0, 2]
    """
    sizes, k = items.sizes, items.k
    bins, loads = native.next_fit(sizes, k)
    # The cases of docs/explanation/theorems/labels-five-halves.md, in their order: 1 and 2, one
    # full bin (3), small items left over (4, 5), a large one (6, 7).
    left = np.flatnonzero(bins == native.LEFT_OVER)
    if len(left) == 0:
        return bins
    if items.oversize:
        # The leftover weighs less than k: x + k <= 2 Opt.
        # Oversize items come first, heaviest first, each alone: this is the bin of the lightest.
        bins[left] = items.oversize - 1
    elif len(loads) == 1:
        # One full bin and less than k: below 3k, and a second bin would hold half of it at least.
        bins[left] = 0
    elif 2 * sizes[left[0]] <= k:
        _add_small_leftover(bins, loads, sizes, left, k)
    elif sizes[0] + sizes[left[1:]].sum() >= k:
        # Every bin so far is a pair above k/2, and so is the first item's partner with this one.
        bins[left] = len(loads)
        bins[0], bins[left[0]] = len(loads), bins[0]
    else:
        # No bin of a solution can hold just one item above k/2, and their number is odd: some bin
        # holds three, Opt >= 3k/2, and fold's 3k is within twice that.
        return fold(items)
    return bins


def _add_small_leftover(
    bins: NDArray[np.int32],
    loads: NDArray[np.int64],
    sizes: NDArray[np.int64],
    left: NDArray[np.int64],
    k: int,
) -> None:
    """The leftover's items are at most k/2 each."""
    if len(loads) == 2:
        # Case 4: each item to the lighter bin.
        levels = loads.tolist()
        for place in left.tolist():
            lower = int(levels[1] < levels[0])
            bins[place] = lower
            levels[lower] += int(sizes[place])
        return
    # Case 5: one part to each of the first three bins, which are below 2k.
    bins[left] = in_three_parts(sizes[left], k)


def in_three_parts(sizes: NDArray[np.int64], k: int) -> NDArray[np.int32]:
    """Items of at most k/2, sorted down and below k together, as three parts of at most k/2.

    The first item; the longest prefix of the others that fits; and the rest, which fits because the
    item that did not is no larger than the first.

    >>> in_three_parts(np.array([4, 3, 1, 1]), k=10).tolist()
    [0, 1, 1, 1]
    """
    parts = np.full(len(sizes), 2, dtype=np.int32)
    parts[0] = 0
    # Doubled, since k may be odd.
    prefix = int(np.searchsorted(2 * np.cumsum(sizes[1:]), k, side="right"))
    parts[1 : 1 + prefix] = 1
    return parts


def _by_place(places: NDArray[np.int64], bins: NDArray[np.int32]) -> NDArray[np.int32]:
    back = np.empty_like(bins)
    back[places] = bins
    return back
