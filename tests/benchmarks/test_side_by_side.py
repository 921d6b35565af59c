"""covey beside other programs: what is counted, kept, shown and compared."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.__main__ import ALL
from benchmarks.side_by_side import figures, run, utility
from benchmarks.side_by_side.__main__ import begun, write
from benchmarks.side_by_side.compare import compared
from benchmarks.side_by_side.complete import missing
from benchmarks.side_by_side.contenders import CONTENDERS, own
from benchmarks.side_by_side.page import committed, page
from benchmarks.side_by_side.plots import at_least, draw
from benchmarks.side_by_side.result import DONE, HEADS, Results, Row, as_text, cells
from benchmarks.side_by_side.run import CHANGED, GIVEN, ROOT, SKIPPED, handed, in_rounds, quality
from benchmarks.side_by_side.subjects import SUBJECTS
from benchmarks.side_by_side.worker import cpu_seconds

FAST = Row("labels", "covey", 1000, 10, DONE, 0.5, 0.4, 2**26, "0.2.0", 90, 12, 0)
SLOW = Row("labels", "binpacking", 1000, 10, "stopped after 20 s")
FIGURE = {
    "benchmark": "start",
    "what": "import",
    "value": 1.0,
    "unit": "x",
    "limit": 1.5,
    "remark": "",
}
RESULTS = Results("abc", {"processor": "p"}, 20, (FAST, replace(FAST, n=2000), SLOW))


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_program_of_a_subject_has_a_function(name: str) -> None:
    assert set(SUBJECTS[name].programs) == set(CONTENDERS[name])
    assert "covey" in SUBJECTS[name].programs


@pytest.mark.parametrize("name", [n for n in SUBJECTS if n not in ("start", "utility")])
def test_covey_solves_what_it_is_compared_on(name: str, tmp_path: Path) -> None:
    data = handed(name, 120, tmp_path)
    k = {"labels": 40, "regions": 2000, "release": 20}.get(name, 5)
    with np.load(tmp_path / GIVEN) as given:
        taken = dict(given)
    for program in ("covey", "covey-tree", "duckdb", "polars"):
        if program in CONTENDERS[name]:
            classes = CONTENDERS[name][program](taken, k)()
            assert not callable(classes)
            if classes is not None:
                assert quality(data, classes, k)["below"] == 0


def test_covey_and_what_it_needs_run_in_its_environment() -> None:
    assert own("release", "covey-spark")
    assert own("release", "duckdb")
    assert not own("cells", "anjana")
    assert not own("utility", "covey")  # its tables are in that of the peers


def test_classes_that_miss_k_are_counted() -> None:
    weights = np.array([3, 1, 1, 3])
    assert quality({"weights": weights}, np.array([7, 7, 8, 9]), 3) == {
        "classes": 3,
        "largest": 4,
        "below": 1,
        "withheld": 0,
    }


def test_records_that_are_in_no_class_are_withheld() -> None:
    assert quality({"age": np.arange(5)}, np.array([0, 0, 0]), 3)["withheld"] == 2


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
    for words in ("| processor | p |", "covey 0.2.0", "(pictures/bench-labels.png)"):
        assert words in text
    for row in RESULTS.rows:
        assert f"`--only labels --contender {row.program} --size {row.n}`" in text
    assert "linear model" not in text  # a column without figures is left out


def test_time_that_no_clock_saw_is_drawn_as_the_least(tmp_path: Path) -> None:
    assert at_least(0.0) == at_least(None) == at_least(1e-9) > 0
    assert at_least(2.5) == 2.5


def test_a_row_that_is_known_is_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = []

    def one(name: str, program: str, n: int, *_: object) -> Row:
        measured.append((program, n))
        return replace(SLOW, program=program, n=n)

    monkeypatch.setattr(run, "one", one)
    known = {FAST.key: FAST}
    plan = [("labels", 1000), ("labels", 2000)]
    rows = list(run.rows_of(plan, 1, known))
    assert measured == [("binpacking", 1000), ("covey", 2000)]
    assert rows[0] == FAST
    assert rows[-1].status == SKIPPED
    assert list(run.rows_of(plan, 1, known, until=-1.0)) == [FAST]


def test_small_sizes_of_all_subjects_are_first() -> None:
    plan = list(in_rounds(["labels", "utility"], quick=True))
    assert plan == [("labels", 10**4), ("utility", 1000), ("labels", 10**5), ("labels", 10**6)]


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    before = replace(RESULTS, machine={"processor": "p", "load at the start": "3.0"})
    kept.write_text(before.to_json())
    now = replace(before, rows=(), machine={"processor": "p", "load at the start": "0.5"})
    assert begun(kept, now).rows == RESULTS.rows
    assert begun(kept, now).machine["load at the start"] == "3.0"
    for other in (
        replace(now, commit="def"),
        replace(now, limit=60),
        replace(now, commit="abc" + CHANGED),
        replace(now, machine={"processor": "q"}),
    ):
        assert begun(kept, other).rows == ()


def test_a_page_lacks_what_was_not_measured() -> None:
    rows = tuple(
        replace(FAST, subject=name, program=program, n=n)
        for name, subject in SUBJECTS.items()
        for n in subject.full
        for program in subject.programs
    )
    whole = replace(RESULTS, rows=rows, figures=(FIGURE,))
    assert list(missing(whole)) == []
    (lacks,) = missing(replace(whole, limit=2))
    assert "20 s are the least" in lacks
    assert len(list(missing(replace(whole, rows=rows[1:], figures=())))) == 2
    stopped = replace(rows[0], status="stopped after 60 s of CPU")
    (lacks,) = missing(replace(whole, rows=(stopped, *rows[1:])))
    assert lacks == "labels: covey with 10,000: stopped after 60 s of CPU"
    assert rows[1].program == "binpacking"
    stopped = replace(rows[1], status="stopped after 60 s of CPU")
    assert list(missing(replace(whole, rows=(rows[0], stopped, *rows[2:])))) == []


def test_the_issue_named_these_programs() -> None:
    wanted = {
        "intervals": {"microagg1d"},
        "rectangles": {"anonypy", "scipy"},
        "regions": {"spopt", "gerrychain", "metis", "kahip", "pygeoda"},
        "cells": {"anonypy", "anjana"},
        "measures": {"pycanon"},
        "release": {"duckdb", "polars", "spark", "postgres"},
        "utility": {"anonypy", "anjana-5"},
    }
    for name, programs in wanted.items():
        assert programs <= set(SUBJECTS[name].programs)


def test_a_worker_counts_the_time_of_what_it_started() -> None:
    script = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    words = [sys.executable, "-c", script]
    before = cpu_seconds()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        running = cpu_seconds() - before
        process.communicate(b"\n")
    assert running > 0.25
    assert cpu_seconds() - before > 0.25


def test_make_bench_quick_leaves_the_page_alone() -> None:
    words = ["make", "--dry-run", "--silent", "bench", "-o", ".venv-peers/ready"]
    quick = subprocess.run(
        [*words, "QUICK=1"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "--page build/bench" in quick.stdout
    whole = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--page docs" in whole.stdout


def test_a_quick_page_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    write(RESULTS, tmp_path)
    assert (tmp_path / "pictures" / "bench-labels.png").exists()
    assert Results.read(tmp_path / "benchmarks.json") == RESULTS


def test_two_runs_are_compared() -> None:
    slower = replace(RESULTS, rows=(replace(FAST, cpu=0.8), RESULTS.rows[1], replace(FAST, n=9)))
    lines = list(compared(RESULTS, slower))
    assert len(lines) == 3
    assert "CPU  2.00" in lines[1]
    assert lines[1].endswith("<--")
    assert not lines[2].endswith("<--")


def test_figures_are_compared() -> None:
    def line(old: float | None, new: float | None) -> str:
        before = replace(RESULTS, rows=(), figures=({**FIGURE, "value": old},))
        after = replace(before, figures=({**FIGURE, "value": new}, {**FIGURE, "what": "other"}))
        return list(compared(before, after))[1]

    assert line(1.0, 1.1) == "import  1 -> 1.1 x  (1.10)"
    assert line(1.4, 1.6).endswith("<--")  # above its limit now
    assert line(1.0, 1.3).endswith("<--")
    assert line(1.0, None) == "import  1 -> stopped  <--"


def test_a_benchmark_that_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "AT_MOST", 0.05)
    (found,) = figures.figures(set(ALL) - {"page"}, time.monotonic() + 60)
    assert found["benchmark"] == "page"
    assert found["value"] is None
    assert "stopped" in found["remark"]
    assert "page: what is not listed" in page(replace(RESULTS, figures=(found,)), {})


def test_a_benchmark_that_is_stopped_takes_no_time_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []

    def one(name: str, seconds: float) -> list[figures.Figures]:
        begun.append((name, seconds))
        return [{**FIGURE, "benchmark": name, "value": None if name == "page" else 1.0}]

    monkeypatch.setattr(figures, "_of", one)
    found = list(figures.figures({"start"}, time.monotonic() + 60))
    assert {name for name, _ in begun} == set(figures.OWED) - {"start"}
    # Those that take long are last, so that no other waits for them, and have all of their time.
    assert begun[-2:] == list(figures.LONG.items())
    assert all(seconds == figures.AT_MOST for _, seconds in begun[:-2])
    assert figures.unmeasured(found) == ["start", "page"]
    assert list(figures.figures((), time.monotonic() - 1)) == []


def test_the_page_says_who_is_first_and_what_was_not_measured() -> None:
    rows = [
        replace(FAST, subject="utility", n=9, program=program, loss=loss, accuracy=accuracy)
        for program, loss, accuracy in (
            ("covey", 0.2, 0.8),
            ("anonypy", 0.3, 0.9),
            ("grid-5", 0.5, None),
            ("covey-global", 0.5, None),
        )
    ]
    rows.append(replace(SLOW, subject="utility", n=9, program="anjana-5"))
    local, divided = utility.firsts(rows)
    assert local[:5] == ("9", "sets for each class", "covey", "", "anonypy")
    assert divided[:5] == ("9", "one division of a column", "grid-5, covey-global", "", "")
    text = page(replace(RESULTS, rows=tuple(rows), figures=(FIGURE,)), {})
    assert "| 9 | sets for each class | covey | anonypy |" in text  # errors were not measured
    assert "or not to the end: labels, intervals," in text


def test_a_row_has_the_accuracy_of_both_models() -> None:
    row = replace(FAST, accuracy=0.75, tree=0.5)
    shown = dict(zip(HEADS, cells(row), strict=True))
    assert (shown["linear model"], shown["tree model"]) == ("75.0%", "50.0%")


def test_the_page_is_of_a_whole_run() -> None:
    """Every row is there; a benchmark of single claims without figures is named on the page."""
    results = Results.read(ROOT / "docs" / "benchmarks.json")
    assert list(missing(results)) == []
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert text == committed(results)
    for name in figures.unmeasured(results.figures):
        assert name in text.rpartition("or not to the end: ")[2]
