"""covey beside other programs: python -m benchmarks.side_by_side [SUBJECT ...] [--quick]"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from benchmarks.__main__ import ALL, function_of
from benchmarks.side_by_side.page import page
from benchmarks.side_by_side.plots import draw
from benchmarks.side_by_side.result import Results, Row, as_text
from benchmarks.side_by_side.run import ROOT, commit, machine, rows_of
from benchmarks.side_by_side.subjects import SUBJECTS

QUICK, LONG = 20.0, 300.0
"""Seconds of CPU that a program has for one size."""
KEPT = ROOT / "build" / "bench"
DOCS = ROOT / "docs"
LARGE = ("large", "postgres-large", "spark-large", "parts-large", "numba")
"""Benchmarks that are run by name only."""


def main() -> None:
    given = _arguments()
    limit = given.limit or (QUICK if given.quick else LONG)
    where, version = machine(), commit()
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = given.json or KEPT / f"{version}.json"
    rows: list[Row] = []
    for name in given.subjects or SUBJECTS:
        subject = SUBJECTS[name]
        sizes = [given.n] if given.n else (subject.quick if given.quick else subject.full)
        print(f"\n{subject.title}, k = {subject.k:,}")
        found = list(rows_of(name, sizes, limit, [given.program] if given.program else ()))
        print(as_text(found), flush=True)
        rows += found
        results = Results(version, where, limit, tuple(rows))
        kept.write_text(results.to_json(), encoding="utf-8")
    if given.figures:
        results = replace(results, figures=tuple(_figures()))
        kept.write_text(results.to_json(), encoding="utf-8")
    print(f"\n{kept}")
    if given.page:
        drawn = draw(results, DOCS / "pictures")
        (DOCS / "benchmarks.md").write_text(page(results, drawn), encoding="utf-8")
        (DOCS / "benchmarks.json").write_text(results.to_json(), encoding="utf-8")


def _figures() -> Iterator[dict[str, Any]]:
    """The other benchmarks, whose figures are single claims."""
    for name in ALL:
        if name not in LARGE:
            print(f"\n{name}")
            for figure in function_of(name)():
                print(f"  {figure}", flush=True)
                yield {"benchmark": name, **asdict(figure)}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.side_by_side",
        description="covey beside what a user would pick instead, on the same data.",
    )
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
    parser.add_argument("--quick", action="store_true", help="small sizes, 20 s of CPU for each")
    parser.add_argument("--program", help="this program alone")
    parser.add_argument("-n", type=int, help="this size alone")
    parser.add_argument(
        "--limit", type=float, help="seconds of CPU that a program has for one size"
    )
    parser.add_argument("--json", type=Path, help="kept here, not in build/bench/")
    parser.add_argument("--page", action="store_true", help="write docs/benchmarks.md from them")
    parser.add_argument("--figures", action="store_true", help="run the other benchmarks as well")
    given = parser.parse_args()
    unknown = [name for name in given.subjects if name not in SUBJECTS]
    if unknown:
        parser.error(f"there is no subject {', '.join(unknown)}; there are: {', '.join(SUBJECTS)}")
    return given


if __name__ == "__main__":
    main()
