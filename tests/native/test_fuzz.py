from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.native import fuzz
from tests.native.arguments import Maker
from tests.native.signatures import Signature, signatures

ROOT = Path(__file__).parents[2]


def test_no_function_at_the_border_crashes() -> None:
    """A second of calls: ``python -m tests.native.fuzz`` makes more of them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.native.fuzz", "--seconds", "1"],
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


def test_arguments_depend_on_the_seed_alone() -> None:
    known = [(each.parameters, each.name.partition(".")[0]) for each in signatures()]

    def made(seed: int) -> str:
        maker = Maker(np.random.default_rng(seed), {})
        return repr([maker.arguments(parameters, module) for parameters, module in known])

    assert made(1) == made(1) != made(2)
