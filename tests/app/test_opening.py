"""The page starts on this machine alone, says where it is, and ends cleanly."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.app import opening


@contextmanager
def started(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The page as a process, and its link."""
    command = [sys.executable, "-m", "covey", "app", "--no-browser", *more]
    env = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(
        command, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as page:
        assert page.stdout is not None
        try:
            yield page, page.stdout.readline().split()[-1]
        finally:
            page.kill()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_page_and_leaves_nothing(tmp_path: Path, how: signal.Signals) -> None:
    table = tmp_path / "people.csv"
    table.write_text("town\n" + "Bern\nChur\n" * 6)
    with started(tmp_path, "people.csv") as (page, link):
        assert link.startswith("http://127.0.0.1:")
        (private,) = tmp_path.glob("covey-*")
        assert private.stat().st_mode & 0o777 == 0o700
        file = private / "open.html"
        assert file.stat().st_mode & 0o777 == 0o600
        assert link in file.read_text()
        page.send_signal(how)
        assert page.wait(60) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["people.csv"]


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InvalidInput, match=f"port {port}"), opening._listening(port):
            pass


def test_only_this_machine_reaches_it() -> None:
    with opening._listening(0) as found:
        assert found.getsockname()[0] == "127.0.0.1"


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(InvalidInput) as refused:
        opening.require()
    assert "pip install 'covey[app]'" in str(refused.value)
