"""All tables that a reader holds for possible, listed."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from covey.cross_tables.cross_table import CrossTable, with_totals


def table_of(inner: NDArray[np.int64]) -> CrossTable:
    names = tuple(tuple(f"c{at}" for at in range(size)) for size in inner.shape)
    return CrossTable(tuple("abc"[: inner.ndim]), names, with_totals(inner))


def drawn(seed: int, columns: int = 2, most: int = 4, mean: float = 4.0) -> CrossTable:
    rng = np.random.default_rng(seed)
    shape = tuple(int(size) for size in rng.integers(2, most, columns))
    return table_of(rng.poisson(rng.gamma(1, mean, shape)).astype(np.int64))


def possible(table: CrossTable, hidden: NDArray[np.bool_], most: int) -> list[NDArray[np.int64]]:
    """All tables with the published numbers whose hidden inner cells are 1 to ``most``."""
    inside = tuple(slice(-1) for _ in table.values.shape)
    free = hidden.reshape(table.values.shape)[inside]
    found = []
    for numbers in product(range(1, most + 1), repeat=int(free.sum())):
        inner = table.values[inside].copy()
        inner[free] = numbers
        other = with_totals(inner).ravel()
        if (other[~hidden] == table.flat[~hidden]).all():
            found.append(other)
    return found
