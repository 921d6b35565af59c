"""Formulas in a sheet of Excel whose results are not in the file.

A spreadsheet program stores each formula with its last result, and covey reads the result. Programs
that write files without calculating, as openpyxl and pandas do, store no result: such a cell would
be read as missing.
"""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural

BLOCK = 1 << 20
OVERLAP = 100
"""Bytes that are looked at again with the next block, for a mark that the border cuts in two."""
FORMULA = re.compile(rb"<(?:[^\s<>/!?:]{1,64}:)?f[\s/>]|\0")
"""The element of a formula, or a byte that says that the text is in UTF-16, where this pattern
cannot see it."""


def may_have_formulas(file: Path) -> bool:
    """A quick look at the bytes: sheets without formulas are not read twice."""
    with zipfile.ZipFile(file) as archive:
        parts = [part for part in archive.namelist() if part.lower().endswith(".xml")]
        return any(_has_formula(archive, part) for part in parts)


def _has_formula(archive: zipfile.ZipFile, part: str) -> bool:
    with archive.open(part) as content:
        before = b""
        while block := content.read(BLOCK):
            if FORMULA.search(before + block):
                return True
            before = (before + block)[-OVERLAP:]
    return False


def refuse_without_result(
    where: str, columns: Sequence[str], values: Iterator[Any], formulas: Iterator[Any]
) -> None:
    """Refuse a sheet in which a formula has no stored result. Both are rows of the same cells: with
    their stored values, and with their formulas."""
    found: Counter[int] = Counter()
    for row, same in zip(values, formulas, strict=False):
        for at, (cell, formula) in enumerate(zip(row, same, strict=False)):
            # A stored result may be an empty text: its type says so.
            if formula.data_type == "f" and cell.value is None and cell.data_type != "str":
                found[at] += 1
    if not found:
        return
    named = [repr(columns[at]) if at < len(columns) else f"no. {at + 1}" for at in sorted(found)]
    cells = plural(sum(found.values()), "cell")
    holds = "holds a formula" if found.total() == 1 else "hold formulas"
    raise InvalidInput(
        f"{where}: {cells} of the {'columns' if len(named) > 1 else 'column'} {listed(named)}"
        f" {holds} without a stored result, which would be read as missing.",
        hint="Open the file in a spreadsheet program and save it, which stores the results; or"
        " write values instead of formulas.",
        given=found.total(),
    )
