"""What the record of a release says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import covey
from covey.release.audit import AUDIT_FILE, Audit, fits
from tests.release.tables import K, patients, together, write


def test_every_column_option_and_warning_is_recorded(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    made = covey.anonymize(
        table,
        quasi=together(tmp_path),
        preset="k5",
        drop=["name"],
        seed=7,
        sensitive={"illness": {"l": 2}},
        context={"recipient": "a university"},
        out=tmp_path / "out",
    )
    found = Audit.from_json((tmp_path / "out" / AUDIT_FILE).read_bytes())
    assert [each.column for each in found.columns] == list(patients())
    assert {each.column: each.role for each in found.columns} == {
        "name": "left out",
        "town": "quasi-identifier",
        "zip": "quasi-identifier",
        "age": "quasi-identifier",
        "lat": "quasi-identifier",
        "lon": "quasi-identifier",
        "cost": "other",
        "illness": "sensitive attribute",
    }
    options = {each.option: each for each in found.options}
    assert (options["seed"].value, options["seed"].origin, options["seed"].why) == (
        "7",
        "asked",
        "",
    )
    assert (options["k"].value, options["k"].why) == ("5", "the preset k5 asks for it")
    assert options["shuffle"].value == "yes"
    assert options["missing"].origin == "default"
    assert options["missing"].why
    assert found.warnings == made.plan.warnings
    assert found.context == {"recipient": "a university"}
    assert [each.what for each in found.sources] == ["map of zip"]
    assert found.outcome.smallest == made.plan.smallest
    assert fits(found, made.certificate)
    assert not fits(replace(found, context={}), made.certificate)
    assert not fits(found, replace(made.certificate, seed=8))


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    seen = set()
    for name in ("one", "two"):
        covey.anonymize(table, k=K, quasi={"age": covey.Code()}, out=tmp_path / name)
        seen.add((tmp_path / name / AUDIT_FILE).read_bytes())
    assert len(seen) == 1
    # The tree of a code is no file that was read.
    assert not Audit.from_json(seen.pop()).sources
