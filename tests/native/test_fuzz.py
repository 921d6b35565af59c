from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from covey._native import cells
from tests.native import fuzz, hand_made
from tests.native.arguments import Maker
from tests.native.examples import recording
from tests.native.signatures import Signature, signatures

ROOT = Path(__file__).parents[2]


def test_no_function_at_the_border_crashes() -> None:
    """A second of calls: ``python -m tests.native.fuzz`` makes more of them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.native.fuzz", "--seconds", "1", "--seed", "0"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_last_call_is_told_after_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    crash = tmp_path / "crash.py"
    crash.write_text(
        "import os, sys\n"
        "open(sys.argv[-1], 'r+b').write(b'labels.tally(<int64 (1,) [7]>)\\0')\n"
        "os.abort()\n"
    )
    monkeypatch.setattr(fuzz, "COMMAND", (sys.executable, str(crash)))
    assert fuzz.watch([], seconds=1) == 1
    assert "The last call was:\nlabels.tally(<int64 (1,) [7]>)" in capfd.readouterr().err


def test_every_stub_is_a_target(tmp_path: Path) -> None:
    (tmp_path / "maps.pyi").write_text(
        "class Outline:\n"
        "    def __init__(self, points: int) -> None: ...\n"
        "    def cut(self, at: float) -> Outline: ...\n"
        "    @property\n"
        "    def length(self) -> int: ...\n"
        "def join(first: Outline, second: Outline) -> Outline: ...\n"
    )
    assert signatures(tmp_path) == [
        Signature("maps.Outline", ("int",)),
        Signature("maps.Outline.cut", ("float",), "maps.Outline"),
        Signature("maps.Outline.length", (), "maps.Outline", is_property=True),
        Signature("maps.join", ("Outline", "Outline")),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_every_function_is_called_by_hand(seed: int) -> None:
    every = signatures()
    random = np.random.default_rng(seed)
    with recording(every) as recorder:
        for make_calls in hand_made.CALLS.values():
            make_calls(random)
    in_lives = {
        name for lives in recorder.lives.values() for life in lives for name, _ in life.calls
    }
    called = {name for name, calls in recorder.calls.items() if calls} | in_lives
    assert called == {each.name for each in every if not each.is_property}


def test_a_method_is_called_on_an_instance_as_it_was() -> None:
    """Nothing is in the grid that was made, and what covey added is in the one that is searched."""
    every = [each for each in signatures() if each.name.startswith("cells.Grid")]
    with recording(every) as recorder:
        grid = cells.Grid(np.array([2, 3, 4]), 4)
        grid.add_labels(np.array([0, 1, 1], dtype=np.int32), np.array([1, 1]), 1.0)
        grid.search(0, 1, 100, 1.0, 0)
    assert isinstance(grid, cells.Grid)
    (life,) = recorder.lives["cells.Grid"]
    assert [name for name, _ in life.calls] == ["cells.Grid.add_labels", "cells.Grid.search"]
    with pytest.raises(ValueError, match="one axis or more"):
        fuzz.relived(cells.Grid, life, 0).search(*life.calls[1][1])
    assert len(fuzz.relived(cells.Grid, life, 1).search(*life.calls[1][1])) == 5


def test_a_function_that_never_returned_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = {"maps.join": Counter(ValueError=7), "maps.cut": Counter(returned=2, ValueError=1)}
    assert fuzz.report(outcomes, seed=3) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "maps.join: 7 ValueError",
        "maps.cut: 2 returned, 1 ValueError",
        "2 functions, 10 calls: 8 ValueError, 2 returned. Seed 3.",
    ]
    assert printed.err.startswith("Never returned: maps.join.")
    assert fuzz.report({"maps.cut": outcomes["maps.cut"]}, seed=3) == 0


def test_the_seed_is_that_of_the_day_or_the_one_that_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[list[str]] = []

    def watch(arguments: Sequence[str], seconds: float) -> int:
        given.append([*arguments])
        return 0

    monkeypatch.setattr(fuzz, "watch", watch)
    fuzz.main(["labels", "--seed", "7"])
    fuzz.main(["labels"])
    assert given == [["labels", "--seed", "7"], ["labels", "--seed", f"{date.today():%Y%m%d}"]]


def test_arguments_depend_on_the_seed_alone() -> None:
    known = [(each.parameters, each.name.partition(".")[0]) for each in signatures()]

    def made(seed: int) -> str:
        maker = Maker(np.random.default_rng(seed), {})
        return repr([maker.arguments(parameters, module) for parameters, module in known])

    assert made(1) == made(1) != made(2)
