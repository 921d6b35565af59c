"""Tables as files of Stata, SPSS and SAS, with the labels that their input had."""

from __future__ import annotations

import datetime as dt
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import pytest

import covey
from covey import InvalidInput
from covey.io.layout import Labels, Layout
from covey.io.outputs.table import write_table
from tests.io.inputs.files import rows

import_module("polars")
pyreadstat = import_module("pyreadstat")

FORMATS = ["dta", "sav", "xpt"]
WITH_LABELS = ["dta", "sav"]
"""Of values: SAS keeps them elsewhere."""
SEX = Labels({"sex": "Sex of the patient"}, {"sex": {1: "male", 2: "female", 3: "unknown"}})


def written(folder: Path, query: str, names: list[str], format_: str, labels: Labels = SEX) -> Path:
    target = folder / f"table.{format_}"
    with duckdb.connect() as connection:
        write_table(connection, query, names, target, Layout(format_, labels=labels))
    return target


def kept(path: Path) -> tuple[dict[str, list[Any]], Any]:
    """What another program finds in it."""
    reader = "read_xport" if path.suffix == ".xpt" else f"read_{path.suffix[1:]}"
    found: tuple[dict[str, list[Any]], Any] = getattr(pyreadstat, reader)(
        str(path), output_format="dict"
    )
    return found


@pytest.mark.parametrize("format_", FORMATS)
def test_every_type_comes_back(tmp_path: Path, format_: str) -> None:
    query = (
        "VALUES ('Zoë', 39, 0.1::DOUBLE, DATE '1980-01-02', TIMESTAMP '2020-01-01 10:11:12', true),"
        " (NULL, NULL, NULL, NULL, NULL, NULL), ('02139', -1, 2.5, DATE '2021-01-01',"
        " TIMESTAMP '1970-01-01', false)"
    )
    names = ["name", "i", "f", "d", "t", "b"]
    path = written(tmp_path, query, names, format_)
    assert rows(path, tmp_path) == [
        ("Zoë", 39, 0.1, dt.date(1980, 1, 2), dt.datetime(2020, 1, 1, 10, 11, 12), "true"),
        (None,) * 6,
        ("02139", -1, 2.5, dt.date(2021, 1, 1), dt.datetime(1970, 1, 1), "false"),
    ]
    before = path.read_bytes()
    assert written(tmp_path, query, names, format_).read_bytes() == before
    assert kept(path)[1].creation_time.year == 1980


@pytest.mark.parametrize("format_", WITH_LABELS)
def test_unchanged_values_have_their_labels_again(tmp_path: Path, format_: str) -> None:
    path = written(tmp_path, "VALUES ('male'), ('female'), (NULL), ('7')", ["sex"], format_)
    found, meta = kept(path)
    assert found["sex"] == [1, 2, None, 7]
    assert meta.variable_value_labels == {"sex": {1: "male", 2: "female"}}  # no label of nobody
    assert meta.column_labels == ["Sex of the patient"]


@pytest.mark.parametrize("format_", WITH_LABELS)
def test_decimals_of_which_one_has_a_label_stay_numbers(tmp_path: Path, format_: str) -> None:
    known = Labels({}, {"income": {-99: "not asked"}})
    query = "VALUES ('3000.5'), ('not asked'), (NULL), ('0.1'), ('1e-07'), ('30000000000')"
    found, meta = kept(written(tmp_path, query, ["income"], format_, known))
    assert found["income"] == [3000.5, -99, None, 0.1, 1e-07, 3e10]
    assert meta.variable_value_labels == {"income": {-99: "not asked"}}


@pytest.mark.parametrize("format_", WITH_LABELS)
def test_numbers_of_which_no_one_has_a_label_stay_numbers(tmp_path: Path, format_: str) -> None:
    """The only label may be that of a value that is declared as missing."""
    known = Labels({}, {"income": {-99: "not asked"}})
    found, meta = kept(written(tmp_path, "VALUES ('3.5'), (NULL)", ["income"], format_, known))
    assert found["income"] == [3.5, None]
    assert meta.variable_value_labels == {}


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("male, female", {1: "male", 2: "female"}),  # a class of two
        ("male", {1: "male", 2: "male"}),  # one label of two values
        ("1", {1: "male", 2: "female"}),  # would be read as male
        ("007", {1: "male"}),  # would be read as 7
        ("1.50", {1: "male"}),  # would be read as 1.5
        ("nan", {1: "male"}),
        ("male", {1.5: "male"}),
        ("m" * 121, {1: "m" * 121}),  # longer than SPSS has it
    ],
)
def test_changed_values_are_text(tmp_path: Path, text: str, labels: dict[float, str]) -> None:
    known = Labels({}, {"sex": labels})
    found, meta = kept(written(tmp_path, f"VALUES ('{text}')", ["sex"], "sav", known))
    assert found["sex"] == [text]
    assert meta.variable_value_labels == {}


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("9007199254740993::BIGINT", "9007199254740993"),
        ("0.12345678901234567891::DECIMAL(30, 20)", "0.12345678901234567891"),
        ("TIMESTAMP '2020-01-01 10:00:00.000001'", "2020-01-01 10:00:00.000001"),
        ("DATE '0044-03-15'", "0044-03-15"),
        ("'infinity'::DATE", "infinity"),
        ("TIME '10:00:00'", "10:00:00"),
    ],
)
def test_what_would_be_rounded_is_text(
    tmp_path: Path, format_: str, value: str, expected: str
) -> None:
    assert rows(written(tmp_path, f"SELECT {value}", ["x"], format_), tmp_path) == [(expected,)]


@pytest.mark.parametrize(
    ("query", "name", "format_", "words"),
    [
        ("VALUES ('a ')", "x", "sav", "end with blanks"),
        ("VALUES ('a')", "a b", "dta", "does not fit a file of Stata"),
        ("VALUES ('a')", "a b", "sav", "does not fit a file of SPSS"),
        ("VALUES (1e308::DOUBLE)", "x", "dta", "outside the range"),
        ("VALUES (1e308::DOUBLE)", "x", "xpt", "too large or too near to 0"),
        ("VALUES (1e-90::DOUBLE)", "x", "xpt", "too large or too near to 0"),
        ("VALUES ('a ')", "x", "xpt", "end with blanks"),
        ("SELECT repeat('a', 32768)", "x", "xpt", "more than 32,767 bytes"),
        ("VALUES ('a')", "größe", "xpt", "no columns with these names: 'größe'"),
        ("VALUES ('a')", "a" * 33, "xpt", "at most 32 letters"),
        ("VALUES ('a')", "1a", "xpt", "begins with no digit"),
        ("VALUES ('a')", "_n_", "xpt", "none of SAS's own"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, query: str, name: str, format_: str, words: str
) -> None:
    with pytest.raises(InvalidInput, match=words) as error:
        written(tmp_path, query, [name], format_)
    assert 'format="csv"' in error.value.hint


@pytest.mark.parametrize("format_", ["sav", "xpt"])
def test_names_that_are_taken_for_one_are_refused(tmp_path: Path, format_: str) -> None:
    with pytest.raises(InvalidInput, match="for one: age, Age"):
        written(tmp_path, "VALUES (1, 2)", ["age", "Age"], format_)


def test_sas_has_labels_of_values_as_text(tmp_path: Path) -> None:
    label = "ü" * 200
    known = Labels({"the_sex_of_the_patient_at_birth": label}, {"the_sex": SEX.of_values["sex"]})
    query, names = "VALUES ('male', true), (NULL, NULL)", ["the_sex_of_the_patient_at_birth", "b"]
    found, meta = kept(written(tmp_path, query, names, "xpt", known))
    assert list(found.values()) == [["male", ""], ["true", ""]]  # the last row is all blanks
    assert meta.column_names == names
    assert meta.column_labels == [label[:128], None]  # 256 bytes


def test_sas_shows_years_with_four_digits(tmp_path: Path) -> None:
    query = "SELECT DATE '1980-01-02', TIMESTAMP '1980-01-02 03:04:05'"
    _, meta = kept(written(tmp_path, query, ["d", "t"], "xpt"))
    assert meta.original_variable_types == {"d": "DATE9", "t": "DATETIME19"}


@pytest.mark.parametrize("format_", FORMATS)
def test_a_table_without_rows(tmp_path: Path, format_: str) -> None:
    path = written(tmp_path, "SELECT 1, 'a' WHERE false", ["i", "t"], format_)
    assert {name: list(values) for name, values in kept(path)[0].items()} == {"i": [], "t": []}


@pytest.mark.parametrize("format_", FORMATS)
def test_a_release_is_of_the_format_of_its_input(tmp_path: Path, format_: str) -> None:
    query = "SELECT CASE WHEN i % 2 = 0 THEN 'male' ELSE 'female' END, i // 4 FROM range(40) r(i)"
    path, out = written(tmp_path, query, ["sex", "age"], format_), tmp_path / "out"
    covey.anonymize(path, k=5, quasi={"age": covey.Ordered()}, out=out)
    found, meta = kept(out / f"table.{format_}")
    if format_ in WITH_LABELS:
        assert set(found["sex"]) == {1, 2}
        assert meta.variable_value_labels["sex"] == {1: "male", 2: "female"}
    else:
        assert set(found["sex"]) == {"male", "female"}
    assert meta.column_names_to_labels["sex"] == "Sex of the patient"
    assert all(isinstance(text, str) for text in found["age"])
    assert covey.verify(out, path).holds
    covey.apply(out, path, out=tmp_path / "more")
    assert covey.verify(tmp_path / "more", path).holds


def test_a_class_of_empty_texts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("town\n" + '""\n' * 6 + "Ulm\n" * 6)
    with pytest.raises(InvalidInput, match="missing values in Stata"):
        covey.anonymize(path, k=5, quasi={"town": covey.Labels()}, out=tmp_path / "o", format="dta")
    assert not (tmp_path / "o").exists()


def test_without_the_packages_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InvalidInput, match=r"covey\[stats\]"):
        written(tmp_path, "VALUES (1)", ["x"], "dta")
