"""Points of which some are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Covey


@pytest.mark.parametrize(("rows", "column"), [("1,1\n95,2", "lat"), ("1,1\n5,200\n5,-200", "lon")])
@pytest.mark.parametrize("choice", ["own", "suppress"])
def test_a_point_off_the_globe_is_named_by_its_row_of_the_table(
    covey: Covey, tmp_path: Path, rows: str, column: str, choice: str
) -> None:
    """Rows without a point are not solved for, and count as rows."""
    table = tmp_path / "t.csv"
    table.write_text(f"lat,lon\n,\n,\n,\n{rows}\n")
    how = ["--lat", "lat", "--lon", "lon", "-k", 2, "--missing", choice]
    ran = covey("solve", "rectangles", table, *how)
    assert ran.code == 2
    assert f"in {column!r} do not, the first in row 5 below the header" in ran.err
