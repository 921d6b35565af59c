"""The report is written again: an honest one is the same to the last byte, any other is found."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import pytest

import covey
from covey.verification import Verification
from covey.verification.audit import AUDITED, FOLLOWS
from covey.verification.original import BOUND, INSIDE, REPORT
from tests.effort import spread
from tests.release.tables import K, patients, people, together, write, zips
from tests.verification.test_verify import Released, failed

Columns = dict[str, list[Any]]


def check(found: Verification, claim: str = REPORT) -> tuple[bool | None, str]:
    ((held, words),) = [(each.held, each.found) for each in found.checks if each.claim == claim]
    return held, words


def holds(
    tmp_path: Path,
    columns: Columns,
    quasi: dict[str, Any],
    *,
    against: dict[str, Any] | None = None,
    name: str = "people.csv",
    **how: Any,
) -> Verification:
    """Publish and verify; the report is the same."""
    table, out = write(tmp_path / name, columns), tmp_path / "out"
    how = {"k": K, **how}
    covey.anonymize(table, quasi=quasi, out=out, **how)
    found = covey.verify(out, table, **(against or {}))
    assert check(found) == (True, "")
    assert failed(found) == []
    return found


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"missing": "suppress"},
        {"recoding": "global"},
        {"suppress": 0.05},
        {"suppress": 0.05, "tight": True, "missing": "suppress"},
        {"weights": {"age": 0, "zip": 2}, "objective": "quadratic"},
        {"sensitive": {"illness": {"l": 2, "t": 0.6}, "cost": {"t-ordered": 0.6}}},
    ],
)
def test_several_quasi_identifiers(tmp_path: Path, how: dict[str, Any]) -> None:
    quasi = together(tmp_path)
    against = {"map": tmp_path / "zips.geojson"}
    holds(tmp_path, patients(), quasi, against=against, drop=["name"], **how)


def test_requirements_of_several_columns_in_any_order(tmp_path: Path) -> None:
    asked = [
        covey.DistinctDiversity("illness", 2),
        covey.DistinctDiversity("cost", 2),
        covey.Closeness("illness", 0.6),
    ]
    holds(tmp_path, patients(), {"age": covey.Ordered()}, requirements=asked)
    with pytest.raises(covey.InvalidInput, match="of 'illness' one is asked twice"):
        holds(tmp_path, patients(), {"age": covey.Ordered()}, requirements=[*asked, asked[0]])


@pytest.mark.parametrize("suppress", [0.0, 0.05])
def test_a_population(tmp_path: Path, suppress: float) -> None:
    population = str(write(tmp_path / "population.csv", people(3000, seed=5)))
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    how: dict[str, Any] = {"k_map": 30, "population": population, "suppress": suppress}
    holds(tmp_path, people(), quasi, against={"population": population}, **how)
    without = covey.verify(tmp_path / "out", tmp_path / "people.csv")
    assert check(without) == (None, "give the population with population=")


def places(kind: str, rows: int = 300) -> Columns:
    rng = np.random.default_rng(7)
    lon, lat = rng.uniform(-180, 180, rows), rng.uniform(-60, 60, rows)
    if kind == "across":
        lon = np.where(lon < 0, rng.uniform(170, 180, rows), rng.uniform(-180, -165, rows))
    elif kind == "poles":
        lat = np.where(lat < -30, 90.0, np.where(lat > 45, -90.0, lat))
    elif kind == "western":
        lon = rng.uniform(-180, -150, rows)
    elif kind == "to-360":
        lon = lon + 180
    kinds = [row % 3 for row in range(rows)]
    return {"lat": lat.round(4).tolist(), "lon": lon.round(4).tolist(), "kind": kinds}


@pytest.mark.parametrize(
    ("kind", "alone", "how"),
    spread(
        product(
            ("across", "around", "poles", "western", "to-360"),
            (True, False),
            ({}, {"tight": True}, {"recoding": "global"}),
        ),
        quick=13,
    ),
)
def test_places_on_the_globe(tmp_path: Path, kind: str, alone: bool, how: dict[str, Any]) -> None:
    quasi: dict[str, Any] = {"place": covey.Points(lat="lat", lon="lon")}
    if not alone:
        quasi["kind"] = covey.Labels()
    holds(tmp_path, places(kind), quasi, k=8, **how)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("kind", ["plane", "stated", "dates"])
def test_kinds_of_order(tmp_path: Path, kind: str, alone: bool) -> None:
    rng = np.random.default_rng(3)
    columns: Columns = {
        "level": [("low", "mid", "high")[number] for number in rng.integers(0, 3, 300)],
        "day": [f"20{row % 25:02}-{1 + row % 12:02}-{1 + row % 28:02}" for row in range(300)],
        "x": rng.normal(0, 1e6, 300).round(3).tolist(),
        "y": rng.normal(0, 1e-3, 300).round(6).tolist(),
    }
    order = covey.Ordered(order=["low", "mid", "high", "top"])
    chosen: dict[str, dict[str, Any]] = {
        "plane": {"place": covey.Points(x="x", y="y")},
        "stated": {"level": order},
        "dates": {"day": covey.Ordered()},
    }
    holds(tmp_path, columns, chosen[kind] if alone else {**chosen[kind], "level": order})


@pytest.mark.parametrize("format_", ["parquet", "xlsx", "duckdb", "sqlite"])
def test_other_formats(tmp_path: Path, format_: str) -> None:
    quasi = {"age": covey.Ordered(), "zip": covey.Labels()}
    holds(tmp_path, patients(), quasi, format=format_, sensitive=["illness"], drop=["town"])


def test_another_encoding(tmp_path: Path) -> None:
    table = write(tmp_path / "utf-8.csv", people() | {"town": ["Köln"] * 400})
    latin = tmp_path / "latin.csv"
    latin.write_bytes(table.read_text(encoding="utf-8").encode("latin-1"))
    out, age = tmp_path / "out", {"age": covey.Ordered()}
    covey.anonymize(latin, k=K, quasi=age, encoding="latin-1", out=out)
    assert check(covey.verify(out, latin, encoding="latin-1")) == (True, "")


def test_a_map_without_a_coordinate_system_is_told_by_its_name(tmp_path: Path) -> None:
    """Not by the folder it lies in, which is nobody's business."""
    folder = tmp_path / "private"
    folder.mkdir()
    flat = folder / "flat.shp"
    geopandas.read_file(zips(folder / "zips.geojson")).to_file(flat)
    flat.with_suffix(".prj").unlink()
    quasi = {"zip": covey.Regions(str(flat), key="code")}
    holds(tmp_path, people(), quasi, against={"map": flat})
    page = (tmp_path / "out" / "report.html").read_text()
    assert "flat.shp names no coordinate system" in page
    assert str(folder) not in page


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Released:
    return Released(tmp_path_factory.mktemp("released"), "ordered", sensitive=["cost"])


@pytest.fixture
def released(template: Released, tmp_path: Path) -> Released:
    found = object.__new__(Released)
    found.table, found.map = template.table, template.map
    found.out = Path(shutil.copytree(template.out, tmp_path / "out"))
    return found


ALTERATIONS: dict[str, Callable[[str], str]] = {
    "a figure": lambda page: re.sub(
        r'(certainty penalty[^<]*</th><td class="number">)[\d.]+', r"\g<1>0.1", page
    ),
    "an entropy": lambda page: re.sub(
        r'(non-uniform entropy</th><td class="number">)[\d.]+', r"\g<1>0.1", page
    ),
    "a risk": lambda page: re.sub(
        r'(marketer risk</th><td class="number">)[\d.]+', r"\g<1>0.1", page
    ),
    "k": lambda page: page.replace("k asked</dt><dd>12", "k asked</dt><dd>120"),
    "a sentence": lambda page: page.replace("nobody can be singled out", "nobody can be found"),
    "a script": lambda page: page.replace('"use strict";', "'use strict';"),
    "another script": lambda page: page.replace("</main>", "</main><script>1</script>"),
    "the policy": lambda page: page.replace("default-src ", "default-src * ", 1),
    "the style": lambda page: page.replace("<style>", "<style>main{display:none}"),
    "the data": lambda page: page.replace('{"names":[', '{"names":["', 1),
    "a class": lambda page: page.replace("&lt; ", "&lt;= ", 1),
    "a warning": lambda page: re.sub(r"<li>[^<]*others may know[^<]*</li>\n", "", page),
    "a note": lambda page: re.sub(r"<dt>Note</dt><dd>[^<]*</dd>\n", "", page, count=1),
    "another note": lambda page: page.replace(
        "<dt>Versions", "<dt>Note</dt><dd>all is well</dd>\n<dt>Versions"
    ),
    "the fingerprint": lambda page: page.replace("sha256:", "sha256:0", 1),
    "the end": lambda page: page + "\n",
    "the line ends": lambda page: page.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_altered_report_is_found(released: Released, what: str) -> None:
    released.edit("report.html", ALTERATIONS[what])
    assert released.verify(against=False).holds, "the fingerprint was renewed"
    assert failed(released.verify()) == [REPORT]


def test_a_report_that_is_no_text(released: Released) -> None:
    released.edit("report.html", lambda page: page + "\n")
    path = released.out / "report.html"
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    assert check(released.verify()) == (False, "it is not UTF-8")


def test_a_report_that_is_gone(released: Released) -> None:
    (released.out / "report.html").unlink()
    data = json.loads((released.out / "certificate.json").read_text())
    files = {name: seen for name, seen in data["files"].items() if name != "report.html"}
    released.claim(files=files)
    assert failed(released.verify()) == [REPORT]


@pytest.mark.parametrize("changes", [{"k": 11}, {"seed": 5}, {"method": "magic"}])
def test_a_certificate_that_the_report_does_not_follow(
    released: Released, changes: dict[str, Any]
) -> None:
    released.claim(**changes)
    assert REPORT in failed(released.verify())


def test_a_column_that_was_never_there_was_not_dropped(released: Released) -> None:
    released.claim(dropped=["name", "ssn"])
    assert failed(released.verify()) == [INSIDE]


def test_a_proof_is_told_as_it_is(released: Released) -> None:
    data = json.loads((released.out / "certificate.json").read_text())
    words = data["proof"]["words"]
    released.claim(proof=data["proof"] | {"words": "God told me"})
    released.edit("report.html", lambda page: page.replace(words, "God told me"))
    assert failed(released.verify()) == [BOUND, REPORT]


@pytest.mark.parametrize(
    ("change", "claims"),
    [
        (('"origin": "default"', '"origin": "asked"'), [AUDITED, FOLLOWS]),
        (('"value": "own"', '"value": "suppress"'), [AUDITED, FOLLOWS]),
        (('"outcome": "held"', '"outcome": "not tried"'), [FOLLOWS]),
        (('"covey audit 2"', '"covey audit 3"'), [AUDITED]),
        (('"warnings": [', '"warnings": ["all is well",'), [FOLLOWS]),
        (("\n}", "\n} "), [FOLLOWS]),
    ],
)
def test_a_record_that_was_changed_is_found(
    released: Released, change: tuple[str, str], claims: list[str]
) -> None:
    released.edit("audit.json", lambda text: text.replace(*change, 1))
    assert failed(released.verify()) == claims


def test_another_version_in_the_certificate_excuses_no_report(released: Released) -> None:
    versions = json.loads((released.out / "certificate.json").read_text())["versions"]
    released.claim(versions=versions | {"covey": "9.9"})
    held, words = check(released.verify())
    assert held is False
    assert "covey 9.9 wrote it: verify it with that version" in words


@pytest.fixture(scope="module")
def withheld(tmp_path_factory: pytest.TempPathFactory) -> Released:
    folder = tmp_path_factory.mktemp("withheld")
    found = object.__new__(Released)
    found.table, found.map, found.out = write(folder / "people.csv", people()), None, folder / "out"
    quasi: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    how: dict[str, Any] = {"suppress": 0.05, "suppress_for": "largest"}
    covey.anonymize(found.table, k=K, quasi=quasi, out=found.out, **how)
    return found


def test_of_withheld_records_it_is_not_known_which_they_are(
    withheld: Released, tmp_path: Path
) -> None:
    """The figures that depend on that may be any, but their words may not."""
    whole = withheld.out
    open_ = {"a figure", "an entropy", "a risk", "a note"}
    for what, change in ALTERATIONS.items():
        withheld.out = Path(shutil.copytree(whole, tmp_path / what))
        withheld.edit("report.html", change)
        assert (failed(withheld.verify()) == []) is (what in open_), what
    withheld.out = Path(shutil.copytree(whole, tmp_path / "words"))
    withheld.edit("report.html", lambda page: page.replace("non-uniform entropy", "no entropy"))
    assert failed(withheld.verify()) == [REPORT]
    withheld.out = whole
