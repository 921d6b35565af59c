"""Columns of Python values in DuckDB."""

from __future__ import annotations

import datetime as dt

import numpy as np

from covey.io.reading import connect
from covey.io.staging.filling import append, create


def test_values_arrive_as_they_are() -> None:
    types = ["VARCHAR", "HUGEINT", "TIMESTAMP"]
    times = np.array(["2024-05-31T12:30", "NaT"], dtype="datetime64[us]")
    with connect() as connection:
        create(connection, "given", types)
        append(connection, "given", types, [["", None], [2**100, None], times])
        found = connection.execute("SELECT * FROM given").fetchall()
    assert found == [("", 2**100, dt.datetime(2024, 5, 31, 12, 30)), (None, None, None)]
