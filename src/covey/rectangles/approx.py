"""The paper's kd cuts: cut while both sides keep k (Theorem GPS).

Any tree of cuts that ends only where no cut leaves k on both sides has cells of at most
w(x*, y*) + 4 (k - 1): in such a cell the points left of some vertical line, right of it, below some
horizontal line and above it weigh less than k each, and what is on both lines is one location.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.jit import kernel
from covey.rectangles.plane import round_between, split_at
from covey.rectangles.problem import RectangleProblem, RectangleSolution
from covey.rectangles.tree import Tree

RULES = ("median", "smallest", "min-bound")


def kd(problem: RectangleProblem, rule: str) -> RectangleSolution:
    """Cells by one of the cut rules: ``median``, as equal as can be; ``smallest``, the lightest
    side that keeps k; ``min-bound``, the sides whose own lower bounds are least."""
    tree = Tree.of(problem)
    box = np.array(problem.box)
    if rule == "median":
        tree.grow(problem, cap=0)
    else:
        grow_by_rule(*tree.arrays, problem.k, box, rule == "smallest")
    return tree.solution()


@kernel
def grow_by_rule(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    pi: NDArray[np.int32],
    end: NDArray[np.int32],
    cell: NDArray[np.float64],
    k: int,
    box: NDArray[np.float64],
    smallest: bool,
) -> None:
    """Look at every cut of every cell."""
    total = pw.sum()
    room = min(len(px), total // k) + 2
    begins = np.empty(room, dtype=np.int64)
    ends = np.empty(room, dtype=np.int64)
    boxes = np.empty((room, 4))
    begins[0], ends[0] = 0, len(px)
    boxes[0] = box
    waiting = 1
    while waiting:
        waiting -= 1
        lo, hi = begins[waiting], ends[waiting]
        x0, y0, x1, y1 = boxes[waiting]
        axis, cut = best_of_all_cuts(px, py, pw, lo, hi, k, smallest)
        if axis < 0:
            end[lo] = hi
            cell[lo, 0], cell[lo, 1], cell[lo, 2], cell[lo, 3] = x0, y0, x1, y1
            continue
        at = split_at(px, py, pw, pi, lo, hi, axis, cut)
        begins[waiting], ends[waiting] = at, hi
        boxes[waiting, 0] = cut if axis == 0 else x0
        boxes[waiting, 1] = cut if axis == 1 else y0
        boxes[waiting, 2], boxes[waiting, 3] = x1, y1
        waiting += 1
        begins[waiting], ends[waiting] = lo, at
        boxes[waiting, 0], boxes[waiting, 1] = x0, y0
        boxes[waiting, 2] = cut if axis == 0 else x1
        boxes[waiting, 3] = cut if axis == 1 else y1
        waiting += 1


@kernel
def best_of_all_cuts(
    px: NDArray[np.float64],
    py: NDArray[np.float64],
    pw: NDArray[np.int64],
    lo: int,
    hi: int,
    k: int,
    smallest: bool,
) -> tuple[int, float]:
    """Axis and coordinate of the best cut; axis -1 if none leaves k on both sides."""
    weight = pw[lo:hi].sum()
    best_axis, best_cut = -1, 0.0
    best_score, best_lighter = 0, 0
    if weight < 2 * k:
        return best_axis, best_cut
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
