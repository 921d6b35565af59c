"""Claims about cells, checked from the codebook alone."""

from __future__ import annotations

import numpy as np

from covey.codebook.atoms import Dimension, dimensions
from covey.codebook.book import Column
from covey.codebook.locate import odd_border
from covey.codebook.locate_cells import locate_cells
from covey.codebook.rows import CELLS
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.errors import InvalidInput
from covey.release import certificate
from covey.release.roles import Points
from covey.verification.claims import Check, Claimed


def codebook_of_cells(claimed: Claimed) -> Check:
    """That every class is one set of every column, no two classes being published alike."""
    wrong = _wrong_with_cells(claimed)
    return Check("every class is made of sets of the codebook", not wrong, wrong)


def _wrong_with_cells(claimed: Claimed) -> str:
    assert claimed.cells is not None
    count, columns = len(claimed.sizes), claimed.book.columns
    if tuple(claimed.cells) != claimed.columns:
        return f"the columns of {CELLS} are not {', '.join(claimed.columns)}"
    if columns.keys() != set(claimed.columns):
        return f"the columns of {CODEBOOK} are not {', '.join(claimed.columns)}"
    texts = list(zip(*claimed.cells.values(), strict=True))
    if len(texts) != count:
        return f"its classes are not those of {certificate.FILE}"
    if len(set(texts)) != count:
        return "two classes are published alike"
    odd = odd_border(claimed.roles, claimed.book, claimed.data["read"])
    if odd:
        return odd
    try:
        own = _dimensions(claimed)
    except (InvalidInput, ArithmeticError, TypeError, ValueError) as error:
        return str(error).partition("\n")[0]
    twice = [
        name
        for name, column in columns.items()
        if _lines(column) != column.count + _shared_with_missing(column)
    ]
    if twice:
        return f"a set of {twice[0]!r} has two lines in {CODEBOOK}"
    used = [len(np.unique(dimension.of_class)) for dimension in own]
    # Points are two dimensions, of one set each.
    if used != [columns[name].count for name in _in_order(claimed)]:
        return f"a set of {CODEBOOK} is in no class"
    return ""


def _shared_with_missing(column: Column) -> int:
    """The ranges that also have missing values, which take a second line."""
    return len(np.intersect1d(column.missing, column.ranges.numbers))


def _lines(column: Column) -> int:
    return len(column.listed.numbers) + len(column.ranges.numbers) + len(column.anything)


def _in_order(claimed: Claimed) -> list[str]:
    """The column of every dimension."""
    found = []
    for name, role in claimed.roles.items():
        found += [role.across, role.along] if isinstance(role, Points) else [name]
    return found


def cells_apart(claimed: Claimed) -> Check:
    claim = "the cells are disjoint"
    try:
        locate_cells(_dimensions(claimed), len(claimed.sizes), 0)
    except InvalidInput as error:
        return Check(claim, False, error.message)
    return Check(claim, True)


def _dimensions(claimed: Claimed) -> list[Dimension]:
    assert claimed.cells is not None
    read = claimed.data["read"].get("parts", {})
    return dimensions(claimed.roles, claimed.book, claimed.cells, read)
