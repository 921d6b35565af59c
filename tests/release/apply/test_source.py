"""The release whose codebook is applied, and what a new table must have for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from tests.release.tables import K, people, released, write


def test_an_edited_codebook_is_not_applied(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "ordered")
    book = out / "codebook.csv"
    book.write_text(book.read_text().replace("< ", "<= ", 1))
    with pytest.raises(covey.InvalidInput, match="is not the one that was released"):
        covey.apply(out, tmp_path / "old.csv", out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_columns_that_the_release_dropped_stay_out(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    done = covey.apply(out, pl.DataFrame(people()), drop=["cost"])
    assert done.table.columns == ["town", "zip", "age", "lat", "lon"]
    assert done.unchanged == ("zip", "age", "lat", "lon")
    with pytest.raises(covey.InvalidInput, match="no column 'cots' \\(to be dropped\\)"):
        covey.apply(out, pl.DataFrame(people()), drop=["cots"])


def test_a_table_without_a_recoded_column_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("town,age\n" + "Ulm,1\n" * 4)
    (tmp_path / "new.csv").write_text("twon,age\n" + "Ulm,1\n" * 4)
    quasi = {"town": covey.Labels()}
    covey.anonymize(tmp_path / "in.csv", k=2, quasi=quasi, out=tmp_path / "out")
    message = r"has no column 'town' \(which the release recodes\)"
    with pytest.raises(covey.InvalidInput, match=message):
        covey.apply(tmp_path / "out", tmp_path / "new.csv", out=tmp_path / "new")


@pytest.mark.parametrize("column", ["age", "cost"])
def test_a_column_that_the_release_needs_is_not_dropped(tmp_path: Path, column: str) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    how: dict[str, Any] = {"quasi": {"age": covey.Ordered()}, "sensitive": ["cost"]}
    covey.anonymize(table, k=K, drop=["name"], out=out, **how)
    with pytest.raises(covey.InvalidInput, match=f"{column!r} cannot be dropped"):
        covey.apply(out, table, out=tmp_path / "new", drop=[column])
    assert not (tmp_path / "new").exists()
