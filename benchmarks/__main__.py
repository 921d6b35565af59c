"""Run all benchmarks, or those named: python -m benchmarks [start] [labels] ..."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

ALL = {
    "start": ("start", "run", "how long covey takes to load, against numpy"),
    "labels": ("labels", "run", "a million labels, against numpy.sort and a peer"),
    "intervals": ("intervals", "run", "a million ordered values, against numpy.sort and a peer"),
    "rectangles": ("rectangles", "run", "up to ten million points, against numpy and a peer"),
    "regions": ("regions", "run", "a million areas, and a peer's maps"),
    "trees": ("trees", "run", "up to a million labels below a tree"),
    "hierarchies": ("hierarchies", "run", "UCI Adult along the hierarchies of a peer"),
    "cells": ("cells", "run", "ten thousand to ten million rows of five attributes"),
    "release": ("release", "run", "covey anonymize from a file to a release, against DuckDB alone"),
    "verify": ("verify", "run", "covey verify of large releases"),
    "large": ("release", "run_large", "covey anonymize of a hundred files of a million rows each"),
    "interrupt": ("interrupt", "run", "from Ctrl-C to the end of a call, on large problems"),
    "page": ("page", "run", "every screen of the local page, a million rows, 32,000 areas"),
    "postgres": ("postgres", "run", "covey anonymize on PostgreSQL, against psql, a million rows"),
    "postgres-large": ("postgres", "run_large", "the same with ten million rows"),
    "spark": ("spark", "run", "covey anonymize on Spark, against PySpark alone, a million rows"),
    "spark-large": ("spark", "run_large", "the same with ten million rows"),
    "parts": ("parts", "run", "cells in parts, against one tree, a million rows"),
    "parts-large": ("parts", "run_large", "the same with ten million rows"),
    "parts-sizes": ("parts", "run_sizes", "the same with one to ten million rows, and memory"),
    "numba": ("numba_version.run", "run", "the compiled loops, against those by Numba"),
    "exchange": (
        "before_exchange.run",
        "run",
        "whole releases, against covey without exchange of combinations",
    ),
    "utility": ("utility", "run", "what releases of three tables are worth, against peers"),
    "adult": ("adult", "run", "UCI Adult with eight quasi-identifiers, against peers"),
}
"""Every benchmark: its module, its function, and what it measures."""


def main() -> None:
    missed = 0
    for name in _names():
        print(f"\n{name}")
        for figure in function_of(name)():
            print(f"  {figure}", flush=True)
            missed += not figure.reached
    if missed:
        sys.exit(f"\n{missed} figures were not reached in this run")


def _names() -> list[str]:
    width = max(map(len, ALL))
    listed = "\n".join(f"  {name:<{width}}  {words}" for name, (_, _, words) in ALL.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure covey, mostly as ratios within one run. All benchmarks run in turn,"
        " unless some are named.",
        epilog=f"benchmarks:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark from the list below")
    names: list[str] = parser.parse_args().names
    unknown = [name for name in names if name not in ALL]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are: {', '.join(ALL)}")
    return names or list(ALL)


def function_of(name: str) -> Callable[[], Iterable[Any]]:
    module, function, _ = ALL[name]
    found: Callable[[], Iterable[Any]] = getattr(import_module(f"benchmarks.{module}"), function)
    return found


if __name__ == "__main__":
    main()
