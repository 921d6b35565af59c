"""Lower the degrees of a spanning tree, one swap of borders at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.graph import Rows


@kernel
def repair(
    rows: Rows,
    chosen: NDArray[np.bool_],
    degree: NDArray[np.int64],
    targets: NDArray[np.int64],
    patience: int,
) -> int:
    """Swap borders in and out of the tree until every vertex has its target or nothing helps.

    For a vertex w above its target its branches are explored in lock-step, so that the cost is that
    of the smaller ones; a border (u, v) that leaves a branch replaces w's border to that branch, if
    u and v stay further below their targets than w is above its own. At most ``patience`` vertices
    are looked at for one swap. Changes ``chosen`` and ``degree``; hands back the number of swaps.
    """
    count = len(degree)
    branch = np.full(count, -1, np.int64)
    after = np.empty(count, np.int64)
    touched = np.empty(count, np.int64)
    worklist = [v for v in range(count) if degree[v] > targets[v]]
    swaps = 0
    while len(worklist) > 0:
        w = worklist.pop()
        while degree[w] > targets[w]:
            out, into = _swap_for(
                w, rows, chosen, degree, targets, patience, branch, after, touched
            )
            if into < 0:
                break
            swap(rows, chosen, degree, out, into)
            swaps += 1
            for side in range(2):
                u = rows.ends[into, side]
                if degree[u] > targets[u]:
                    worklist.append(int(u))
    return swaps


@kernel
def swap(
    rows: Rows, chosen: NDArray[np.bool_], degree: NDArray[np.int64], out: int, into: int
) -> None:
    chosen[out] = False
    chosen[into] = True
    for side in range(2):
        degree[rows.ends[out, side]] -= 1
        degree[rows.ends[into, side]] += 1


@kernel
def _swap_for(
    w: int,
    rows: Rows,
    chosen: NDArray[np.bool_],
    degree: NDArray[np.int64],
    targets: NDArray[np.int64],
    patience: int,
    branch: NDArray[np.int64],
    after: NDArray[np.int64],
    touched: NDArray[np.int64],
) -> tuple[int, int]:
    """A border of w to take out and one to put in, or -1 twice.

    ``branch`` (the branch of each vertex explored, else -1), ``after`` (the next one in its queue)
    and ``touched`` are space to work in.
    """
    starts, neighbours, through, _ = rows
    size = degree[w]
    heads = np.empty(size, np.int64)
    tails = np.empty(size, np.int64)
    doors = np.empty(size, np.int64)
    filled = 0
    for place in range(starts[w], starts[w + 1]):
        if chosen[through[place]]:
            x = neighbours[place]
            doors[filled] = through[place]
            heads[filled] = tails[filled] = touched[filled] = x
            branch[x] = filled
            after[x] = -1
            filled += 1
    branch[w] = size
    out, into = -1, -1
    unfinished = size
    looked = 0
    while into < 0 and unfinished > 1 and looked < patience:
        for b in range(size):
            u = heads[b]
            if u < 0:
                continue
            looked += 1
            for place in range(starts[u], starts[u + 1]):
                v = neighbours[place]
                if chosen[through[place]]:
                    if branch[v] < 0:
                        branch[v] = b
                        after[v] = -1
                        after[tails[b]] = v
                        tails[b] = touched[filled] = v
                        filled += 1
                elif (
                    0 <= branch[v] < size
                    and branch[v] != b
                    and _may_grow(u, w, degree, targets)
                    and _may_grow(v, w, degree, targets)
                ):
                    out, into = doors[b], through[place]
                    break
            if into >= 0:
                break
            heads[b] = after[u]
            if heads[b] < 0:
                unfinished -= 1
                # All of the branch is known: every border from it to anywhere but w will do.
                leaving = _leaving(b, touched[:filled], w, rows, branch, degree, targets)
                if leaving >= 0:
                    out, into = doors[b], leaving
                if leaving >= 0 or unfinished <= 1:
                    break
    for place in range(filled):
        branch[touched[place]] = -1
    branch[w] = -1
    return out, into


@kernel
def _may_grow(u: int, w: int, degree: NDArray[np.int64], targets: NDArray[np.int64]) -> bool:
    """Whether u may take one more border in exchange for one of w's."""
    return bool(degree[u] < targets[u] or degree[u] - targets[u] <= degree[w] - targets[w] - 2)


@kernel
def _leaving(
    b: int,
    touched: NDArray[np.int64],
    w: int,
    rows: Rows,
    branch: NDArray[np.int64],
    degree: NDArray[np.int64],
    targets: NDArray[np.int64],
) -> int:
    """A border from branch b to anywhere but w, or -1."""
    for u in touched:
        if branch[u] == b and _may_grow(u, w, degree, targets):
            for place in range(rows.starts[u], rows.starts[u + 1]):
                v = rows.neighbours[place]
                if v != w and branch[v] != b and _may_grow(v, w, degree, targets):
                    return int(rows.through[place])
    return -1
