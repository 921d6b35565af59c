"""The score of a cut, from what it removes and what it leaves."""

from __future__ import annotations

from typing import NamedTuple

from covey.core.jit import kernel
from covey.problems.cells.cut_tree import Cut

LOST_CLASS = 1.0
"""What a cut costs that loses all classes: as much as if all values were lost."""

EVEN = 1e-3
"""Between cuts that are worth the same, the more even one."""

URGENT = 10.0
"""Missing values and components are split first: until then the column cannot be cut."""

NOTHING = -1e300
NO_CUT = Cut(NOTHING, 0, 0, 0)


class Terms(NamedTuple):
    """The records of a cell, and what a cut of it must keep to: ``k`` records are left on both
    sides, and the score is below ``under``. ``uneven`` is what it costs if a class of twice k
    cannot be avoided any more."""

    total: int
    k: int
    uneven: float
    under: float


@kernel
def score_of(gain: float, left: int, terms: Terms) -> float:
    """The score of a cut that removes ``gain``, in records times loss, and leaves so many records
    on one side; NOTHING if it is too high."""
    total = terms.total
    k = terms.k
    right = total - left
    # W records hold at most W // k classes; a cut keeps all of them or loses one.
    possible = total // k
    ones = left // k
    others = right // k
    lost = possible - ones - others
    # However the sides are cut later, one of their classes reaches the average.
    largest = max(-(-left // ones), -(-right // others))
    score = gain / total - LOST_CLASS * lost / possible - terms.uneven * (largest - k) / k
    score += EVEN * min(left, right) / total
    return score if score < terms.under else NOTHING


@kernel
def size_loss(members: int) -> int:
    """What a set of labels or areas loses, in members: a single one is known, and loses nothing."""
    return members if members > 1 else 0


@kernel
def members_gain(whole: int, inside: int, outside: int, left: int, total: int) -> int:
    """What is removed, in records times members, if a set of two or more members is cut in two that
    have so many, and so many records are inside."""
    gain = left * (whole - size_loss(inside))
    return gain + (total - left) * (whole - size_loss(outside))
