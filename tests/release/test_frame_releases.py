"""Releases of frames: verified, applied and explained as those in folders, or written to one."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey

COLUMNS = {
    "age": [20, 21, 22, 40, 41, 42, 60, 61, 62, 63],
    "smoker": [True, True, True, False, False, False, True, True, True, True],
    "diagnosis": ["flu", "cold", "gout", "flu", "cold", "gout", "flu", "cold", "gout", "flu"],
    "note": [f"n{at}" for at in range(10)],
}
QUASI = {"age": covey.Ordered(), "smoker": covey.Labels()}
LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


def published(frame: Any, **more: Any) -> covey.Release:
    rules = {"diagnosis": {"l": 2}}
    arguments: dict[str, Any] = {"k": 3, "quasi": QUASI, "sensitive": rules, "drop": ["note"]}
    return covey.anonymize(frame, **arguments | more)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_frame_is_verified_explained_and_applied(library: str) -> None:
    frame = LIBRARIES[library](COLUMNS)
    release = published(frame)
    found = covey.verify(release, against=frame)
    assert all(check.held for check in found.checks), str(found)
    assert found.folder == "the published frame"
    explained = covey.explain(release, {"age": 21, "smoker": True})
    assert (explained.release, explained.classes[0][1]) == ("the published frame", 3)
    new = covey.apply(release, frame)
    assert type(new.table) is type(frame)
    assert new.table.shape == release.table.shape


def test_a_changed_frame_and_another_table_are_found() -> None:
    frame = pd.DataFrame(COLUMNS)
    release = published(frame)
    other = frame.assign(age=frame["age"] + 1)
    found = covey.verify(release, against=other)
    assert [check.held for check in found.checks if "the table given is" in check.claim] == [False]
    release.table.loc[0, "age"] = release.table["age"].iloc[-1]
    assert not covey.verify(release).holds


def test_what_belongs_to_a_frame_goes_with_it() -> None:
    release = published(pl.DataFrame(COLUMNS))
    folder = release.private_files
    assert folder is not None
    assert (folder / "certificate.json").is_file()
    del release
    gc.collect()
    assert not folder.exists()


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_frame_is_written_to_a_folder(tmp_path: Path, library: str) -> None:
    frame = LIBRARIES[library](COLUMNS)
    release = published(frame, out=tmp_path / "out")
    assert release.table == tmp_path / "out" / "table.parquet"
    assert {"report.html", "codebook.csv", "certificate.json"} <= set(release.files)
    found = covey.verify(release, against=frame)
    assert all(check.held for check in found.checks), str(found)
    done = covey.apply(release, frame, out=tmp_path / "applied", format="csv")
    assert (tmp_path / "applied" / "table.csv").is_file()
    assert covey.verify(done, against=frame, source=release).holds


def test_the_order_of_a_frame_in_a_folder_is_warned_of(tmp_path: Path) -> None:
    frame = pd.DataFrame(COLUMNS, index=[f"AHV {at}" for at in range(10)])
    release = published(frame, out=tmp_path / "out", shuffle=False)
    assert any("order of the table" in warning for warning in release.plan.warnings)
    assert covey.verify(release, against=frame).holds


def test_the_report_of_a_frame_names_all_of_its_columns() -> None:
    release = published(pl.DataFrame(COLUMNS))
    page = release.report()
    assert '<th scope="row">diagnosis</th>' in page
    assert '<th scope="row">note</th>' in page


def test_a_frame_has_no_room_for_a_column_twice() -> None:
    frame = pl.DataFrame(COLUMNS | {"age_low": [1] * 10})
    with pytest.raises(covey.InvalidInput, match="age_low"):
        published(frame, columns="low-high")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"format": "csv"}, "which has no format"),
        ({"escape_formulas": True}, "formulas are escaped in CSV only"),
    ],
)
def test_what_a_frame_does_not_take_is_said(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(covey.InvalidInput, match=words):
        published(pl.DataFrame(COLUMNS), **arguments)
