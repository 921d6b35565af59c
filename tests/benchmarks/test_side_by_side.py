"""covey beside other programs: what is counted, kept, shown and compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.side_by_side.compare import compared
from benchmarks.side_by_side.contenders import CONTENDERS, OWN
from benchmarks.side_by_side.page import page
from benchmarks.side_by_side.plots import draw
from benchmarks.side_by_side.result import DONE, HEADS, Results, Row, as_text, cells
from benchmarks.side_by_side.run import quality
from benchmarks.side_by_side.subjects import SUBJECTS

FAST = Row("labels", "covey", 1000, 10, DONE, 0.5, 0.4, 2**26, "0.2.0", 90, 12, 0)
SLOW = Row("labels", "binpacking", 1000, 10, "stopped after 20 s")
RESULTS = Results("abc", {"processor": "p"}, 20, (FAST, replace(FAST, n=2000), SLOW))


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_program_of_a_subject_has_a_function(name: str) -> None:
    assert set(SUBJECTS[name].programs) == set(CONTENDERS[name])
    assert "covey" in SUBJECTS[name].programs


@pytest.mark.parametrize("name", [name for name in SUBJECTS if name != "start"])
def test_covey_solves_what_it_is_compared_on(name: str) -> None:
    data = SUBJECTS[name].data(120)
    k = {"labels": 40, "regions": 2000, "release": 20}.get(name, 5)
    for program in set(CONTENDERS[name]) & set(OWN):
        classes = CONTENDERS[name][program](data, k)()
        if classes is not None:
            assert quality(data, classes, k)["below"] == 0


def test_classes_that_miss_k_are_counted() -> None:
    weights = np.array([3, 1, 1, 3])
    assert quality({"weights": weights}, np.array([7, 7, 8, 9]), 3) == {
        "classes": 3,
        "largest": 4,
        "below": 1,
    }


def test_regions_that_are_not_connected_are_counted() -> None:
    data = {"weights": np.ones(4, dtype=int), "edges": np.array([[0, 1], [1, 2], [2, 3]])}
    assert quality(data, np.array([0, 1, 1, 0]), 1)["below"] == 1
    assert quality(data, np.array([0, 0, 1, 1]), 1)["below"] == 0


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(RESULTS.to_json())
    assert Results.read(file) == RESULTS


def test_what_was_stopped_is_shown_as_such() -> None:
    assert cells(SLOW)[:3] == ("1,000", "binpacking", "stopped after 20 s")
    assert len(cells(SLOW)) == len(cells(FAST)) == len(HEADS)
    assert "stopped after 20 s" in as_text(RESULTS.rows)


def test_the_page_has_tables_plots_machine_versions_and_commands(tmp_path: Path) -> None:
    drawn = draw(RESULTS, tmp_path)
    assert list(drawn) == ["labels"]
    assert drawn["labels"].stat().st_size > 1000
    text = page(RESULTS, drawn)
    for words in ("| processor | p |", "covey 0.2.0", "(pictures/bench-labels.png)", FAST.command):
        assert words in text


def test_two_runs_are_compared() -> None:
    slower = replace(RESULTS, rows=(replace(FAST, cpu=0.8), RESULTS.rows[1], replace(FAST, n=9)))
    lines = list(compared(RESULTS, slower))
    assert len(lines) == 3
    assert "CPU  2.00" in lines[1]
    assert lines[1].endswith("<--")
    assert not lines[2].endswith("<--")
