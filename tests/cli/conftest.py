from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import shapely

from tests.cli.tables import SMALL


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text(SMALL)
    return file


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """A grid of 6 by 4 squares in two states, and an island."""
    rng = np.random.default_rng(1)
    features = []
    for number in range(25):
        x, y = (number % 6, number // 6) if number < 24 else (9, 0)
        fields = {
            "zip": f"{number:05d}",
            "cases": int(rng.integers(0, 9)),
            "people": int(rng.integers(50, 900)),
            "state": "west" if x < 3 else "east",
        }
        shape = shapely.box(x, y, x + 1, y + 1)
        features.append(
            {"type": "Feature", "properties": fields, "geometry": shapely.geometry.mapping(shape)}
        )
    path = tmp_path / "towns.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


@pytest.fixture
def people(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    file = tmp_path / "people.csv"
    ages, lat = rng.integers(0, 90, 600), rng.normal(-18, 2, 600)
    lon = (rng.normal(180, 3, 600) + 180) % 360 - 180
    rows = [f"p{i},{ages[i]},{lat[i]:.4f},{lon[i]:.4f}" for i in range(600)]
    file.write_text("name,age,lat,lon\n" + "\n".join(rows) + "\n")
    return file
