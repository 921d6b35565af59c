"""Ctrl-C ends covey without a trace of Python's, whatever was being loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from tests.effort import spread

STRIKE = """
import os, runpy, signal, sys

# A shell that runs the tests in the background lets its children ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
struck = sys.argv.pop(1)

class Strike:
    def find_spec(self, name, path=None, target=None):
        if name == struck:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000):
                pass

sys.meta_path.insert(0, Strike())
sys.argv[0] = "covey"
runpy.run_module("covey", run_name="__main__")
"""


@pytest.mark.parametrize(
    "module",
    ["covey.cli", "click", "click.core", "covey.core.errors", "covey.core.temporary",
     "covey.cli.anonymize", "covey.release.publish", "numpy", "duckdb",
     "covey.release.facts.report"],
)  # fmt: skip
def test_ctrl_c_while_a_module_is_loaded(tmp_path: Path, module: str) -> None:
    table = tmp_path / "in.csv"
    table.write_text("v\n" + "a\n" * 20)
    arguments = ("anonymize", str(table), "-k", "10", "--label", "v", "-o", str(tmp_path / "out"))
    done = subprocess.run(
        [sys.executable, "-c", STRIKE, module, *arguments], capture_output=True, text=True
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert done.stderr.endswith("covey: interrupted; nothing was written\n")
    assert list(tmp_path.iterdir()) == [table]


def test_the_command_starts_where_ctrl_c_is_heard_first() -> None:
    """What a shell calls covey is a script of two lines: import, and call."""
    from importlib.metadata import EntryPoint

    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    value = text.partition('\ncovey = "')[2].partition('"')[0]
    entry = EntryPoint("covey", value, "console_scripts")
    assert entry.module == "covey.__main__"
    assert callable(entry.load())


def test_nothing_is_loaded_before_the_command_decides_what_ctrl_c_does() -> None:
    loaded = (
        "import importlib.util, sys; before = set(sys.modules); import covey.__main__;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
    own = [name for name in done.stdout.split() if name.startswith("covey")]
    assert own == ["covey", "covey.__main__"]
    # What finds an editable installation is not covey's.
    assert not {"signal", "enum", "covey.core"} & set(done.stdout.split())


def test_ctrl_c_before_covey_can_say_anything(tmp_path: Path) -> None:
    """It ends the process as a signal does, which a shell reports as 130."""
    done = subprocess.run(
        [sys.executable, "-c", STRIKE, "covey.core.interrupt", "look", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


TELL = """
import sys

class Tell:
    def find_spec(self, name, path=None, target=None):
        if name == "covey.core.interrupt":
            sys.meta_path.remove(self)
            sys.__stdout__.write("begun")
            sys.__stdout__.flush()

sys.meta_path.insert(0, Tell())
"""
"""Python loads this before the script: it tells when covey itself runs."""


@pytest.mark.parametrize(
    "delay", spread([0.0, 0.001, 0.003, *(0.01 * step for step in range(1, 19))], quick=9)
)
def test_ctrl_c_in_the_first_moments_of_the_script(tmp_path: Path, delay: float) -> None:
    (tmp_path / "sitecustomize.py").write_text(TELL)
    table = tmp_path / "in.csv"
    table.write_text("v\n" + "".join(f"{value}\n" for value in range(300_000)))
    script = Path(sysconfig.get_path("scripts"), "covey")
    release = tmp_path / "out"
    process = subprocess.Popen(
        [script, "anonymize", table, "-k", "10", "--label", "v", "-o", release],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        # A shell that runs the tests in the background lets its children ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert process.stdout.read(5) == "begun"
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    # Once a command runs, the line in which a terminal shows ^C is ended first.
    assert (process.returncode, said.removeprefix("\n")) in [
        (-signal.SIGINT, ""),
        (130, "covey: interrupted; nothing was written\n"),
    ]
    assert not release.exists()
