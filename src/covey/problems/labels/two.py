"""At most twice the optimum, in O(n log n). The proof is in docs/explanation/labels-two.md.

No polynomial algorithm does better unless P = NP (docs/explanation/hardness.md). Items are taken in
descending order, and a bin is closed when it has k. Fold, which puts the leftover into the lightest
bin, is within twice the optimum nearly always; each case in which it may not be is a function
below, with the inequality that bounds its bins.

An item is *large* if it is above k/2 and below k, *small* if it is at most k/2. x1 >= x2 >= ... are
the items; the gap of item i is gi = k - xi. Items are sorted, so that every bin is a run of
positions: first the pairs of large items, then the other bins, then the leftover.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.core.dataclass import dataclass
from covey.problems.labels.approx import fold, in_three_parts
from covey.problems.labels.fill import worst_fit
from covey.problems.labels.items import Items

Bins = NDArray[np.int32]


def two(items: Items) -> Bins:
    """Bins by sorted position, the heaviest at most twice the optimum.

    >>> items = Items.from_sizes(np.array([4, 4, 4, 4, 1, 1, 1, 1]), k=5)
    >>> sorted(items.loads(two(items)).tolist()), sorted(items.loads(fold(items)).tolist())
    ([6, 6, 8], [8, 12])
    """
    folded = fold(items)
    largest = int(items.loads(folded).max())
    special = None
    # Opt >= k: an answer within 2k needs no case.
    if largest > 2 * items.k:
        special = to_smallest_oversize(items) if items.oversize else for_case(Greedy.of(items))
    if special is None or int(items.loads(special).max()) >= largest:
        return folded
    return special


def to_smallest_oversize(items: Items) -> Bins:
    """Case 0, an item x >= k exists: the leftover, below k, joins the smallest such x.

    x + k - 1 < 2 Opt; a bin without such an item is below k before its last item: at most 2k - 2.
    """
    bins, _ = native.next_fit(items.sizes, items.k)
    bins[bins == native.LEFT_OVER] = items.oversize - 1
    return bins


@dataclass(frozen=True, eq=False)
class Greedy:
    """The bins that were closed, and the items that are left over. All items are below k."""

    sizes: NDArray[np.int64]
    k: int
    bins: Bins
    loads: NDArray[np.int64]
    left: NDArray[np.int64]
    """Positions of the leftover: the last ones. Together below k."""
    pairs: int
    """The bins that are two large items: the first ones. Each has at most 2k - 2."""

    @classmethod
    def of(cls, items: Items) -> Greedy:
        bins, loads = native.next_fit(items.sizes, items.k)
        left = np.flatnonzero(bins == native.LEFT_OVER)
        # One large item is below k and two are above, so that they are paired while there are two.
        large = int(np.count_nonzero(2 * items.sizes[: len(bins) - len(left)] > items.k))
        return cls(items.sizes, items.k, bins, loads, left, large // 2)

    @property
    def others(self) -> int:
        """The bins that are no pairs. The last item of each is small, so that it is below 3k/2."""
        return len(self.loads) - self.pairs

    @property
    def loose(self) -> NDArray[np.int64]:
        """The sizes of all items outside of pairs. If none of the leftover is large, at most one of
        these is, the first."""
        return self.sizes[2 * self.pairs :]

    @property
    def gaps(self) -> tuple[int, int]:
        """What x1 and x2 lack to k. Where there are pairs, these two are the first."""
        return self.k - int(self.sizes[0]), self.k - int(self.sizes[1])


def for_case(greedy: Greedy) -> Bins | None:
    """What stands beside fold, whose largest bin is above 2k; None where fold needs nothing."""
    if 2 * int(greedy.sizes[greedy.left[0]]) > greedy.k:
        return swapped(greedy)
    if greedy.others >= 3:
        return left_in_three_parts(greedy)
    if greedy.pairs == 0:
        # Case 3, two other bins at most: W < 4k. If 3k <= W then Opt >= W/3, and fold's bin and the
        # leftover are together at most 2W/3; if W < 3k, everything together is at most 2 Opt.
        return None
    if greedy.others == 2:
        return beside_two_others(greedy)
    if greedy.others == 1:
        return beside_one_other(greedy)
    return between_first_two(greedy)


def swapped(greedy: Greedy) -> Bins | None:
    """Case 1, the leftover has a large item f; r is the rest of it.

    If x1 + r >= k, swap x1 and f: {x2, f} and {x1, r} are below 2k. Else no bin of a solution has
    exactly one large item. Their number is odd, so that some bin has three: Opt > 3k/2, and fold's
    3k - 3 is enough.
    """
    first, rest = int(greedy.left[0]), int(greedy.sizes[greedy.left[1:]].sum())
    if int(greedy.sizes[0]) + rest < greedy.k:
        return None
    bins = greedy.bins.copy()
    bins[greedy.left] = len(greedy.loads)
    bins[0], bins[first] = bins[first], bins[0]
    return bins


def left_in_three_parts(greedy: Greedy) -> Bins:
    """Case 2, three other bins: each gets a part of at most k/2, and has less than 3k/2 + k/2."""
    bins = greedy.bins.copy()
    bins[greedy.left] = greedy.pairs + in_three_parts(greedy.sizes[greedy.left], greedy.k)
    return bins


def beside_two_others(greedy: Greedy) -> Bins:
    """Case 4, pairs and two other bins: all bins within [k, 2k].

    The loose items, 5k/2 < N < 4k, are dealt to two bins, largest first. If the heavier has A > 2k,
    y is its last item and z the one before: either {x1, x2, y} is at most 2k, or y > g1 + g2, and
    {x1, y} < 3k/2, {x2, z} < 3k/2 and A - y - z > k are bins.
    """
    k, pairs, first = greedy.k, greedy.pairs, 2 * greedy.pairs
    # With targets of 0 the bin that lacks most is the lighter one.
    dealt = worst_fit(greedy.loose, np.zeros(2, dtype=np.int64))
    loads = [int(greedy.loose[dealt == side].sum()) for side in (0, 1)]
    bins = greedy.bins.copy()
    bins[first:] = pairs + dealt
    if max(loads) <= 2 * k:
        return bins
    # Items are dealt heaviest first, so the last two of the heavier bin are its lightest.
    z, y = first + np.flatnonzero(dealt == loads.index(max(loads)))[-2:]
    bins[y] = 0
    if int(greedy.sizes[y]) > sum(greedy.gaps):
        bins[[1, z]] = pairs + 2
    return bins


def beside_one_other(greedy: Greedy) -> Bins:
    """Case 5, pairs and one other bin: all bins within [k, 2k].

    Of the loose items, 2k < N < 5k/2, the lightest y1 <= y2 <= ... leave in turn until at most 2k
    are left, yr being the last; they weigh eta < k/2 + yr.

    a) yr >= g2: {x1, y1..yr} < 2k, {x2, y(r+1)} < 3k/2, and the rest > 2k - yr - y(r+1) >= k.
    b) eta <= g1 + g2: {x1, x2, y1..yr} <= 2k, and the rest > 2k - yr.
    c) else x1 takes y1..yi until it has k, and x2 the following ones until it has k and yr is gone,
       with y(r+1) at the latest: both < 3k/2, and the rest > 2k - yr - y(r+1) >= k.
    """
    k, pairs, (gap1, gap2) = greedy.k, greedy.pairs, greedy.gaps
    bins = greedy.bins.copy()
    bins[2 * pairs :] = pairs
    # Sums over the loose items from the lightest on. In sorted positions they stand at the end.
    running = np.cumsum(greedy.loose[::-1])
    leaving = _until(running, int(running[-1]) - 2 * k)
    if int(greedy.loose[-leaving]) >= gap2:
        with_first, with_both = leaving, leaving + 1
    elif int(running[leaving - 1]) <= gap1 + gap2:
        bins[-leaving:] = 0
        return bins
    else:
        with_first = _until(running, gap1)
        with_both = max(leaving, _until(running, int(running[with_first - 1]) + gap2))
    # Each line overwrites a part of the one before: the lightest items go with x1, the next with
    # x2.
    bins[-with_both:] = pairs + 1
    bins[-with_first:] = 0
    bins[1] = pairs + 1
    return bins


def between_first_two(greedy: Greedy) -> Bins | None:
    """Case 6, no bins but pairs; the leftover, L < k, is all small items.

    If a bin of a solution has two large items, Opt is at least the lightest pair P > L, so that
    fold's P + L is below 2 Opt. Else every bin has one, and L is enough for all gaps; then x1 and
    x2 both get k when each small item, the largest first, goes to the one that lacks more. Both
    stay below k + L < 2k.
    """
    pairs, first, gaps = greedy.pairs, 2 * greedy.pairs, greedy.gaps
    dealt = worst_fit(greedy.loose, np.array(gaps, dtype=np.int64))
    got = [int(greedy.loose[dealt == side].sum()) for side in (0, 1)]
    if got[0] < gaps[0] or got[1] < gaps[1]:
        return None
    bins = greedy.bins.copy()
    bins[first:] = np.where(dealt == 0, 0, pairs)
    bins[1] = pairs
    return bins


def _until(running: NDArray[np.int64], enough: int) -> int:
    """How many items it takes to have enough.

    >>> _until(np.array([2, 5, 9]), 5), _until(np.array([2, 5, 9]), 6)
    (2, 3)
    """
    return int(np.searchsorted(running, enough, side="left")) + 1
