"""One program on one size, in a process of its own:
python -m benchmarks.side_by_side.worker SUBJECT PROGRAM K SECONDS DATA.npz OUT.npz"""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, getrlimit, getrusage, setrlimit

import numpy as np

from benchmarks.memory import peak
from benchmarks.side_by_side.contenders import CONTENDERS
from benchmarks.side_by_side.releases import version_of_postgres

AT_MOST, SHORT = 3, 0.3
"""What takes less than so many seconds is done three times, of which the best counts."""
TICKS = os.sysconf("SC_CLK_TCK")
PACKAGES = {"metis": "pymetis", "lattice-5": "covey", "grid-5": "covey", "spark": "pyspark"}
"""The package whose version is printed, where its name is another one."""
VERSIONS: dict[str, Callable[[], str]] = {"postgres": version_of_postgres}


def main(subject: str, program: str, k: str, limit: str, given: str, target: str) -> None:
    warnings.simplefilter("ignore")
    with np.load(given) as data:
        timed = CONTENDERS[subject][program](dict(data), int(k))
    # From now on: a program that takes more is ended by the system.
    before, (_, hard) = cpu_seconds(), getrlimit(RLIMIT_CPU)
    setrlimit(RLIMIT_CPU, (math.ceil(time.process_time() + float(limit)), hard))
    seconds, cpu = math.inf, math.inf
    for _ in range(AT_MOST):
        began, spent = time.perf_counter(), cpu_seconds()
        try:
            found = timed()
        except Exception:
            # A process that it started may have been ended, and not this one.
            _end_if(cpu_seconds() - before > 0.95 * float(limit))
            raise
        seconds = min(seconds, time.perf_counter() - began)
        cpu = min(cpu, cpu_seconds() - spent)
        if seconds > SHORT or found is None or callable(found):
            break
    _end_if(cpu > float(limit))
    setrlimit(RLIMIT_CPU, (hard, hard))  # what follows is not the program's
    most = max(peak(), 1024 * getrusage(RUSAGE_CHILDREN).ru_maxrss, *_peaks())
    figures = found() if callable(found) else {}
    classes = None if callable(found) else found
    np.savez(
        Path(target),
        seconds=seconds,
        cpu=cpu,
        peak=most,
        version=version_of(program),
        classes=np.zeros(0, dtype=np.int64) if classes is None else np.asarray(classes),
        figures=json.dumps(figures),
    )


def _end_if(stopped: bool) -> None:
    """As the system ends what takes too long."""
    if stopped:
        os.kill(os.getpid(), signal.SIGXCPU)


def cpu_seconds() -> float:
    """Of this process and those that it started, in all threads: also of those that still run, as
    a server or Java does."""
    ended = getrusage(RUSAGE_CHILDREN)
    running = sum(sum(map(int, words[11:15])) for _, words in _started()) / TICKS
    return time.process_time() + ended.ru_utime + ended.ru_stime + running


def _peaks() -> Iterator[int]:
    """Of the processes that still run."""
    for process, _ in _started():
        try:
            lines = (process / "status").read_text().splitlines()
        except OSError:
            continue
        yield from (1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def _started() -> Iterator[tuple[Path, list[str]]]:
    """The processes that this one started, and those that these did, with the words of ``stat``
    behind the name of the program, which may hold blanks."""
    below: dict[int, list[tuple[Path, list[str]]]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        below.setdefault(int(words[1]), []).append((process, words))
    waiting = [os.getpid()]
    while waiting:
        for process, words in below.get(waiting.pop(), ()):
            yield process, words
            waiting.append(int(process.name))


def version_of(program: str) -> str:
    if program in VERSIONS:
        return VERSIONS[program]()
    package = "covey" if program.startswith("covey") else PACKAGES.get(program, program)
    try:
        return version(package.removesuffix("-5"))
    except PackageNotFoundError:
        return "?"


if __name__ == "__main__":
    main(*sys.argv[1:])
