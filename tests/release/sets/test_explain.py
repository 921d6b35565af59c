"""Where values went."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey import InvalidInput
from covey.io.trees.taxonomy import Taxonomy
from covey.release.sets.explain import below_node
from tests.release.tables import write

ROWS = 300


@pytest.fixture
def people() -> pd.DataFrame:
    rng = np.random.default_rng(3)
    return pd.DataFrame(
        {
            "age": [None if draw == 17 else int(draw) for draw in rng.integers(17, 70, ROWS)],
            "town": rng.choice(["Ulm", "Bern", "Chur", ""], ROWS),
            "lat": rng.integers(40, 50, ROWS) + 0.5,
            "lon": rng.integers(0, 20, ROWS) + 0.25,
        }
    )


ROLES: dict[str, Any] = {
    "age": covey.Ordered(),
    "town": covey.Labels(),
    "place": covey.Points(lat="lat", lon="lon"),
}


@pytest.fixture
def out(people: pd.DataFrame, tmp_path: Path) -> Path:
    columns = {name: [_text(value) for value in people[name]] for name in people}
    table = write(tmp_path / "people.csv", columns)
    covey.anonymize(table, k=8, quasi=ROLES, out=tmp_path / "out", shuffle=False)
    return tmp_path / "out"


def _text(value: Any) -> Any:
    if isinstance(value, float) and np.isnan(value):
        return None
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


def released(out: Path) -> pd.DataFrame:
    return pd.read_csv(out / "table.csv", dtype=str, keep_default_na=False)


def test_every_record_is_in_the_class_that_is_explained(people: pd.DataFrame, out: Path) -> None:
    """Rows were kept in order: what is published for each is known."""
    table = released(out)
    for at in range(0, ROWS, 23):
        values = {name: None if pd.isna(v) else v for name, v in people.iloc[at].items()}
        if values["age"] is not None:
            values["age"] = int(values["age"])
        found = covey.explain(out, values)
        assert found.complete
        ((name, size),) = found.classes
        alike = (table == table.iloc[at]).all(axis=1).sum()
        assert size == alike >= 8
        for text in table.iloc[at]:
            assert text in name
        assert name in found.summary()


def test_a_single_value_is_counted_in_all_its_classes(people: pd.DataFrame, out: Path) -> None:
    table = released(out)
    found = covey.explain(out, {"town": "Ulm"})
    (column,) = found.columns
    has = table["town"].isin([each.text for each in column.published])
    assert sum(each.records for each in column.published) == has.sum()
    assert has[people["town"] == "Ulm"].all()
    assert sum(size for _, size in found.classes) == has.sum()
    assert not found.complete


def test_empty_and_missing_are_two_values(out: Path) -> None:
    (empty,) = covey.explain(out, {"town": ""}).columns
    assert empty.published
    (missing,) = covey.explain(out, {"age": None}).columns
    assert all("missing" in each.text or each.text == "*" for each in missing.published)
    with pytest.raises(InvalidInput, match="nothing is published for town"):
        covey.explain(out, {"town": None})


@pytest.mark.parametrize("missing", ["own", "suppress"])
def test_marks_of_missing_values_are_the_missing_value(tmp_path: Path, missing: Any) -> None:
    """As are None, NaN and an empty text. What was left out is said to be."""
    columns = {
        "age": ["N/A", "999", "", *map(str, range(20, 50))] * 2,
        "town": ["-", " - ", "", *["Ulm", "Bern", "Chur"] * 10] * 2,
    }
    file = write(tmp_path / "in.csv", columns)
    roles = {"age": covey.Ordered(), "town": covey.Labels()}
    na = {"*": ["N/A", "-"], "age": ["999"]}
    out = tmp_path / "out"
    covey.anonymize(file, k=3, quasi=roles, na=na, missing=missing, trim=True, out=out)
    ages = ("N/A", " N/A", "999", 999.0, Decimal(999), "", None, np.nan, Decimal("nan"), pd.NA)
    marks = {"age": ages, "town": ("-", "", None)}
    for column, values in marks.items():
        for value in values:
            if missing == "suppress":
                with pytest.raises(InvalidInput, match="Records without a value were left out"):
                    covey.explain(out, {column: value})
                continue
            found = covey.explain(out, {column: value})
            assert found.classes == covey.explain(out, {column: None}).classes
            assert found.columns[0].missing
            assert "(missing) is published as" in found.summary()
    assert not covey.explain(out, {"age": 30}).columns[0].missing


def test_values_that_no_record_has_together_are_in_no_class(tmp_path: Path) -> None:
    table = pd.DataFrame({"a": ["x"] * 9 + ["y"] * 9, "b": ["1"] * 9 + ["2"] * 9})
    roles = {"a": covey.Labels(), "b": covey.Labels()}
    file = write(tmp_path / "in.csv", {name: table[name].tolist() for name in table})
    covey.anonymize(file, k=9, quasi=roles, out=tmp_path / "out")
    found = covey.explain(tmp_path / "out", {"a": "x", "b": "2"})
    assert found.classes == ()
    assert "no class has these values together" in found.summary()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ages": 3}, "does not recode 'ages'.*recodes 'age'"),
        ({}, "Name one value"),
        ({"lat": 45.5}, "takes both coordinates; 'lon' is not given"),
        ({"age": "old"}, "'age' of the release takes whole numbers; given: 'old'"),
        ({"town": "Rome"}, "nothing is published for town = Rome"),
        ({"town": "bern"}, "for town = bern.*\n.*withheld. Did you mean 'Bern'"),
    ],
)
def test_what_cannot_be_explained_says_why(out: Path, values: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        covey.explain(out, values)


def test_a_changed_codebook_is_not_believed(out: Path) -> None:
    book = out / "codebook.csv"
    book.write_bytes(book.read_bytes() + b"\n")
    with pytest.raises(InvalidInput, match=r"codebook\.csv"):
        covey.explain(out, {"town": "Ulm"})


def test_values_are_read_in_the_notation_of_the_release(tmp_path: Path) -> None:
    """And in covey's own, and as values of Python."""
    file = tmp_path / "sales.csv"
    lines = [f"0{1 + at // 4}.02.2024;{at},5" for at in range(12)]
    file.write_text("\n".join(["day;price", *lines, ""]), encoding="utf-8")
    roles = {"day": covey.Ordered(), "price": covey.Ordered()}
    how: dict[str, Any] = {"decimal": ",", "date_format": "%d.%m.%Y"}
    covey.anonymize(file, k=3, quasi=roles, out=tmp_path / "out", **how)
    said = covey.explain(tmp_path / "out", {"day": "02.02.2024", "price": "4,5"})
    assert len(said.classes) == 1
    assert said.columns[0].value == "02.02.2024"
    for values in (
        {"day": "2024-02-02", "price": "4.5"},
        {"day": dt.date(2024, 2, 2), "price": 4.5},
    ):
        assert covey.explain(tmp_path / "out", values).classes == said.classes
    with pytest.raises(covey.InvalidInput, match="takes dates; given: '02/02/2024'") as refused:
        covey.explain(tmp_path / "out", {"day": "02/02/2024"})
    assert "%d.%m.%Y" in str(refused.value)


def test_a_node_above_labels_is_said_to_be_one() -> None:
    tree = Taxonomy(("I20", "I21", "Heart", "*"), np.array([2, 2, 3, -1], dtype=np.int32))
    assert below_node(covey.Tree(tree), "Heart") == ["I20", "I21"]
    assert below_node(covey.Tree(tree), "I20") == []
    assert below_node(covey.Labels(), "Heart") == []
