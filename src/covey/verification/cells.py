"""Claims about cells, checked from the codebook alone."""

from __future__ import annotations

from covey.codebook.atoms import Dimension, dimensions
from covey.codebook.locate_cells import locate_cells
from covey.codebook.rows import CELLS
from covey.core.errors import InvalidInput
from covey.release import certificate
from covey.verification.claims import Check, Claimed


def codebook_of_cells(claimed: Claimed) -> Check:
    """That every class is one set of every column, no two classes being published alike."""
    claim = "every class is made of sets of the codebook"
    assert claimed.cells is not None
    count = len(claimed.sizes)
    if tuple(claimed.cells) != claimed.columns:
        return Check(claim, False, f"the columns of {CELLS} are not {', '.join(claimed.columns)}")
    texts = list(zip(*claimed.cells.values(), strict=True))
    if len(texts) != count:
        return Check(claim, False, f"its classes are not those of {certificate.FILE}")
    if len(set(texts)) != count:
        return Check(claim, False, "two classes are published alike")
    try:
        _dimensions(claimed)
    except (InvalidInput, ArithmeticError, TypeError, ValueError) as error:
        return Check(claim, False, str(error).partition("\n")[0])
    return Check(claim, True)


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
