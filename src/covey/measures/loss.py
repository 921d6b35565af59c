"""What was lost of the original values: how much of a column a published value covers, and how much
of what the values told it no longer tells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.sums import sums_by_key


@dataclass(frozen=True)
class ColumnLoss:
    """Shares between 0 (nothing was lost) and 1 (nothing is left); None where not known.

    ncp
        The normalized certainty penalty, averaged over records.
    entropy
        Non-uniform entropy.
    """

    column: str
    ncp: float
    entropy: float | None = None


@dataclass(frozen=True)
class Loss:
    """Of every quasi-identifier, and of all of them. ``weights`` say how much a column matters;
    without them all matter alike. ``as_seen`` says what a published value stands for: the values
    that it was seen to replace, or else all those that the codebook has for it."""

    columns: tuple[ColumnLoss, ...]
    weights: tuple[float, ...] | None = None
    as_seen: bool = False

    def __post_init__(self) -> None:
        if not self.columns:
            raise InvalidInput("A loss is one of at least one column; given: none.")
        _factors(self.weights, len(self.columns))

    @property
    def gcp(self) -> float:
        """The global certainty penalty: the mean over columns."""
        return global_penalty([each.ncp for each in self.columns], self.weights)

    @property
    def entropy(self) -> float | None:
        """Non-uniform entropy, as the mean over columns; None unless it is known of all."""
        known = [each.entropy for each in self.columns if each.entropy is not None]
        return global_penalty(known, self.weights) if len(known) == len(self.columns) else None

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "gcp": self.gcp, "entropy": self.entropy}


def share_of_ranges(
    low: ArrayLike, high: ArrayLike, lowest: float, highest: float
) -> NDArray[np.float64]:
    """Of numbers: the width of each published range as a share of the whole column's. ``low`` and
    ``high`` are the first and the last value that a range can stand for.

    >>> share_of_ranges([20, 30], [25, 30], lowest=20, highest=70).tolist()
    [0.1, 0.0]
    """
    begin, end = np.asarray(low, np.float64), np.asarray(high, np.float64)
    outside = ~((begin >= lowest) & (begin <= end) & (end <= highest))
    if outside.any():
        raise InvalidInput(
            f"A range lies within its column; {int(outside.sum()):,} of {len(begin):,} do not."
        )
    # Halved first: the distance of two doubles may be beyond all doubles.
    whole = highest / 2 - lowest / 2
    return (end / 2 - begin / 2) / whole if whole > 0 else np.zeros(len(begin))


def share_of_labels(members: ArrayLike, domain: int) -> NDArray[np.float64]:
    """Of labels: how many of the column's ``domain`` different labels each published one stands
    for, as a share; 0 for a label that stands for itself alone.

    >>> share_of_labels([1, 2, 4], domain=4).tolist()
    [0.0, 0.5, 1.0]
    """
    found = validate.counts(members)
    if found.min() < 1 or found.max() > domain:
        raise InvalidInput(
            f"A set of labels has between 1 and all {domain:,} of the column's; given: sets of"
            f" {found.min():,} to {found.max():,}."
        )
    return share_of_members(found, found, domain)


def share_of_members(
    members: NDArray[np.int64], measured: NDArray[np.int64], whole: float
) -> NDArray[np.float64]:
    """Of sets with so many members: what is ``measured`` of them as a share of the whole, such as
    the people of areas; 0 for a set of one."""
    # A set of one value is the value itself, and nothing is lost.
    return np.where(members > 1, measured / whole, 0.0)


def penalty(shares: ArrayLike, sizes: ArrayLike, suppressed: int = 0) -> float:
    """The normalized certainty penalty of a column (Xu et al. 2006), averaged over records: a
    record costs the share of the column that its published value covers, a suppressed one 1.
    ``shares`` and ``sizes`` are of every published value, or of every class.

    >>> penalty([0.0, 0.5], sizes=[30, 10])
    0.125
    """
    covered, records = np.asarray(shares, np.float64), validate.counts(sizes)
    if covered.shape != records.shape:
        raise InvalidInput(
            f"Every published value has a share and a size; given: {covered.size:,} shares,"
            f" {records.size:,} sizes."
        )
    if not ((covered >= 0) & (covered <= 1)).all():
        raise InvalidInput("The share of a column is between 0 and 1; given: another.")
    total = validate.total(records) + suppressed
    if not total:
        raise InvalidInput("There are no records, of which nothing can be lost.")
    # A sum without rounding is the same in every order of the classes.
    return (math.fsum((covered * records).tolist()) + suppressed) / total


def global_penalty(penalties: Sequence[float], weights: Sequence[float] | None = None) -> float:
    """GCP (Ghinita et al. 2007): the mean over columns, by their weights.

    >>> global_penalty([0.125, 0.375]), global_penalty([0.125, 0.375], weights=[3, 1])
    (0.25, 0.1875)
    """
    factors = _factors(weights, len(penalties))
    weighted = math.fsum(f * p for f, p in zip(factors, penalties, strict=True))
    return weighted / math.fsum(factors)


def _factors(weights: Sequence[float] | None, columns: int) -> list[float]:
    """How much each column matters; weights that do not fit are refused."""
    factors = [1.0] * columns if weights is None else [float(each) for each in weights]
    if len(factors) != columns:
        raise InvalidInput(
            f"Every column has a weight; given: {columns:,} columns, {len(factors):,} weights."
        )
    if not all(math.isfinite(each) and each >= 0 for each in factors) or not any(factors):
        raise InvalidInput(
            "Weights are finite numbers from 0 on, and not all of them 0.", given=weights
        )
    return factors


def entropy_loss(values: ArrayLike, published: ArrayLike, counts: ArrayLike) -> float:
    """Non-uniform entropy (De Waal, Willenborg 1999): the share of what the values told that the
    published ones no longer tell, from 0 (nothing was grouped) to 1 (all are published alike).

    Entries are pairs of an original and a published value: their numbers from 0 on, and records
    that have both; a pair may come several times. A suppressed record has a negative published
    number.

    >>> entropy_loss(values=[0, 1, 2, 3], published=[0, 0, 1, 1], counts=[1, 1, 1, 1])
    0.5
    """
    was, became = np.asarray(values, np.int64), np.asarray(published, np.int64)
    records = validate.counts(counts)
    if not was.shape == became.shape == records.shape:
        raise InvalidInput(
            "Every entry has a value, a published value and a count; given:"
            f" {was.size:,}, {became.size:,} and {records.size:,}."
        )
    there = records > 0
    was, became, records = was[there], became[there], records[there]
    if (was < 0).any():
        raise InvalidInput("Original values are numbered from 0 on; given: a negative number.")
    total = validate.total(records) if len(records) else 0
    before = np.bincount(was, weights=records)
    told = _bits(before[before > 0], total)
    if told == 0:
        return 0.0
    # All suppressed records have one number, -1.
    was, became, records = _by_pairs(was, np.maximum(became, -1), records)
    kept = became >= 0
    after = np.bincount(became[kept], weights=records[kept])
    # What is published leaves it open which of its values a record had; a suppressed record may
    # have had any of the table.
    open_ = _bits(records[kept], after[became[kept]]) + _bits(
        records[~kept], total, before[was[~kept]]
    )
    return min(max(open_ / told, 0.0), 1.0)


def _by_pairs(
    was: NDArray[np.int64], became: NDArray[np.int64], records: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Every pair once."""
    # Every original value occurs once, so that no pair comes twice.
    if (np.diff(was) > 0).all():
        return was, became, records
    width = int(was.max()) + 1
    # + 1, since keys are 0 or more and -1 is for suppressed records.
    keys, sums = sums_by_key((became + 1) * width + was, records)
    return keys % width, keys // width - 1, sums


def _bits(
    records: NDArray[Any], among: NDArray[Any] | float, alike: NDArray[Any] | None = None
) -> float:
    """The sum over records of -log2(those like them / those among which they are)."""
    own = records if alike is None else alike
    # A view gives its numbers one by one: a list of millions would take four times their memory.
    bits: NDArray[np.float64] = records * np.log2(among / own)
    return math.fsum(bits.data)


def column_loss(
    column: str,
    values: ArrayLike,
    published: ArrayLike,
    counts: ArrayLike,
    places: ArrayLike | None = None,
) -> ColumnLoss:
    """What a column lost, from what its published values were seen to stand for: the entries of
    ``entropy_loss``, each pair once.

    ``places`` says where each value is on its scale, NaN for missing; without them the values are
    labels. A published value that stands for missing values as well as others may be anything.

    >>> ages = column_loss("age", [0, 1, 2], [0, 0, 1], [5, 5, 10], places=[20, 30, 60])
    >>> ages.ncp
    0.125
    """
    # It also refuses arrays that do not belong together.
    told = entropy_loss(values, published, counts)
    records = np.asarray(counts, np.int64)
    there = records > 0
    was, became = np.asarray(values, np.int64)[there], np.asarray(published, np.int64)[there]
    records = records[there]
    kept = became >= 0
    suppressed = int(records[~kept].sum())
    if not kept.any():
        return ColumnLoss(column, 1.0, told)
    sizes = np.bincount(became[kept], weights=records[kept]).astype(np.int64)
    used = sizes > 0
    if places is None:
        # Pairs are distinct, so that entries of a published value are its different members.
        members = np.bincount(became[kept])[used]
        shares = share_of_labels(members, len(np.unique(was)))
    else:
        at = np.asarray(places, np.float64)[was]
        shares = _share_of_places(at, became, len(sizes))[used]
    return ColumnLoss(column, penalty(shares, sizes[used], suppressed), told)


def _share_of_places(
    at: NDArray[np.float64], became: NDArray[np.int64], published: int
) -> NDArray[np.float64]:
    known, missing = ~np.isnan(at), np.isnan(at)
    shares = np.zeros(published)
    if not known.any():
        return shares
    low, high = np.full(published, np.inf), np.full(published, -np.inf)
    kept = known & (became >= 0)
    np.minimum.at(low, became[kept], at[kept])
    np.maximum.at(high, became[kept], at[kept])
    ranges = low <= high
    shares[ranges] = share_of_ranges(low[ranges], high[ranges], at[known].min(), at[known].max())
    # A set of missing and other values covers all of the column; of missing values alone, nothing.
    mixed = became[missing & (became >= 0)]
    shares[mixed[ranges[mixed]]] = 1.0
    return shares
