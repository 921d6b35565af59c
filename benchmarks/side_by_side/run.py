"""All programs in turn, each in a process of its own and within its limit."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.side_by_side.contenders import OWN
from benchmarks.side_by_side.result import DONE, Row
from benchmarks.side_by_side.subjects import SUBJECTS, Data

ROOT = Path(__file__).parents[2]
OURS, PEERS = (ROOT / name / "bin" / "python" for name in (".venv", ".venv-peers"))


def rows_of(
    name: str, sizes: Sequence[int], limit: float, programs: Sequence[str] = ()
) -> Iterator[Row]:
    """The rows of a subject. A program that was stopped does not try larger sizes."""
    subject = SUBJECTS[name]
    stopped: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        for n in sizes:
            data = subject.data(n)
            given = Path(folder) / "data.npz"
            np.savez(given, **data)  # type: ignore[arg-type]
            for program in programs or subject.programs:
                if program in stopped:
                    yield Row(name, program, n, subject.k, "not tried: stopped at a smaller size")
                    continue
                row = one(name, program, n, data, given, limit)
                if row.status != DONE:
                    stopped.add(program)
                yield row


def one(name: str, program: str, n: int, data: Data, given: Path, limit: float) -> Row:
    subject = SUBJECTS[name]
    target = given.with_name("out.npz")
    python = str(OURS if program in OWN else PEERS)
    module = "benchmarks.side_by_side.worker"
    words = [python, "-m", module, name, program, str(subject.k), str(limit)]
    ran = subprocess.run(
        [*words, str(given), str(target)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if ran.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return Row(name, program, n, subject.k, f"stopped after {limit:g} s of CPU")
    if ran.returncode:
        last = (ran.stderr.strip().splitlines() or ["killed"])[-1]
        # The rest of the line may name folders of this machine.
        return Row(name, program, n, subject.k, f"failed: {last.partition(':')[0][:40]}")
    with np.load(target) as out:
        found = {key: out[key] for key in out.files}
    target.unlink()
    return Row(
        name,
        program,
        n,
        subject.k,
        DONE,
        round(float(found["seconds"]), 5),
        round(float(found["cpu"]), 5),
        int(found["peak"]),
        str(found["version"]),
        **quality(data, found["classes"], subject.k),
    )


def quality(data: Data, classes: NDArray[np.int64], k: int) -> dict[str, int | None]:
    """How good classes are, counted here and not by who made them."""
    if not len(classes):
        return {"classes": None, "largest": None, "below": None}
    _, numbers = np.unique(classes, return_inverse=True)
    sizes = np.bincount(numbers, weights=data.get("weights")).astype(np.int64)
    wrong = sizes < k
    if "edges" in data:
        wrong |= apart(data, numbers)
    return {
        "classes": len(sizes),
        "largest": int(sizes.max()),
        "below": int(wrong.sum()),
    }


def apart(data: Data, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which classes of areas are not connected."""
    root = list(range(len(numbers)))

    def top(area: int) -> int:
        while root[area] != area:
            root[area] = root[root[area]]
            area = root[area]
        return area

    inside = numbers[data["edges"][:, 0]] == numbers[data["edges"][:, 1]]
    for one_end, other in data["edges"][inside].tolist():
        root[top(one_end)] = top(other)
    roots = np.array([top(area) for area in range(len(numbers))])
    pairs = np.unique(np.stack([numbers, roots], axis=1), axis=0)
    found: NDArray[np.bool_] = np.bincount(pairs[:, 0]) > 1
    return found


def machine() -> dict[str, str]:
    return {
        "processor": _line("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": str(os.cpu_count()),
        "memory": _gigabytes(_line("/proc/meminfo", "MemTotal")),
        "system": platform.system(),
        "Python": platform.python_version(),
        "load at the start": f"{os.getloadavg()[0]:.1f}",
    }


def _line(file: str, name: str) -> str:
    lines = _text(Path(file)).splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _gigabytes(text: str) -> str:
    return f"{int(text.split()[0]) / 2**20:.0f} GB" if text else "?"


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def commit() -> str:
    words = ["git", "rev-parse", "--short", "HEAD"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.strip() or "unknown"
