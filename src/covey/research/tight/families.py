"""The tight examples of every kind of problem. docs/explanation/theory.md says which promise each
is for."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from covey.core.errors import InvalidInput, closest
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.problem import CellProblem
from covey.problems.intervals.problem import IntervalProblem
from covey.problems.labels.problem import LabelProblem
from covey.problems.rectangles.problem import RectangleProblem
from covey.problems.regions.problem import RegionProblem
from covey.problems.trees.problem import TreeProblem
from covey.research.tight.example import Family, Tight

K_ITSELF = "every class has k records"


def labels_two(k: int) -> Tight:
    """Partition's two halves {a, b}, a + b = k: greedy takes both a, and cannot go on."""
    # The larger part is k - small: two of these are above k, two small ones below it.
    small = (k - 1) // 2
    sizes = [k - small, k - small, small, small]
    return Tight(
        "labels-two",
        LabelProblem(sizes, k),
        classes=[0, 1, 0, 1],
        optimum=k,
        why=K_ITSELF,
        method="two",
        cost=2 * k,
        shows="twice the optimum, at every k",
    )


def labels_five_halves(k: int) -> Tight:
    """A pair of k - 1 each gets the largest of a leftover that is split in three."""
    half = k // 2
    return Tight(
        "labels-five-halves",
        LabelProblem([k - 1] * 3 + [half] * 4 + [1] * 3, k),
        classes=[0, 1, 2, 3, 3, 4, 4, 0, 1, 2],
        optimum=k,
        why=K_ITSELF,
        method="five-halves",
        cost=2 * (k - 1) + half,
        shows="5/2 of the optimum in the limit",
    )


def labels_fold(k: int) -> Tight:
    """As many labels of k - 1 as of 1: fold pairs the former and puts all ones into one class."""
    # An even number, so that all labels of k - 1 are paired.
    count = k - 1 if k % 2 else k - 2
    return Tight(
        "labels-fold",
        LabelProblem([k - 1] * count + [1] * count, k),
        classes=[*range(count), *range(count)],
        optimum=k,
        why=K_ITSELF,
        method="fold",
        options={"order": "descending"},
        cost=2 * (k - 1) + count,
        shows="3 times the optimum in the limit, and 3k - 3 at every odd k",
    )


def labels_spread(k: int) -> Tight:
    """Three labels of k - 1 can only be one class."""
    return Tight(
        "labels-spread",
        LabelProblem([k - 1] * 3, k),
        classes=[0, 0, 0],
        optimum=3 * k - 3,
        why="two labels at least are a class, so that there is one",
        method="spread",
        options={"order": "descending"},
        cost=3 * k - 3,
        shows="3k - 3, at every k",
    )


def trees_two(k: int) -> Tight:
    """The halves of :func:`labels_two` below one node, beside a label of k, which may absorb them:
    that is no better."""
    small = (k - 1) // 2
    return Tight(
        "trees-two",
        TreeProblem([k - small, k - small, small, small, k], [5, 5, 5, 5, 6, 6, -1], k),
        classes=[0, 1, 0, 1, 2],
        optimum=k,
        why=K_ITSELF,
        method="two",
        cost=2 * k,
        shows="twice the optimum, at every k",
    )


def intervals_sweep(k: int) -> Tight:
    """Single records, (k - 1) (k + 1) of them, and a value of k: the sweep is k - 1 too early."""
    ones = (k - 1) * (k + 1)
    return Tight(
        "intervals-sweep",
        IntervalProblem(np.array([1] * ones + [k]), k),
        classes=[place // (k + 1) for place in range(ones)] + [k - 1],
        optimum=k + 1,
        why="k^2 + k - 1 records are at most k classes, one of them above k",
        method="sweep",
        cost=2 * k - 1,
        shows="optimum + k - 2 at every k, twice the optimum in the limit",
    )


ARMS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def rectangles_kd(k: int) -> Tight:
    """A centre of k with four arms; along each arm in turn k - 1 records, then 1, then as many
    locations of k as outweigh all that came before. Cuts near the half take the arms off one by
    one, and leave the 1 with the outer part."""
    places, weights, classes = [(0, 0)], [k], [0]
    # The centre and the k - 1 of all four arms, which are left when all cuts are made. Each arm
    # adds its outer part.
    rest = 5 * k - 4
    for dx, dy in ARMS:
        outer = [k - 1, 1, *([k] * ((rest - 1) // k))]
        first = classes[-1] + 1
        places += [(dx * step, dy * step) for step in range(1, len(outer) + 1)]
        weights += outer
        classes += [first, first, *range(first + 1, first + len(outer) - 1)]
        rest += ((rest - 1) // k) * k + 1
    return _plane(
        "rectangles-kd",
        dict(zip(places, zip(weights, classes, strict=True), strict=True)),
        k,
        optimum=k,
        why=K_ITSELF,
        method="kd",
        options={"rule": "median"},
        cost=5 * k - 4,
        shows="heaviest + 4 (k - 1) at every k, 5 times the optimum in the limit",
    )


def rectangles_proportional(k: int) -> Tight:
    """A location of k, and one of k - 1 on each of its four sides: no cut leaves k on both."""
    places = {(0, 0): (k, 0), **dict.fromkeys(ARMS, (k - 1, 0))}
    return _plane(
        "rectangles-proportional",
        places,
        k,
        optimum=5 * k - 4,
        why="a rectangle without the middle has one of the others at most",
        method="proportional",
        cost=5 * k - 4,
        shows="heaviest + 4 (k - 1), at every k",
    )


CROSS = "1k1 .1. jkj 1k1"
"""Columns from left to right, places from bottom to top: j is k - 1, a dot is nothing."""
CROSS_CLASSES = "014 .2. 024 034"


def rectangles_slabs(k: int) -> Tight:
    """A block in which slabs of columns end with 3k - 2, and the same block turned, so that slabs
    of rows do. Rows of the one and columns of the other are nearly equal."""
    count = {"1": 1, "k": k, "j": k - 1}
    block = {
        (x, y): (count[sign], int(CROSS_CLASSES.split()[x][y]))
        for x, column in enumerate(CROSS.split())
        for y, sign in enumerate(column)
        if sign != "."
    }
    turned = {(10 + y, 10 + x): (weight, 5 + own) for (x, y), (weight, own) in block.items()}
    return _plane(
        "rectangles-slabs",
        {**block, **turned},
        k,
        optimum=k + 1,
        why="10k + 6 records are at most 10 classes, one of them above k",
        method="slabs",
        cost=3 * k - 2,
        shows="3 times the optimum in the limit; whether slabs reach 4 is not known",
    )


def regions_any_graph(k: int) -> Tight:
    """A triangle of k - 1 each has nothing heavy about it, though each of the three could have one
    of the units around a fourth area."""
    return Tight(
        "regions-any-graph",
        RegionProblem(
            [k - 1, k - 1, k - 1, 1, 1, 1, k],
            [(0, 1), (1, 2), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)],
            k,
        ),
        classes=[0, 1, 2, 0, 1, 2, 3],
        optimum=k,
        why=K_ITSELF,
        method="any-graph",
        cost=3 * k - 3,
        shows="3k - 3 at every k, 3 times the optimum in the limit, where it starts like this",
        start=np.array([0, 0, 0, 1, 1, 1, 1], dtype=np.int32),
    )


def regions_tree(k: int) -> Tight:
    """An area of k with three of k - 1 around it, which border on nothing else."""
    return Tight(
        "regions-tree",
        RegionProblem([k, k - 1, k - 1, k - 1], [(0, 1), (0, 2), (0, 3)], k),
        classes=[0, 0, 0, 0],
        optimum=4 * k - 3,
        why="an area of k - 1 can only be with the one of k",
        method="tree",
        options={"tree": "auto"},
        cost=4 * k - 3,
        shows="kappa + d (k - 1) with d = 3, at every k",
    )


ATTRIBUTES = 3


def cells_typed(k: int) -> Tight:
    """A combination of k in the middle of three ordered attributes, and one of k - 1 on either side
    of it along each: no cut leaves k on both sides."""
    middle = np.ones(ATTRIBUTES, dtype=np.int64)
    steps = np.eye(ATTRIBUTES, dtype=np.int64)
    codes = np.concatenate([middle[None], middle - steps, middle + steps])
    most = k + 2 * ATTRIBUTES * (k - 1)
    return Tight(
        "cells-typed",
        CellProblem(
            [OrderedAxis(codes[:, axis], [0, 1, 2]) for axis in range(ATTRIBUTES)],
            np.array([k] + [k - 1] * (len(codes) - 1)),
            k,
        ),
        classes=[0] * len(codes),
        optimum=most,
        why="a box without the middle has one of the others at most",
        method="typed",
        cost=most,
        shows="heaviest + 2d (k - 1) for d = 3 ordered attributes, at every k",
    )


FAMILIES = (
    Family(labels_two, least=3),
    Family(labels_five_halves, least=8, step=2),
    Family(labels_fold, least=3),
    Family(labels_spread, least=3),
    Family(intervals_sweep, least=3),
    Family(rectangles_kd, least=5),
    Family(rectangles_proportional, least=2),
    Family(rectangles_slabs, least=7),
    Family(regions_any_graph, least=3),
    Family(regions_tree, least=2),
    Family(trees_two, least=3),
    Family(cells_typed, least=2),
)
MOST = 1000
"""Some examples have k^2 items, and cells have a row for every record."""


def tight_example(name: str, k: int | None = None) -> Tight:
    """The tight example of that name, for a k.

    >>> found = tight_example("labels-two", k=3)
    >>> found.problem.weights.tolist(), found.cost, found.optimum
    ([2, 2, 1, 1], 6, 3)
    """
    families = {family.name: family for family in FAMILIES}
    if name not in families:
        raise InvalidInput(
            f"There is no tight example {name!r}.", hint=closest(name, families), given=name
        )
    family = families[name]
    return family.make(family.default if k is None else _threshold(k, family))


def _threshold(given: Any, family: Family) -> int:
    try:
        k = operator.index(given)
    except TypeError:
        k = 0
    if not family.least <= k <= MOST or k % family.step:
        even = " even" if family.step == 2 else ""
        raise InvalidInput(
            f"The k of {family.name} is a{even or ' whole'} number from {family.least} to {MOST:,};"
            f" given: {given!r}.",
            given=given,
        )
    return k


def _plane(name: str, places: dict[tuple[int, int], tuple[int, int]], k: int, **more: Any) -> Tight:
    """Points by place, each with its weight and class."""
    x, y = zip(*places, strict=True)
    weights, classes = zip(*places.values(), strict=True)
    problem = RectangleProblem(x, y, k, weights)
    # The problem sorts its places: `rows` has where each of those given went.
    own = np.empty(len(problem.weights), dtype=np.int64)
    own[problem.rows] = classes
    return Tight(name, problem, own.tolist(), **more)
