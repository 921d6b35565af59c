"""How many threads compiled loops and DuckDB use. Their answers are the same for any number."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from covey.core.errors import InvalidInput

VARIABLE = "COVEY_THREADS"
"""The environment variable that sets the number."""
COMMON = "OMP_NUM_THREADS"
"""The one that schedulers of clusters set for all programs. It counts where it is one number."""

P = ParamSpec("P")
T = TypeVar("T")

# Not a global: two threads of one program may ask for different numbers.
_chosen: ContextVar[int | None] = ContextVar("threads", default=None)


@contextmanager
def using(number: int | None) -> Iterator[None]:
    """So many threads inside of the block; None changes nothing."""
    if number is None:
        yield
        return
    # True is an int to Python, but no number of threads.
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise InvalidInput(
            f"threads is a whole number, 1 or more; given: {number!r}.", given=str(number)
        )
    before = _chosen.set(number)
    try:
        yield
    finally:
        _chosen.reset(before)


def takes_threads(function: Callable[P, T]) -> Callable[P, T]:
    """A function that has a parameter ``threads`` runs with so many. It need not look at it."""

    @wraps(function)
    def run(*arguments: P.args, **named: P.kwargs) -> T:
        number = named.get("threads")
        with using(cast("int | None", number)):
            return function(*arguments, **named)

    return run


def count() -> int:
    """The number that was asked for, else the number of CPUs that this process may use."""
    return asked() or _own_cpus()


def asked() -> int | None:
    """The number of :func:`using`, else that of the environment; None if neither names one."""
    chosen = _chosen.get()
    if chosen is not None:
        return chosen
    given = os.environ.get(VARIABLE)
    # The common variable was not set for covey. It may be a list, such as 4,2: what is no plain
    # number is ignored, where a wrong COVEY_THREADS is an error.
    if given is None:
        return _number(os.environ.get(COMMON, ""))
    number = _number(given)
    if number is None:
        raise InvalidInput(
            f"{VARIABLE} is a whole number of threads, 1 or more; given: {given!r}.",
            hint=f"Unset {VARIABLE} to use all CPUs.",
            given=given,
        )
    return number


def _number(text: str) -> int | None:
    # isdigit alone also takes superscripts, which int refuses. Five digits are more threads than
    # any machine has, and 0 is none.
    is_number = text.isascii() and text.isdigit() and len(text) < 6
    return (int(text) or None) if is_number else None


def _own_cpus() -> int:
    # Where the operating system cannot tell, as on macOS, all CPUs are the process's own.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
