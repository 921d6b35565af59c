"""covey explain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey


@pytest.fixture
def out(tmp_path: Path, covey: Covey) -> Path:
    table = tmp_path / "people.csv"
    table.write_text("age,sex\n" + "".join(f"{20 + at % 30},{'fm'[at % 2]}\n" for at in range(90)))
    ran = covey(
        "anonymize", table, "-k", 5, "--ordered", "age", "--label", "sex", "-o", tmp_path / "out"
    )
    assert ran.code == 0, ran.err
    return tmp_path / "out"


def test_one_value_and_all_of_them(covey: Covey, out: Path) -> None:
    one = covey("explain", out, "age=24")
    assert one.code == 0, one.err
    assert "age = 24 is published as" in one.out
    both = covey("explain", out, "age=24", "sex=f")
    assert both.code == 0, both.err
    assert "records look alike there: every class has k = 5 or more" in both.out


def test_as_json(covey: Covey, out: Path) -> None:
    found = json.loads(covey("explain", out, "age=24", "sex=f", "--json").out)
    assert found["complete"]
    assert len(found["classes"]) == 1


@pytest.mark.parametrize("given", ["24", "=24"])
def test_what_is_no_value_is_refused(covey: Covey, out: Path, given: str) -> None:
    ran = covey("explain", out, given)
    assert ran.code == 2
    assert "COL=VALUE" in ran.err
