"""How many random cases a test looks at: some in ``make test``, all in ``make test-long``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Value = TypeVar("Value")

LONG = bool({"COVEY_LONG", "COVEY_INSTANCES"} & set(os.environ))


def cases(many: int, *, quick: int) -> int:
    """``many`` of them, or as few as ``quick`` where time is short."""
    return many if LONG else quick


def spread(values: Iterable[Value], *, quick: int) -> list[Value]:
    """All of them, or as few as ``quick`` from all over the list where time is short."""
    every = list(values)
    few = len(every) if LONG else min(quick, len(every))
    return [every[at * len(every) // few] for at in range(few)]
