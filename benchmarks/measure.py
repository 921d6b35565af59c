"""Timing, and a figure with what it should reach."""

from __future__ import annotations

import compileall
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import covey


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


@dataclass(frozen=True)
class Shortest:
    """The shortest of several runs: what the machine can do when left alone. ``cpu`` is that of all
    threads, which other load on the machine changes less."""

    wall: float
    cpu: float


def by_turns(times: int, *calls: Callable[[], object]) -> tuple[Shortest, ...]:
    """Several calls, one after the other in every turn, so that a machine that is slow for a while
    is slow for all of them."""
    walls = [float("inf")] * len(calls)
    cpus = [float("inf")] * len(calls)
    for _ in range(times):
        for at, call in enumerate(calls):
            began, before = time.perf_counter(), time.process_time()
            call()
            walls[at] = min(walls[at], time.perf_counter() - began)
            cpus[at] = min(cpus[at], time.process_time() - before)
    return tuple(Shortest(wall, cpu) for wall, cpu in zip(walls, cpus, strict=True))


def best_of(times: int, call: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds: what the machine can do when left alone."""
    shortest = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        call()
        shortest = min(shortest, time.perf_counter() - began)
    return shortest


def as_installed() -> None:
    """Processes that start from now on find compiled modules, as after an installation by pip."""
    # Set, the libraries would be compiled again by every process: they are installed without.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(str(Path(covey.__file__).parent), quiet=1)
