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


def test_a_preset_says_k(covey: Covey, people: Path, tmp_path: Path) -> None:
    ran = covey("tabulate", people, "--by", "county", "--preset", "cms", "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert "k = 11" in ran.out
    assert json.loads((tmp_path / "out/certificate.json").read_text())["preset"] == "cms"
    assert covey("verify", tmp_path / "out", "--against", people).code == 0
    assert "Medicare" in ran.err
    changed = tmp_path / "out/certificate.json"
    for name in ("k20", "nonsense", 5):
        changed.write_text(json.dumps(json.loads(changed.read_text()) | {"preset": name}))
        assert covey("verify", tmp_path / "out").code == 2
    less = covey(
        "tabulate", people, "--by", "county", "--preset", "cms", "-k", 5, "-o", tmp_path / "less"
    )
    assert less.code == 0, less.err
    assert json.loads((tmp_path / "less/certificate.json").read_text())["preset"] is None
    other = covey("tabulate", people, "--by", "county", "--preset", "cms", "-k", 5)
    assert "k = 5" in other.out
    assert "k = 5 was given instead" in other.err
    refused = covey("tabulate", people, "--by", "county", "--preset", "hipaa-safe-harbor")
    assert refused.code == 2
    assert "names no k" in refused.err
    assert "--preset k10" in covey("tabulate", people, "--by", "county").err


def test_counts_and_releases_do_not_replace_each_other(
    covey: Covey, people: Path, tmp_path: Path
) -> None:
    counts, release = tmp_path / "counts", tmp_path / "release"
    tabulate = ("tabulate", people, "--by", "county", "-k", 5, "--overwrite")
    anonymize = ("anonymize", people, "--label", "county", "-k", 5, "--overwrite")
    assert covey(*tabulate, "-o", counts).code == 0
    assert covey(*anonymize, "-o", release).code == 0
    for command, other in ((tabulate, release), (anonymize, counts)):
        before = sorted(file.name for file in other.iterdir())
        refused = covey(*command, "-o", other)
        assert refused.code == 2, refused.out
        assert sorted(file.name for file in other.iterdir()) == before
    assert covey(*tabulate, "-o", counts).code == 0
