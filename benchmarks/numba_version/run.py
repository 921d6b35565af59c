"""The compiled loops beside those of the last version with Numba, in processes of their own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Figure
from benchmarks.numba_version import environment
from benchmarks.numba_version.cases import CASES

TURNS = 3
"""Processes of each version; each solves a case several times."""

LIMITS = {"cells-1000000": 0.5}
"""How much of Numba's time by the clock a case may take, on several threads. All others are held by
CPU time alone, which other load on the machine changes less."""


def run() -> Iterator[Figure]:
    old, new = environment.python(), environment.native()
    for name in CASES:
        # By turns, so that both meet the same load.
        turns = [(_measured(old, name), _measured(new, name)) for _ in range(TURNS)]
        before, after = (_least(list(each)) for each in zip(*turns, strict=True))
        remark = f"{after['cpu']:.4f} s against {before['cpu']:.4f} s"
        if before["answer"] != after["answer"]:
            remark += f", largest class {after['cost']:,} against {before['cost']:,}"
        yield Figure(f"{name}, CPU time / Numba's", after["cpu"] / before["cpu"], "x", 1.0, remark)
        ratio = after["seconds"] / before["seconds"]
        remark = f"{after['seconds']:.4f} s against {before['seconds']:.4f} s"
        yield Figure(f"{name}, time / Numba's", ratio, "x", LIMITS.get(name), remark)
        remark = " against ".join(f"{each['peak'] * 1024 / 1e6:.0f} MB" for each in (after, before))
        yield Figure(f"{name}, memory / Numba's", after["peak"] / before["peak"], "x", 1.0, remark)


def _least(found: list[dict[str, Any]]) -> dict[str, Any]:
    """One answer with the least of each figure: what the machine can do when left alone."""
    least = {name: min(each[name] for each in found) for name in ("seconds", "cpu", "peak")}
    return {**found[0], **least}


def _measured(python: list[str], name: str) -> dict[str, Any]:
    command = [*python, "-m", "benchmarks.numba_version.cases", name]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
