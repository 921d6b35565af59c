"""One case of a campaign: a seed, what is drawn from it, and what became of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from attacks.broken import Broken

__all__ = ["Broken", "Campaign", "Case"]


@dataclass
class Case:
    """``folder`` is empty and disappears afterwards; ``say`` hears what is tried before it is, so
    that a crash is reported with what caused it."""

    campaign: str
    seed: int
    folder: Path
    say: Callable[[str], None] = lambda _: None
    tries: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        # From text, so that no two campaigns draw the same numbers.
        self.rng = random.Random(f"{self.campaign} {self.seed}")

    def trying(self, what: str) -> None:
        """Count one more attack, and say which, in case it is the last word."""
        self.tries += 1
        self.say(what)

    def tally(self, what: str, number: int = 1) -> None:
        """Something worth a figure in the summary, as how many jobs were refused."""
        self.seen[what] += number


@dataclass(frozen=True)
class Campaign:
    """``attack`` raises :class:`Broken` where covey does what it must not do.

    smoke
        Cases of a short run that is part of the tests.
    share
        How much of the time it takes, compared with the others.
    patience
        Seconds after which a case that still runs is a failure: it hangs.
    """

    name: str
    finds: str
    attack: Callable[[Case], None]
    smoke: int = 2
    share: float = 1.0
    patience: float = 180.0
