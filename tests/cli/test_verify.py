"""covey verify on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Covey


def test_a_changed_release_has_exit_code_2(covey: Covey, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    covey("anonymize", table, "-k", 10, "--label", "zip", "-o", out)
    released = out / "table.csv"
    released.write_text(released.read_text().replace("secret7,", "secret8,"))
    ran = covey("verify", out)
    assert ran.code == 3
    assert "FAILED" in ran.out
    assert "table.csv was changed" in ran.out
