"""A sheet in the database: every column has the type of its values."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from covey.io.inputs import open_input
from covey.io.inputs.excel import ExcelInput
from covey.io.reading import connect
from covey.io.staging.excel import stage_excel
from tests.io.inputs.files import book


def test_columns_have_the_types_of_their_values(tmp_path: Path) -> None:
    day = dt.date(2024, 5, 31)
    cells: list[list[Any]] = [["town", "age", "seen"], ["Ulm", 39, day], ["Bonn", None, day]]
    path = book(tmp_path, ("people", cells))
    given = open_input(path)
    assert isinstance(given, ExcelInput)
    with connect() as connection:
        staging = stage_excel(given, connection, tmp_path, ())
        query = f"SELECT * FROM {staging.scan} ORDER BY {staging.row}"
        found = connection.execute(query)
        types = [str(column[1]) for column in found.description or []]
        assert found.fetchall() == [("Ulm", 39, day), ("Bonn", None, day)]
    assert types == ["VARCHAR", "BIGINT", "DATE"]
    assert staging.columns == ("town", "age", "seen")
    assert staging.fingerprint.startswith("sha256:")
