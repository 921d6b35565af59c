"""Columns that may be ids of people though the job does not say so, and whose values occur again:
found by their names, and by what their values determine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.measures.dependence import SUPPORTED, Telling, telling
from covey.release.risks.candidates import Quasi, Rows, all_are_looked_at, codes_of
from covey.release.risks.identifiers import ALMOST_ALL, FEW, LOOKED_AT, may_repeat

SOMETHING = 0.3
"""The least share of what chance leaves open that an id determines. It is not 1: people move, and
grow older."""


def repeated_of(
    rows: Rows,
    counted: Counted,
    quasi: Sequence[Quasi],
    columns: Sequence[str],
    distinct: Mapping[str, float],
    exact: bool,
) -> Holders | None:
    """Who the records are of, by the columns that may be ids of people; None if there are no such
    columns. ``distinct`` has the share of different values of columns that are not counted. Of
    large tables values are judged only if all are looked at, which is ``exact``."""
    # Counted columns need no estimate: their distinct values are known.
    shares = {
        column: len(values) / max(1, counted.records)
        for column, values in zip(counted.columns, counted.values, strict=True)
    }
    found = set(may_repeat(columns, {**distinct, **shares}))
    # An id is known by two quasi-identifiers that do not determine each other.
    if len(quasi) > 1 and columns and all_are_looked_at(counted.records, exact):
        found |= set(like_numbers_of_people(*codes_of(rows, quasi, columns, counted.records)))
    again = [column for column in columns if column in found][:LOOKED_AT]
    if not again:
        return None
    outside = [column for column in again if column not in counted.columns]
    held = rows.holders(outside) if outside else None
    return with_counted(held, counted, [column for column in again if column not in outside])


def like_numbers_of_people(
    codes: Mapping[str, NDArray[np.int64]], quasi: Mapping[str, NDArray[np.int64]]
) -> list[str]:
    """Columns that may identify people by their values: these repeat, determine a
    quasi-identifier and something of another, as somebody's sex and age, where neither of the two
    determines the other. A code of a place determines its county and its state, but the county
    determines the state as well. What a quasi-identifier determines adds nothing to it. ``codes``
    and ``quasi`` are numbers for the values of rows, by column and by quasi-identifier."""
    found = []
    for column, own in codes.items():
        # Few values are categories, and nearly one per record do not repeat.
        if not FEW <= len(np.unique(own)) < ALMOST_ALL * len(own):
            continue
        others = {name: told for name, told in quasi.items() if name != column}
        if any(_telling(by, own).tells for by in others.values()):
            continue
        seen = {name: _telling(own, told) for name, told in others.items()}
        sure = [name for name, each in seen.items() if each.tells]
        some = [name for name, each in seen.items() if _something(each)]
        if any(
            one != other
            and not _telling(quasi[one], quasi[other]).tells
            and not _telling(quasi[other], quasi[one]).tells
            for one, other in product(sure, some)
        ):
            found.append(column)
    return found


def _telling(by: NDArray[np.int64], told: NDArray[np.int64]) -> Telling:
    return telling(by, told, np.ones(len(by), dtype=np.int64))


def _something(seen: Telling) -> bool:
    return seen.supported >= SUPPORTED and seen.gain >= SOMETHING


def with_counted(held: Holders | None, counted: Counted, columns: Sequence[str]) -> Holders:
    """Holders by further columns that were counted themselves, as quasi-identifiers are."""
    if held is None:
        held = Holders((), np.arange(len(counted)), (), counted.counts)
    more = []
    for column in columns:
        ranks = counted.ranks[counted.columns.index(column)][held.rows]
        # All records without a value are one holder here: what is missing is not said to be many
        # people.
        more.append(np.where(ranks < 0, int(ranks.max(initial=-1)) + 1, ranks))
    return replace(
        held,
        columns=(*held.columns, *columns),
        numbers=(*held.numbers, *more),
        missing=(*held.missing, *[0] * len(more)),
    )
