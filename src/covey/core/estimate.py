"""How much of a run is done, and how long the rest takes, from what it reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from covey.core.dataclass import dataclass

KNOWN, KNOWN_OF_STEP = 0.01, 0.2
"""The shares of the whole and of a step that must be done before the rest is estimated: many a step
is slow at its beginning."""


@dataclass
class Estimate:
    """How much of a command is done, and how long the rest takes.

    ``steps`` are the steps of the command and the share of the time that each takes, about: what is
    reported begins with the name of its step. Anything else is a detail of the step at work.
    """

    steps: Mapping[str, float]
    began: float
    _step: str = field(default="", init=False)
    _since: float = field(default=0.0, init=False)
    _share: float = field(default=0.0, init=False)
    """Of the step at work, since when, and which share of it is done."""

    def __post_init__(self) -> None:
        self._since = self.began

    def report(self, what: str, now: float) -> None:
        named = [step for step in self.steps if what == step or what.startswith(f"{step} ")]
        # The name of a step may begin with that of another: the longest one is meant.
        step = max(named, key=len, default=self._step)
        if step != self._step:
            self._step, self._since, self._share = step, now, 0.0

    def reached(self, share: float | None) -> None:
        """So much of the step is done. It may have several parts, each measured from its own
        beginning: what was reached once stays."""
        self._share = max(self._share, share or 0.0)

    @property
    def done(self) -> float:
        """The share of the whole."""
        before = 0.0
        for step, part in self.steps.items():
            if step == self._step:
                return (before + part * self._share) / sum(self.steps.values())
            before += part
        return self._share

    def left(self, now: float) -> float | None:
        """Seconds, if they can be estimated: as long as the rest takes at the pace so far, and at
        least until the step at work is over."""
        done, share = self.done, self._share
        if done < KNOWN:
            return None
        left = (now - self.began) * (1 - done) / done
        # The shares of steps are estimates. If the step at work is slower than its share says, it
        # counts.
        if share >= KNOWN_OF_STEP:
            left = max(left, (now - self._since) * (1 - share) / share)
        return left
