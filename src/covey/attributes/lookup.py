"""From values to their classes, by the codebook of a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.role import Role
from covey.codebook.book import Book
from covey.codebook.borders import is_border
from covey.codebook.dimensions import Dimension, checked, holding, known_pieces, sets_of_classes
from covey.codebook.locating import locate_cells
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted

Cells = Mapping[str, Sequence[str | None]]
"""For every recoded column what is published for each class."""
Read = Mapping[str, Mapping[str, Any]]
"""What the certificate says about how each quasi-identifier was read."""


def find_classes(
    roles: Mapping[str, Role], book: Book, cells: Cells, counted: Counted, read: Read
) -> NDArray[np.int64]:
    """The class of every counted combination, NOWHERE if it has none."""
    # Before any border is compared: Python would read some that other programs read otherwise.
    odd = odd_border(roles, book, read)
    if odd:
        raise InvalidInput(
            f"The codebook has a border that is not of its column's kind: {odd}.",
            hint="Somebody changed the codebook: publish the table again.",
        )
    return located(roles, book, cells, counted, read)


def located(
    roles: Mapping[str, Role], book: Book, cells: Cells, counted: Counted, read: Read
) -> NDArray[np.int64]:
    """The same by a codebook that is known to have no odd border."""
    classes = len(next(iter(cells.values())))
    return locate_cells(dimensions(roles, book, cells, read, counted), classes, len(counted))


def unknown_values(
    roles: Mapping[str, Role], book: Book, cells: Cells, counted: Counted, read: Read
) -> dict[str, NDArray[np.bool_]]:
    """For every quasi-identifier, whether the value of each combination is in no set. A combination
    without a class may have known values only, in sets that no class has together."""
    return {
        name: ~np.all(
            [known_pieces(each) for each in dimensions({name: role}, book, cells, read, counted)],
            axis=0,
        )
        for name, role in roles.items()
    }


def separating(
    roles: Mapping[str, Role],
    book: Book,
    cells: Cells,
    counted: Counted,
    read: Read,
    rows: Sequence[int],
) -> list[str]:
    """For some combinations that no class has: the quasi-identifiers in which they are not in a
    class that has most of their other values."""
    own = {
        name: dimensions({name: role}, book, cells, read, counted) for name, role in roles.items()
    }
    found: set[str] = set()
    for row in rows:
        missed = np.array(
            [
                ~np.all([holding(each, int(each.pieces[row])) for each in parts], axis=0)
                for parts in own.values()
            ]
        )
        # By class, how many of the values it does not have; the nearest lack the fewest.
        lacking = missed.sum(axis=0)
        nearest = np.asarray(missed[:, lacking == lacking.min()].any(axis=1))
        found |= {name for name, differs in zip(own, nearest.tolist(), strict=True) if differs}
    return [name for name in roles if name in found]


def dimensions(
    roles: Mapping[str, Role],
    book: Book,
    cells: Cells,
    read: Read,
    counted: Counted | None = None,
) -> list[Dimension]:
    """The sets of every column, and where the counted values lie in them, if any are given."""
    found: list[Dimension] = []
    for name, role in roles.items():
        about = read.get(name, {})
        own = [checked(book.of(column), role.ranged, about) for column in role.columns(name)]
        found += role.dimensions(own, sets_of_classes(own, cells), about, counted)
    return found


def odd_border(roles: Mapping[str, Role], book: Book, read: Read) -> str:
    """A border that is not written as covey writes those of its column's kind, in words; empty, if
    there is none."""
    for name, role in roles.items():
        kind = role.border_kind(read.get(name, {}))
        for column in role.columns(name):
            odd = [text for text in book.of(column).ranges.borders if not is_border(kind, text)]
            if odd:
                what = f"a border of the kind {kind}, as covey writes it" if kind else "expected"
                # The least of them, so that the message is the same in every run; a text may be
                # very long.
                return f"{min(odd)[:40]!r} in {column!r} is not {what}"
    return ""
