from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import shapely

from covey.research.data import counties
from covey.research.experiments.patients import COLUMNS, patients, write_patients

COUNT = 20_000


@pytest.fixture(scope="module")
def table() -> dict[str, list[str]]:
    return patients(COUNT)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("one", 7), ("same", 7), ("other", 8)):
        write_patients(tmp_path / name, 500, seed)
    one, same, other = ((tmp_path / name).read_bytes() for name in ("one", "same", "other"))
    assert one == same != other


def test_the_command_writes_what_the_function_does(tmp_path: Path) -> None:
    target = tmp_path / "new" / "patients.csv"
    command = [
        sys.executable,
        "-m",
        "covey.research.experiments.patients",
        "-n",
        "50",
        "-o",
        str(target),
    ]
    subprocess.run(command, check=True, capture_output=True)
    write_patients(tmp_path / "same.csv", 50)
    assert target.read_bytes() == (tmp_path / "same.csv").read_bytes()
    header, *rows = target.read_text(encoding="utf-8").splitlines()
    assert header == ",".join(COLUMNS)
    assert len(rows) == 50
    assert {row.count(",") for row in rows} == {len(COLUMNS) - 1}


def test_every_field_looks_like_what_it_is(table: dict[str, list[str]]) -> None:
    forms = {
        "patient_id": r"P\d{7}",
        "name": r"[A-Z][a-z]+ [A-Z][a-z]+",
        "sex": r"[FM]",
        "age": r"\d{1,3}",
        "county": r"\d{5}",
        "latitude": r"\d\d\.\d{4}",
        "longitude": r"-\d\d\.\d{4}",
        "diagnosis": r"[A-Z]\d\d",
        "visit_date": r"2025-\d\d-\d\d",
    }
    assert tuple(table) == tuple(forms) == COLUMNS
    for column, form in forms.items():
        assert len(table[column]) == COUNT
        assert all(re.fullmatch(form, text) for text in set(table[column])), column
    assert len(set(table["patient_id"])) == COUNT
    assert max(map(int, table["age"])) <= 100


def test_every_patient_is_in_a_county_of_the_map(table: dict[str, list[str]]) -> None:
    features = counties()
    assert set(table["county"]) <= set(features)
    assert "09001" in table["county"]
    shapes = {
        code: shapely.from_geojson(json.dumps(county["geometry"]))
        for code, county in features.items()
    }
    x, y = (np.array(table[name], dtype=float) for name in ("longitude", "latitude"))
    assert shapely.contains_xy([shapes[code] for code in table["county"]], x, y).all()


def test_a_few_counties_have_too_few_to_stand_alone() -> None:
    sizes = Counter(patients(200_000)["county"])
    assert len(sizes) == len(counties())
    assert 3 <= sum(size < 20 for size in sizes.values()) <= 10
    assert max(sizes.values()) > 5000


def test_diagnoses_have_a_long_tail(table: dict[str, list[str]]) -> None:
    sizes = Counter(table["diagnosis"])
    assert sizes.most_common(1)[0][0] == "I10"
    assert sizes["I10"] > COUNT / 10
    assert sum(size < 10 for size in sizes.values()) > 500
