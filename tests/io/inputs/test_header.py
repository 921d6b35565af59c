"""A first row that is a record is not taken for a header, nor a header for a record."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import covey as library
from covey import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.header import as_record, default_names, signs_of_a_record
from covey.io.reading import connect
from covey.io.staging import stage
from tests.conftest import Covey

ADULT = """39, State-gov, 77516, Bachelors, 13, Never-married, Adm-clerical, White, Male, 40, <=50K
50, Self-emp-not-inc, 83311, Bachelors, 13, Married, Exec-managerial, White, Male, 13, <=50K
38, Private, 215646, HS-grad, 9, Divorced, Handlers-cleaners, White, Male, 40, <=50K
53, Private, 234721, 11th, 7, Married, Handlers-cleaners, Black, Male, 40, <=50K
28, State-gov, 338409, Bachelors, 13, Married, Prof-specialty, Black, Female, 40, >50K
"""

HEADERS = {
    "people": "name,age,zip\nAnn,34,02139\nBob,51,02138\nCy,28,10001\n",
    "adult": "age,workclass,fnlwgt,education,sex\n" + "39,Private,77516,HS-grad,Male\n" * 3,
    "all text": "name,town,diagnosis\nAnn,Ulm,flu\nBob,Bern,cold\nCy,Ulm,flu\n",
    "years": "country,2019,2020,2021\nFrance,66.9,67.1,67\nSpain,47.1,47.3,47\nItaly,60,59,59\n",
    "years above counts": "town,2018,2020\nUlm,2500,2600\nBern,1900,1850\nZug,900,950\n",
    "a single year": "town,2020\nUlm,5\nBern,7000\nChur,31\nZug,9\n",
    "numbered": "0,1,2,3\n5.1,3.5,1.4,0.2\n4.9,3.0,1.4,0.2\n4.7,3.2,1.3,0.2\n",
    "an index": ",age,town\n0,34,Ulm\n1,51,Bern\n2,28,Ulm\n",
    "a pivot": ",10,20,50\na,12,41,18\nb,9,33,20\nc,15,28,47\n",
    "doses": "subject,10,30,100\n1,12,41,88\n2,9,33,120\n3,15,28,97\n",
    "wavelengths": "sample,400.0,402.5,405.0\na,0.11,0.12,0.15\nb,0.21,0.22,0.25\nc,0.3,0.3,0.4\n",
    "days": "region,2024-01-01,2024-01-02\nNorth,12,15\nSouth,7,9\nEast,3,4\n",
    "days of the virus": "State,Country,1/22/20,1/23/20\n,Peru,0,3\n,Chile,1,4\n,Peru,2,8\n",
    "pixels": "label,1,2,3,4\n5,0,255,0,3\n7,0,128,9,0\n1,3,0,0,255\n",
    "survey": "respondent,Facebook,Twitter\n1,Facebook,\n2,,Twitter\n3,Facebook,Twitter\n",
    "questions": "Q01,Q02,Q03\nA01,B02,A03\nA02,B01,A01\nA01,B01,A02\n",
    "ages": "county,0-4,5-9,10-14\nKent,120,130,140\nEssex,200,210,190\nDevon,90,95,99\n",
    "German": "Größe;Gewicht;Datum\n1,80;75,5;31.12.2023\n1,65;60;01.01.2024\n1,7;64;02.01.2024\n",
    "money": 'item,price,share\npen,$1.20,5%\nink,$7.99,12%\npad,"$1,200.00",3%\n',
    "missing values": "age,income\n?,NA\n34,1200\nNA,\n28,900\n",
    "one row": "value,count\nann,40\n",
    "one column": "zip\n02139\n02138\n10001\n",
    "one column of text": "town\nUlm\nBern\nUlm\n",
    "codes": "icd10,patient\nE11.9,P-1001\nI10.0,P-1002\nE11.9,P-1003\n",
    "a constant": "kind,n\nkind,1\nkind,2\n",
    "an answer that is the question": "id,other,town\n1,other,Ulm\n2,none,Bern\n3,more,Chur\n",
    "addresses": "email,phone\nann@a.org,+49 30 123\nbob@b.com,+49 30 456\ncy@c.net,+49 30 789\n",
    "no rows": "name,age\n",
    "repeated units": "height,weight\ncm,kg\n180,75\n165,60\n",
}

RECORDS = {
    "adult": (ADULT, "4 are numbers like those below; 5 occur again below"),
    "numbers": ("5.1,3.5,1.4\n4.9,3.0,1.4\n4.7,3.2,1.3\n4.6,3.9,1.5\n", "3 are numbers"),
    "names and ages": ("Ann,34\nBob,51\nCy,28\nDee,40\n", "1 is a number like those below"),
    "a sorted number": ("1,Ulm\n2,Bern\n3,Chur\n4,Zug\n", "1 is a number"),
    "dates": ("2024-01-05,Ulm\n2024-01-06,Bern\n2024-02-01,Chur\n", "1 is a date"),
    "German dates": ("31.12.2023;1,5\n01.01.2024;2\n05.06.2024;1,9\n", "1 is"),
    "times": ("10:30,a\n11:45,b\n09:15,c\n", "1 is a date"),
    "text again": ("Ann,Ulm\nBob,Bern\nCy,Ulm\n", "1 occurs again below, in its column"),
    "answers": ("yes,no\nno,no\nyes,yes\n", "2 occur again below"),
    "years of birth": ("1985,f\n1990,m\n1971,f\n1964,m\n", "1 is a number"),
    "codes": ("AB-1234,flu\nCD-5678,cold\nEF-9012,cough\n", "1 is built like the values"),
    "addresses": ("ann@a.org,x\nbob@b.com,y\ncy@c.net,z\n", "1 is an identifier"),
    "phones": ("+49 30 123,x\n+49 30 456,y\n+49 30 789,z\n", "1 is a number"),
    "money": ("$12.50,x\n\"$1,200.00\",y\n$3.00,z\n", "1 is a number"),
    "a gap": ("Ann,,Ulm\nBob,x,Bern\nCy,y,Zug\n", "1 is empty"),
    "a missing number": ("?,34,Ulm\n51,28,Bern\n28,40,Ulm\n", "1 is a number.*1 occurs again"),
    "a stray word among many": (
        "unknown,34,f,Ulm\n51,28,m,Bern\n28,40,f,Ulm\n33,61,m,Zug\n", "1 is a number"
    ),
    "two rows": ("39,Ulm\n50,Bern\n", "1 is a number"),
    "one column": ("34\n51\n28\n40\n", "1 is a number"),
    "one column of codes": ("02139\n02138\n10001\n60601\n", "1 is a number"),
    "identifiers": (
        "123e4567-e89b-12d3-a456-426614174000,x\n00000000-e89b-12d3-a456-426614174001,y\n",
        "1 is an identifier",
    ),
}  # fmt: skip


def file(folder: Path, text: str | bytes, name: str = "in.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def sheet(folder: Path, text: str) -> Path:
    """The same table in Excel, with numbers as numbers."""

    def cell(field: str) -> Any:
        try:
            return float(field) if "." in field else int(field)
        except ValueError:
            return field or None

    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("S")
    delimiter = ";" if ";" in text.splitlines()[0] else ","
    for row in csv.reader(io.StringIO(text), delimiter=delimiter):
        page.append([cell(field) for field in row])
    book.save(folder / "in.xlsx")
    return folder / "in.xlsx"


def rows(given: Any, folder: Path, header: bool | None = None) -> list[tuple[Any, ...]]:
    private = folder / "private"
    private.mkdir(exist_ok=True)
    opened = open_input(given, header=header)
    with connect() as connection:
        staging = stage(opened, connection, private, ())
        query = f"SELECT * FROM {staging.scan} ORDER BY {staging.row}"
        return connection.execute(query).fetchall()


@pytest.mark.parametrize("kind", HEADERS)
def test_headers_are_taken_for_headers(tmp_path: Path, kind: str) -> None:
    path = file(tmp_path, HEADERS[kind])
    first = HEADERS[kind].splitlines()[0]
    assert ",".join(open_input(path).columns).replace(",", "") in first.replace(";", "").replace(
        ",", ""
    )
    if kind not in ("an index", "a pivot"):
        assert len(open_input(sheet(tmp_path, HEADERS[kind])).columns) > 0


@pytest.mark.parametrize("kind", RECORDS)
def test_records_are_not_taken_for_headers(tmp_path: Path, kind: str) -> None:
    text, message = RECORDS[kind]
    path = file(tmp_path, text)
    with pytest.raises(InvalidInput, match=message) as refused:
        open_input(path)
    assert "looks like a record" in refused.value.message
    assert "header=False" in refused.value.hint
    assert "header=True" in refused.value.hint
    columns = open_input(path, header=False).columns
    assert columns == default_names(len(columns))


def test_two_columns_of_one_name_are_said_to_be_that(tmp_path: Path) -> None:
    """--header would not help: what has two columns of one name is refused in any case."""
    text = "a,a,b\nUlm,Bern,x\nChur,Zug,y\n"
    for path in (file(tmp_path, text), sheet(tmp_path, text)):
        with pytest.raises(InvalidInput, match="has two columns of one name: 'a'") as refused:
            open_input(path)
        assert "looks like a record" not in refused.value.message
        assert "Rename one of them" in refused.value.hint
        assert "header=False" in refused.value.hint
        assert "header=True" not in refused.value.hint


def test_a_record_with_a_value_twice_is_not_to_be_called_a_header(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="looks like a record") as refused:
        open_input(file(tmp_path, "Ulm,Ulm,34\nBern,Chur,51\nZug,Thun,28\n"))
    assert "1 is there twice" in refused.value.message
    assert "'Ulm' in row 1 is there twice" in refused.value.shown
    assert [choice[0][0] for choice in refused.value.choices] == ["--no-header"]
    assert "rename one of the columns" in refused.value.hint
    assert "header=True" not in refused.value.hint


@pytest.mark.parametrize("kind", RECORDS)
def test_records_in_excel_are_not_taken_for_headers(tmp_path: Path, kind: str) -> None:
    path = sheet(tmp_path, RECORDS[kind][0])
    with pytest.raises(InvalidInput, match="looks like a record"):
        open_input(path)


def test_not_the_whole_record_is_shown_and_nothing_of_it_in_a_log(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        open_input(file(tmp_path, ADULT))
    for name in ("Bachelors", "Never-married", "White", "Male", "'13'", "'40'"):
        assert name not in str(refused.value)
        assert (name in " ".join(refused.value.shown)) == (name == "Bachelors")
    assert [choice[0][0] for choice in refused.value.choices] == ["--no-header", "--header"]


def test_without_a_header_the_first_row_is_a_record(tmp_path: Path) -> None:
    text = '34,02139,x\n51,,""\n'
    expected = [("34", "02139", "x"), ("51", None, "")]
    names = ("column1", "column2", "column3")
    for content in (
        text.encode(),
        text.encode("utf-8-sig"),
        text.encode("utf-16"),
        b"\n\n" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        gzip.compress(text.encode()),
    ):
        path = file(tmp_path, content)
        assert open_input(path, header=False).columns == names
        assert rows(path, tmp_path, header=False) == expected
    assert rows(file(tmp_path, "34,x"), tmp_path, header=False) == [("34", "x")]
    for name in ("1.csv", "2.csv"):
        file(tmp_path, text, name)
    assert rows(str(tmp_path / "[12].csv"), tmp_path, header=False) == expected * 2


def test_decimal_commas_are_no_delimiters_of_records(tmp_path: Path) -> None:
    path = file(tmp_path, "31.12.2023;1,5\n01.01.2024;2\n05.06.2024;1,9\n")
    assert rows(path, tmp_path, header=False)[1] == ("01.01.2024", "2")
    path = file(tmp_path, "1,5;2,5\n1,7;2,9\n")
    assert rows(path, tmp_path, header=False)[1] == ("1,7", "2,9")
    path = file(tmp_path, "a,b;c,d\ne,f;,g\nh,i,j\n")
    assert rows(path, tmp_path, header=False)[0] == ("a", "b;c", "d")


def test_excel_without_a_header(tmp_path: Path) -> None:
    path = sheet(tmp_path, "34,Ulm\n51,Bern,x\n,Zug\n")
    assert open_input(path, header=False).columns == ("column1", "column2", "column3")
    assert rows(path, tmp_path, header=False) == [
        (34, "Ulm", None),
        (51, "Bern", "x"),
        (None, "Zug", None),
    ]
    with pytest.raises(
        InvalidInput, match=r"column 1 has no name in the first row\.\n.*header=False"
    ):
        open_input(sheet(tmp_path, ",town\n1,Ulm\n2,Bern\n"))


def test_a_header_that_looks_like_a_record_is_one_if_the_user_says_so(tmp_path: Path) -> None:
    path = file(tmp_path, "1,2\n3,4\n5,6\n")
    assert open_input(path, header=True).columns == ("1", "2")
    assert rows(path, tmp_path, header=True) == [("3", "4"), ("5", "6")]
    assert open_input(sheet(tmp_path, "1,2\n3,4\n5,6\n"), header=True).columns == ("1", "2")


@pytest.mark.parametrize("text", ["39,Ulm\n", "name,age\n"])
def test_a_single_row_is_asked_about(covey: Covey, tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    column = text.split(",")[0]
    for command in (
        ("anonymize", path, "-k", 1, "--label", column, "-o", tmp_path / "out"),
        ("solve", "labels", path, "--column", column, "-k", 1),
        ("check", path, "--quasi", column),
    ):
        ran = covey(*command)
        assert ran.code == 2
        assert "has a header, but no rows" in ran.err
        assert "--no-header" in ran.err


def test_errors_count_rows_from_where_they_begin(tmp_path: Path) -> None:
    path = file(tmp_path, "34,x\n51,y,z\n")
    with pytest.raises(InvalidInput, match="line 2: the first row has 2 columns, this row has 3"):
        rows(path, tmp_path, header=False)
    table = {"column1": library.Ordered()}
    path = file(tmp_path, "34,x\n51,y\nold,z\n")
    with pytest.raises(InvalidInput, match=r"the first in row 3\."):
        library.anonymize(path, k=1, quasi=table, header=False, out=tmp_path / "out")
    path = sheet(tmp_path, "34,x\n51,y\nold,z\n")
    with pytest.raises(InvalidInput, match=r"mixed, first in row 3\."):
        library.anonymize(path, k=1, quasi=table, header=False, out=tmp_path / "out")


def test_a_name_of_covey_makes_a_header(covey: Covey, tmp_path: Path) -> None:
    nodes = file(tmp_path, "id,weight\na,5\nb,6\nc,7\n", "nodes.csv")
    edges = file(tmp_path, "a,b\na,b\nb,c\n", "edges.csv")
    assert covey("graph", "--nodes", nodes, "--edges", edges).code == 0
    file(tmp_path, "b,a\na,b\nb,c\n", "edges.csv")
    assert covey("graph", "--nodes", nodes, "--edges", edges).code == 0
    file(tmp_path, "a,c\na,b\nb,c\n", "edges.csv")
    ran = covey("graph", "--nodes", nodes, "--edges", edges)
    assert ran.code == 2
    assert "2 occur again below" in ran.err


def test_a_long_table_is_judged_by_its_beginning() -> None:
    body = [["51", "x"]] * 5000
    assert signs_of_a_record(["age", "kind"], body) == []
    assert signs_of_a_record(["34", "y"], [["51", "x"], ["34", "y"]] * 5000) != []


@pytest.fixture
def headless(tmp_path: Path) -> Path:
    ages = [20 + row % 30 for row in range(90)]
    lines = [f"{age},{'mf'[row % 2]},{100 + row % 7},{200 + row}" for row, age in enumerate(ages)]
    return file(tmp_path, "\n".join(lines) + "\n", "headless.csv")


def test_every_command_that_reads_a_table_asks(
    covey: Covey, tmp_path: Path, headless: Path
) -> None:
    out, graph = tmp_path / "out", tmp_path / "graph.json"
    made = ("anonymize", headless, "-k", 5, "--ordered", "column1", "--label", "column2")
    saved = tmp_path / "job.toml"
    commands: list[tuple[object, ...]] = [
        (*made, "--drop", "column4", "--keep-order", "--save-job", saved, "-o", out),
        ("apply", out, headless, "-o", tmp_path / "again", "--drop", "column4"),
        ("check", headless, "--quasi", "column1,column2"),
        ("check", out / "table.csv", "--quasi", "column1", "--original", headless),
        ("solve", "labels", headless, "--column", "column1", "-k", 5),
        ("solve", "intervals", headless, "--column", "column1", "-k", 5),
        ("solve", "rectangles", headless, "--x", "column1", "--y", "column3", "-k", 5),
        ("compare", "intervals", headless, "--column", "column1", "-k", 5),
        ("graph", "--nodes", headless, "--key", "column4", "--x", "column1", "--y", "column4",
         "-o", graph),
        ("graph", "--graph", graph, "--table", headless, "--column", "column4"),
    ]  # fmt: skip
    for command in commands:
        ran = covey(*command)
        assert (ran.code, "looks like a record" in ran.err) == (2, True), command
        ran = covey(*command, "--no-header")
        assert ran.code == 0, (command, ran.err)
    # The release says how its table was read.
    ran = covey("verify", out, "--against", headless)
    assert ran.code == 0, ran.err
    header = (out / "table.csv").read_text().splitlines()[0]
    assert header == "column1,column2,column3"
    assert "header = false" in saved.read_text()
    ran = covey("anonymize", saved, "-o", out, "--overwrite")
    assert ran.code == 0, ran.err
    assert json.loads((out / "certificate.json").read_text())["records"]["input"] == 90


def test_a_release_may_have_a_header_that_looks_like_a_record(
    covey: Covey, tmp_path: Path, headless: Path
) -> None:
    """As the user says it is one, covey reads its own releases without asking again."""
    out = tmp_path / "out"
    for format_ in ("csv", "xlsx"):
        ran = covey(
            "anonymize", headless, "--header", "-k", 5, "--ordered", "20", "--format", format_,
            "--overwrite", "-o", out, "--drop", "200",
        )  # fmt: skip
        assert ran.code == 0, ran.err
        assert covey("verify", out).code == 0
        assert covey("verify", out, "--against", headless, "--header").code == 0


def test_names_that_covey_gave_are_a_header(tmp_path: Path) -> None:
    text = "column1,column3\n34,Ulm\n51,Bern\n"
    path = file(tmp_path, text)
    assert open_input(path, header=False).columns == ("column1", "column3")
    assert rows(path, tmp_path, header=False) == [("34", "Ulm"), ("51", "Bern")]
    assert rows(sheet(tmp_path, text), tmp_path, header=False) == [(34, "Ulm"), (51, "Bern")]


def test_what_header_may_be() -> None:
    with pytest.raises(InvalidInput, match="header is True if"):
        library.anonymize("x.csv", k=2, quasi={}, header="no", out="out")  # type: ignore[arg-type]


def test_a_value_that_is_there_twice_has_no_clear_new_name() -> None:
    renamed = dict(as_record(["Ulm", "Ulm", "34"]))
    assert renamed["column 34"] == "column3"
    assert "column Ulm" not in renamed
