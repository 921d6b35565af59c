"""Points on the globe, published as rectangles."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from tests.release.tables import write


def inside(text: str, value: float) -> bool:
    low, high = map(float, text.strip("[])").split(", "))
    if low < high:
        return low <= value < high or (text.endswith("]") and value == high)
    return low <= value or value < high


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("decimals", [1, 7])
def test_longitudes_around_the_globe_lie_in_what_is_published(
    tmp_path: Path, several: bool, decimals: int
) -> None:
    """To count them on beyond 180 and back rounds: borders are often such longitudes."""
    rng = np.random.default_rng(decimals)
    columns: dict[str, list[Any]] = {
        "lat": rng.uniform(-60, 60, 500).round(1).tolist(),
        "lon": rng.uniform(-180, 180, 500).round(decimals).tolist(),
        "sex": rng.choice(["f", "m"], 500).tolist(),
    }
    table = write(tmp_path / "places.csv", columns)
    quasi: dict[str, Any] = {"place": covey.Points(lat="lat", lon="lon")}
    if several:
        quasi["sex"] = covey.Labels()
    release = covey.anonymize(table, k=2, quasi=quasi, out=tmp_path / "out", shuffle=False)
    with release.table.open(newline="", encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    for column in ("lat", "lon"):
        pairs = zip(published, columns[column], strict=True)
        assert all(inside(row[column], value) for row, value in pairs)
    assert covey.verify(release, table).holds
    assert not any("99999" in row["lon"] for row in published)
