"""Columns that are counted hold finite values, or are refused."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from tests.conftest import Covey
from tests.engine.backends import Session

pytestmark = pytest.mark.needs("writes_files")


def parquet(folder: Path, type_: str, *values: str) -> Path:
    """A table of one column ``when``, missing in its first row."""
    file = folder / "in.parquet"
    listed = ", ".join(f"(CAST('{value}' AS {type_}))" for value in values)
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT * FROM (VALUES (NULL), {listed}) t(\"when\")) TO '{file}'"
        )
    return file


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        ("DATE", "dates"),
        ("TIMESTAMP", "timestamps"),
        ("TIMESTAMP_NS", "timestamps"),
        ("DOUBLE", "numbers"),
    ],
)
def test_infinite_values_are_counted_and_refused(
    engine: Session, tmp_path: Path, type_: str, words: str
) -> None:
    finite = "1" if type_ == "DOUBLE" else "2024-05-31"
    file = parquet(tmp_path, type_, finite, "infinity", finite, "-infinity")
    expected = f"2 values of the column 'when' are not finite {words}, the first in row 3"
    with pytest.raises(InvalidInput, match=expected) as refused:
        engine.open(file, {"when": "ordered"})
    assert refused.value.hint == "Correct those rows, or make the values missing."


def test_far_and_early_dates_are_finite(engine: Session, tmp_path: Path) -> None:
    file = parquet(tmp_path, "DATE", "0044-03-15 (BC)", "12000-01-01")
    snapshot = engine.open(file, {"when": "ordered"})
    assert snapshot.staged.kinds == {"when": "date"}
    assert snapshot.count().values[0].tolist() == ["0044-03-15 (BC)", "12000-01-01"]


@pytest.mark.parametrize("text", ["infinity", "-infinity", "Infinity", "inf", "epoch"])
@pytest.mark.parametrize("kind", ["ordered", "date", "timestamp"])
def test_words_that_a_cast_takes_for_dates_are_none(
    engine: Session, tmp_path: Path, text: str, kind: str
) -> None:
    file = tmp_path / "in.csv"
    file.write_text(f"when\n2024-05-31\n{text}\n")
    with pytest.raises(InvalidInput, match=r"1 of its values are not .* the first in row 2 below"):
        engine.open(file, {"when": kind})


def test_no_release_has_an_infinite_border(covey: Covey, tmp_path: Path) -> None:
    days = ["2024-01-01", "2024-01-02", "infinity"] * 4
    out = tmp_path / "out"
    ran = covey(
        "anonymize", parquet(tmp_path, "DATE", *days), "-k", 2, "--ordered", "when", "-o", out
    )
    assert (ran.code, out.exists()) == (2, False)
    assert "4 values of the column 'when' are not finite dates, the first in row 4" in ran.err
