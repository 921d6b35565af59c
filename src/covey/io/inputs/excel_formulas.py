"""Formulas in a sheet of Excel whose results are not in the file.

A spreadsheet program stores each formula with its last result, and covey reads the result. Programs
that write files without calculating, as openpyxl and pandas do, store no result: such a cell would
be read as missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural


def refuse_without_result(where: str, columns: Sequence[str], found: Counter[int]) -> None:
    """Refuse a sheet in which a formula has no stored result. ``found`` counts such formulas by the
    places of their columns."""
    if not found:
        return
    named = [repr(columns[at]) if at < len(columns) else f"no. {at + 1}" for at in sorted(found)]
    cells = plural(found.total(), "cell")
    holds = "holds a formula" if found.total() == 1 else "hold formulas"
    raise InvalidInput(
        f"{where}: {cells} of the {'columns' if len(named) > 1 else 'column'} {listed(named)}"
        f" {holds} without a stored result, which would be read as missing.",
        hint="Open the file in a spreadsheet program and save it, which stores the results; or"
        " write values instead of formulas.",
        given=found.total(),
    )
