"""When a solver should stop: after some time, after some iterations, or at a proved gap."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import field, replace

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

CUT_OFF = (
    "stopped by the time limit: another run may find another answer, and a longer --time-limit"
    " a better one"
)


@dataclass(frozen=True)
class Stop:
    """A stopping rule. A solver stops at whichever limit comes first, or when it is done.

    seconds
        Wall-clock time, or None for no limit. An answer that was cut off by the clock may differ
        from run to run; the result's notes say when that happened.
    iterations
        Steps of a method's local search (for labels: pairs of classes that are split again), or
        None for its own number. Integer programs are limited by the clock and the gap alone.
    gap
        Stop once cost is proved to be within this share of the lower bound. 0 means optimal.

    >>> Stop(seconds=2).start().expired
    False
    """

    seconds: float | None = 10.0
    iterations: int | None = None
    gap: float = 0.0

    def __post_init__(self) -> None:
        for name in ("seconds", "iterations", "gap"):
            value = getattr(self, name)
            if value is None and name != "gap":
                continue
            whole = name == "iterations"
            # True and False are numbers to Python, and nobody means them as such.
            number = isinstance(value, int if whole else int | float)
            # "not >=" and not "<": so NaN is refused as well.
            if isinstance(value, bool) or not number or not value >= 0:
                kind = "a whole number" if whole else "a number"
                raise InvalidInput(
                    f"A stopping rule's {name} is {kind}, 0 or more; given: {value!r}.",
                    given=value,
                )

    def start(self, report: Callable[[str], None] | None = None) -> Watch:
        return Watch(self, report or _silent)


def _silent(_: str) -> None:
    pass


@dataclass
class Watch:
    """A stopping rule at work: when it began, and where progress is reported.

    ``cut_off`` tells whether the clock has decided anything: a search asked :attr:`expired` and was
    told to stop, or an integer program ran out of time. Where it has not, the same problem gives
    the same answer on every machine.
    """

    stop: Stop
    report: Callable[[str], None] = _silent
    began: float = field(default_factory=time.perf_counter)
    cut_off: bool = False

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    @property
    def remaining(self) -> float:
        """Seconds left, infinite without a time limit."""
        if self.stop.seconds is None:
            return math.inf
        return max(0.0, self.stop.seconds - self.elapsed)

    @property
    def expired(self) -> bool:
        """Whether time is over. A search asks before it goes on: that it had to stop is kept."""
        if self.remaining > 0.0:
            return False
        self.cut_off = True
        return True

    def for_share(self, share: float) -> Watch:
        """A watch for this share of the seconds that are left, so that something is left for what
        comes after. It has its own ``cut_off``; the caller copies it."""
        if self.stop.seconds is None:
            return Watch(self.stop, self.report, self.began)
        seconds = self.elapsed + share * self.remaining
        return Watch(replace(self.stop, seconds=seconds), self.report, self.began)

    def iterations(self, default: int) -> int:
        return default if self.stop.iterations is None else self.stop.iterations

    def satisfied(self, cost: int, bound: int) -> bool:
        """Whether a cost is as near to its lower bound as the rule asks for."""
        return cost <= bound or cost - bound <= bound * self.stop.gap
