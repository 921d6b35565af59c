"""Too little memory, disk or open files: an own message and exit code, and nothing half-written."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

from attacks.broken import require
from attacks.case import Campaign, Case
from attacks.make.files import FORMATS, csv_text
from attacks.recount.asked import Rows
from attacks.terminal import Ran, judge_nothing_left, judge_words, run_here

CODES = (0, 2, 4)
"""Done, or refused for want of means; never a bug of covey's, never a signal."""
ROWS = 30_000
ROOT = Path(__file__).parent.parent


@cache
def table_text() -> str:
    rng = Random(0)
    rows = [
        (f"r{at}", f"town {rng.randrange(2000)}", str(rng.randrange(10**6)), rng.choice("uvw") * 9)
        for at in range(ROWS)
    ]
    return csv_text(Rows(("id", "town", "age", "ill"), list(rows)))


def attack(case: Case) -> None:
    places = [case.folder / name for name in ("in", "tmp", "warm")]
    for place in places:
        place.mkdir()
    table = places[0] / "table.csv"
    table.write_text(table_text(), encoding="utf-8")
    roles = case.rng.choice((["--label", "town"], ["--ordered", "age"],
                             ["--label", "town", "--ordered", "age"]))  # fmt: skip
    told = ["anonymize", str(table), "-k", "5", *roles, "-o", str(case.folder / "out")]
    told += ["--format", case.rng.choice(FORMATS)]
    what, amount = _drawn(case.rng)
    case.trying(f"covey {' '.join(told)} with {amount} of {what}")
    ran = _run(what, amount, told, case.folder)
    case.tally("done in spite of it", ran.code == 0)
    judge_words(ran, CODES)
    require(ran.code == 0 or ran.err.strip(), f"code {ran.code} without a word")
    judge_nothing_left(case.folder, ["in", "tmp", "warm", "out"])
    judge_nothing_left(places[1], [])
    if (case.folder / "out").exists():
        seen = run_here("verify", case.folder / "out", "--against", table)
        require(seen.code == 0, f"half a release: {seen.out}{seen.err}")
    else:
        require(ran.code, "done, but there is no release")


def _drawn(rng: Random) -> tuple[str, int]:
    kind = rng.randrange(8)
    if kind == 0:
        return "file size", rng.choice((0, 1 << 10, 1 << 17, 1 << 20))
    if kind == 1:
        return "open files", rng.randint(0, 6)
    if kind == 2:
        return "room on standard output", 0
    return "memory", rng.choice((4, 16, 32, 64, 128, 256)) * rng.randint(1 << 19, 1 << 20)


def _run(what: str, amount: int, told: list[str], folder: Path) -> Ran:
    start = [sys.executable, "-m", "attacks.starved", what, str(amount), str(folder / "warm")]
    full = what == "room on standard output"
    if full:
        start = [sys.executable, "-m", "covey"]
    with Path("/dev/full" if full else "/dev/null").open("w") as out:
        done = subprocess.run(
            [*start, *told],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, "TMPDIR": str(folder / "tmp")},
            check=False,
        )
    return Ran((f"[{amount} of {what}]", *told), done.returncode, "", done.stderr)


CAMPAIGN = Campaign(
    "memory",
    "a lack of memory, disk, open files or a place to print to that crashes covey or is called a"
    " bug, and what is then left half-written",
    attack,
    smoke=2,
)
