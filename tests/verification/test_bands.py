from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from covey.verification.bands import BETWEEN, Rule
from tests.release.tables import write
from tests.verification.forged import failed


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", {"age": [*range(20, 60)] * 2})
    covey.anonymize(table, k=10, quasi={"age": covey.Ordered(bands=5)}, out=tmp_path / "out")
    return tmp_path / "out"


def rewritten(out: Path, bands: object) -> None:
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    data["quasi"]["age"]["bands"] = bands
    file.write_text(json.dumps(data))


def test_ranges_along_bands_hold(out: Path, tmp_path: Path) -> None:
    found = covey.verify(out, against=tmp_path / "people.csv")
    assert found.holds
    assert BETWEEN in str(found)


@pytest.mark.parametrize("bands", ["10", "0,20,40", ">=30", "digits:1"])
def test_ranges_that_are_not_along_the_bands_are_found(out: Path, bands: str) -> None:
    rewritten(out, bands)
    assert BETWEEN in failed(covey.verify(out))


@pytest.mark.parametrize("bands", ["month", "x", "", 5, [5], "5 5", "2.5", "1,2020-01-01"])
def test_bands_that_are_none_are_refused(out: Path, bands: object) -> None:
    rewritten(out, bands)
    with pytest.raises(covey.InvalidInput, match=r"certificate\.json"):
        covey.verify(out)


@pytest.mark.parametrize(
    ("bands", "kind", "allowed", "others"),
    [
        ("5", "integer", ["-5", "0", "25"], ["1", "-3"]),
        ("0.25", "decimal", ["0.5", "0.75", "-1"], ["0.3"]),
        ("0,18", "integer", ["0", "18"], ["5"]),
        ("5 >=18 <=90", "integer", ["18", "20", "91"], ["15", "19", "95"]),
        ("<=90", "integer", ["3", "91"], ["92"]),
        ("<90", "number", ["3.5", "90"], ["91"]),
        (">17", "integer", ["18", "19"], ["17"]),
        ("digits:2", "integer", ["41000", "7", "0"], ["41200"]),
        ("month", "date", ["2024-05-01"], ["2024-05-02"]),
        ("quarter", "date", ["2024-04-01"], ["2024-05-01"]),
        ("year <=2023-12-31", "date", ["2023-01-01", "2024-01-01"], ["2025-01-01"]),
        (">2024-02-29", "date", ["2024-03-01"], ["2024-02-29"]),
        ("decade", "timestamp", ["1990-01-01"], ["1991-01-01", "1990-01-01 10:00:00"]),
        ("day", "timestamp", ["1990-01-02"], ["1990-01-02 10:00:00"]),
    ],
)
def test_which_borders_are_allowed(
    bands: str, kind: str, allowed: list[str], others: list[str]
) -> None:
    rule = Rule.of(bands, kind)
    assert [border for border in allowed + others if rule.allows(border)] == allowed
