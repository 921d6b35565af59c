"""How long it takes to get going, against importing numpy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.measure import Figure, best_of

RUNS = 15


def run() -> Iterator[Figure]:
    numpy = _seconds("-c", "import numpy")
    covey = _seconds("-c", "import covey")
    helped = _seconds("-m", "covey", "--help")
    yield Figure("import covey / import numpy", covey / numpy, "x", 1.5)
    yield Figure("covey --help / import numpy", helped / numpy, "x", 4, f"{helped:.2f} s")


def _seconds(*arguments: str) -> float:
    command = [sys.executable, *arguments]
    return best_of(RUNS, lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
