"""The codebook by itself: every value is in one class, and classes keep apart."""

from __future__ import annotations

import numpy as np

from covey.codebook.disjoint import follow_each_other, keep_apart
from covey.codebook.locate import cells_of
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.errors import CoveyError
from covey.release import certificate
from covey.release.roles import Ordered, Points
from covey.verification.claims import Check, Claimed


def one_class_each(claimed: Claimed) -> Check:
    """That every class has one text in every column, of its own, and values are in one class."""
    if claimed.joint:
        from covey.verification.cells import codebook_of_cells

        return codebook_of_cells(claimed)
    claim = "the codebook puts every value into one class"
    book, count = claimed.book, len(claimed.sizes)
    own = list(book.columns.values())
    if any(set(column.named.tolist()) != set(range(count)) for column in own):
        return Check(claim, False, f"its classes are not those of {certificate.FILE}")
    if book.columns.keys() != set(claimed.columns):
        return Check(claim, False, f"its columns are not {', '.join(claimed.columns)}")
    if any(column.count != count for column in own):
        return Check(claim, False, "a class has two texts in one column")
    if len(set(zip(*claimed.texts.values(), strict=True))) != count:
        return Check(claim, False, "two classes are published alike")
    if any(column.amiss or len(column.anything) for column in own):
        return Check(claim, False, "a class is neither a list of values nor a range")
    if any(np.bincount(column.listed.members).max(initial=0) > 1 for column in own):
        return Check(claim, False, "a value is in two classes")
    return Check(claim, True)


def classes_apart(claimed: Claimed) -> Check:
    """That no class reaches into another."""
    if claimed.joint:
        from covey.verification.cells import cells_apart

        return cells_apart(claimed)
    role, book = claimed.role, claimed.book
    if isinstance(role, Points):
        claim = "the rectangles are disjoint"
        try:
            cells, _ = cells_of(role, book)
            held = keep_apart(cells.tolist())
        except (CoveyError, KeyError, TypeError, ValueError):
            held = False
        return Check(claim, held, "" if held else f"those of {CODEBOOK} are not")
    ranges = book.of(claimed.name).ranges
    if isinstance(role, Ordered) and role.order is None:
        try:
            held = follow_each_other(ranges, str(claimed.data["read"].get("read_as")))
        except (KeyError, ArithmeticError, ValueError):
            held = False
        return Check("the intervals follow each other without gaps", held)
    return Check("every class is a list of values, none a range", not len(ranges.numbers))
