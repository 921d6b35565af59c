"""Some rows of a table, spread evenly over it, as numbers for their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.io.inputs import Staging


def numbered(columns: Mapping[str, Any]) -> tuple[NDArray[np.int64], ...]:
    """For each of some columns of hashes a number from 0 on: equal hashes have the same."""
    # Hashes stay in here: a value that somebody guesses could be looked up by its hash.
    return tuple(
        np.unique(np.asarray(own), return_inverse=True)[1].astype(np.int64)
        for own in columns.values()
    )


def one_in(rows: int, most: int) -> int:
    """Of so many rows one is taken.

    >>> one_in(500, 1000), one_in(25_000, 10_000)
    (1, 2)
    """
    return max(1, rows // most)


def sampled(
    arrays: Callable[[str], Mapping[str, Any]],
    staging: Staging,
    columns: Sequence[str],
    rows: int,
    most: int,
) -> tuple[NDArray[np.int64], ...]:
    """Of about ``most`` of the ``rows`` of a copy in DuckDB; ``arrays`` runs a query. A value is
    hashed there, and the hash of a missing one is like any other."""
    if not columns:
        return ()
    step = one_in(rows, most)
    fields = ", ".join(
        f"hash(c{staging.columns.index(column)}) AS h{at}" for at, column in enumerate(columns)
    )
    # By a hash of the row's number: every so many-th row would be a biased choice where rows come
    # in turns, such as one for each month.
    where = f" WHERE hash({staging.row}) % {step} = 0" if step > 1 else ""
    return numbered(arrays(f"SELECT {fields} FROM {staging.scan}{where}"))
