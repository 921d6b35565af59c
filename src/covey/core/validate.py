"""Checks of numbers that all problems share, with the same words."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.errors import InvalidInput

MAX_COUNT = 2**53
"""Counts up to here survive every format that stores numbers as doubles."""
MAX_TOTAL = 2**63 - 1


def threshold(k: Any) -> int:
    """k as a positive integer.

    >>> threshold(10)
    10
    """
    expected = "k is the least number of records in a class, a positive whole number"
    # index takes numpy's integers as well, and no float, not even 10.0.
    try:
        value = operator.index(k)
    except TypeError:
        raise InvalidInput(f"{expected}; given: {k!r}.", given=k) from None
    if isinstance(k, bool | np.bool_) or value < 1:
        raise InvalidInput(f"{expected}; given: {k!r}.", given=k)
    if value > MAX_TOTAL:
        raise InvalidInput(f"k is at most 2^63 - 1; given: {k!r}.", given=k)
    return value


def refuse_one_name(names: Any, parameter: str) -> None:
    """A text where a list of columns is meant: its letters would be taken for columns."""
    if isinstance(names, str):
        raise InvalidInput(
            f"A list of columns is expected for {parameter}; given: {names!r}.",
            hint=f"Write {parameter}=[{names!r}].",
            given=names,
        )


def counts(weights: ArrayLike) -> NDArray[np.int64]:
    """Record counts as a read-only array of their own: whole numbers from 0 to 2^53.

    >>> counts([3, 0, 2])
    array([3, 0, 2])
    """
    given = np.asarray(weights)
    if given.ndim != 1:
        raise InvalidInput(
            f"Counts are one list of numbers; given: an array of {given.ndim} dimensions.",
            given=given.shape,
        )
    if given.size == 0:
        raise InvalidInput("There are no values: at least one is needed.")
    if given.dtype == object:
        given = _from_objects(given)
    # Signed, unsigned, floating. Truth values and texts are no counts.
    if given.dtype.kind not in "iuf":
        raise InvalidInput(
            f"Counts are whole numbers; given: an array of type {given.dtype}.", given=given.dtype
        )
    if given.dtype.kind == "f":
        _refuse(np.isnan(given), given, "is missing (NaN)")
        _refuse(np.isinf(given), given, "is infinite")
        _refuse(given != np.floor(given), given, "is not a whole number")
    if given.dtype != np.int64 or int(given.view(np.uint64).max()) > MAX_COUNT:
        # Without the sign bit a negative number is a large one: one look at int64 was enough to
        # know that something is wrong, but not what.
        _refuse(given < 0, given, "is negative")
        _refuse(given > MAX_COUNT, given, "is beyond 2^53")
    # A copy, because the caller may change its array later.
    checked = given.astype(np.int64, copy=True)
    checked.flags.writeable = False
    return checked


def total(checked: NDArray[np.int64], largest: int | None = None) -> int:
    """The exact sum, refused beyond 2^63 - 1; ``largest`` is that of them, if it is known."""
    if (int(checked.max()) if largest is None else largest) * len(checked) <= MAX_TOTAL:
        return int(checked.sum())
    # The sums of the upper and of the lower 32 bits both fit into 64 bits, whatever the whole does.
    exact = (int((checked >> 32).sum()) << 32) + int((checked & 0xFFFFFFFF).sum())
    if exact > MAX_TOTAL:
        raise InvalidInput(
            f"The counts add up to {exact:,}; covey counts at most 2^63 - 1 records.", given=exact
        )
    return exact


def _from_objects(given: NDArray[Any]) -> NDArray[Any]:
    # NaN, of whatever type, is not equal to itself.
    missing = np.array([value is None or value != value for value in given])
    _refuse(missing, given, "is missing")
    try:
        # First as Python's integers, so that 2^53 + 1 is refused and not rounded to a double.
        whole = [operator.index(value) for value in given]
    except TypeError:
        try:
            return given.astype(np.float64)
        except (TypeError, ValueError):
            raise InvalidInput(
                "Counts are whole numbers; given: a list that holds something else.",
            ) from None
    _refuse(np.array([value > MAX_COUNT for value in whole]), given, "is beyond 2^53")
    _refuse(np.array([value < 0 for value in whole]), given, "is negative")
    return np.array(whole, dtype=np.int64)


def _refuse(bad: NDArray[np.bool_], given: NDArray[Any], what: str) -> None:
    if bad.any():
        first = int(np.argmax(bad))
        more = int(bad.sum()) - 1
        raise InvalidInput(
            f"Counts are whole numbers from 0 to 2^53; the count at position {first}"
            f" ({given[first]}) {what}" + (f", and {more:,} more." if more else "."),
            given=given[first],
        )
