from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Covey
from tests.cross_tables.conftest import people

__all__ = ["people"]


def test_the_command(covey: Covey, people: Path, tmp_path: Path) -> None:
    ran = covey("tabulate", people, "--by", "county,illness", "-k", 5, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert "1 cell of 1 to 4 records" in ran.out
    assert any(line.startswith("C2") and " x" in line for line in ran.out.splitlines())
    assert covey("verify", tmp_path / "out", "--against", people).code == 0
    again = covey("tabulate", people, "--by", "county", "-k", 5, "-o", tmp_path / "out")
    assert again.code == 2
    assert "exists already" in again.err
    data = json.loads(covey("tabulate", people, "--by", "county", "-k", 5, "--json").out)
    assert data["hidden"] == 0
    assert data["cells"][-1] == {"categories": ["(total)"], "count": 150}
