"""Distinct combinations from a server, and how each of them is called there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.engine.combining import combined, distinct
from covey.engine.postgres.dialect import Key, is_infinite
from covey.engine.protocol import Counted
from covey.engine.texts import read_texts
from covey.io.inputs.header import refuse_no_rows
from covey.io.keys import INFINITE, not_finite
from covey.io.layout import SERVER
from covey.io.postgres.copying import copied_out

Texts = list[str | None]


@dataclass(frozen=True, eq=False)
class Counting:
    """Groups as the server has them.

    fields
        For every column its values in the groups, in the words of the server.
    counts
        The records of each group.
    counted, number
        The same in order, and for every group the number of its combination there. Several groups
        are one combination if a column is text that is read as numbers: 7 and 007.
    kinds
        How each column was read.
    """

    fields: Sequence[Texts]
    counts: NDArray[np.int64]
    kinds: Mapping[str, str]
    counted: Counted = field(repr=False)
    number: NDArray[np.int64] = field(repr=False)


def count_rows(connection: Any, name: str, scan: str, keys: Mapping[str, Key]) -> Counting:
    """Count what ``scan`` reads, in one pass."""
    grouped = ", ".join(key.expression for key in keys.values())
    positions = ", ".join(str(at + 1) for at in range(len(keys)))
    # A query without rows has no columns either, when it is copied out.
    *fields, numbers = copied_out(
        connection, f"SELECT {grouped}, count(*) FROM {scan} GROUP BY {positions}"
    ) or ([], [])
    if not numbers:
        refuse_no_rows(name, SERVER)
    counts = np.array(numbers, dtype=np.int64)
    kinds: dict[str, str] = {}
    read, places = [], []
    for (column, key), texts in zip(keys.items(), fields, strict=True):
        own, at = distinct(texts)
        # Weights are doubles, which are exact up to 2^53 records.
        weights = np.bincount(at[at >= 0], weights=counts[at >= 0], minlength=len(own))
        kinds[column], known = read_values(
            name, column, key, own, weights.astype(np.int64).tolist()
        )
        read.append(known)
        places.append(at)
    counted, number = combined(kinds, read, places, counts)
    return Counting(fields, counts, kinds, counted, number)


def read_values(
    name: str, column: str, key: Key, texts: list[str], counts: Sequence[int]
) -> tuple[str, list[str]]:
    """The kind of a column, and its distinct values as texts of this kind."""
    _refuse_infinite(name, column, key, texts, counts)
    if not key.kind:
        return read_texts(name, column, key.asked, texts, counts)
    return key.kind, [key.text(text) for text in texts]


def _refuse_infinite(
    name: str, column: str, key: Key, texts: Sequence[str], counts: Sequence[int]
) -> None:
    """No round border lies beyond an infinite value, and none can be read back."""
    if key.type == "text" or key.kind == "text":
        return
    others = sum(count for text, count in zip(texts, counts, strict=True) if is_infinite(text))
    if others:
        raise not_finite(name, column, others, INFINITE.get(key.kind, INFINITE["number"]))
