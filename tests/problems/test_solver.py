"""What goes around a method: loading, and who is told."""

from __future__ import annotations

import pytest

from covey import LabelProblem, solve
from covey.cli.options import progress
from covey.core import jit
from covey.problems import solver


def test_who_waits_for_the_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "is_compiled", lambda house: False)
    monkeypatch.setattr(solver, "_warm", set())
    for told in (True, False):
        with progress("reading") as report:
            solve(LabelProblem([3, 4], 3), report=report)
        assert (solver.COMPILING in capsys.readouterr().err) == told


def test_what_is_compiled_is_loaded_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "is_compiled", lambda house: True)
    monkeypatch.setattr(solver, "_warm", set())
    with progress("reading") as report:
        solve(LabelProblem([3, 4], 3), report=report)
    assert capsys.readouterr().err == ""
