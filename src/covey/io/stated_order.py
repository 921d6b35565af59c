"""Labels that a stated order does not contain."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from covey.core.errors import InvalidInput, did_you_mean
from covey.core.words import plural
from covey.io.marks import is_mark

SHOWN = 3
"""Labels that the terminal shows."""


def not_in_order(
    name: str,
    column: str,
    unknown: Sequence[str],
    order: Sequence[str],
    row_of: Callable[[str], str] | None,
) -> InvalidInput:
    """The refusal of such labels. They are values of the table, and for the terminal only."""
    shown = []
    for label in unknown[:SHOWN]:
        where = f" in {row_of(label)}" if row_of is not None else ""
        near = did_you_mean(label, order)
        shown.append(f"{label!r}{where}" + (f". {near}" if near else ""))
    if len(unknown) > SHOWN:
        shown.append(f"and {len(unknown) - SHOWN:,} more")
    marks = f"{column}={','.join(unknown)}"
    return InvalidInput(
        f"{name}: {plural(len(unknown), 'label')} in {column!r} not in the stated order.",
        hint="Name them in the order, or correct them in the table. If they stand for missing"
        f" values, name them as such: --na {shlex.quote(f'{column}=LABEL')}",
        given=list(unknown[:SHOWN]),
        shown=shown,
        # A remedy may end in a log. Usual marks are nobody's values; other labels may be.
        remedy=[("--na", marks)] if all(map(is_mark, unknown)) else [],
    )
