"""Records without a value, where one column is solved by itself."""

from __future__ import annotations

from typing import NamedTuple

from covey.core.errors import InvalidInput
from covey.core.missing import have_none, leaves_out


class WithoutValue(NamedTuple):
    """What becomes of these records. ``joined``: they count as another value, since they are too
    few for a class. ``apart``: they are a class of their own. Neither, if they are left out or
    there are none."""

    joined: bool
    apart: bool
    notes: tuple[str, ...]


def settle(records: int, k: int, choice: str, where: str, what: str) -> WithoutValue:
    """The choice for so many records; ``where`` names the table and ``what`` the columns.

    >>> settle(3, 10, "own", "t.csv", "'age'")
    WithoutValue(joined=True, apart=False, notes=("3 records have no value in 'age': they are too \
few for a class, and count as another value",))
    """
    if not records:
        return WithoutValue(False, False, ())
    if leaves_out(records, choice, where, what):
        return WithoutValue(False, False, (have_none(records, what, ": left out"),))
    if records >= k:
        words = ": a class of their own, beside the others"
        return WithoutValue(False, True, (have_none(records, what, words),))
    words = ": they are too few for a class, and count as another value"
    return WithoutValue(True, False, (have_none(records, what, words),))


def refuse_no_values(records: int, where: str, what: str) -> None:
    """Refuse a table of which no record has a value: without any there is nothing that is grouped,
    and nothing that missing ones could count as. ``records`` are those with a value."""
    if not records:
        raise InvalidInput(f"{where}: no record has a value in {what}.", given=what)
