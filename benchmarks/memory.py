"""What a piece of work needs when it may address no more than 4 GB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Figure

GIGABYTE = 1 << 30
LIMIT = 4


PEAK = "[line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0]"
"""The most kilobytes that the process had at once. What getrusage tells may be its parent's."""


def peak() -> int:
    """The most bytes that this process had at once."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def within_four_gigabytes(what: str, code: str, target: float = LIMIT) -> Figure:
    """Run code in a process of its own; the line that it prints is the figure's remark."""
    limited = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({LIMIT * GIGABYTE}, {LIMIT * GIGABYTE}))\n{code}"
        f"print({PEAK})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return Figure(what, float("inf"), "GB", target, done.stderr[-200:])
    remark, peak = done.stdout.splitlines()
    return Figure(what, int(peak) * 1024 / GIGABYTE, "GB", target, remark)
