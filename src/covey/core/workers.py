"""Runs independent pieces of work: in this process, one after the other, or on the workers of an
engine. The results are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

Work = Callable[[bytes], bytes]
"""What is done to a piece. It is a function of a module, so that other processes can load it."""


class Workers(Protocol):
    """Does the work to every piece, and hands the outcomes back in the order of the pieces."""

    def __call__(self, work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]: ...


def here(work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
    """One piece after the other, in this process."""
    return [work(piece) for piece in pieces]


_chosen: ContextVar[Workers] = ContextVar("workers", default=here)


@contextmanager
def using(workers: Workers) -> Iterator[None]:
    """These work inside of the block."""
    before = _chosen.set(workers)
    try:
        yield
    finally:
        _chosen.reset(before)


def spread(work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
    """Have the work done by the workers that :func:`using` named."""
    return _chosen.get()(work, pieces)
