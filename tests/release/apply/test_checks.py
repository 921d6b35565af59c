"""What new records must meet besides k."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from tests.release.tables import patients, write


def test_new_records_must_meet_the_requirements_too(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    out = tmp_path / "out"
    asked = [covey.DistinctDiversity("illness", 2)]
    covey.anonymize(
        table, k=5, quasi={"age": covey.Ordered()}, drop=["name"], requirements=asked, out=out
    )
    applied = covey.apply(out, table, out=tmp_path / "again")
    assert applied.requirements == ("at least 2 different values of 'illness'",)
    assert applied.to_dict()["quasi"][0]["columns"] == ("age",)
    claims = [check.claim for check in covey.verify(tmp_path / "again", table).checks]
    assert any("illness" in claim for claim in claims)
    alike = write(tmp_path / "alike.csv", patients() | {"illness": ["flu"] * 400})
    with pytest.raises(covey.Infeasible, match="as the release asks"):
        covey.apply(out, alike, out=tmp_path / "alike", drop=["name"])
    assert not (tmp_path / "alike").exists()
