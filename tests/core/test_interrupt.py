"""Ctrl-C ends covey without a trace of Python's, whatever was being loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
