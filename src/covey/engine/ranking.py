"""Counted combinations in order: the part of counting that is the same on every engine.

An engine hands over distinct values in any order. Here they are put in the order of their kind, so
that the same rows give the same ``Counted`` on every engine. What a value's text and order are:

============  ====================================================  =============================
kind          text                                                  order
============  ====================================================  =============================
text          the text itself, exactly                              code points (UTF-8 bytes)
integer       digits, with ``-`` if negative                        by number
decimal       digits with all decimal places of its type, 18 if     by number
              the column is text
number,       the shortest that reads back as the same double, as   by number
double        Python's ``repr``: ``0.1``, ``10000000.0``, ``1e+16``;
              -0.0 is 0.0
date          ``2024-05-31``, ``12000-01-01``, ``0044-03-15 (BC)``  by time
timestamp     ``2024-05-31 12:30:00``, then ``.`` and the fraction  by time
              without zeros at its end, if there is one;
              ``0044-03-15 (BC) 10:00:00``
============  ====================================================  =============================

A typed column that is read as text has the text of its own kind. A missing value has no text; it
comes before all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from operator import lt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted

BC = " (BC)"


def ranked(
    kinds: Mapping[str, str],
    values: Sequence[NDArray[Any]],
    places: Sequence[NDArray[np.int64]],
    counts: NDArray[np.int64],
) -> tuple[Counted, NDArray[np.int64]]:
    """The combinations in order, and for each of them where it stood before.

    kinds
        Of the counted columns, by name.
    values
        For every column its distinct values as text, in any order.
    places
        For every column and combination the place of its value there, -1 if it is missing.
    """
    ordered, ranks = [], []
    # From the order of the engine to that of the kind: the values, and what points at them.
    for kind, texts, own in zip(kinds.values(), values, places, strict=True):
        order = order_of(texts.tolist(), kind)
        if order is None:
            ordered.append(texts)
            ranks.append(own)
            continue
        # The last place is that of missing values, which -1 finds.
        rank_of = np.full(len(texts) + 1, -1, dtype=np.int64)
        rank_of[order] = np.arange(len(texts))
        ordered.append(texts[order])
        ranks.append(rank_of[own])
    # The order of combinations decides ties of the solvers: it must be that of the values, whatever
    # order an engine hands them over in.
    # lexsort takes the last key first.
    before = np.lexsort(ranks[::-1])
    found = tuple(own[before] for own in ranks)
    return Counted(tuple(kinds), tuple(ordered), found, counts[before]), before


def order_of(texts: Sequence[str], kind: str) -> NDArray[np.int64] | None:
    """The places of the texts in ascending order, None if they are in order already.

    >>> order_of(["10", "9"], "integer"), order_of(["10", "9"], "text")
    (array([1, 0]), None)
    """
    keys: Sequence[Any] = texts if kind == "text" else list(map(KEYS[kind], texts))
    if all(map(lt, keys, keys[1:])):  # several times as fast as sorting
        return None
    return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)


def _moment(text: str) -> tuple[int, str]:
    """
    >>> _moment("0044-03-15 (BC) 10:00:00"), _moment("12000-01-01")
    ((-43, '03-15 10:00:00'), (12000, '01-01'))
    """
    year, _, rest = text.partition("-")
    if BC not in rest:
        return int(year), rest
    # There is no year 0: the year before 1 is 1 BC.
    return 1 - int(year), rest.replace(BC, "", 1)


KEYS: dict[str, Callable[[str], Any]] = {
    "integer": int,
    "decimal": Decimal,
    "number": float,
    "double": float,
    "date": _moment,
    "timestamp": _moment,
}
"""What the texts of a kind are sorted by; ``text`` is sorted as it is."""
