"""The compiled loops beside those of the last version with Numba, in processes of their own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Figure
from benchmarks.numba_version import environment
from benchmarks.numba_version.cases import CASES

TIMES = 3
LIMITS = {"cells-1000000": 0.5}
"""How much of Numba's time a case may take, where it is not all of it."""


def run() -> Iterator[Figure]:
    old, new = environment.python(), environment.native()
    for name in CASES:
        # By turns, so that both meet the same load.
        before, after = _measured(old, name), _measured(new, name)
        remark = f"{after['seconds']:.3f} s against {before['seconds']:.3f} s"
        if before["answer"] != after["answer"]:
            remark += f", largest class {after['cost']:,} against {before['cost']:,}"
        ratio = after["seconds"] / before["seconds"]
        # Threads spend more of it; without them it is what other load changes less.
        remark += f"; CPU time {after['cpu'] / before['cpu']:.2f} of it"
        yield Figure(f"{name}, time / Numba's", ratio, "x", LIMITS.get(name, 1.0), remark)
        yield Figure(f"{name}, memory / Numba's", after["peak"] / before["peak"], "x", 1.0)


def _measured(python: list[str], name: str) -> dict[str, Any]:
    command = [*python, "-m", "benchmarks.numba_version.cases", name, str(TIMES)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
