"""covey beside other programs: python -m benchmarks.side_by_side [--only SUBJECT] [--quick]"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.side_by_side.complete import LIMIT as QUICK
from benchmarks.side_by_side.complete import missing
from benchmarks.side_by_side.figures import figures, unmeasured
from benchmarks.side_by_side.page import DOCS, MEASURED, page
from benchmarks.side_by_side.plots import draw
from benchmarks.side_by_side.result import Results, as_text
from benchmarks.side_by_side.run import CHANGED, ROOT, commit, in_rounds, machine, rows_of
from benchmarks.side_by_side.subjects import SUBJECTS

LONG = 60.0
"""Seconds of CPU that a program has for one size; ``QUICK`` are those of a quick run."""
MINUTES = {True: 5.0, False: 75.0}
"""Of a quick run, and of a whole one: nothing begins after them."""
KEPT = ROOT / "build" / "bench"


def main() -> None:
    given = _arguments()
    limit = given.limit or (QUICK if given.quick else LONG)
    single = bool(given.contender or given.size)
    version = commit()
    kept = given.json or (None if single else KEPT / f"{version}{'-quick' * given.quick}.json")
    results = Results(version, machine(), limit, ())
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        results = begun(kept, results)
    until = time.monotonic() + 60 * (given.minutes or MINUTES[given.quick])
    for found in _measured(given, results, until):
        results = found
        if kept is not None:
            kept.write_text(results.to_json(), encoding="utf-8")
    for name in dict.fromkeys(row.subject for row in results.rows):
        print(f"\n{SUBJECTS[name].title}, k = {SUBJECTS[name].k:,}\n{as_text(results.of(name))}")
    if not given.quick and not single:
        lacks = [
            *missing(results),
            *(f"no figures of {each}" for each in unmeasured(results.figures)),
        ]
        print(*[f"\nA page of these results is not complete: {each}" for each in lacks])
    if kept is not None:
        print(f"\n{kept}\nThe same command again measures what is missing, and nothing twice.")
    if given.page:
        write(results, given.page)


def begun(kept: Path, results: Results) -> Results:
    """With what an earlier run at the same commit measured, on this machine and with this limit.
    What was changed since a commit has no name, so that it is measured again."""
    if not kept.exists() or results.commit.endswith(CHANGED):
        return results
    before = Results.read(kept)
    same = ("processor", "cores", "memory", "Python")
    alike = all(before.machine.get(each) == results.machine.get(each) for each in same)
    if before.commit != results.commit or before.limit != results.limit or not alike:
        return results
    loads = [float(each.machine["load at the start"]) for each in (before, results)]
    where = {**results.machine, "load at the start": f"{max(loads):.1f}"}
    return replace(before, machine=where)


def _measured(given: argparse.Namespace, results: Results, until: float) -> Iterator[Results]:
    """The results after each row and figure."""
    names = given.only or list(SUBJECTS)
    plan = [(name, given.size) for name in names] if given.size else in_rounds(names, given.quick)
    known = {row.key: row for row in results.rows}
    contenders = [given.contender] if given.contender else []
    for row in rows_of(plan, results.limit, known, contenders, until):
        if row.key not in known:
            print(
                f"{row.subject} {row.program} {row.n:,}: {row.status} {row.cpu or ''}", flush=True
            )
            results = replace(results, rows=(*results.rows, row))
            yield results
    if given.figures:
        for figure in figures({each["benchmark"] for each in results.figures}, until):
            print(f"{figure['what']}: {figure['value']} {figure['unit']}", flush=True)
            results = replace(results, figures=(*results.figures, figure))
            yield results
    yield results


def write(results: Results, folder: Path) -> None:
    """The page, its pictures, and the rows that it is made of."""
    drawn = draw(results, folder / "pictures")
    measured = MEASURED if folder.resolve() == DOCS else os.path.relpath(DOCS / MEASURED, folder)
    (folder / "benchmarks.md").write_text(page(results, drawn, measured), encoding="utf-8")
    (folder / "benchmarks.json").write_text(results.to_json(), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.side_by_side",
        description="covey beside what a user would pick instead, on the same data.",
    )
    parser.add_argument(
        "--only", action="append", metavar="SUBJECT", choices=SUBJECTS, help=", ".join(SUBJECTS)
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, 20 s of CPU for each")
    parser.add_argument("--contender", metavar="NAME", help="this program alone; it is not kept")
    parser.add_argument("--size", type=int, metavar="N", help="this size alone; it is not kept")
    parser.add_argument(
        "--limit", type=float, help="seconds of CPU that a program has for one size"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        help="nothing is begun after so many; 75, with --quick 5, unless given",
    )
    parser.add_argument("--json", type=Path, help="kept here, not in build/bench/")
    parser.add_argument("--page", type=Path, metavar="FOLDER", help="write benchmarks.md there")
    parser.add_argument("--figures", action="store_true", help="run the other benchmarks as well")
    given = parser.parse_args()
    known = {each for name in given.only or SUBJECTS for each in SUBJECTS[name].programs}
    if given.contender and given.contender not in known:
        words = ", ".join(sorted(known))
        parser.error(f"there is no contender {given.contender}; there are: {words}")
    return given


if __name__ == "__main__":
    main()
