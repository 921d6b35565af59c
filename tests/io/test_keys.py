"""What a column can be ordered by, or why not."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import covey as library
from covey.io.columns.table import open_table
from covey.io.keys import WrongKind
from tests.conftest import Covey


def parquet(folder: Path, query: str) -> Path:
    file = folder / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet)")
    return file


def ordered(file: Path) -> list[str]:
    """The distinct values of the only column, in their order."""
    with open_table(file) as table:
        key, _ = table.key(table.columns[0], "the values", "ordered")
        rows = table.fetch(f"SELECT DISTINCT {key} AS v FROM {table.scan} ORDER BY v")
    return [str(value) for (value,) in rows]


def test_timestamps_with_a_zone_are_instants_in_utc(tmp_path: Path) -> None:
    file = parquet(
        tmp_path,
        "SELECT CAST(t AS TIMESTAMPTZ) AS t FROM (VALUES ('2024-05-31 01:00:00+02'),"
        " ('2024-05-30 22:30:00+00'), ('2024-05-30 19:00:00-04')) v(t)",
    )
    assert ordered(file) == ["2024-05-30 22:30:00", "2024-05-30 23:00:00"]


def test_a_release_of_instants_is_verified_against_its_table(covey: Covey, tmp_path: Path) -> None:
    query = (
        "SELECT TIMESTAMPTZ '2024-05-31 01:00:00+02' + INTERVAL (i) HOUR AS t FROM range(40) r(i)"
    )
    file, out = parquet(tmp_path, query), tmp_path / "out"
    ran = covey("anonymize", file, "-k", 5, "--ordered", "t", "-o", out)
    assert ran.code == 0, ran.err
    assert covey("verify", out, "--against", file).code == 0


@pytest.mark.parametrize(
    ("type_", "value", "words"),
    [
        ("TIME", "12:30", "times of day"),
        ("TIME WITH TIME ZONE", "12:30:00+02", "times of day with a zone"),
        ("INTERVAL", "3 days", "lengths of time"),
    ],
)
def test_what_has_no_order_that_can_be_cut_is_refused_in_plain_words(
    tmp_path: Path, type_: str, value: str, words: str
) -> None:
    file = parquet(tmp_path, f"SELECT CAST('{value}' AS {type_}) AS late")
    with pytest.raises(WrongKind) as refused:
        ordered(file)
    assert f"the column 'late' holds {words} ({type_})" in refused.value.message
    assert "covey.Labels()" in refused.value.hint


@pytest.mark.parametrize(
    "values", [("00123", "00124"), ("12", "012"), ("1.5", "001.0"), ("0", "-07")]
)
def test_codes_keep_their_zeros_or_are_refused(tmp_path: Path, values: tuple[str, ...]) -> None:
    file = tmp_path / "codes.csv"
    file.write_text("code\n" + "\n".join(values) + "\n")
    with pytest.raises(WrongKind, match="codes with leading zeros") as refused:
        ordered(file)
    assert "covey.Labels()" in refused.value.hint
    assert "Ordered(order=" in refused.value.hint


@pytest.mark.parametrize("values", [("0", "10"), ("0.5", "0"), ("-0.5", "1e05"), ("2024-01-05",)])
def test_zeros_that_belong_to_numbers_and_dates_are_no_codes(
    tmp_path: Path, values: tuple[str, ...]
) -> None:
    file = tmp_path / "numbers.csv"
    file.write_text("n\n" + "\n".join(values) + "\n")
    assert len(ordered(file)) == len(values)


def test_whoever_says_that_they_are_numbers_loses_the_zeros(tmp_path: Path) -> None:
    file = tmp_path / "hours.csv"
    file.write_text("hour\n" + "".join(f"{hour:02}\n" for hour in range(24)))
    role = library.Ordered(kind="integer")
    library.anonymize(file, k=6, quasi={"hour": role}, out=tmp_path / "out")
    with pytest.raises(WrongKind, match="codes with leading zeros"):
        library.anonymize(file, k=6, quasi={"hour": library.Ordered()}, out=tmp_path / "other")


def test_timestamps_at_midnight_are_dates_and_no_others_are(tmp_path: Path) -> None:
    query = "SELECT TIMESTAMP '2024-05-31 00:00:00' + INTERVAL (i) {unit} AS t FROM range(3) r(i)"
    with open_table(parquet(tmp_path, query.format(unit="DAY"))) as table:
        key, _ = table.key("t", "the values", "date")
        days = [str(day) for (day,) in table.fetch(f"SELECT {key} FROM {table.scan}")]
    assert sorted(days) == ["2024-05-31", "2024-06-01", "2024-06-02"]
    with (
        open_table(parquet(tmp_path, query.format(unit="HOUR"))) as table,
        pytest.raises(WrongKind, match="2 timestamps have a time of day, the first in row 2"),
    ):
        table.key("t", "the values", "date")
