"""Answers about a table that stays open."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from covey import InvalidInput
from covey.app.table import OpenTable
from covey.app.worker import Answers
from tests.app.people import write_map, write_people


@pytest.fixture
def answers() -> Answers:
    return Answers(io.StringIO())


@pytest.fixture
def table(tmp_path: Path, answers: Answers) -> Iterator[OpenTable]:
    with OpenTable() as found:
        found.open(answers, str(write_people(tmp_path)), {})
        yield found


def test_what_a_table_is(tmp_path: Path, answers: Answers) -> None:
    with OpenTable() as table:
        found = table.open(answers, str(write_people(tmp_path)), {"trim": True})
        assert (found["rows"], len(found["columns"])) == (160, 10)
        assert found["format"].startswith("CSV, commas between fields, UTF-8")
        assert all(each["look"]["why"] for each in found["columns"])
        # Another table takes its place, but not one that cannot be read.
        with pytest.raises(InvalidInput):
            table.open(answers, str(tmp_path / "nothing.csv"), {})
        assert len(table.rows(answers, 0)["rows"]) == 100
        (tmp_path / "other.csv").write_text("a\nx\n")
        table.open(answers, str(tmp_path / "other.csv"), {})
        assert table.rows(answers, 0)["rows"] == [["x"]]


def test_rows_are_shown_as_they_are_read(tmp_path: Path, answers: Answers) -> None:
    file = tmp_path / "a.csv"
    long = "x" * 500
    file.write_text(f"a,b\n<b>&amp;</b>,\n{long},2\n")
    with OpenTable() as table:
        table.open(answers, str(file), {})
        assert table.rows(answers, 0)["rows"] == [["<b>&amp;</b>", None], [long[:200], "2"]]
        table.open(answers, str(file), {"na": {"b": ["2"]}})
        assert table.rows(answers, 0)["rows"] == [["<b>&amp;</b>", None], [long[:200], None]]
        assert table.rows(answers, 7)["rows"] == []
        assert table.rows(answers, -1)["first"] == 0


def test_a_copy_has_all_rows_in_their_order(tmp_path: Path, answers: Answers) -> None:
    """Of a table in several files, too, whose rows are numbered from file to file."""
    for part in (0, 1):
        rows = pa.table({'a "b"': [f"{part}-{at:03}" for at in range(150)]})
        pq.write_table(rows, tmp_path / f"part-{part}.parquet")
    copy = tmp_path / "copy.parquet"
    with OpenTable() as table:
        table.open(answers, str(tmp_path / "part-*.parquet"), {}, str(copy))
        pages = [row for page in range(4) for (row,) in table.rows(answers, page)["rows"]]
    assert pages == [f"{part}-{at:03}" for part in (0, 1) for at in range(150)]
    assert pq.read_table(copy).to_pydict() == {'a "b"': pages}


def test_the_fields_of_a_map(table: OpenTable, answers: Answers, tmp_path: Path) -> None:
    found = table.map_fields(answers, str(write_map(tmp_path)), "area")
    assert found["areas"] == 4
    shares = {each["name"]: each["share"] for each in found["fields"]}
    assert shares == {"code": 1.0, "half": 0.0}
    with pytest.raises(InvalidInput, match="cannot be read as a map"):
        table.map_fields(answers, str(tmp_path / "people.csv"), "area")
    with pytest.raises(InvalidInput, match="There is no file"):
        table.map_fields(answers, str(tmp_path / "no.geojson"), "area")


def test_no_map_leads_to_another_file(table: OpenTable, answers: Answers, tmp_path: Path) -> None:
    """GDAL would read what these name, files and addresses alike."""
    other = write_map(tmp_path)
    virtual = tmp_path / "virtual.geojson"
    virtual.write_text(
        f'<OGRVRTDataSource><OGRVRTLayer name="areas"><SrcDataSource>{other}</SrcDataSource>'
        "</OGRVRTLayer></OGRVRTDataSource>"
    )
    with pytest.raises(InvalidInput, match="cannot be read as a map"):
        table.map_fields(answers, str(virtual), "area")
