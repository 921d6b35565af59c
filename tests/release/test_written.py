"""Tables that are written in another way than covey's: what is released of them is what is released
of the same table as covey writes it."""

from __future__ import annotations

import csv
import json
import shutil
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.core.errors import InvalidInput
from tests.duck import fetch

ROWS = 240
ROLES = {"sex": covey.Labels(), "born": covey.Ordered(), "bmi": covey.Ordered()}
HOW: dict[str, Any] = {
    "na": {"*": ["N/A"], "bmi": ["-99"]},
    "decimal": ",",
    "date_format": "%d.%m.%Y",
    "trim": True,
}
NAMES = ["id", "sex", "born", "bmi", "cost", "note"]


def values(seed: int = 1) -> list[list[str]]:
    """As covey writes them; None is empty."""
    rng = np.random.default_rng(seed)
    rows = []
    for row in range(ROWS):
        day = f"{rng.integers(1940, 2000)}-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}"
        born = "" if row % 11 == 0 else day
        bmi = "" if row % 13 == 0 else f"{rng.integers(180, 400) / 10}"
        rows.append([str(row), "mf"[row % 2], born, bmi, f"{rng.integers(1, 90) / 10}", " a, b "])
    return rows


def plainly(path: Path, rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([NAMES, *rows])
    return path


def otherwise(path: Path, rows: list[list[str]]) -> Path:
    """The same with semicolons, blanks, decimal commas, dates with the day first, and marks."""
    lines = ["; ".join(NAMES)]
    for number, sex, born, bmi, cost, note in rows:
        day = ".".join(reversed(born.split("-"))) or "N/A"
        lines.append("; ".join([number, sex, day, bmi.replace(".", ",") or "-99",
                                cost.replace(".", ","), note]))  # fmt: skip
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def released(folder: Path, columns: list[str], delimiter: str) -> list[list[str]]:
    with (folder / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter=delimiter)
        return [[row[column] for column in columns] for row in rows]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two tables, and what is released of each."""
    made = tmp_path_factory.mktemp("made")
    more: dict[str, Any] = {"k": 8, "quasi": ROLES, "shuffle": False, "time_limit": 1}
    more["sensitive"] = {"cost": {"t-ordered": 0.5, "l": 2}}
    plain = plainly(made / "plain.csv", values())
    other = otherwise(made / "other.csv", values())
    covey.anonymize(plain, out=made / "plain", **more)
    covey.anonymize(other, out=made / "other", **more, **HOW)
    return made


def certificate(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "certificate.json").read_text())
    return found


def test_the_same_is_released(made: Path, tmp_path: Path) -> None:
    recoded = list(ROLES)
    found = released(made / "other", recoded, ";")
    assert found == released(made / "plain", recoded, ",")
    plain, other = certificate(made / "plain"), certificate(made / "other")
    for said in ("classes", "cost", "lower_bound", "proof", "records"):
        assert plain[said] == other[said]


def test_other_columns_stay_as_they_were(made: Path, tmp_path: Path) -> None:
    found = released(made / "other", ["id", "cost", "note"], ";")
    expected = [[row[0], f" {row[4].replace('.', ',')}", f" {row[5]}"] for row in values()]
    assert found == expected


def test_the_certificate_says_how_the_table_was_read(made: Path, tmp_path: Path) -> None:
    written = certificate(made / "other")["read"]["written"]
    assert written == {
        "na": {"*": ["N/A"], "bmi": ["-99"]},
        "decimal": {"*": ","},
        "date_format": {"*": "%d.%m.%Y"},
        "trim": True,
    }
    assert "written" not in json.loads((made / "plain" / "certificate.json").read_text())["read"]


def test_the_report_says_how_the_table_was_read(made: Path) -> None:
    page = (made / "other" / "report.html").read_text(encoding="utf-8")
    for words in ("are written N/A, in", "separator is a comma", "%d.%m.%Y", "blanks around"):
        assert words in page
    assert "<dt>Values</dt>" not in (made / "plain" / "report.html").read_text(encoding="utf-8")


def test_it_is_verified_against_the_table_as_it_is(made: Path, tmp_path: Path) -> None:
    found = covey.verify(made / "other", made / "other.csv")
    assert found.holds, found.summary()
    assert all(check.held for check in found.checks)


def test_a_value_that_was_changed_is_found(made: Path, tmp_path: Path) -> None:
    rows = values()
    rows[5][2] = "1899-01-01"
    changed = otherwise(tmp_path / "changed.csv", rows)
    assert not covey.verify(made / "other", changed).holds


def test_new_records_are_read_alike(made: Path, tmp_path: Path) -> None:
    covey.apply(made / "other", made / "other.csv", out=tmp_path / "new", shuffle=False)
    recoded = list(ROLES)
    new = released(tmp_path / "new", recoded, ";")
    assert new == released(made / "other", recoded, ";")
    found = covey.verify(tmp_path / "new", made / "other.csv", source=made / "other")
    assert found.holds, found.summary()


def test_new_records_may_be_written_otherwise(made: Path, tmp_path: Path) -> None:
    more: dict[str, Any] = {"decimal": ".", "date_format": {"born": "%Y-%m-%d"}, "trim": False}
    covey.apply(made / "other", made / "plain.csv", out=tmp_path / "new", shuffle=False,
                **more)  # fmt: skip
    recoded = list(ROLES)
    new = released(tmp_path / "new", recoded, ",")
    assert new == released(made / "other", recoded, ";")
    assert covey.verify(tmp_path / "new", made / "plain.csv").holds


def test_a_certificate_with_a_format_that_is_none_is_refused(made: Path, tmp_path: Path) -> None:
    data = certificate(made / "other")
    data["read"]["written"]["date_format"] = {"*": "%Q"}
    shutil.copytree(made / "other", tmp_path / "copy")
    (tmp_path / "copy" / "certificate.json").write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match="written"):
        covey.verify(tmp_path / "copy")


def test_the_population_is_read_alike(tmp_path: Path) -> None:
    table = otherwise(tmp_path / "table.csv", values())
    how: dict[str, Any] = {**HOW, "k": 8, "k_map": 16, "time_limit": 1}
    twice = otherwise(tmp_path / "people.csv", [*values(), *values()])
    covey.anonymize(table, quasi=ROLES, population=str(twice), out=tmp_path / "out", **how)
    found = covey.verify(tmp_path / "out", table, population=str(twice))
    assert found.holds, found.summary()


def test_a_frame_comes_back_with_its_own_marks(tmp_path: Path) -> None:
    pandas = import_module("pandas")
    table = pandas.read_csv(otherwise(tmp_path / "t.csv", values()), sep="; ", engine="python",
                            dtype=str, keep_default_na=False)  # fmt: skip
    done = covey.anonymize(table, k=8, quasi=ROLES, time_limit=1, **HOW)
    assert done.table["cost"].tolist() == table["cost"].tolist()
    # What stood for a missing value is missing in a recoded column.
    assert not done.table["born"].eq("N/A").any()


def test_measures_read_alike(tmp_path: Path) -> None:
    plain = covey.check(plainly(tmp_path / "p.csv", values()), ["sex", "born"], ["cost"])
    how = {name: HOW[name] for name in ("na", "decimal", "trim")}
    other = covey.check(otherwise(tmp_path / "o.csv", values()), ["sex", "born"], ["cost"], **how)
    assert (plain.k, plain.classes) == (other.k, other.classes)
    assert plain.sensitive == other.sensitive


def test_choices_are_explored_alike(tmp_path: Path) -> None:
    plain = plainly(tmp_path / "p.csv", values())
    other = otherwise(tmp_path / "o.csv", values())
    more: dict[str, Any] = {"quasi": ROLES, "k": [8], "recoding": ["local"], "time_limit": 1}
    found = [covey.explore(plain, **more), covey.explore(other, **more, **HOW)]
    assert found[0].choices == found[1].choices


def packed(folder: Path, kind: str) -> Path:
    """The same people in a file of another kind."""
    rows = [dict(zip(NAMES, row, strict=True)) for row in values()]
    if kind == "zip":
        with zipfile.ZipFile(folder / "people.zip", "w") as archive:
            archive.write(plainly(folder / "people.csv", values()), "people.csv")
        return folder / "people.zip"
    if kind == "jsonl":
        lines = [json.dumps({name: text or None for name, text in row.items()}) for row in rows]
        (folder / "people.jsonl").write_text("\n".join(lines))
        return folder / "people.jsonl"
    plain = plainly(folder / "people.csv", values())
    if kind == "folder":
        query = f"SELECT * FROM read_csv('{plain}', all_varchar=true)"
        fetch(f"COPY ({query}) TO '{folder}/people' (FORMAT parquet, PARTITION_BY (sex))")
        return folder / "people"
    columns = {name: [row[name] or None for row in rows] for name in NAMES}
    found = import_module("pyarrow").table(columns)
    import_module("pyarrow.feather").write_feather(found, folder / "people.feather")
    return folder / "people.feather"


@pytest.mark.parametrize("kind", ["zip", "jsonl", "folder", "feather"])
def test_a_table_of_any_kind_is_released_and_verified(
    made: Path, tmp_path: Path, kind: str
) -> None:
    table = packed(tmp_path, kind)
    more: dict[str, Any] = {"k": 8, "quasi": ROLES, "time_limit": 1, "out": tmp_path / "out"}
    more["sensitive"] = {"cost": {"t-ordered": 0.5, "l": 2}}
    covey.anonymize(table, **more)
    found = covey.verify(tmp_path / "out", table)
    assert found.holds, found.summary()
    assert all(check.held for check in found.checks)
    for said in ("classes", "cost", "lower_bound"):
        assert certificate(tmp_path / "out")[said] == certificate(made / "plain")[said]
