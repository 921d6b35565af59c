"""Exact cover by propagation and search: it knows nothing of what the sets are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Cover(NamedTuple):
    """Set s has ``members[starts[s]:starts[s + 1]]``; place p is in the sets
    ``holders[begins[p]:begins[p + 1]]``, of which ``counts[p]`` are still alive. ``trail`` is what
    was done, to be undone: a set that died, or -1 - s for a set that was chosen."""

    starts: list[int]
    members: list[int]
    begins: list[int]
    holders: list[int]
    counts: list[int]
    alive: list[bool]
    covered: list[bool]
    chosen: list[bool]
    trail: list[int]


def exact_cover(sets: Numbers, places: int) -> Numbers | None:
    """Some of the sets (rows of places, filled up with -1) that cover every place exactly once, or
    None if there are none such."""
    members = sets[sets >= 0]
    starts = np.concatenate([[0], np.cumsum((sets >= 0).sum(axis=1))]).astype(np.int64)
    owner = np.repeat(np.arange(len(sets)), np.diff(starts))
    counts = np.bincount(members, minlength=places).astype(np.int64)
    begins = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    cover = Cover(
        starts.tolist(),
        members.tolist(),
        begins.tolist(),
        owner[np.argsort(members, kind="stable")].tolist(),
        counts.tolist(),
        [True] * len(sets),
        [False] * places,
        [False] * len(sets),
        [0] * (2 * len(sets) + 1),
    )
    return np.flatnonzero(cover.chosen) if _search(cover) else None


def _search(cover: Cover) -> bool:
    places = len(cover.covered)
    queue = [0] * (places + len(cover.alive))
    waiting = 0
    for place in range(places):
        if cover.counts[place] <= 1:
            queue[waiting] = place
            waiting += 1
    done, good = _follow(cover, 0, queue, waiting)
    # For each decision: how much was done before it, its place, and the next set to try there.
    marks = [(0, 0, 0)] * (places + 1)
    depth = 0
    while True:
        if good:
            place = _narrowest(cover)
            if place < 0:
                return True
            marks[depth] = done, place, cover.begins[place]
            depth += 1
        if depth == 0:
            return False
        before, place, at = marks[depth - 1]
        done = _undo(cover, done, before)
        while at < cover.begins[place + 1] and not cover.alive[cover.holders[at]]:
            at += 1
        if at == cover.begins[place + 1]:
            depth -= 1
            good = False
            continue
        marks[depth - 1] = before, place, at + 1
        done, waiting, good = _choose(cover, done, cover.holders[at], queue, 0)
        if good:
            done, good = _follow(cover, done, queue, waiting)


def _narrowest(cover: Cover) -> int:
    """The open place with the fewest sets; -1 if none is open."""
    best = -1
    for place in range(len(cover.covered)):
        if not cover.covered[place] and (best < 0 or cover.counts[place] < cover.counts[best]):
            best = place
    return best


def _follow(cover: Cover, done: int, queue: list[int], waiting: int) -> tuple[int, bool]:
    """Choose the only set left of every place in the queue; False if one has none."""
    while waiting > 0:
        waiting -= 1
        place = queue[waiting]
        if cover.covered[place]:
            continue
        only = -1
        for at in range(cover.begins[place], cover.begins[place + 1]):
            if cover.alive[cover.holders[at]]:
                only = cover.holders[at]
        if only < 0:
            return done, False
        done, waiting, good = _choose(cover, done, only, queue, waiting)
        if not good:
            return done, False
    return done, True


def _choose(
    cover: Cover, done: int, what: int, queue: list[int], waiting: int
) -> tuple[int, int, bool]:
    """Cover the places of a set; all sets that meet it die."""
    good = True
    cover.chosen[what] = True
    cover.trail[done] = -1 - what
    done += 1
    for at in range(cover.starts[what], cover.starts[what + 1]):
        cover.covered[cover.members[at]] = True
    for at in range(cover.starts[what], cover.starts[what + 1]):
        place = cover.members[at]
        for other in range(cover.begins[place], cover.begins[place + 1]):
            dead = cover.holders[other]
            if not cover.alive[dead]:
                continue
            cover.alive[dead] = False
            cover.trail[done] = dead
            done += 1
            for near in range(cover.starts[dead], cover.starts[dead + 1]):
                left = cover.members[near]
                cover.counts[left] -= 1
                if not cover.covered[left]:
                    good = good and cover.counts[left] > 0
                    if cover.counts[left] == 1:
                        queue[waiting] = left
                        waiting += 1
    return done, waiting, good


def _undo(cover: Cover, done: int, mark: int) -> int:
    while done > mark:
        done -= 1
        what = cover.trail[done]
        if what < 0:
            cover.chosen[-1 - what] = False
            for at in range(cover.starts[-1 - what], cover.starts[-what]):
                cover.covered[cover.members[at]] = False
        else:
            cover.alive[what] = True
            for at in range(cover.starts[what], cover.starts[what + 1]):
                cover.counts[cover.members[at]] += 1
    return done
