"""Nested recoding: any two sets of a column are nested or apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from covey.codebook.dimensions import Dimension, Members, Runs
from covey.verification.claims import Check, Claimed

NESTED = "any two sets of a column are nested or apart"


def nested(claimed: Claimed) -> Iterator[Check]:
    """That the sets of every column are nodes of one tree, if the release says so."""
    if claimed.solved is None or claimed.solved.recoding != "nested":
        return
    waiting = list(claimed.dimensions)
    for name, role in claimed.roles.items():
        # Points have two dimensions, and all others one.
        own = [waiting.pop(0) for _ in role.dimension_columns(name)]
        pair = _crossing(own)
        if pair is not None:
            texts = [list(claimed.book.of(column).published) for column in role.columns(name)]
            words = ["/".join(str(of[at]) for of in texts) for at in pair]
            yield Check(NESTED, False, f"in {name!r} {words[0]} and {words[1]} overlap")
            return
    yield Check(NESTED, True)


def _crossing(own: Sequence[Dimension]) -> tuple[int, int] | None:
    """Two sets that have something in common, and neither has all of the other."""
    if len(own) == 1 and isinstance(own[0], Members):
        return _crossing_members(own[0])
    runs = [each for each in own if isinstance(each, Runs)]
    # Every set against all others at once: they cross if they meet, and neither holds the other.
    for at in range(len(runs[0].low)):
        meets = np.ones(len(runs[0].low), dtype=bool)
        inside, around = meets.copy(), meets.copy()
        for side in runs:
            low, high = side.low[at], side.high[at]
            meets &= (side.low < high) & (low < side.high)
            inside &= (low <= side.low) & (side.high <= high)
            around &= (side.low <= low) & (high <= side.high)
        odd = np.flatnonzero(meets & ~inside & ~around)
        if len(odd):
            return at, int(odd[0])
    return None


def _crossing_members(own: Members) -> tuple[int, int] | None:
    """From large sets to small ones: the members of a set have all been taken by the same sets
    before."""
    sizes = np.diff(own.starts)
    taken = np.full(own.count, -1, dtype=np.int64)
    # `taken` has the smallest set so far that each member is in. If members of a set come from two
    # such sets, one of them holds only a part of it.
    for number in np.argsort(-sizes, kind="stable").tolist():
        members = own.members[own.starts[number] : own.starts[number + 1]]
        last = np.unique(taken[members])
        if len(last) > 1:
            return int(last[-1]), number
        taken[members] = number
    return None
