"""A process that runs the cases of one campaign and reports each on a pipe.

Whoever started it sees from the outside when a case kills the process or hangs.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from attacks.case import Broken, Campaign, Case
from attacks.registry import load

LETTERS = 1500
"""Of a message; covey's own may quote whole headers."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("campaign")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--until", type=float, required=True, help="as time.time() counts")
    parser.add_argument("--cases", type=int, required=True)
    parser.add_argument("--report", type=int, required=True, help="the pipe's end to write to")
    given = parser.parse_args()
    campaign = load(given.campaign)
    keep_home_clean()
    with os.fdopen(given.report, "w", encoding="utf-8") as pipe:
        for number in range(given.cases):
            if number and time.time() >= given.until:
                return
            run_case(campaign, given.seed + number, _speaker(pipe))


def keep_home_clean() -> None:
    """What covey keeps for its user goes to a folder of the campaign's own."""
    home = tempfile.mkdtemp(prefix="attack-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["XDG_CONFIG_HOME"] = home


def run_case(campaign: Campaign, seed: int, report: Callable[..., None]) -> None:
    """One case in a folder of its own."""
    report(start=seed)
    with tempfile.TemporaryDirectory(prefix="attack-", ignore_cleanup_errors=True) as folder:
        case = Case(campaign.name, seed, Path(folder), lambda what: report(trying=what))
        broken = None
        try:
            campaign.attack(case)
        except Broken as found:
            broken = str(found)[:LETTERS]
        except Exception as error:  # neither covey nor the campaign may fail in other ways
            broken = _unexpected(error)
        report(done=seed, tries=case.tries, seen=dict(case.seen), broken=broken)


def _unexpected(error: Exception) -> str:
    trace = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(trace[-3:]))
    return f"{type(error).__name__}: {error}"[:LETTERS] + f" (at {where})"


def _speaker(pipe: TextIO) -> Callable[..., None]:
    def report(**what: Any) -> None:
        pipe.write(json.dumps(what) + "\n")
        pipe.flush()

    return report


if __name__ == "__main__":
    # What covey prints is looked at by the campaigns, not shown.
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    main()
