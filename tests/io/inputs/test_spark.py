"""Tables that Spark reads: described, not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.engine.spark import SparkEngine
from covey.io.inputs import open_input
from covey.io.inputs.spark import SparkInput, is_path, open_spark
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("people.parquet", True),
        ("people.CSV", True),
        ("./people", True),
        ("part-*", True),
        ("s3a://bucket/people", True),
        ("clinic.patients", False),
        ("spark_catalog.clinic.patients", False),
    ],
)
def test_a_name_with_a_slash_or_an_ending_is_a_path(name: str, found: bool) -> None:
    assert is_path(name) is found


def test_a_frame_is_described_and_may_come_back() -> None:
    frame = session().sql("SELECT 1 AS a, 'x' AS `b.c`")
    found = open_input(frame)
    assert isinstance(found, SparkInput)
    assert (found.columns, found.types) == (("a", "b.c"), ("int", "string"))
    assert found.comes_back
    assert found.layout.parts
    assert open_input(found) is found


def test_csv_is_text_to_the_letter(tmp_path: Path) -> None:
    session()
    file = tmp_path / "people.csv"
    file.write_text('zip;"no te";age\n02139;"x;\n""y""";30\n"";;31\n', encoding="utf-8")
    found = open_spark(file)
    assert found.columns == ("zip", "no te", "age")
    assert [tuple(row) for row in found.frame.collect()] == [
        ("02139", 'x;\n"y"', "30"), ("", None, "31")
    ]  # fmt: skip
    assert open_spark(file, header=False).columns == ("column1", "column2", "column3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "no rows"),
        ("1,2\n3,4\n", "looks like a record"),
        ("a,A\nx,y\n", "two columns of one name"),
    ],
)
def test_csv_that_is_no_table_is_refused(tmp_path: Path, text: str, message: str) -> None:
    session()
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(InvalidInput, match=message):
        SparkEngine().source(tmp_path / "bad.csv")


def test_a_row_with_too_few_fields_is_an_error_and_not_a_loss(tmp_path: Path) -> None:
    session()
    (tmp_path / "bad.csv").write_text("a,b\nx,y\nsecret\n")
    given = SparkEngine().source(tmp_path / "bad.csv", header=True)
    with pytest.raises(InvalidInput, match="more or fewer fields than the header") as refused:
        SparkEngine().open(given, {"a": "text"})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("name", ["/nowhere/people.parquet", "no_such_table"])
def test_what_is_not_there_is_said(name: str) -> None:
    session()
    with pytest.raises(InvalidInput, match="there is no such"):
        open_spark(name)
