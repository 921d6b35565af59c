"""What was published, as Python hands it back."""

from __future__ import annotations

import gc
from pathlib import Path

import polars as pl

import covey

AGES = {"age": [10, 20, 30, 40] * 4, "sex": ["f", "m"] * 8}


def test_a_release_shows_itself_on_one_screen() -> None:
    release = covey.anonymize(pl.DataFrame(AGES), k=4, quasi={"age": covey.Ordered()})
    assert repr(release) == str(release) == release.summary()
    assert len(release.summary().splitlines()) < 25
    assert release.where == ""


def test_the_private_files_of_a_frame_go_with_it() -> None:
    release = covey.anonymize(pl.DataFrame(AGES), k=4, quasi={"age": covey.Ordered()})
    folder = release.private_files
    assert folder is not None
    assert {"certificate.json", "codebook.csv", "report.html"} <= {
        file.name for file in folder.iterdir()
    }
    del release
    gc.collect()
    assert not folder.exists()


def test_new_records_show_themselves_without_anybodys_values(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    pl.DataFrame(AGES).write_csv(table)
    covey.anonymize(table, k=4, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    applied = covey.apply(tmp_path / "out", pl.DataFrame(AGES))
    assert repr(applied) == applied.summary()
    assert "classes      4 of 4" in applied.summary()
    assert {"table", "receipt", "receipts", "address"}.isdisjoint(applied.to_dict())
