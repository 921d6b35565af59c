"""Which commands there are, and that only the one that is asked for is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from covey import cli
from tests.conftest import Covey


def test_help_lists_every_command_the_usual_ones_first(covey: Covey) -> None:
    listed = covey("--help").out.split("Commands:")[1]
    names = [line.split()[0] for line in listed.strip().splitlines()]
    assert names[:4] == ["app", "look", "suggest", "risk"]
    modules = {file.stem for file in Path(cli.__file__).parent.glob("*.py")}
    assert set(names) <= modules


def test_a_misspelt_command_is_told_from_the_nearest(covey: Covey) -> None:
    done = covey("verfy")
    assert done.code == 2
    assert "No such command 'verfy'. Did you mean 'verify'?" in done.err


def test_other_commands_are_not_loaded() -> None:
    code = "import sys\nfrom covey.cli import run\nrun(['solve', '--help'])\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("covey.cli.")}
    assert "covey.cli.solve" in loaded
    assert not loaded & {"covey.cli.anonymize", "covey.cli.graph", "covey.cli.reproduce"}
