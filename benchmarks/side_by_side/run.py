"""All programs in turn, each in a process of its own and within its limit."""

from __future__ import annotations

import json
import math
import os
import platform
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.side_by_side.contenders import own
from benchmarks.side_by_side.result import DONE, Row
from benchmarks.side_by_side.subjects import SUBJECTS, Data, write_csv

SKIPPED = "not tried: stopped at a smaller size"
GIVEN = "data.npz"
CHANGED = "-changed"
ROOT = Path(__file__).parents[2]
OURS, PEERS = (ROOT / name / "bin" / "python" for name in (".venv", ".venv-peers"))


MORE = 240.0
"""Seconds that a program has besides its limit: to load, to bring data into its form, and to wait
for a machine that does something else."""

Key = tuple[str, str, int]


def rows_of(
    plan: Iterable[tuple[str, int]],
    limit: float,
    known: Mapping[Key, Row],
    programs: Sequence[str] = (),
    until: float = math.inf,
) -> Iterator[Row]:
    """A row for every program of each subject and size of the plan, measured unless it is known.
    A program that was stopped does not try larger sizes. Nothing begins after ``until``."""
    stopped: set[tuple[str, str]] = set()
    for name, n in plan:
        subject = SUBJECTS[name]
        with tempfile.TemporaryDirectory() as folder:
            data: Data | None = None
            for program in [each for each in subject.programs if each in (programs or [each])]:
                row = known.get((name, program, n))
                if row is None and (name, program) in stopped:
                    row = Row(name, program, n, subject.k, SKIPPED)
                elif row is None:
                    if time.monotonic() > until:
                        return
                    data = handed(name, n, Path(folder)) if data is None else data
                    row = one(name, program, n, data, Path(folder), limit)
                if row.status != DONE:
                    stopped.add((name, program))
                yield row


def in_rounds(subjects: Iterable[str], quick: bool) -> Iterator[tuple[str, int]]:
    """Subjects and sizes, the small sizes of all of them first: where time runs out, each has
    some."""
    sizes = {name: SUBJECTS[name].quick if quick else SUBJECTS[name].full for name in subjects}
    for at in range(max(map(len, sizes.values()), default=0)):
        yield from ((name, own[at]) for name, own in sizes.items() if at < len(own))


def handed(name: str, n: int, folder: Path) -> Data:
    """The data of a subject, in files as a worker gets them."""
    # A server of PostgreSQL, which has its files below, is not the same user.
    folder.chmod(0o711)
    subject = SUBJECTS[name]
    data = subject.data(n)
    if subject.as_file:
        write_csv(data, folder / "people.csv")
        np.savez(folder / GIVEN, csv=str(folder / "people.csv"))
    else:
        np.savez(folder / GIVEN, **data)  # type: ignore[arg-type]
    return data


def one(name: str, program: str, n: int, data: Data, folder: Path, limit: float) -> Row:
    subject = SUBJECTS[name]
    target = folder / "out.npz"
    python = str(OURS if own(name, program) else PEERS)
    module = "benchmarks.side_by_side.worker"
    words = [python, "-m", module, name, program, str(subject.k), str(limit)]
    ended = _ran([*words, str(folder / GIVEN), str(target)], folder, limit + MORE)
    if ended is None or ended[0] in (-signal.SIGXCPU, -signal.SIGKILL):
        seconds = f"{limit:g} s of CPU" if ended else f"{limit + MORE:g} s"
        return Row(name, program, n, subject.k, f"stopped after {seconds}")
    code, said = ended
    if code:
        last = (said.strip().splitlines() or ["killed"])[-1]
        # The rest of the line may name folders of this machine.
        what = last.partition(":")[0].rpartition(".")[2][:40]
        return Row(
            name, program, n, subject.k, "gives up" if what == "GivesUp" else f"failed: {what}"
        )
    with np.load(target) as out:
        found = {key: out[key] for key in out.files}
    target.unlink()
    figures = json.loads(str(found["figures"])) or quality(data, found["classes"], subject.k)
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
        **figures,
    )


def _ran(words: list[str], folder: Path, seconds: float) -> tuple[int, str] | None:
    """How it ended, and what it said; None if it had to be ended, with all that it started."""
    process = subprocess.Popen(
        words,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None
    except BaseException:  # Ctrl-C does not reach a session of its own
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, said


def quality(data: Data, classes: NDArray[np.int64], k: int) -> dict[str, int | None]:
    """How good classes are, counted here and not by who made them."""
    if not len(classes):
        return {"classes": None, "largest": None, "below": None, "withheld": None}
    _, numbers = np.unique(classes, return_inverse=True)
    sizes = np.bincount(numbers, weights=data.get("weights")).astype(np.int64)
    wrong = sizes < k
    if "edges" in data:
        wrong |= apart(data, numbers)
    return {
        "classes": len(sizes),
        "largest": int(sizes.max()),
        "below": int(wrong.sum()),
        "withheld": len(next(iter(data.values()))) - len(classes) if "edges" not in data else None,
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


CODE = ("src", "native", "benchmarks", "CMakeLists.txt")


def commit() -> str:
    """With a mark if the code is another one."""
    name = _git("rev-parse", "--short", "HEAD") or "unknown"
    return name + CHANGED if _git("status", "--porcelain", "--", *CODE) else name


def _git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.strip()
