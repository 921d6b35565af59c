"""The line that says how far a command is, without a terminal and on a pretended one."""

from __future__ import annotations

import time
from io import StringIO
from types import SimpleNamespace

import pytest

from covey.cli import progress as module
from covey.cli.progress import CLEAR, counting, line, progress
from covey.core import progress as measures

STEPS = {"reading": 0.25, "writing": 0.5, "writing the report": 0.25}


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error of somebody who looks, where two seconds are over at once."""
    pretended = Terminal()
    # Of this module alone: pytest has plans of its own for that of Python.
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=pretended))
    monkeypatch.setattr(module, "draw", pretended.write)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for name, value in (("SOON", 0.0), ("LONG", 0.0), ("PERIOD", 0.01)):
        monkeypatch.setattr(module, name, value)
    return pretended


def wait_for(text: str, terminal: Terminal, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while text not in terminal.getvalue():
        assert time.monotonic() < deadline, terminal.getvalue()[-300:]
        time.sleep(0.01)


def test_without_a_terminal_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("reading") as report, counting("cells", 3) as done:
        report("solving")
        done(1)
        assert not measures.is_watched()
    assert capsys.readouterr().err == ""


def test_a_terminal_without_a_cursor_is_left_alone(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with progress("reading"):
        time.sleep(0.05)
    assert terminal.getvalue() == ""


def test_a_bar_shows_what_is_done_and_how_long_the_rest_takes(terminal: Terminal) -> None:
    with progress("reading people.csv", STEPS) as report:
        wait_for("reading people.csv", terminal)
        with measures.measured(lambda: 0.5):
            report("writing")
            wait_for("writing  [############------------]  50%  about", terminal)
    # Nothing of it is left on the line.
    assert terminal.getvalue().endswith(CLEAR)
    assert not measures.is_watched()


def test_what_fails_leaves_no_line(terminal: Terminal) -> None:
    with pytest.raises(AssertionError), progress("reading"):
        wait_for("what is never drawn", terminal, seconds=0.1)
    assert terminal.getvalue().endswith(CLEAR)


def test_a_short_command_draws_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOON", 60.0)
    with progress("reading"):
        pass
    assert terminal.getvalue() == ""


def test_pieces_are_counted(terminal: Terminal) -> None:
    with counting("values of k", 4) as advance:
        advance(1)
        advance(2)
        wait_for("75%", terminal)


def test_names_from_files_move_no_cursor() -> None:
    assert line("reading a\x1b[2Jb\n", 0.0, 0.0, None, 80) == "reading a\\u001b[2Jb\\n"


@pytest.mark.parametrize("width", [5, 20, 40, 80])
def test_a_line_is_no_wider_than_the_terminal(width: int) -> None:
    for left in (None, 12.0, 100_000.0):
        for seconds in (1.0, 5.0):
            assert len(line("reading " + "x" * 200, seconds, 0.3, left, width)) <= width
