"""covey presets."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import Covey


def test_presets_are_listed_with_their_sources(covey: Covey) -> None:
    assert "source: 45 CFR 164.514(b)(2)" in covey("presets").out
    found = json.loads(covey("presets", "--json").out)
    assert [each["k"] for each in found if each["name"] == "cms"] == [11]


def test_a_preset_names_k_on_the_command_line(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("age\n" + "\n".join(str(20 + at % 7) for at in range(60)) + "\n")
    ran = covey("anonymize", table, "--preset", "cms", "--ordered", "age", "--plan")
    assert ran.code == 0, ran.err
    assert "k = 11" in ran.out
    missing = covey("anonymize", table, "--ordered", "age", "--plan")
    assert missing.code == 2
