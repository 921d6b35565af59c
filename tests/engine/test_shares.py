"""Shares of distinct values, from the first rows where these say enough."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

from covey.engine import shares
from covey.engine.shares import distinct_shares
from covey.io.inputs import Staging


def asked(query: str, columns: tuple[str, ...]) -> tuple[dict[str, float], list[str]]:
    queries: list[str] = []
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TEMP TABLE given AS {query}")

        def ask(text: str) -> tuple[Any, ...]:
            queries.append(text)
            (row,) = connection.execute(text).fetchall()
            return tuple(row)

        return distinct_shares(ask, Staging("given", columns, "rowid", ""), columns), queries


def test_an_identifier_has_about_as_many_values_as_rows() -> None:
    found, _ = asked("SELECT range AS c0, range % 10 AS c1 FROM range(1000)", ("id", "digit"))
    assert found["id"] > 0.9
    assert found["digit"] < 0.02


def test_all_rows_are_read_only_for_what_may_be_an_identifier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first 100 values are distinct, and repeat later."""
    monkeypatch.setattr(shares, "FIRST_ROWS", 100)
    found, queries = asked(
        "SELECT range % 100 AS c0, range % 10 AS c1 FROM range(1000)", ("late", "early")
    )
    assert found["late"] < 0.2
    first, second = queries
    assert "LIMIT 100" in first
    assert "c1" not in second
    assert "LIMIT" not in second


def test_no_columns_ask_nothing() -> None:
    assert asked("SELECT 1 AS c0", ()) == ({}, [])
