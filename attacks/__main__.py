"""Attack covey: python -m attacks [--seconds N] [--seed S] [--cases N] [NAME ...]"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

from attacks import summary
from attacks.case import Campaign
from attacks.registry import NAMES, load
from attacks.runner import Outcome, run_campaign

DEFAULT = 600.0


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parsed(arguments)
    seed = random.SystemRandom().randrange(10**6) * 1000 if given.seed is None else given.seed
    campaigns = [load(name) for name in given.names or NAMES]
    print(f"seed {seed}", flush=True)
    outcomes = _run(campaigns, seed, given.seconds, given.cases)
    print(summary.table(outcomes))
    failed = any(outcome.failures for outcome in outcomes)
    if failed:
        print(f"\n{summary.failures(outcomes)}")
    return int(failed)


def _run(campaigns: Sequence[Campaign], seed: int, seconds: float, cases: int) -> list[Outcome]:
    """Each takes its share of the time that is left."""
    until, outcomes = time.time() + seconds, []
    for number, campaign in enumerate(campaigns):
        left = sum(other.share for other in campaigns[number:])
        own = max(until - time.time(), 0) * campaign.share / left
        outcomes.append(run_campaign(campaign, seed, own, cases))
        failed = len(outcomes[-1].failures)
        print(f"{campaign.name}: {outcomes[-1].cases:,} cases, {failed} failed", flush=True)
    return outcomes


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m attacks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--seconds", type=float, default=DEFAULT, help="for all of them together")
    parser.add_argument("--seed", type=int, help="of the first case; drawn, if not given")
    parser.add_argument("--cases", type=int, default=10**9, help="of each campaign, at most")
    given = parser.parse_args(arguments)
    for name in given.names:
        if name not in NAMES:
            parser.error(f"there is no campaign {name!r}; there are: {', '.join(NAMES)}")
    return given


if __name__ == "__main__":
    sys.exit(main())
