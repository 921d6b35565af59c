"""Which columns link the rows of two releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pytest

from covey.verification.links import Links

if TYPE_CHECKING:
    from numpy.typing import NDArray

PEOPLE = 200


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


def links(
    connection: duckdb.DuckDBPyConnection, new: NDArray[np.int64], old: NDArray[np.int64]
) -> Links:
    """Of two tables, one row for a person and one column for what may link."""
    for name, rows in (("new", new), ("old", old)):
        columns = {f"l{at}": column.copy() for at, column in enumerate(rows.T)}
        connection.register("arriving", {"class": np.zeros(len(rows)), **columns})
        connection.execute(f"CREATE TEMP TABLE {name}_rows AS SELECT *, 1 AS n FROM arriving")
        connection.unregister("arriving")
    return Links(connection, [f"column {at}" for at in range(new.shape[1])])


def share(new: NDArray[np.int64], old: NDArray[np.int64], some: Sequence[int]) -> float:
    a, b = (Counter(map(tuple, rows[:, list(some)].tolist())) for rows in (new, old))
    return (a & b).total() / min(len(new), len(old))


def test_columns_that_did_not_change_link_everybody(connection: duckdb.DuckDBPyConnection) -> None:
    rows = np.random.default_rng(1).integers(0, 9, (PEOPLE, 3))
    assert links(connection, rows, rows[::-1]).sets() == [(0, 1, 2)]


def test_those_that_changed_are_left_out_besides(connection: duckdb.DuckDBPyConnection) -> None:
    rng = np.random.default_rng(2)
    new = rng.integers(0, 9, (PEOPLE, 4))
    old = new.copy()
    # Another value for everybody, and everybody's value for somebody else.
    old[:, 1] += 100
    old[:, 3] = new[:, 3] = np.arange(PEOPLE)
    old[:, 3] = rng.permutation(PEOPLE)
    assert links(connection, new, old).sets() == [(0, 1, 2, 3), (0, 2)]


def test_where_all_changed_nothing_links(connection: duckdb.DuckDBPyConnection) -> None:
    new = np.random.default_rng(3).integers(0, 9, (PEOPLE, 2))
    assert links(connection, new, new + 100).sets() == [(0, 1), ()]


@pytest.mark.parametrize("seed", range(5))
def test_the_share_is_that_of_the_records_that_can_be_matched(
    connection: duckdb.DuckDBPyConnection, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    new, old = rng.integers(0, 4, (150, 3)), rng.integers(0, 4, (100, 3))
    found = links(connection, new, old)
    for some in ((), (0,), (1, 2), (0, 1, 2)):
        assert found.share(some) == pytest.approx(share(new, old, some))
