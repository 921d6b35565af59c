"""What a piece of work needs when it may address no more than 4 GB."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.measure import Figure

GIGABYTE = 1 << 30
LIMIT = 4


def within_four_gigabytes(what: str, code: str) -> Figure:
    """Run code in a process of its own; the line that it prints is the figure's remark."""
    limited = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({LIMIT * GIGABYTE}, {LIMIT * GIGABYTE}))\n{code}"
        "import resource as r\n"
        "print(r.getrusage(r.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return Figure(what, float("inf"), "GB", LIMIT, done.stderr[-200:])
    remark, peak = done.stdout.splitlines()
    return Figure(what, int(peak) * 1024 / GIGABYTE, "GB", LIMIT, remark)
