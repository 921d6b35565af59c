"""Timing, and a figure with what it should reach."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """``value`` should be at most ``limit``; None for a figure without one."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    remark: str = ""

    @property
    def reached(self) -> bool:
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        verdict = "" if self.limit is None else f"  (at most {self.limit:g}: "
        verdict += "" if self.limit is None else ("reached)" if self.reached else "NOT REACHED)")
        remark = f"  {self.remark}" if self.remark else ""
        return f"{self.what:58} {self.value:8.3g} {self.unit}{verdict}{remark}"


def best_of(times: int, call: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds: what the machine can do when left alone."""
    shortest = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        call()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest
