"""What every class must meet besides k, by the formulas of docs/reference/cells.md."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from attacks.recount.values import KINDS, ordinal, text

SLACK = 1e-9
"""For shares that covey keeps as doubles."""


def meets(rule: str, value: Any, own: Sequence[Any], whole: Sequence[Any]) -> bool:
    """Whether a class with these sensitive values, out of the whole table's, meets a rule.

    >>> meets("l", 2, ["a", "a"], ["a", "a", "b"]), meets("alpha", 0.5, ["a", "b"], ["a", "b"])
    (False, True)
    """
    counts = sorted(Counter(map(text, own)).values(), reverse=True)
    if rule == "l":
        return bool(len(counts) >= value)
    if rule == "entropy-l":
        return bool(2 ** entropy(counts) >= value * (1 - SLACK))
    if rule == "recursive":
        c, least = value
        return bool(counts[0] < c * sum(counts[int(least) - 1 :]))
    if rule == "alpha":
        return bool(counts[0] / sum(counts) <= value * (1 + SLACK))
    if rule == "t":
        return bool(distance(own, whole) <= value + SLACK)
    if rule == "t-ordered":
        return bool(ordered_distance(own, whole) <= value + SLACK)
    raise ValueError(f"an unknown rule {rule!r}")


def entropy(counts: Sequence[int]) -> float:
    total = sum(counts)
    return -sum(n / total * math.log2(n / total) for n in counts)


def distance(own: Sequence[Any], whole: Sequence[Any]) -> Fraction:
    """Half the sum of the differences of shares."""
    p, q = Counter(map(text, own)), Counter(map(text, whole))
    apart = (Fraction(p[v], len(own)) - Fraction(q[v], len(whole)) for v in q | p)
    return sum(map(abs, apart), Fraction(0)) / 2


def ordered_distance(own: Sequence[Any], whole: Sequence[Any]) -> Fraction:
    """The differences of the cumulated shares, over one less than the values of the table.
    Missing stands below all others."""
    kind = _kind(whole)
    p = Counter(_place(kind, value) for value in own)
    q = Counter(_place(kind, value) for value in whole)
    values = sorted(q | p)
    if len(values) < 2:
        return Fraction(0)
    total = cumulated = Fraction(0)
    for value in values:
        cumulated += Fraction(p[value], len(own)) - Fraction(q[value], len(whole))
        total += abs(cumulated)
    return total / (len(values) - 1)


def _place(kind: str, value: Any) -> tuple[bool, Any]:
    found = ordinal(kind, value)
    return (False, 0) if found is None else (True, found)


def _kind(values: Sequence[Any]) -> str:
    """The first kind that all values are."""
    for kind in KINDS:
        try:
            for value in values:
                ordinal(kind, value)
        except (ValueError, TypeError):
            continue
        return kind
    raise ValueError("values without an order")
