"""Counts by several columns, with all of their totals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import MISSING_TEXT, listed

TOTAL = "(total)"
MOST_CELLS = 250_000
"""Beyond these a cross table is no table for people, and takes hours to protect."""


@dataclass(frozen=True, eq=False)
class Sums:
    """The equations between the cells of a cross table: in each, the parts add up to the total.

    ``row`` and ``cell`` name the places of a sparse matrix, ``sign`` is 1 for a part and -1 for the
    total; there are ``count`` equations.
    """

    row: NDArray[np.int64]
    cell: NDArray[np.int64]
    sign: NDArray[np.float64]
    count: int

    @classmethod
    def of(cls, shape: Sequence[int]) -> Sums:
        """Those of a table with totals, the last place of every axis being that of the total.

        >>> Sums.of([3]).count, Sums.of([3, 3]).count
        (1, 6)
        """
        cells = np.arange(int(np.prod(shape))).reshape(shape)
        rows, members, signs, count = [], [], [], 0
        for axis in range(len(shape)):
            # Every line along the axis is an equation: its last cell is the sum of the others.
            lines = np.moveaxis(cells, axis, -1).reshape(-1, shape[axis])
            rows.append(np.repeat(count + np.arange(len(lines)), shape[axis]))
            members.append(lines.ravel())
            sign = np.ones(lines.shape)
            sign[:, -1] = -1
            signs.append(sign.ravel())
            count += len(lines)
        return cls(np.concatenate(rows), np.concatenate(members), np.concatenate(signs), count)

    def among(self, cells: NDArray[np.bool_]) -> Sums:
        """The same equations with only some of the cells, which are numbered from 0 again;
        equations that have none of them are gone."""
        kept = cells[self.cell]
        numbers = np.cumsum(cells) - 1
        rows, row = np.unique(self.row[kept], return_inverse=True)
        return Sums(row, numbers[self.cell[kept]], self.sign[kept], len(rows))


@dataclass(frozen=True, eq=False)
class CrossTable:
    """``values`` has an axis for every column, with a place for each of its categories and one more
    for the total."""

    columns: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    values: NDArray[np.int64]

    @classmethod
    def from_counts(
        cls, columns: Sequence[str], texts: Sequence[Sequence[str | None]], counts: Sequence[int]
    ) -> CrossTable:
        """From the distinct combinations of some columns, and the records of each.

        >>> table = CrossTable.from_counts(["sex"], [["f", "m"]], [3, 4])
        >>> table.categories, table.values.tolist()
        ((('f', 'm'),), [3, 4, 7])
        """
        categories, places = [], []
        for column, own in zip(columns, texts, strict=True):
            # A value with such a name could be mistaken for the total or missing values.
            for word in (TOTAL, MISSING_TEXT):
                if word in own:
                    raise InvalidInput(
                        f"{column!r} has the value {word!r}, which means something else in a table"
                        " of counts.",
                        hint="Rename that value first.",
                    )
            known = sorted({text for text in own if text is not None})
            # Missing is the last category, whatever letters others begin with.
            known += [MISSING_TEXT] if None in own else []
            at = {name: place for place, name in enumerate(known)}
            categories.append(tuple(known))
            places.append(np.array([at[MISSING_TEXT if text is None else text] for text in own]))
        shape = [len(own) for own in categories]
        # As a float: the product for many columns would overflow an integer, and look small.
        cells = int(np.prod([size + 1 for size in shape], dtype=np.float64))
        if cells > MOST_CELLS:
            sizes = listed(f"{c!r} {n:,}" for c, n in zip(columns, shape, strict=True))
            raise InvalidInput(
                f"The table would have {cells:,} cells ({sizes}); at most {MOST_CELLS:,} are"
                " protected.",
                hint="Leave a column out, or bring rare values together first.",
                given=cells,
            )
        inner = np.zeros(shape, dtype=np.int64)
        np.add.at(inner, tuple(places), np.asarray(counts, dtype=np.int64))
        return cls(tuple(columns), tuple(categories), with_totals(inner))

    @cached_property
    def sums(self) -> Sums:
        return Sums.of(self.values.shape)

    @cached_property
    def flat(self) -> NDArray[np.int64]:
        return self.values.ravel()

    def small(self, k: int) -> NDArray[np.bool_]:
        """The cells that must not be published: of 1 to k - 1 records."""
        found: NDArray[np.bool_] = (self.flat > 0) & (self.flat < k)
        return found

    @cached_property
    def least(self) -> NDArray[np.int64]:
        """The fewest records that a cell can have, as every reader knows: cells of nobody are
        published, so that all others have 1, and a total has as many as it has such parts."""
        inner = self.values[tuple(slice(-1) for _ in self.values.shape)]
        found: NDArray[np.int64] = with_totals((inner > 0).astype(np.int64)).ravel()
        return found

    def named(self) -> list[tuple[str, ...]]:
        """The categories of every cell."""
        names = [(*own, TOTAL) for own in self.categories]
        places = np.unravel_index(np.arange(self.values.size), self.values.shape)
        return list(
            zip(
                *(
                    [own[at] for at in axis.tolist()]
                    for own, axis in zip(names, places, strict=True)
                ),
                strict=True,
            )
        )


def with_totals(inner: NDArray[Any]) -> NDArray[Any]:
    """The same table with the sums over every axis, over two of them, and so on."""
    found = inner
    for axis in range(inner.ndim):
        found = np.concatenate([found, found.sum(axis=axis, keepdims=True)], axis=axis)
    return found
