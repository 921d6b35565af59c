"""Growing a tree of cuts: once from the top, or with cuts taken back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.rectangles.arrange import split_after, split_around, split_at
from covey.problems.rectangles.plane import round_between

SMALL = 8
"""Up to so many classes every cut is considered; above, those next to the proportional one."""

PROPORTIONAL, MEDIAN, SMALLEST, MIN_BOUND = range(4)
"""How a cut is chosen."""

CUTS = 8
"""Cuts that are tried at a node before it is given up."""


@kernel
def classes_in(weight: int, k: int, cap: int, aim: float) -> int:
    """How many classes within [k, cap] are to share a weight; 0 if none can.

    ``aim`` says where in [k, cap] they should be, from 0 to 1: the middle leaves most slack.
    """
    least = -(-weight // cap)
    most = weight // k
    if least > most:
        return 0
    return min(max(int(weight / (k + aim * (cap - k)) + 0.5), least), most)


@kernel
def _worst_average(below: int, above: int, k: int) -> int:
    """What a class must reach on one of the two sides."""
    return max(-(-below // (below // k)), -(-above // (above // k)))


@kernel
def cut_greedily(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    end: NDArray[np.int32],
    cell: NDArray[np.float64],
    lo: int,
    hi: int,
    k: int,
    cap: int,
    rule: int,
    own_box: NDArray[np.float64],
    box: NDArray[np.float64],
) -> None:
    """Cut the points lo to hi, in a box of their own, while both sides keep k, without taking a cut
    back. The cap is that of the proportional rule."""
    total = pw[lo:hi].sum()
    room = min(hi - lo, total // k) + 2
    begins = np.empty(room, dtype=np.int64)
    ends = np.empty(room, dtype=np.int64)
    weights = np.empty(room, dtype=np.int64)
    boxes = np.empty((room, 4))
    begins[0], ends[0], weights[0] = lo, hi, total
    boxes[0] = own_box
    waiting = 1
    while waiting:
        waiting -= 1
        lo, hi, weight = begins[waiting], ends[waiting], weights[waiting]
        x0, y0, x1, y1 = boxes[waiting]
        axis, at, below, cut = best_cut(
            px, py, pw, pi, lo, hi, weight, k, cap, rule, x0, y0, x1, y1, box
        )
        if axis < 0:
            end[lo] = hi
            cell[lo, 0], cell[lo, 1], cell[lo, 2], cell[lo, 3] = x0, y0, x1, y1
            continue
        begins[waiting], ends[waiting], weights[waiting] = at, hi, weight - below
        boxes[waiting, 0] = cut if axis == 0 else x0
        boxes[waiting, 1] = cut if axis == 1 else y0
        boxes[waiting, 2], boxes[waiting, 3] = x1, y1
        waiting += 1
        begins[waiting], ends[waiting], weights[waiting] = lo, at, below
        boxes[waiting, 0], boxes[waiting, 1] = x0, y0
        boxes[waiting, 2] = cut if axis == 0 else x1
        boxes[waiting, 3] = cut if axis == 1 else y1
        waiting += 1


@kernel
def best_cut(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    lo: int,
    hi: int,
    weight: int,
    k: int,
    cap: int,
    rule: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    box: NDArray[np.float64],
) -> tuple[int, int, int, float]:
    """Axis, place, weight below and coordinate of the cut; axis -1 if none leaves k on both sides.

    Proportional: the first cut that leaves both sides in A(cap), on the longer side of the cell
    first. Median: the cut nearest to the half. The other rules look at every cut.
    """
    if weight < 2 * k:
        return -1, 0, 0, 0.0
    if rule in (SMALLEST, MIN_BOUND):
        axis, cut = best_of_all_cuts(px, py, pw, lo, hi, weight, k, rule == SMALLEST)
        at = split_at(px, py, pw, pi, lo, hi, axis, cut) if axis >= 0 else 0
        return axis, at, pw[lo:at].sum(), cut
    halve = rule == MEDIAN
    classes = 2 if halve else max(2, classes_in(weight, k, cap, 0.5))
    target = weight * (classes // 2) // classes
    first = 0 if (x1 - x0) * (box[3] - box[1]) >= (y1 - y0) * (box[2] - box[0]) else 1
    best_axis, best_at, best_below, best_cut, best_score = -1, 0, 0, 0.0, 0
    for goal in (target, weight // 2):
        for axis in (first, 1 - first):
            at, below, low, high = split_around(px, py, pw, pi, lo, hi, axis, goal, weight)
            for side in range(2):
                if side == 1:
                    low = high
                    at, equal, high = split_after(px, py, pw, pi, at, hi, axis, low)
                    below += equal
                above = weight - below
                if below < k or above < k:
                    continue
                if halve:
                    score = abs(below - above)
                elif classes_in(below, k, cap, 0.5) > 0 and classes_in(above, k, cap, 0.5) > 0:
                    return axis, at, below, round_between(low, high)
                else:
                    score = _worst_average(below, above, k)
                if best_axis < 0 or score < best_score:
                    best_axis, best_below, best_score = axis, below, score
                    best_cut = round_between(low, high)
        if best_axis >= 0:
            break
    if best_axis >= 0:
        best_at = split_at(px, py, pw, pi, lo, hi, best_axis, best_cut)
    return best_axis, best_at, best_below, best_cut


@kernel
def best_of_all_cuts(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    lo: int,
    hi: int,
    weight: int,
    k: int,
    smallest: bool,
) -> tuple[int, float]:
    """Axis and coordinate of the best cut; axis -1 if none leaves k on both sides."""
    best_axis, best_cut = -1, 0.0
    best_score, best_lighter = 0, 0
    for axis in range(2):
        key = px[lo:hi] if axis == 0 else py[lo:hi]
        order = np.argsort(key)
        below = 0
        for place in range(1, len(order)):
            below += pw[lo + order[place - 1]]
            above = weight - below
            if above < k:
                break
            low = key[order[place - 1]]
            high = key[order[place]]
            if below < k or low == high:
                continue
            lighter = min(below, above)
            if smallest:
                score = lighter
            else:
                score = max(-(-below // (below // k)), -(-above // (above // k)))
            if (
                best_axis < 0
                or score < best_score
                or (score == best_score and lighter > best_lighter)
            ):
                best_axis, best_cut = axis, round_between(low, high)
                best_score, best_lighter = score, lighter
    return best_axis, best_cut


@kernel
def search(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    end: NDArray[np.int32],
    cell: NDArray[np.float64],
    lo: int,
    hi: int,
    weight: int,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    k: int,
    cap: int,
    aim: float,
    effort: NDArray[np.int64],
) -> bool:
    """Cut the points lo to hi into cells within [k, cap]; cuts are taken back, as effort allows."""
    if weight <= cap:
        end[lo] = hi
        cell[lo, 0], cell[lo, 1], cell[lo, 2], cell[lo, 3] = x0, y0, x1, y1
        return True
    effort[0] -= hi - lo
    classes = classes_in(weight, k, cap, aim)
    if classes == 0 or effort[0] < 0:
        return False
    axes = np.empty(CUTS, dtype=np.int64)
    cuts = np.empty(CUTS)
    scores = np.full(CUTS, np.inf)
    average = weight / classes
    for axis in range(2):
        if classes <= SMALL:
            _rank_all(px, py, pw, pi, lo, hi, weight, k, cap, average, axis, axes, cuts, scores)
        else:
            target = weight * (classes // 2) // classes
            at, below, low, high = split_around(px, py, pw, pi, lo, hi, axis, target, weight)
            score = _imbalance(below, weight - below, k, cap, average)
            if score < scores[CUTS - 1]:
                _insert(axes, cuts, scores, axis, round_between(low, high), score)
            at, equal, following = split_after(px, py, pw, pi, at, hi, axis, high)
            score = _imbalance(below + equal, weight - below - equal, k, cap, average)
            if score < scores[CUTS - 1]:
                _insert(axes, cuts, scores, axis, round_between(high, following), score)
    for c in range(CUTS):
        if scores[c] == np.inf:
            return False
        axis, cut = axes[c], cuts[c]
        at = split_at(px, py, pw, pi, lo, hi, axis, cut)
        below = pw[lo:at].sum()
        if search(
            px, py, pw, pi, end, cell, lo, at, below,
            x0, y0, cut if axis == 0 else x1, cut if axis == 1 else y1,
            k, cap, aim, effort,
        ) and search(
            px, py, pw, pi, end, cell, at, hi, weight - below,
            cut if axis == 0 else x0, cut if axis == 1 else y0, x1, y1,
            k, cap, aim, effort,
        ):  # fmt: skip
            return True
        if effort[0] < 0:
            return False
    return False


@kernel
def _imbalance(below: int, above: int, k: int, cap: int, average: float) -> float:
    """How far the classes of the two sides are from the average; infinite if a side is not in A."""
    if below < k or above < k:
        return np.inf
    least = -(-below // cap)
    most = below // k
    if least > most or -(-above // cap) > above // k:
        return np.inf
    mine = min(max(int(below / average + 0.5), least), most)
    least = -(-above // cap)
    most = above // k
    others = min(max(int(above / average + 0.5), least), most)
    return max(abs(below / mine - average), abs(above / others - average))


@kernel
def _rank_all(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    lo: int,
    hi: int,
    weight: int,
    k: int,
    cap: int,
    average: float,
    axis: int,
    axes: NDArray[np.int64],
    cuts: NDArray[np.float64],
    scores: NDArray[np.float64],
) -> None:
    """Every cut on an axis, the best of them kept."""
    key = px[lo:hi] if axis == 0 else py[lo:hi]
    order = np.argsort(key)
    below = 0
    for place in range(1, len(order)):
        below += pw[lo + order[place - 1]]
        low = key[order[place - 1]]
        high = key[order[place]]
        if low == high or below < k:
            continue
        if weight - below < k:
            break
        score = _imbalance(below, weight - below, k, cap, average)
        if score < scores[CUTS - 1]:
            _insert(axes, cuts, scores, axis, round_between(low, high), score)


@kernel
def _insert(
    axes: NDArray[np.int64],
    cuts: NDArray[np.float64],
    scores: NDArray[np.float64],
    axis: int,
    cut: float,
    score: float,
) -> None:
    at = CUTS - 1
    while at > 0 and scores[at - 1] > score:
        axes[at], cuts[at], scores[at] = axes[at - 1], cuts[at - 1], scores[at - 1]
        at -= 1
    axes[at], cuts[at], scores[at] = axis, cut, score


@kernel
def read_leaves(
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    end: NDArray[np.int32],
    cell: NDArray[np.float64],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]:
    """Class by location, weight by class, cell by class."""
    count = 0
    at = 0
    while at < len(pi):
        at = end[at]
        count += 1
    classes = np.empty(len(pi), dtype=np.int32)
    sizes = np.zeros(count, dtype=np.int64)
    cells = np.empty((count, 4))
    at = 0
    for c in range(count):
        cells[c] = cell[at]
        for place in range(at, end[at]):
            classes[pi[place]] = c
            sizes[c] += pw[place]
        at = end[at]
    return classes, sizes, cells
