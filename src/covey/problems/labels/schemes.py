"""The paper's two approximation schemes, as integer programs whose size depends on eps alone.

The paper rounds large items to powers of 1 + eps and enumerates all packings of the rounded sizes,
which is polynomial but hopeless. Here large items (at least eps k) are rounded down to multiples of
a unit u <= eps^2 k / (1 + eps): that, too, changes each by a factor of at most 1 + eps, and the
arc-flow model in units of u has no more than about 3 / eps^2 different weights.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.stop import Watch
from covey.problems.labels.approx import fold
from covey.problems.labels.arcflow import Graph, Model, Outcome, Row, TooLarge, build_graph
from covey.problems.labels.fill import worst_fit
from covey.problems.labels.improve import merge_light
from covey.problems.labels.items import Items


class OutOfTime(Exception):
    """The time limit came before the scheme had its proof."""


def as_eps(eps: object) -> Fraction:
    """An accuracy between 0 and 1, exactly as it is written.

    >>> as_eps(0.25)
    Fraction(1, 4)
    """
    try:
        # By its text: 0.1 as a double is not a tenth, and the proof needs the number that was
        # written.
        value = Fraction(str(eps))
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if not 0 < value < 1:
        raise InvalidInput(
            f"eps is a number between 0 and 1, such as 0.25; given: {eps!r}.", given=eps
        )
    return value


def scheme(items: Items, eps: Fraction, watch: Watch) -> NDArray[np.int32]:
    """Theorem 2+eps: cost <= (1 + eps) (Opt + k).

    The smallest V is sought at which the rounded large items fit into few enough bins of level V.
    V <= Opt, since the optimum itself is such a packing. There, levels are at most (1 + eps) V;
    small items, each to the lowest bin, add at most eps k above that, since m bins of V hold
    everything; and merging bins below k adds less than k (docs/reference/labels.md, also for merged
    bins).
    """
    easy = fold(items)
    # No class is smaller than k or than the heaviest item: fold is optimal already.
    if int(items.loads(easy).max()) == max(items.k, items.largest):
        return easy
    shrunk = _shrink(items)
    large, unit = _round_large(shrunk, eps)
    most = shrunk.most_classes
    low = max(shrunk.k, shrunk.largest, -(-shrunk.total // most))
    # fold's own packing has few enough bins, so its cost is a V that fits.
    high = int(shrunk.loads(easy).max())
    bins = np.zeros(0, dtype=np.int32)
    level = high
    if len(large):
        fits_at = {}
        # Levels of rounded items are multiples of the unit, so the search is over these.
        first, last = low // unit, high // unit
        # Also where the first guess is the last: its packing is needed.
        while first < last or first not in fits_at:
            middle = (first + last) // 2
            packed = _fewest_bins(large, middle, watch)
            if int(packed.max()) + 1 <= most:
                fits_at[middle], last = packed, middle
            else:
                first = middle + 1
        bins, level = fits_at[first], max(low, first * unit)
    else:
        level = low
    # So many bins that they hold everything at this level: the proof of the filling step needs W <=
    # m V.
    count = max(int(bins.max(initial=-1)) + 1, -(-shrunk.total // level))
    full = _add_small(shrunk, bins, count)
    return _one_oversize_each(items, merge_light(shrunk, full))


def relaxed(items: Items, eps: Fraction, watch: Watch) -> NDArray[np.int32]:
    """Theorem 1+eps: cost <= (1 + eps) Opt, but classes may fall to (1 - eps) k.

    NOT k-anonymous. With delta = eps/2 and rounded levels l, a packing of the large items extends
    to one of everything, within V, only if the small items' total S is enough to lift each bin to k
    and not more than fits: sum max(0, k - (1 + delta) l) <= S <= sum (V - l). The smallest V with
    such a packing is at most Opt. Small items, each to the bin that lacks most of a target between
    the two, miss the targets by less than delta k.
    """
    easy = fold(items)
    if int(items.loads(easy).max()) == max(items.k, items.largest):
        return easy
    shrunk = _shrink(items)
    delta = eps / 2
    large, unit = _round_large(shrunk, delta)
    # Sizes are sorted down, so the large ones are the first.
    small_total = shrunk.total - int(shrunk.sizes[: len(large)].sum())
    low = max(shrunk.k, shrunk.largest, -(-shrunk.total // shrunk.most_classes))
    high = int(shrunk.loads(easy).max())
    found: dict[int, _Lifted] = {}
    while low < high or low not in found:
        middle = (low + high) // 2
        lifted = _lift(large, unit, shrunk.k, delta, small_total, middle, watch)
        if lifted is None:
            low = middle + 1
        else:
            found[middle], high = lifted, middle
    packed = found[low]
    bins = _add_to_targets(shrunk, packed.bins, packed.targets)
    return _one_oversize_each(items, bins)


def _shrink(items: Items) -> Items:
    """The same instance with sizes below 3k.

    An item of 3k or more is left only if the items below k add up to less than k and those above
    differ by less than k; then every class has exactly one of the latter, and taking the same
    amount from each changes no decision.
    """
    if items.largest < 3 * items.k:
        return items
    sizes = items.sizes.copy()
    # The lightest of them becomes k, and the others keep their distances from it.
    sizes[: items.oversize] -= sizes[items.oversize - 1] - items.k
    return Items.from_sizes(sizes, items.k)


def _one_oversize_each(items: Items, bins: NDArray[np.int32]) -> NDArray[np.int32]:
    """Further items of at least k in a class get classes of their own."""
    bins = bins.copy()
    oversize = bins[: items.oversize]
    _, first = np.unique(oversize, return_index=True)
    further = np.setdiff1d(np.arange(items.oversize), first)
    bins[further] = bins.max() + 1 + np.arange(len(further))
    return bins


def _round_large(items: Items, eps: Fraction) -> tuple[Items, int]:
    """Items of at least eps k, in whole units, and the unit."""
    # x >= eps k, in whole numbers.
    large = items.sizes[items.sizes * eps.denominator >= eps.numerator * items.k]
    # A bin of true level L has at most L / (eps k) large items, and each loses less than a unit: L
    # <= V + L eps / (1 + eps), which is L <= (1 + eps) V.
    unit = max(1, int(eps * eps * items.k / (1 + eps)))
    return Items.from_sizes(large // unit, items.k), unit


def _fewest_bins(large: Items, level: int, watch: Watch) -> NDArray[np.int32]:
    """A packing of the rounded items into as few bins of a level as possible."""
    graph = _graph(large, level)
    answer = Model(graph, np.ones(len(graph.end_weights))).solve(watch)
    if answer.outcome is not Outcome.SOLVED or answer.bins is None:
        raise OutOfTime
    return answer.bins


@dataclass(frozen=True, eq=False)
class _Lifted:
    bins: NDArray[np.int32]
    targets: NDArray[np.int64]


def _lift(
    large: Items, unit: int, k: int, delta: Fraction, small: int, level: int, watch: Watch
) -> _Lifted | None:
    """A packing up to ``level`` that the small items can lift to k, with targets for them."""
    graph = _graph(large, level // unit)
    needs = [_need(weight * unit, k, delta) for weight in graph.end_weights.tolist()]
    room = level - graph.end_weights * unit
    rows = (
        Row(np.array(needs, dtype=np.float64), high=float(small)),
        Row(room.astype(np.float64), low=float(small)),
    )
    answer = Model(graph, np.zeros(len(needs)), rows).solve(watch)
    if answer.outcome is Outcome.INFEASIBLE:
        return None
    if answer.ends is None or answer.bins is None:
        raise OutOfTime
    weights = answer.ends * unit
    targets = np.array([_need(weight, k, delta) for weight in weights.tolist()], dtype=np.int64)
    # Targets begin at what each bin needs. The rest of the small items fills the room above, bin by
    # bin.
    spare = level - weights - targets
    more = small - int(targets.sum())
    if not 0 <= more <= int(spare.sum()):
        raise OutOfTime  # feasible within HiGHS's tolerance only: nothing was proved
    before = np.cumsum(spare) - spare
    return _Lifted(answer.bins, targets + np.clip(more - before, 0, spare))


def _need(weight: int, k: int, delta: Fraction) -> int:
    """What a bin with rounded items of this weight may lack to k."""
    lack = k - (1 + delta) * weight
    return max(0, -(-lack.numerator // lack.denominator))


def _graph(large: Items, most: int) -> Graph:
    try:
        return build_graph(large, 0, most)
    except TooLarge:
        raise InvalidInput(
            "eps is too small for this table: the integer program would be too large.",
            hint="Use a larger eps, or the method balanced or exact.",
        ) from None


def _add_small(items: Items, bins: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """The items after the packed ones, each to the lowest of ``count`` bins."""
    loads = np.zeros(count, dtype=np.int64)
    np.add.at(loads, bins, items.sizes[: len(bins)])
    # The bin that lacks most of a target of -load is the lowest one.
    return _add_to_targets(items, bins, -loads)


def _add_to_targets(
    items: Items, bins: NDArray[np.int32], targets: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The items after the packed ones, each to the bin that lacks most of its target."""
    return np.concatenate([bins, worst_fit(items.sizes[len(bins) :], targets)])
