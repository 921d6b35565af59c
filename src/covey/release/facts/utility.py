"""A release and what it was made of as its measures of utility see them: from what was counted
before, the codebook, and what was counted of the written table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.codebook.book import Book
from covey.codebook.dimensions import Dimension, Runs, checked
from covey.core.dataclass import dataclass
from covey.engine.protocol import Counted
from covey.measures.utility.models import accuracies
from covey.measures.utility.tables import Tables, View, bins_of, view_of_values
from covey.measures.utility.utility import Utility, utility

Read = Mapping[str, Mapping[str, Any]]


Entries = tuple[Tables, list[str | None], list[str | None]]
"""The tables, and a target's values in the combinations of both."""


@dataclass(frozen=True, eq=False)
class Predicting:
    """A column that models predict, and the original and the written table, both counted with it
    and with the sensitive columns: see :func:`kinds_with`."""

    target: str
    counted: Counted
    released: Counted


def measured(
    roles: Mapping[str, Role],
    book: Book,
    read: Read,
    counted: Counted,
    released: Counted,
    predicting: Predicting | None = None,
) -> Utility:
    """What an analyst can still find. ``read`` is what the certificate says of how columns were
    read; ``counted`` is the original, ``released`` the written table, both maybe with sensitive
    columns."""
    tables = tables_of(roles, book, read, counted, released)
    if predicting is None:
        return utility(tables)
    target = predicting.target
    entries = entries_of(target, roles, book, read, predicting.counted, predicting.released)
    return utility(tables, models=accuracies(entries[0], target, *entries[1:]))


def kinds_with(target: str, kinds: Mapping[str, str], sensitive: Iterable[str]) -> dict[str, str]:
    """How the columns are read that a target is counted with: the ``kinds`` are those of the
    quasi-identifiers. Besides, a model sees the sensitive columns, which are published as they
    are."""
    return {**kinds, **dict.fromkeys([*sensitive, target], "text")}


def entries_of(
    target: str,
    roles: Mapping[str, Role],
    book: Book,
    read: Read,
    counted: Counted,
    released: Counted,
) -> Entries:
    """What models learn from, and the target, both tables being counted with it."""
    tables = tables_of(roles, book, read, counted, released)
    # A model must not see the target among what it predicts from.
    views = tuple(view for view in tables.views if view.name != target)
    was, became = (each.of([target]).texts[0].tolist() for each in (counted, released))
    return Tables(views, tables.before, tables.after), was, became


def tables_of(
    roles: Mapping[str, Role], book: Book, read: Read, counted: Counted, released: Counted
) -> Tables:
    views: list[View] = []
    for name, role in roles.items():
        views += _recoded(name, role, book, read.get(name, {}), counted, released)
    recoded = {column for name, role in roles.items() for column in role.columns(name)}
    for column in counted.columns:
        if column in recoded or column not in released.columns:
            continue
        before, after = (each.of([column]).texts[0].tolist() for each in (counted, released))
        # An engine may write numbers in another way than the table does.
        if set(after) <= set(before):
            views.append(view_of_values(column, before, after, counted.counts))
    return Tables(tuple(views), counted.counts, released.counts)


def _recoded(
    name: str,
    role: Role,
    book: Book,
    about: Mapping[str, Any],
    counted: Counted,
    released: Counted,
) -> Iterator[View]:
    columns = role.columns(name)
    own = [checked(book.of(column), role.ranged, about) for column in columns]
    # A place has two columns: its set is found by both texts.
    called = zip(*(column.published.tolist() for column in own), strict=True)
    numbers = {texts: number for number, texts in enumerate(called)}
    texts = zip(*(part.tolist() for part in released.of(columns).texts), strict=True)
    after = np.fromiter(map(numbers.__getitem__, texts), np.int64, len(released))
    everywhere = np.arange(own[0].count)
    dimensions = role.dimensions(own, everywhere, about, counted)
    for column, dimension in zip(role.dimension_columns(name), dimensions, strict=True):
        in_order = role.on_a_line or role.is_coordinates
        yield _view(column, dimension, counted, after, own[0].count, in_order)


def _view(
    column: str,
    dimension: Dimension,
    counted: Counted,
    after: NDArray[np.int64],
    sets: int,
    ordered: bool,
) -> View:
    one = counted.of([column])
    values, ranks = len(one.values[0]), one.ranks[0]
    # Missing is the last value.
    own = np.where(ranks < 0, values, ranks)
    records = np.bincount(own, weights=counted.counts, minlength=values + 1)
    bins = bins_of(records[:values], ordered=ordered) if values else np.zeros(0, np.int64)
    # Missing values have the last bin to themselves.
    bins = np.append(bins, int(bins.max(initial=-1)) + 1)
    # Without missing values that bin does not exist.
    many = int(bins[-1]) + (1 if records[values] else 0)
    # One entry for every value, in rank order, then one for missing; -1 where a value does not
    # occur.
    pieces = np.full(values + 1, -1, dtype=np.int64)
    pieces[own] = dimension.pieces
    there = np.flatnonzero(pieces >= 0)
    spread = _spread(dimension, pieces[there], bins[there], sets, many)
    return View(column, bins[own], after, spread, ordered)


def _spread(
    dimension: Dimension,
    pieces: NDArray[np.int64],
    bins: NDArray[np.int64],
    sets: int,
    many: int,
) -> NDArray[np.float64]:
    """For every set the share of its values in each of so many bins. ``pieces`` and ``bins`` are
    those of the values that occur. A set without any of them may be anything."""
    if isinstance(dimension, Runs):
        # Sums over a run by prefix sums: row a + 1 holds piece a, so row a has all pieces below a.
        last = int(max(dimension.high.max(), pieces.max(initial=0) + 1))
        by_piece = np.zeros((last + 1, many))
        np.add.at(by_piece, (pieces + 1, bins), 1.0)
        up_to = np.cumsum(by_piece, axis=0)
        found = up_to[dimension.high] - up_to[dimension.low]
    else:
        # The bin of every member; -1 for members that do not occur in the original.
        bin_of = np.full(dimension.count + 1, -1, dtype=np.int64)
        bin_of[pieces] = bins
        # The set of every entry of `members`.
        owner = np.repeat(np.arange(sets), np.diff(dimension.starts))
        own = bin_of[dimension.members]
        keys = owner[own >= 0] * many + own[own >= 0]
        found = np.bincount(keys, minlength=sets * many).reshape(sets, many).astype(np.float64)
    empty = found.sum(axis=1) == 0
    # The spread of all values stands in, so that no row is divided by 0.
    found[empty] = np.bincount(bins, minlength=many)
    return np.asarray(found / found.sum(axis=1, keepdims=True))
