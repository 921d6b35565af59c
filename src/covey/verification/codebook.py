"""The codebook by itself: every value is in one class, and classes keep apart."""

from __future__ import annotations

from itertools import repeat

import numpy as np

from covey.codebook.book import Column
from covey.codebook.disjoint import follow_each_other, keep_apart
from covey.codebook.locate import cells_of, odd_border
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.errors import CoveyError, InvalidInput
from covey.release import certificate
from covey.release.roles import Ordered, Points, Role
from covey.verification.claims import Check, Claimed


def one_class_each(claimed: Claimed) -> Check:
    """That every class has one text in every column, of its own, and values are in one class."""
    if claimed.joint:
        from covey.verification.cells import codebook_of_cells

        return codebook_of_cells(claimed)
    wrong = _wrong_with_classes(claimed)
    return Check("the codebook puts every value into one class", not wrong, wrong)


def _wrong_with_classes(claimed: Claimed) -> str:
    book, count = claimed.book, len(claimed.sizes)
    own = list(book.columns.values())
    if any(set(column.named.tolist()) != set(range(count)) for column in own):
        return f"its classes are not those of {certificate.FILE}"
    if book.columns.keys() != set(claimed.columns):
        return f"its columns are not {', '.join(claimed.columns)}"
    if any(column.count != count for column in own):
        return "a class has two texts in one column"
    if len(set(zip(*claimed.texts.values(), strict=True))) != count:
        return "two classes are published alike"
    amiss = next((column.amiss for column in own if column.amiss), "")
    if amiss:
        return amiss
    if any(map(_of_other_kind, own, repeat(claimed.role))):
        return "a class is neither a list of values nor a range, or not what its column has"
    if any(np.bincount(column.listed.members).max(initial=0) > 1 for column in own):
        return "a value is in two classes"
    return odd_border(claimed.roles, book, claimed.data["read"])


def _of_other_kind(column: Column, role: Role) -> bool:
    """Whether a column has lines that a column of its role has not: ranges where there is no order,
    values where there are ranges, sets of cells."""
    ranged = is_ranged(role)
    values = len(column.listed.members) > len(column.missing)
    lists = len(column.listed.members) != len(column.listed.numbers)
    wrong = values if ranged else len(column.ranges.numbers)
    return bool(wrong or lists or len(column.anything))


def is_ranged(role: Role) -> bool:
    """Whether the sets of such a column are ranges."""
    return isinstance(role, Points) or (isinstance(role, Ordered) and role.order is None)


def refuse_unsound(claimed: Claimed) -> None:
    """Refuse a release whose codebook cannot be relied on, before something is made of it."""
    for check in (one_class_each, classes_apart):
        found = check(claimed)
        if not found.held:
            raise InvalidInput(
                f"{claimed.folder} is a release that does not hold: {found.line()}.",
                hint="Somebody changed it. covey verify says more about it.",
                given=str(claimed.folder),
            )


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
