"""The codebook by itself: every class is one set of each column, and classes do not overlap."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.attributes.lookup import odd_border
from covey.codebook.book import Column
from covey.codebook.locating import locate_cells
from covey.codebook.ordinals import ORDINALS
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE
from covey.core.errors import InvalidInput
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.verification.claims import Check, Claimed


def sets_fit(claimed: Claimed) -> Check:
    """That every class is one set of every column, no two classes being published alike."""
    wrong = _wrong_with_sets(claimed)
    return Check("every class is made of sets of the codebook", not wrong, wrong)


def _wrong_with_sets(claimed: Claimed) -> str:
    count, columns = len(claimed.sizes), claimed.book.columns
    # In this order, since each step relies on those before: the columns, the classes, the borders,
    # the sets as numbers, and then what only sound sets can be asked.
    if tuple(claimed.cells) != claimed.columns:
        return f"the columns of {CELLS_FILE} are not {', '.join(claimed.columns)}"
    if columns.keys() != set(claimed.columns):
        return f"the columns of {CODEBOOK_FILE} are not {', '.join(claimed.columns)}"
    texts = list(zip(*claimed.cells.values(), strict=True))
    if len(texts) != count:
        return f"its classes are not those of {CERTIFICATE_FILE}"
    if len(set(texts)) != count:
        return "two classes are published alike"
    odd = odd_border(claimed.roles, claimed.book, claimed.read)
    if odd:
        return odd
    try:
        own = claimed.dimensions
    except (InvalidInput, ArithmeticError, TypeError, ValueError) as error:
        # Borders are texts that anybody may have written: one that is no number or date ends here.
        return str(error).partition("\n")[0]
    for name, column in columns.items():
        if _has_odd_lines(column):
            return f"a set of {name!r} has two lines in {CODEBOOK_FILE} that do not go together"
    used = [len(np.unique(dimension.of_class)) for dimension in own]
    names = [at for name, role in claimed.roles.items() for at in role.dimension_columns(name)]
    # A set that no class has would name values that nobody in the table has.
    if used != [columns[name].count for name in names]:
        return f"a set of {CODEBOOK_FILE} is in no class"
    return ""


def _has_odd_lines(column: Column) -> bool:
    """Whether lines of one set say something twice: a set of values has one list, or a line for
    each; any value and ranges stand by themselves, except that a range may hold missing values."""
    listed = column.listed
    if np.bincount(listed.members).max(initial=0) > 1:
        # One number for each pair of a line and a member, so that equal pairs stand side by side.
        pairs = np.sort(listed.of_members * len(listed.places) + listed.members)
        if (pairs[1:] == pairs[:-1]).any():
            return True
    lines = np.bincount(listed.numbers, minlength=column.count)
    has_list = np.zeros(column.count, dtype=bool)
    has_list[listed.numbers[np.diff(listed.starts) > 1]] = True
    others = np.bincount(np.concatenate([column.anything, column.ranges.numbers]))
    in_no_list = np.zeros(column.count, dtype=np.int64)
    in_no_list[: len(others)] = others
    missing = np.zeros(column.count, dtype=np.int64)
    missing[np.intersect1d(column.missing, column.ranges.numbers)] = 1
    # A line for missing values is allowed beside a range, and no other one.
    mixed = (in_no_list > 0) & (lines > missing)
    return bool((has_list & (lines > 1)).any() or (in_no_list > 1).any() or mixed.any())


def cells_apart(claimed: Claimed) -> Check:
    """That no class reaches into another."""
    claim = "the classes are disjoint"
    try:
        # Without any combination to locate: it refuses cells that cannot be distinguished.
        locate_cells(claimed.dimensions, len(claimed.sizes), 0)
    except InvalidInput as error:
        return Check(claim, False, error.message)
    return Check(claim, True)


def no_gaps(claimed: Claimed) -> Iterator[Check]:
    """That the intervals of the only column follow each other, unless they are shrunk to what
    occurs in them."""
    (name, role), *others = claimed.roles.items()
    column = claimed.book.of(role.columns(name)[0])
    alone = not others and role.is_interval(name)
    loose = claimed.solved is not None and not claimed.solved.tight
    if not alone or not loose or len(column.anything):
        return
    ordinal = ORDINALS[str(claimed.read[name]["read_as"])]
    pairs = zip(column.ranges.low.tolist(), column.ranges.high.tolist(), strict=True)
    ends = [(low and ordinal(low), high and ordinal(high)) for low, high in pairs]
    # None is the open lower end, and comes first.
    ends.sort(key=lambda pair: (pair[0] is not None, pair[0]))
    lows, highs = zip(*ends, strict=True)
    # Open at both ends, and every range begins where the one before ends.
    held = lows[0] is None and highs[-1] is None and lows[1:] == highs[:-1]
    yield Check("the intervals follow each other without gaps", held)


def refuse_unsound(claimed: Claimed) -> None:
    """Refuse a release whose codebook cannot be relied on, before something is made of it."""
    for check in (sets_fit, cells_apart):
        found = check(claimed)
        if not found.held:
            raise InvalidInput(
                f"{claimed.folder} is a release that does not hold: {found.line()}.",
                hint="Somebody changed it. covey verify says more about it.",
                given=str(claimed.folder),
            )
