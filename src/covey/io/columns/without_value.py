"""Records without a value, where one column is solved by itself: the choices of covey anonymize."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural

OWN, SUPPRESS, ERROR = "own", "suppress", "error"
CHOICES = (OWN, SUPPRESS, ERROR)


class WithoutValue(NamedTuple):
    """What becomes of these records. ``joined``: they count as another value, since they are too
    few for a class. ``apart``: they are a class of their own, which is not solved for. Neither, if
    they are left out or there are none."""

    joined: bool
    apart: bool
    notes: tuple[str, ...]


def settle(records: int, k: int, choice: str, where: str) -> WithoutValue:
    """The choice for so many records; ``where`` names the table and the column.

    >>> settle(3, 10, "own", "t.csv, 'age'")
    WithoutValue(joined=True, apart=False, notes=('3 records have no value: they are too few for a \
class, and count as another value',))
    """
    if not records:
        return WithoutValue(False, False, ())
    have = f"{plural(records, 'record')} {'has' if records == 1 else 'have'} no value"
    if choice == ERROR:
        raise InvalidInput(
            f"{where}: {have}, and --missing error asks for none.",
            hint="Fill them in, or choose --missing own (a class of their own or, if they are fewer"
            " than k, together with others) or --missing suppress (leave them out).",
            given=records,
        )
    if choice == SUPPRESS:
        return WithoutValue(False, False, (f"{have}: left out",))
    if records >= k:
        return WithoutValue(False, True, (f"{have}: a class of their own, beside the others",))
    words = "they are too few for a class, and count as another value"
    return WithoutValue(True, False, (f"{have}: {words}",))


def lighter_end(counts: NDArray[np.int64]) -> int:
    """The end of an order that fewer records have, the lowest of equal ones. Items without records
    are none.

    >>> lighter_end(np.array([0, 5, 9, 4])), lighter_end(np.array([4, 9, 4]))
    (3, 0)
    """
    there = np.flatnonzero(counts > 0)
    first, last = int(there[0]), int(there[-1])
    return last if counts[last] < counts[first] else first


def lightest(counts: NDArray[np.int64]) -> int:
    """The first of the items with records that fewest have.

    >>> lightest(np.array([0, 5, 4, 4]))
    2
    """
    there = np.flatnonzero(counts > 0)
    return int(there[np.argmin(counts[there])])
