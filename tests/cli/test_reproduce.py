from __future__ import annotations

import csv
import importlib.util
from pathlib import Path

import pytest

from tests.conftest import Covey


def test_the_figure_its_points_and_the_text_are_written(covey: Covey, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "figure"
    ran = covey("reproduce", "-o", folder, "--every", 800)
    assert ran.code == 0
    assert {file.name for file in folder.iterdir()} == {
        "names.csv",
        "names.png",
        "names.svg",
        "names.txt",
    }
    for number in range(1, 5):
        assert f"{number}. " in ran.out
    assert "certified optimal" in ran.out
    assert str(folder / "names.png") in ran.out
    assert (folder / "names.png").read_bytes()[:4] == b"\x89PNG"
    with (folder / "names.csv").open() as file:
        points = list(csv.DictReader(file))
    assert {point["table"] for point in points} == {"female-1990", "male-1990", "last-1990"}
    for point in points:
        assert point["balanced"] == point["lower_bound"]
        worst = int(point["lower_bound"])
        assert all(int(point[f"{order}_{name}"]) >= worst
                   for order in ("random", "descending", "ascending")
                   for name in ("fold", "spread"))  # fmt: skip


def test_the_same_seed_gives_the_same_bytes(covey: Covey, tmp_path: Path) -> None:
    for name in ("one", "two"):
        covey("reproduce", "-o", tmp_path / name, "--every", 2000, "--seed", 5)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_a_file_in_the_way_is_refused(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("mine")
    ran = covey("reproduce", "-o", file, "--every", 2000)
    assert (ran.code, file.read_text()) == (2, "mine")


def test_without_matplotlib_it_says_what_to_install(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covey.core.plot.find_spec", lambda _: None)
    ran = covey("reproduce", "-o", tmp_path / "figure", "--every", 2000)
    assert ran.code == 2
    assert "covey[plot]" in ran.err
    assert importlib.util.find_spec("matplotlib") is not None
