"""Sources from tables."""

from __future__ import annotations

import re
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.io.columns.table import open_table
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.hard_problems.partition import Partition, ThreePartition

# At most 18 digits, which fit 64 bits.
WHOLE = re.compile(r"\s*\+?\d{1,18}\s*")


def read_triples(path: Path, elements: int | None = None) -> ThreeDimensionalMatching:
    """The triples in the columns x, y and z, whose elements are numbered from 1; each set has as
    many as the largest number found, unless it is given."""
    rows = _read(path, {axis: f"the elements of {axis.upper()}" for axis in "xyz"})
    n = max(max(row) for row in rows) if elements is None else elements
    try:
        return ThreeDimensionalMatching(n, [tuple(e - 1 for e in row) for row in rows])
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error.message}", hint=error.hint, given=error.given) from None


def read_weights(
    path: Path, kind: type[ThreePartition] | type[Partition]
) -> ThreePartition | Partition:
    """The weights in the column weight."""
    rows = _read(path, {"weight": "the weights"})
    try:
        return kind(weight for (weight,) in rows)
    except InvalidInput as error:
        message = f"{path}: {error.message}"
        raise InvalidInput(message, hint=error.hint, given=error.given) from None


def _read(path: Path, roles: dict[str, str]) -> list[tuple[int, ...]]:
    """Columns of whole numbers."""
    with open_table(path, header=True) as table:
        table.refuse_empty()
        rows = table.in_order(*(table.text(name, role) for name, role in roles.items()))
    for number, row in enumerate(rows, start=1):
        for name, text in zip(roles, row, strict=True):
            if text is None or not WHOLE.fullmatch(text):
                what = "is missing" if text is None or not text.strip() else f"is {text[:40]!r}"
                raise InvalidInput(
                    f"{path}, row {number:,} below the header: {name!r} is a whole number;"
                    f" this one {what}.",
                    given=text,
                )
    return [tuple(int(text) for text in row) for row in rows]
