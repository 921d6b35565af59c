"""Rows that are the same in any order, and rows that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from covey.io.inputs import open_input
from covey.verification.compare import Rows, no_others, recoded, rows_of, same_counts, same_rows
from covey.verification.recount import opened

Open = Callable[..., Rows]


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[Open]:
    """Rows of a Parquet file of its own, from SQL of their values."""
    with ExitStack() as closing:

        def make(*values: str, columns: str = "a, b") -> Rows:
            file = tmp_path / f"{len(list(tmp_path.iterdir()))}.parquet"
            with duckdb.connect() as connection:
                listed = ", ".join(f"({row})" for row in values)
                query = f"SELECT * FROM (VALUES {listed}) t({columns})"
                connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet)")
            table = closing.enter_context(opened(open_input(file)))
            return rows_of(table, columns.split(", "))

        yield make


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["'x', 1", "'y', 2"], ["'y', 2", "'x', 1"]),
        (["'x', 1", "'x', 1", "'y', 2"], ["'x', 1", "'y', 2", "'x', 1"]),
        (["NULL, 1", "'', 2"], ["'', 2", "NULL, 1"]),
        (["'x', CAST(1 AS INTEGER)"], ["'x', CAST(1 AS BIGINT)"]),
        (["'x', [1, 2]"], ["'x', [1, 2]"]),
        (["'x', CAST('nan' AS DOUBLE)"], ["'x', CAST('nan' AS DOUBLE)"]),
    ],
)
def test_the_same_rows(rows: Open, one: list[str], other: list[str]) -> None:
    assert same_rows(rows(*one), rows(*other))
    assert no_others(rows(*one), rows(*other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["'x', 1", "'y', 2"], ["'x', 2", "'y', 1"]),
        (["'x', 1", "'y', 2"], ["'x', 1"]),
        (["'x', 1", "'y', 2"], ["'x', 1", "'x', 1"]),
        (["'x', 1"], ["'x', 1", "'x', 1"]),
        (["'x', 1"], ["NULL, 1"]),
        (["'', 1"], ["NULL, 1"]),
        (["'ab', 'c'"], ["'a', 'bc'"]),
        (["'a', 'b'"], ["'b', 'a'"]),
        (["'x', CAST(0.0 AS DOUBLE)"], ["'x', CAST('-0.0' AS DOUBLE)"]),
        (["'x', CAST(0.1 AS DOUBLE)"], ["'x', CAST(CAST(0.1 AS FLOAT) AS DOUBLE)"]),
        (["'x', 1.50"], ["'x', 1.5"]),
        (["'x', INTERVAL 30 DAYS"], ["'x', INTERVAL 1 MONTH"]),
        (["'x', [1, 2]"], ["'x', [2, 1]"]),
        (["'x', DATE '2024-05-31'"], ["'x', DATE '2024-06-01'"]),
    ],
)
def test_other_rows(rows: Open, one: list[str], other: list[str]) -> None:
    assert not same_rows(rows(*one), rows(*other))


def test_withheld_rows_may_be_absent_and_no_others_there(rows: Open) -> None:
    rng = np.random.default_rng(0)
    for _ in range(6):
        one, other = ([f"'{at}', {at}" for at in rng.integers(0, 4, size)] for size in (9, 4))
        expected = not Counter(other) - Counter(one)
        assert no_others(rows(*one), rows(*other)) is expected
        assert no_others(rows(*one), rows(*one[3:]))
        assert not no_others(rows(*one[3:]), rows(*one))


def test_rows_by_the_codebook(rows: Open) -> None:
    given = rows("'x', 1", "'y', 2", "NULL, 3", "'z', 4", "'y', 5")
    counted = given.table.count({"a": "text"})
    assert counted.texts[0].tolist() == [None, "x", "y", "z"]
    texts: dict[str, Any] = {"a": ["none or x", None]}
    classes = np.array([0, 0, 1, -1])
    shown = recoded(given.table, {"a": "text"}, classes, texts, ["a", "b"])
    assert same_rows(shown, rows("'none or x', 1", "NULL, 2", "'none or x', 3", "NULL, 5"))
    assert not same_rows(shown, rows("'none or x', 2", "NULL, 1", "'none or x', 3", "NULL, 5"))


@pytest.mark.parametrize("withheld", [False, True])
def test_recoded_columns_alone_are_compared_by_their_counts(rows: Open, withheld: bool) -> None:
    texts: dict[str, Any] = {"b": ["1", None, "3"], "a": ["x", "x", ""]}

    def alike(*values: str) -> bool:
        records = np.array([2, 1, 0])
        return same_counts(rows(*values).table, texts, records, withheld=withheld)

    assert alike("'x', '1'", "'x', NULL", "'x', '1'")
    assert alike("'x', 1", "'x', NULL", "'x', 1"), "as texts they are the same"
    assert alike("'x', '1'", "'x', NULL") is withheld
    assert not alike("'x', '1'", "'x', NULL", "'x', NULL")
    assert not alike("'x', '1'", "'x', '1'", "'x', '1'", "'x', NULL")
    assert not alike("'x', '1'", "'x', '1'", "'x', NULL", "'', '3'")
    assert not alike("'x', '1'", "'x', '1'", "NULL, NULL")
