"""covey risk."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Covey


def test_risk_prints_who_is_unique_by_what(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("id,age,sex\na,31,f\na,31,f\nb,45,m\nc,45,m\n")
    told = covey("risk", table, "--quasi", "age,sex", "--person", "id")
    assert told.code == 0
    assert "unique       1 of 3 people" in told.out
    as_json = covey("risk", table, "--quasi", "age,sex", "--json")
    assert json.loads(as_json.out)["found"]["unique"] == 0


def test_an_unknown_column_is_refused(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("age,sex\n31,f\n31,f\n")
    told = covey("risk", table, "--quasi", "agee")
    assert told.code == 2
    assert "age" in told.err
