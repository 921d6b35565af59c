"""Shapes are drawn again, with their names and sizes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import covey
from covey.verification.original import REPORT
from covey.verification.shapes import ALIKE
from tests.release.tables import K, people, roles, write
from tests.verification.test_verify import Released, failed

FILE = "classes.geojson"


@pytest.mark.parametrize(
    ("kind", "pattern", "other"),
    [
        ("points", r'"size": \d+', '"size": 1000'),
        ("points", r'"name": "', '"name": "about '),
        ("points", r'"coordinates": \[\[\[[\d.]+', '"coordinates": [[[0.5'),
        ("regions", r'"size": \d+', '"size": 1000'),
        ("regions", r'"areas": \d+', '"areas": 1000'),
        ("regions", r'"coordinates": \[\[\[[\d.]+', '"coordinates": [[[0.5'),
        ("regions", r"^", " "),
    ],
)
def test_altered_shapes_are_found(tmp_path: Path, kind: str, pattern: str, other: str) -> None:
    released = Released(tmp_path, kind)
    released.edit(FILE, lambda text: re.sub(pattern, other, text, count=1))
    assert failed(covey.verify(released.out, map=released.map)) == [ALIKE]
    found = released.verify()
    assert failed(found) == [ALIKE]
    assert [check.held for check in found.checks if check.claim == REPORT] == [None]


def test_another_version_in_the_certificate_excuses_no_shapes(tmp_path: Path) -> None:
    """Also if audit.json says the same, so that nothing else shows the change."""
    released = Released(tmp_path, "regions")
    versions = json.loads((released.out / "certificate.json").read_text())["versions"]
    other = {"versions": versions | {"shapely": "0.1"}}
    released.edit(FILE, lambda text: re.sub(r'"size": \d+', '"size": 1000', text, count=1))
    released.edit("audit.json", lambda text: json.dumps(json.loads(text) | other))
    released.claim(**other)
    found = covey.verify(released.out, map=released.map)
    assert failed(found) == [ALIKE]
    assert "shapely 0.1 drew them: verify them with that version" in found.summary()


def test_shapes_that_are_gone(tmp_path: Path) -> None:
    released = Released(tmp_path, "points")
    files = json.loads((released.out / "certificate.json").read_text())["files"]
    (released.out / FILE).unlink()
    released.claim(files={name: seen for name, seen in files.items() if name != FILE})
    assert ALIKE in failed(released.verify())


def test_without_the_map_they_are_left_open(tmp_path: Path) -> None:
    released = Released(tmp_path, "regions")
    found = covey.verify(released.out, released.table)
    assert found.holds
    assert {c.claim for c in found.checks if c.held is None} >= {ALIKE, REPORT}


def test_every_column_has_a_file_of_its_own(tmp_path: Path) -> None:
    both = [roles(tmp_path)[kind] for kind in ("points", "regions")]
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    release = covey.anonymize(table, k=K, quasi=dict(both), recoding="global", out=out)
    assert {"classes-place.geojson", "classes-zip.geojson"} <= set(release.files)
    found = covey.verify(out, table, tmp_path / "zips.geojson")
    assert found.holds
    assert [check.held for check in found.checks if check.claim == ALIKE] == [True]


def test_columns_that_are_written_alike_have_files_of_their_own(tmp_path: Path) -> None:
    _, role = roles(tmp_path)["regions"]
    codes, out = people()["zip"], tmp_path / "out"
    table = write(tmp_path / "people.csv", {"home zip": codes, "home_zip": codes[::-1]})
    quasi = {"home zip": role, "home_zip": role}
    release = covey.anonymize(table, k=K, quasi=quasi, recoding="global", out=out)
    assert sum(file.endswith(".geojson") for file in release.files) == 2
    found = covey.verify(out, table, tmp_path / "zips.geojson")
    assert [check.held for check in found.checks if check.claim == ALIKE] == [True]


@pytest.mark.parametrize("kind", ["points", "regions"])
def test_those_of_new_records_have_their_sizes(tmp_path: Path, kind: str) -> None:
    released = Released(tmp_path, kind)
    new = tmp_path / "new"
    covey.apply(released.out, released.table, out=new)
    found = covey.verify(new, released.table, released.map)
    assert [check.held for check in found.checks if check.claim == ALIKE] == [True]
