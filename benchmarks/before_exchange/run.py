"""Whole releases, by turns: CPU time of all processes, and the loss."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.before_exchange import environment
from benchmarks.before_exchange.cases import CASES, Case, write
from benchmarks.measure import Figure, as_installed

TIMES = 3
LIMIT = 1.3
"""How much of the former CPU time a release may take."""


def run() -> Iterator[Figure]:
    old = environment.python()
    as_installed()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder)
        for case in CASES:
            before, after = [], []
            for _ in range(TIMES):
                # By turns, so that both meet the same load.
                before.append(released(old, case, folder))
                after.append(released(sys.executable, case, folder))
            (old_cpu, old_loss), (cpu, loss) = min(before), min(after)
            remark = f"{cpu:.2f} s against {old_cpu:.2f} s, loss {loss:.4f} against {old_loss:.4f}"
            yield Figure(f"{case.name}, CPU time / before", cpu / old_cpu, "x", LIMIT, remark)


def released(python: str, case: Case, folder: Path) -> tuple[float, float]:
    """The CPU seconds of a release, and what its records lose."""
    out = folder / "release"
    shutil.rmtree(out, ignore_errors=True)
    command = [python, "-c", "from covey.cli import main\nmain()", "anonymize"]
    command += [str(folder / f"{case.table}.csv"), *case.options.split(), "--json", "-o", str(out)]
    began = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    ended = getrusage(RUSAGE_CHILDREN)
    cpu = ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime
    return cpu, json.loads(done.stdout)["plan"]["loss"]
