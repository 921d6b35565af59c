"""One program on one size, in a process of its own:
python -m benchmarks.side_by_side.worker SUBJECT PROGRAM K SECONDS DATA.npz OUT.npz"""

from __future__ import annotations

import math
import sys
import time
import warnings
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, getrusage, setrlimit

import numpy as np

from benchmarks.memory import peak
from benchmarks.side_by_side.contenders import CONTENDERS, PACKAGES

AT_MOST, SHORT = 3, 0.3
"""What takes less than so many seconds is done three times, of which the best counts."""


def main(subject: str, program: str, k: str, limit: str, given: str, target: str) -> None:
    warnings.simplefilter("ignore")
    with np.load(given) as data:
        timed = CONTENDERS[subject][program](dict(data), int(k))
    # From now on: a program that takes more is ended by the system.
    most = math.ceil(time.process_time() + float(limit))
    setrlimit(RLIMIT_CPU, (most, most + 1))
    seconds, cpu = math.inf, math.inf
    for _ in range(AT_MOST):
        began, before = time.perf_counter(), cpu_seconds()
        classes = timed()
        seconds = min(seconds, time.perf_counter() - began)
        cpu = min(cpu, cpu_seconds() - before)
        if seconds > SHORT or classes is None:
            break
    np.savez(
        Path(target),
        seconds=seconds,
        cpu=cpu,
        peak=max(peak(), 1024 * getrusage(RUSAGE_CHILDREN).ru_maxrss),
        version=version_of(PACKAGES.get(program, program)),
        classes=np.zeros(0, dtype=np.int64) if classes is None else np.asarray(classes),
    )


def cpu_seconds() -> float:
    """Of this process and those that it started, in all threads."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


if __name__ == "__main__":
    main(*sys.argv[1:])
