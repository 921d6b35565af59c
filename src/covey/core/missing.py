"""Records without a value in a column: what ``--missing`` may say of them, and the words for it."""

from __future__ import annotations

from covey.core.count_notes import HAVE, CountNote
from covey.core.errors import InvalidInput

OWN, SUPPRESS, ERROR = "own", "suppress", "error"
MISSING_CHOICES = (OWN, SUPPRESS, ERROR)


def leaves_out(records: int, choice: str, where: str, what: str) -> bool:
    """Whether the choice leaves so many records without a value out. ``error`` refuses the table,
    which ``where`` names; ``what`` names the columns.

    >>> leaves_out(3, "suppress", "t.csv", "'age'"), leaves_out(0, "error", "t.csv", "'age'")
    (True, False)
    """
    if records and choice == ERROR:
        raise InvalidInput(
            f"{where}: {have_none(records, what)}, and --missing error asks for none.",
            hint="Fill them in, or choose --missing own (a class of their own or, if they are fewer"
            " than k, together with others) or --missing suppress (leave them out).",
            given=records,
        )
    return bool(records) and choice == SUPPRESS


def have_none(records: int, what: str, words: str = "") -> CountNote:
    """
    >>> print(have_none(3, "'age'", ": left out"))
    3 records have no value in 'age': left out
    """
    return CountNote(records, "record", f"no value in {what}{words}", HAVE)
