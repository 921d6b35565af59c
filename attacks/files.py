"""Damaged tables and maps: refused in words, or read; never a crash, and nothing left behind."""

from __future__ import annotations

import atexit
import os
import resource
import shutil
import tempfile
from functools import cache
from pathlib import Path

from attacks.broken import Broken, require
from attacks.case import Campaign, Case
from attacks.damage import damage
from attacks.make import samples
from attacks.make.samples import K
from attacks.terminal import Ran, judge_nothing_left, judge_words, run_here

MEMORY = 8 << 30
"""Bytes that a damaged file may make covey ask for."""
TRIES = 10
ROLES = ("--label", "town", "--ordered", "age", "--drop", "id")


@cache
def good_files() -> tuple[dict[str, bytes], dict[str, bytes], dict[str, str]]:
    """Tables and maps by format, and the names of all of them."""
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        tables, maps = samples.tables(Path(folder)), samples.maps(Path(folder))
        names = {format_: path.name for format_, path in (tables | maps).items()}
        return (
            {format_: path.read_bytes() for format_, path in tables.items()},
            {format_: path.read_bytes() for format_, path in maps.items()},
            names,
        )


@cache
def temporary_folder() -> Path:
    """For this process alone."""
    made = tempfile.mkdtemp(prefix="attack-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _judge_temporary() -> None:
    """A process may keep one private folder until it ends."""
    left = sorted(file.name for file in temporary_folder().iterdir())
    own = [name for name in left if name.startswith("covey-")]
    require(left == own[:1], f"left behind: {left}")


def attack(case: Case) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    tables, maps, names = good_files()
    places = [case.folder / name for name in ("in", "out")]
    for place in places:
        place.mkdir()
    os.environ["TMPDIR"] = tempfile.tempdir = str(temporary_folder())
    try:
        for number in range(TRIES):
            kind = case.rng.choice(("table", "map"))
            files = tables if kind == "table" else maps
            format_ = case.rng.choice(list(files))
            raw, what = damage(case.rng, files[format_])
            file = places[0] / names[format_]
            file.write_bytes(raw)
            _attack_file(case, kind, format_, file, what, places[1] / str(number))
            _judge_temporary()
    finally:
        tempfile.tempdir = None
        os.environ.pop("TMPDIR")
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _attack_file(case: Case, kind: str, format_: str, file: Path, what: str, out: Path) -> None:
    table = file
    roles: tuple[str, ...] = ROLES
    if kind == "map":
        table = file.with_name("people.csv")
        table.write_bytes(good_files()[0]["csv"])
        key = "" if format_ == "graph" else ":code"
        roles = ("--region", f"code={file}{key}", "--drop", "id")
    told = ["anonymize", str(table), "-k", str(K), *roles, "-o", str(out)]
    ran = _run(case, told, what)
    judge_nothing_left(out.parent, [f"{n}" for n in range(TRIES)])
    if ran.code == 0:
        told = ["verify", str(out), "--against", str(table)]
        told += ["--map", str(file)] if kind == "map" else []
        seen = _run(case, told, what)
        if seen.code:
            raise Broken(f"{what}: published, but verify says {seen.code}: {seen.out}{seen.err}")
        case.tally("published")
    elif kind == "map":
        _run(case, ["graph", "--areas" if format_ != "graph" else "--graph", str(file)], what)
    else:
        _run(case, ["check", str(file), "--quasi", "town,age", "-k", str(K)], what)


def _run(case: Case, told: list[str], what: str) -> Ran:
    case.trying(f"covey {told[0]} with {what} in {Path(told[1]).name}, {' '.join(told[2:6])}")
    ran = run_here(*told)
    try:
        judge_words(ran)
    except Broken as found:
        raise Broken(f"{what}: {found}") from None
    return ran


CAMPAIGN = Campaign(
    "files",
    "damaged files that crash covey, hang it, are called a bug, or leave something behind",
    attack,
    smoke=2,
    patience=90,
)
