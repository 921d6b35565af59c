"""A table of any kind, copied into a private database."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from covey import InvalidInput
from covey.io.columns.table import open_table


def test_columns_are_read_by_name_and_rows_in_their_order(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("town,age\nUlm,7\nBern,007\n")
    with open_table(file) as table:
        assert table.columns == ("town", "age")
        town, age = table.text("town", "a label"), table.text("age", "a label")
        assert table.in_order(town, age) == [("Ulm", "7"), ("Bern", "007")]
        assert table.where(1) == "row 2 below the header"
        with pytest.raises(InvalidInput, match=r"has no column 'agee' \(the ages\)"):
            table.text("agee", "the ages")


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("town,age\n")
    with (
        open_table(file) as table,
        pytest.raises(InvalidInput, match=r"in\.csv has a header, but no rows\.\n.*header=False"),
    ):
        table.refuse_empty()


def test_a_table_that_needs_no_header_gets_no_advice_about_one(tmp_path: Path) -> None:
    file = tmp_path / "in.parquet"
    pl.DataFrame({"town": ["Ulm"]}).head(0).write_parquet(file)
    with open_table(file) as table, pytest.raises(InvalidInput) as refused:
        table.refuse_empty()
    assert str(refused.value).endswith("in.parquet has no rows: there is nothing to group.")
