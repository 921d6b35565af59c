"""Runs that are stopped at any moment: a release is whole or not there, an old one is not harmed,
and nothing else is left, at the latest after the next run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from attacks.broken import require
from attacks.case import Campaign, Case
from attacks.make.files import FORMATS, csv_text
from attacks.recount.asked import Rows
from attacks.recount.release import Published
from attacks.terminal import command, judge_nothing_left, judge_words, run_apart, run_here

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
PATIENCE = 40.0
"""Seconds that a run may take to end after it was asked to."""
ROWS = 6000
K = 5
KNOWN = ["in", "tmp", "base", "out", "withheld.csv"]


@cache
def table_text() -> str:
    rng = Random(0)
    rows = [
        (f"r{at}", f"town {rng.randrange(40)}", str(rng.randrange(90)), rng.choice("uvw"))
        for at in range(ROWS)
    ]
    return csv_text(Rows(("id", "town", "age", "ill"), list(rows)))


def arguments(name: str, format_: str, folder: Path) -> list[object]:
    table, out = folder / "in" / "table.csv", folder / "out"
    where: list[object] = ["-o", out, "--overwrite", "--format", format_]
    if name == "apply":
        return ["apply", folder / "base", table, *where]
    told: list[object] = ["--label", "town", "--ordered", "age", "--suppress", "0.02"]
    return ["anonymize", table, "-k", K, *told, "--withheld", folder / "withheld.csv", *where]


@cache
def usual(name: str, format_: str) -> float:
    """Seconds of an undisturbed run, which also shows that the command is right."""
    with tempfile.TemporaryDirectory(prefix="attack-") as place:
        folder = Path(place)
        lay_out(name, folder)
        begin = time.time()
        ran = run_apart(*arguments(name, format_, folder), environment=_environment(folder))
        judge_words(ran, (0,))
        return time.time() - begin


def lay_out(name: str, folder: Path) -> None:
    for part in ("in", "tmp"):
        (folder / part).mkdir()
    table = folder / "in" / "table.csv"
    table.write_text(table_text(), encoding="utf-8")
    if name == "apply":
        told = ["anonymize", table, "-k", K, "--ordered", "age", "-o", folder / "base"]
        judge_words(run_here(*told), (0,))


def _environment(folder: Path) -> dict[str, str]:
    return {"TMPDIR": str(folder / "tmp")}


def attack(case: Case) -> None:
    name = case.rng.choice(("anonymize", "anonymize", "apply"))
    format_ = case.rng.choice(FORMATS)
    how = case.rng.choice(SIGNALS)
    moment = usual(name, format_) * case.rng.uniform(0.02, 1.05)
    old = case.rng.random() < 0.5
    lay_out(name, case.folder)
    if old:
        _publish_old(name, case.folder)
    case.trying(f"{how.name} of covey {name} --format {format_} after {moment:.2f} s, old: {old}")
    told = arguments(name, format_, case.folder)
    code, said = _stopped(told, case.folder, how, moment)
    case.tally(f"{how.name} in time", code != 0)
    _judge_end(how, code, said)
    _judge_release(case.folder, old)
    if how != signal.SIGKILL:
        _judge_clean(case.folder)
    # Nobody can clear up after SIGKILL but the next run.
    judge_words(run_apart(*told, environment=_environment(case.folder)), (0,))
    _judge_release(case.folder, False)
    _judge_clean(case.folder)


def _publish_old(name: str, folder: Path) -> None:
    told = arguments(name, "csv", folder)
    judge_words(run_here(*told), (0,))
    shutil.copytree(folder / "out", folder / "in" / "old")


def _stopped(
    told: list[object], folder: Path, how: signal.Signals, moment: float
) -> tuple[int, str]:
    """The exit code of a run that gets a signal, and what it said."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(
            command(told),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
            env={**os.environ, **_environment(folder)},
            start_new_session=True,
        )
        try:
            time.sleep(moment)
            process.send_signal(how)
            process.wait(PATIENCE)
            _wait_for_others(process.pid)
        finally:
            _end(process.pid)
            process.wait()
        said.seek(0)
        return process.returncode, said.read()


def _wait_for_others(group: int) -> None:
    """What it started ends soon after it."""
    until = time.time() + PATIENCE
    while time.time() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    require(False, "a process that was started by covey lives on")


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _judge_end(how: signal.Signals, code: int, said: str) -> None:
    """It ended by the signal, in time, or was done already."""
    require(code in (0, -how, 128 + how), f"{how.name}: exit code {code}: {said[-300:]}")
    if code == 128 + how:
        require("Traceback" not in said, f"{how.name}: a traceback: {said[-300:]}")


def _judge_release(folder: Path, old: bool) -> None:
    """Whole, or not there; an old one is still there, or a whole new one."""
    out = folder / "out"
    if not out.exists():
        require(not old, "the old release is gone")
        return
    before = folder / "in" / "old"
    if old and _same(before, out):
        return
    Published.read(out)
    ran = run_here("verify", out, "--against", folder / "in" / "table.csv")
    require(ran.code == 0, f"half a release: verify says {ran.code}: {ran.out[-500:]}{ran.err}")


def _same(one: Path, other: Path) -> bool:
    names = sorted(file.name for file in one.iterdir())
    return names == sorted(file.name for file in other.iterdir()) and all(
        (one / name).read_bytes() == (other / name).read_bytes() for name in names
    )


def _judge_clean(folder: Path) -> None:
    judge_nothing_left(folder, KNOWN)
    judge_nothing_left(folder / "tmp", [])


CAMPAIGN = Campaign(
    "kills",
    "half a release, an old one that is lost, private copies that stay behind",
    attack,
    smoke=1,
    patience=240,
)
