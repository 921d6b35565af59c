"""Texts that a spreadsheet would run are counted and said, and escaped on request."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import covey
from covey.release.certificate import fingerprint
from covey.release.job import Job
from covey.release.job.file import read_job, write_job
from covey.release.owner.receipt import receipts_beside
from covey.release.publish import plan_job
from tests.conftest import Covey
from tests.release.tables import rows, write

LABELS = ["=1+1", "@home", "-5", "Ulm", "'=x", "+4", "- none"]
NOTES = ["=SUM(A1)", "+41 79", "-3.5", "\tx", "\rx", "'=1", "plain", None]


def table(folder: Path, ending: str = "csv") -> Path:
    columns: dict[str, list[Any]] = {
        "town": [label for label in LABELS for _ in range(6)],
        "sex": ["f", "m"] * 21,
        "note": [NOTES[row % len(NOTES)] for row in range(42)],
        "cost": [float(-row) for row in range(42)],
    }
    return write(folder / f"people.{ending}", columns)


SEVERAL: dict[str, Any] = {"town": covey.Labels(), "sex": covey.Labels()}
ONE: dict[str, Any] = {"town": covey.Labels()}


def cells(file: Path) -> list[str]:
    with file.open(newline="", encoding="utf-8") as opened:
        return [cell for row in csv.reader(opened) for cell in row]


def runs(text: str) -> bool:
    """What a spreadsheet would take for a formula, by hand."""
    if not text or text[0] not in "=+-@\t\r":
        return False
    try:
        float(text)
    except ValueError:
        return True
    return False


def test_formulas_are_counted_and_passed_on_as_they_are(tmp_path: Path) -> None:
    given = table(tmp_path)
    release = covey.anonymize(given, k=6, quasi=ONE, out=tmp_path / "out")
    found = cells(tmp_path / "out" / "table.csv")
    assert {"=1+1", "=SUM(A1)", "\tx", "\rx", "'=1"} <= set(found)
    notes = sum(runs(str(NOTES[row % len(NOTES)])) for row in range(42))
    ends = "a spreadsheet would run them, unless escape_formulas=True puts a single quote in front"
    assert f"{notes} texts of column 'note' begin like a formula; {ends}" in release.plan.warnings
    assert f"18 texts of column 'town' begin like a formula; {ends}" in release.plan.warnings
    book = "3 labels and names in codebook.csv begin like a formula"
    assert any(warning.startswith(book) for warning in release.plan.warnings)
    assert not any("'cost' begin like" in warning for warning in release.plan.warnings)
    for warning in release.plan.warnings:
        assert warning in release.summary()
        assert "SUM" not in warning
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert f"{notes} texts of column" in page
    plan = plan_job(Job(str(given), 6, ONE))
    assert [w for w in plan.warnings if "formula" in w] == [
        w for w in release.plan.warnings if "formula" in w
    ]


def test_those_of_suppressed_records_are_not_counted(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "town": ["Ulm"] * 8 + [None],
        "note": ["=1"] * 2 + ["x"] * 6 + ["=2"],
    }
    release = covey.anonymize(
        write(tmp_path / "t.csv", columns), k=5, quasi=ONE, missing="suppress", out=tmp_path / "out"
    )
    (warning,) = (each for each in release.plan.warnings if "formula" in each)
    assert warning.startswith("2 texts of column 'note' begin like a formula")


@pytest.mark.parametrize("quasi", [ONE, SEVERAL])
@pytest.mark.parametrize("k", [3, 6, 12])
def test_escaped_releases_run_nothing_and_hold(
    tmp_path: Path, quasi: dict[str, Any], k: int
) -> None:
    given = table(tmp_path)
    out = tmp_path / "out"
    release = covey.anonymize(given, k=k, quasi=quasi, escape_formulas=True, out=out)
    for file in out.glob("*.csv"):
        assert not [cell for cell in cells(file) if runs(cell)], file.name
    assert {"'=SUM(A1)", "'\tx", "''=1", "-3.5", "-7.0"} <= set(cells(out / "table.csv"))
    assert not any("formula" in warning for warning in release.plan.warnings)
    assert any("a single quote is put in front of them" in note for note in release.plan.notes)
    assert release.certificate.escape_formulas is True
    found = covey.verify(out, against=given)
    assert all(check.held for check in found.checks), found.summary()
    again = covey.apply(out, given, out=tmp_path / "again")
    assert rows(tmp_path / "again" / "table.csv") == rows(out / "table.csv")
    assert (tmp_path / "again" / "codebook.csv").read_bytes() == (out / "codebook.csv").read_bytes()
    assert any("a single quote is put in front" in note for note in again.notes)
    assert covey.verify(tmp_path / "again", against=given).holds


def test_a_release_can_be_applied_with_quotes_in_front(tmp_path: Path) -> None:
    given = table(tmp_path)
    out = tmp_path / "out"
    covey.anonymize(given, k=6, quasi=ONE, out=out)
    plain = covey.apply(out, given, out=tmp_path / "plain")
    assert any("formula" in warning for warning in plain.warnings)
    covey.apply(out, given, out=tmp_path / "again", escape_formulas=True)
    assert not [cell for cell in cells(tmp_path / "again" / "table.csv") if runs(cell)]
    assert covey.verify(tmp_path / "again", against=given).holds


def test_a_missing_quote_is_found_out(tmp_path: Path) -> None:
    given = table(tmp_path)
    out = tmp_path / "out"
    covey.anonymize(given, k=6, quasi=ONE, escape_formulas=True, out=out)
    receipts_beside(out).unlink()
    file = out / "table.csv"
    file.write_bytes(file.read_bytes().replace(b"'=SUM", b"=SUM", 1))
    data = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    data["files"]["table.csv"] = fingerprint(file)
    (out / "certificate.json").write_text(json.dumps(data), encoding="utf-8")
    failed = [check for check in covey.verify(out, against=given).checks if check.held is False]
    assert [check.found for check in failed] == ["1 text without a quote in front"]
    data["escape_formulas"] = False
    (out / "certificate.json").write_text(json.dumps(data), encoding="utf-8")
    assert not covey.verify(out, against=given).holds, "the quotes were not in the table"
    data["escape_formulas"] = "yes"
    (out / "certificate.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        covey.verify(out)


@pytest.mark.parametrize("escape", [False, True])
def test_other_formats_say_what_is_text(tmp_path: Path, escape: bool) -> None:
    given = table(tmp_path, "parquet")
    out = tmp_path / "out"
    release = covey.anonymize(given, k=6, quasi=ONE, escape_formulas=escape, out=out)
    said = release.plan.notes if escape else release.plan.warnings
    formulas = [each for each in said if "formula" in each]
    assert len(formulas) == 1
    assert "codebook.csv" in formulas[0]
    assert any(map(runs, cells(out / "codebook.csv"))) is not escape
    assert set(pd.read_parquet(out / "table.parquet")["note"].dropna()) == set(NOTES) - {None}
    assert covey.verify(out, against=given).holds


def test_names_of_columns_are_not_changed(tmp_path: Path) -> None:
    given = tmp_path / "t.csv"
    given.write_text("town,=x\n" + "Ulm,1\n" * 5)
    release = covey.anonymize(given, k=5, quasi=ONE, out=tmp_path / "out")
    assert any("the name of column '=x' begins" in warning for warning in release.plan.warnings)
    assert any("rename the column in the table" in warning for warning in release.plan.warnings)
    with pytest.raises(covey.InvalidInput, match="changes no names") as refused:
        covey.anonymize(given, k=5, quasi=ONE, escape_formulas=True, out=tmp_path / "no")
    assert "Rename the column" in refused.value.hint
    covey.anonymize(given, k=5, quasi=ONE, escape_formulas=True, drop=["=x"], out=tmp_path / "yes")


@pytest.mark.parametrize("names", [("=x",), ("=x", "town")])
def test_names_in_the_codebook_are_warned_of_in_every_format(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    given = tmp_path / "t.csv"
    given.write_text("town,=x,=y\n" + "Ulm,a,1\n" * 5)
    out, quasi = tmp_path / "out", {name: covey.Labels() for name in names}
    release = covey.anonymize(given, k=5, quasi=quasi, format="parquet", out=out)
    assert "=x" in cells(out / "codebook.csv")
    named = [each for each in release.plan.warnings if "the name of column" in each]
    assert [each.startswith("the name of column '=x' begins") for each in named] == [True]
    assert covey.verify(out, against=given).holds


def test_frames_have_nothing_to_escape() -> None:
    frame = pd.DataFrame({"town": ["Ulm"] * 5, "note": ["=1"] * 5})
    assert not covey.anonymize(frame, k=5, quasi=ONE).plan.warnings
    with pytest.raises(covey.InvalidInput, match="in CSV only"):
        covey.anonymize(frame, k=5, quasi=ONE, escape_formulas=True)


def test_the_option_and_the_job(covey: Covey, tmp_path: Path) -> None:
    given = table(tmp_path)
    ran = covey(
        "anonymize", given, "-k", 6, "--label", "town", "--escape-formulas",
        "--save-job", tmp_path / "job.toml", "-o", tmp_path / "out",
    )  # fmt: skip
    assert ran.code == 0
    assert "a single quote is put in front of them" in ran.out
    assert read_job(tmp_path / "job.toml").escape_formulas is True
    again = Job("people.csv", 6, ONE)
    write_job(again, tmp_path / "plain.toml")
    assert "escape_formulas" not in (tmp_path / "plain.toml").read_text(encoding="utf-8")
    assert covey("verify", tmp_path / "out", "--against", given).code == 0
    ran = covey("apply", tmp_path / "out", given, "-o", tmp_path / "new", "--escape-formulas")
    assert ran.code == 0
