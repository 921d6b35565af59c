"""How many threads compiled loops use. Their answers are the same for any number."""

from __future__ import annotations

import os

from covey.core.errors import InvalidInput

VARIABLE = "COVEY_THREADS"
"""The environment variable that sets the number."""


def count() -> int:
    """The number that the environment variable COVEY_THREADS gives, else the number of CPUs that
    this process may use."""
    given = os.environ.get(VARIABLE)
    if given is None:
        return _own_cpus()
    if not (given.isascii() and given.isdigit()) or int(given) < 1:
        raise InvalidInput(
            f"{VARIABLE} is a whole number of threads, 1 or more; given: {given!r}.",
            hint=f"Unset {VARIABLE} to use all CPUs.",
            given=given,
        )
    return int(given)


def _own_cpus() -> int:
    # Where the operating system cannot tell, as on macOS, all CPUs are the process's own.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
