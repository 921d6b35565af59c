"""Run all benchmarks, or those named: python -m benchmarks [start] [labels] ..."""

from __future__ import annotations

import sys

from benchmarks import (
    adult,
    cells,
    intervals,
    labels,
    rectangles,
    regions,
    release,
    start,
    verify,
)

ALL = {
    "start": start.run,
    "labels": labels.run,
    "intervals": intervals.run,
    "rectangles": rectangles.run,
    "regions": regions.run,
    "cells": cells.run,
    "release": release.run,
    "verify": verify.run,
    "large": release.run_large,
    "adult": adult.run,
}


def main() -> None:
    missed = 0
    for name in sys.argv[1:] or ALL:
        print(f"\n{name}")
        for figure in ALL[name]():
            print(f"  {figure}", flush=True)
            missed += not figure.reached
    if missed:
        sys.exit(f"\n{missed} figures were not reached in this run")


if __name__ == "__main__":
    main()
