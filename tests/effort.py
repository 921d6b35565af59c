"""How many random cases a test looks at: some in ``make test``, all in ``make test-long``."""

from __future__ import annotations

import os

LONG = bool({"COVEY_LONG", "COVEY_INSTANCES"} & set(os.environ))


def cases(many: int, *, quick: int) -> int:
    """``many`` of them, or as few as ``quick`` where time is short."""
    return many if LONG else quick
