from __future__ import annotations

import csv
from pathlib import Path

import pytest

from covey.research.experiments.figure import write_figure
from covey.research.experiments.names import CURVES, Sweep, sweep_all


@pytest.fixture(scope="module")
def sweeps() -> list[Sweep]:
    return sweep_all(every=2000)


def test_every_point_of_every_curve_is_in_the_table(sweeps: list[Sweep], tmp_path: Path) -> None:
    files = write_figure(sweeps, tmp_path / "figure")
    assert sorted(file.name for file in files) == [
        "names.csv",
        "names.png",
        "names.svg",
        "names.txt",
    ]
    with (tmp_path / "figure" / "names.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == sum(len(each.ks) for each in sweeps)
    assert set(rows[0]) == {"table", "k", "lower_bound", *(c.replace(" ", "_") for c in CURVES)}
    assert all(int(row["lower_bound"]) <= int(row["balanced"]) for row in rows)


def test_a_folder_that_is_there_keeps_its_other_files(sweeps: list[Sweep], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    write_figure(sweeps, tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"
