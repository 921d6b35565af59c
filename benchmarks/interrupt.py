"""Ctrl-C: how long a call goes on after it, at several moments of the call.

In CPU seconds of all threads. A loop looks for Ctrl-C by the clock on the wall, so that on a busy
machine it has done less meanwhile than on a quiet one.
"""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure
from benchmarks.tables import patients
from covey._native import cells, labels, maps, people, rectangles, regions, trees
from covey.core.grouping import GroupingProblem

MOMENTS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97)
"""Shares of the time that the call takes alone."""

LIMIT = 0.2

Call = Callable[[], object]


def run() -> Iterator[Figure]:
    for name, make in CASES.items():
        call = make()
        began = time.process_time()
        call()
        alone = time.process_time() - began
        late, where = max(_delay(call, alone * share) for share in MOMENTS)
        remark = f"{alone:.2f} CPU s alone" + (f", longest in {where}" if late > LIMIT / 2 else "")
        yield Figure(f"{name}, from Ctrl-C to the end", late, "CPU s", LIMIT, remark)


def _delay(call: Call, seconds: float) -> tuple[float, str]:
    """How long the call goes on after a signal that comes after so many CPU seconds, and in which
    function; 0 if it ends before the signal."""
    sent: list[float] = []

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    began = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-4))
        call()
        ended, where = time.process_time(), "no function"
    except KeyboardInterrupt as stopped:
        ended = time.process_time()
        sent.append(began + seconds)
        where = traceback.extract_tb(stopped.__traceback__)[-2].name
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return (ended - sent[0], where) if sent else (0.0, where)


def _solved(make: Callable[[], GroupingProblem], method: str, **options: Any) -> Call:
    problem = make()
    stop = covey.Stop(seconds=None, iterations=20_000)
    return lambda: covey.solve(problem, method, stop=stop, **options)


def _label_problem() -> covey.LabelProblem:
    n = 3_000_000
    weights = np.random.default_rng(0).permutation(1000 * n // np.arange(1, n + 1))
    return covey.LabelProblem(weights, int(weights.sum()) // 1000)


def _light_labels() -> covey.LabelProblem:
    return covey.LabelProblem(np.random.default_rng(0).integers(1, 40, 3_000_000), 30)


def _points() -> covey.RectangleProblem:
    x, y = np.random.default_rng(0).random((2, 2_000_000))
    return covey.RectangleProblem(x, y, 10)


def _grid() -> covey.RectangleProblem:
    x, y = np.random.default_rng(0).integers(0, 1500, (2, 2_000_000)).astype(np.float64)
    return covey.RectangleProblem(x, y, 100)


def _areas() -> covey.RegionProblem:
    side = 700
    number = np.arange(side * side).reshape(side, side)
    pairs = [(number[1:], number[:-1]), (number[:, 1:], number[:, :-1])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    weights = np.random.default_rng(0).integers(1, 100, side * side)
    return covey.RegionProblem(weights, edges, 5000)


def _graph() -> Call:
    """Areas in a row."""
    n = 6_000_000
    first = np.arange(n - 1, dtype=np.int32)
    edges, lengths = np.column_stack([first, first + 1]), np.ones(n - 1)
    return lambda: regions.Graph(n, edges, lengths)


def _forest() -> Call:
    """Sorts three columns of codes."""
    n = 6_000_000
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2**22, (n, 3), dtype=np.int32)
    sizes = np.full(3, 2**22)
    columns = cells.Columns(
        np.zeros(3, np.int32), sizes, np.ones(3), np.ones(3), np.arange(3.0 * 2**22), codes[0, :0]
    )
    weights, kept = np.ones(n, np.int64), np.arange(n, dtype=np.int32)
    return lambda: cells.Forest(columns, codes, weights, kept, None, 10, 2)


def _member_runs() -> Call:
    """A tree as deep as it has nodes, and all of them leaves that are asked for."""
    n = 20_001
    place = np.arange(n, dtype=np.int32)
    inner = (place % 2 == 0) & (place < n - 1)
    zeros = np.zeros(n, np.int32)
    path = cells.CutPath(
        np.array([1], np.int32),
        zeros,
        np.where(inner, 2, 0).astype(np.int32),
        zeros,
        zeros,
        np.maximum((place - 1) // 2 * 2, 0).astype(np.int32),
        np.where(inner, place + 1, 0).astype(np.int32),
        np.where(inner, 2, 0).astype(np.int32),
        zeros,
        zeros[:0],
    )
    leaves = np.arange(n, dtype=np.int64)
    return lambda: path.member_runs(0, 1, 0, leaves, np.zeros((n, 2), np.int32))


def _greedy(function: Callable[[NDArray[np.int64], int], object]) -> Call:
    sizes = np.random.default_rng(0).integers(1, 1000, 20_000_000)
    return lambda: function(sizes, 3000)


def _merged() -> Call:
    x, y = np.random.default_rng(0).integers(0, 3000, (2, 5_000_000)).astype(np.float64)
    return lambda: rectangles.merge_equal(x, y)


def _rules(rows: int) -> cells.Rules:
    """Every row has a value of its own, and half of them are the largest."""
    values = np.arange(rows, dtype=np.int32)
    weights = np.random.default_rng(0).integers(1, 1000, rows)
    zeros = np.zeros(1, np.int32)
    return cells.Rules(
        zeros + 2, zeros, np.full(1, 2.0), np.full(1, rows // 2), values[None], zeros + rows,
        weights, weights[:0], 1e-9,
    )  # fmt: skip


def _meets() -> Call:
    rules, rows = _rules(5_000_000), np.arange(5_000_000)
    return lambda: rules.meets(rows)


def _labels() -> tuple[cells.Columns, NDArray[np.int32], NDArray[np.int64]]:
    """A column of many labels and one of two, the codes and the records."""
    n = 5_000_000
    columns = cells.Columns(
        np.ones(2, np.int32), np.array([n, 2]), np.ones(2), np.ones(2), np.zeros(0),
        np.zeros(0, np.int32),
    )  # fmt: skip
    return columns, np.arange(n, dtype=np.int32), np.random.default_rng(0).integers(1, 9, n)


def _best_cut() -> Call:
    columns, codes, weights = _labels()
    return lambda: columns.best_cut(0, codes, weights, 10, 0.0, np.inf)


def _cut() -> Call:
    columns, codes, weights = _labels()
    table = np.column_stack([codes, codes % 2])
    whole, none = np.zeros(1, np.int32), np.zeros(1)

    def call() -> object:
        forest = cells.Forest(columns, table, weights, codes, None, 1_000_000, 1)
        return forest.cut(whole, whole, none, 0, np.inf)

    return call


def _map() -> Call:
    parents = np.arange(-1, 4_000_000 - 1, dtype=np.int32)
    areas, one = np.full(1, 2, np.int32), np.ones(1)
    return lambda: cells.Columns(areas, np.array([len(parents)]), one, one, one[:0], parents)


def _grid_search() -> Call:
    rng = np.random.default_rng(0)
    rows, atoms = 1_000_000, 500
    grid = cells.Grid(np.ones(rows, np.int64), 10)
    low = np.arange(atoms) / atoms
    for _ in range(3):
        grid.add_ordered(rng.integers(0, atoms, rows, dtype=np.int32), low, low, 1 / 3)
    return lambda: grid.search(rows // 50, 2, 30, np.inf, 0)


def _halves(leaves: int) -> NDArray[np.int32]:
    """The parents of a tree whose inner nodes have two children each; the root is the last node."""
    parents = leaves + np.arange(2 * leaves - 1, dtype=np.int32) // 2
    parents[-1] = -1
    return parents


def _nested_search() -> Call:
    rng = np.random.default_rng(0)
    rows, leaves = 300_000, 256
    nested = cells.Nested(np.ones(rows, np.int64), 10)
    parents = _halves(leaves)
    loss = np.where(np.arange(len(parents)) < leaves, 0.0, 0.1)
    for _ in range(3):
        nested.add_fixed(rng.integers(0, leaves, rows, dtype=np.int32), parents, loss, leaves)
    return lambda: nested.search(3, 0, 10_000, 10_000, 10_000, np.inf)


def _beside() -> Call:
    """Two outlines, where no segment is within reach of another as a whole."""
    n = 8_000
    x = np.linspace(0.0, 1.0, n + 1)
    y = np.random.default_rng(0).random((2, n + 1)) + np.array([[0.0], [1.0]])
    segments = np.concatenate([np.column_stack([x[:-1], own[:-1], x[1:], own[1:]]) for own in y])
    window = np.array([[-1.0, -1.0, 2.0, 3.0]])
    starts, pairs = np.array([0, n, 2 * n]), np.array([[0, 1]])
    return lambda: maps.beside(pairs, np.full(1, 0.1), np.ones(1), window, starts, segments)


def _people() -> Call:
    items, persons = 300_000, 400_000
    each = np.random.default_rng(0).integers(0, persons, 4 * items)
    starts = np.arange(0, 4 * items + 1, 4)
    return lambda: people.groups(starts, each, persons, 20, 50)


def _stars() -> Call:
    leaves = 1_000_000
    weights = np.random.default_rng(0).integers(1, 40, leaves)
    parents = _halves(leaves)
    return lambda: trees.solve_stars(parents, weights, 100, 150, True, False, 5)


def _tree_hulls() -> Call:
    leaves = 2_000_000
    parents = _halves(leaves)
    members = np.arange(leaves, dtype=np.int32)
    starts = np.arange(0, leaves + 1, 1000)
    return lambda: trees.hulls(parents, leaves, False, starts, members)


def _connected_sets() -> Call:
    side = 60
    number = np.arange(side * side, dtype=np.int32).reshape(side, side)
    pairs = [(number[:-1], number[1:]), (number[:, :-1], number[:, 1:])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    edges = edges[np.lexsort(edges.T[::-1])]
    graph = regions.Graph(side * side, edges, np.ones(len(edges)))
    ones = np.ones(side * side, np.int64)
    return lambda: graph.connected_sets(ones, 1, 7, ones, 0, 10**9, 10**9, 10**9)


def _guillotine() -> Call:
    weights = np.random.default_rng(0).integers(0, 9, (48, 48))
    return lambda: rectangles.best_guillotine(weights, 20, True)


CASES: dict[str, Callable[[], Call]] = {
    "labels auto, 3,000,000": lambda: _solved(_label_problem, "auto"),
    "labels auto, 3,000,000 light ones": lambda: _solved(_light_labels, "auto"),
    "labels five-halves, 3,000,000": lambda: _solved(_label_problem, "five-halves"),
    "labels next_fit, 20,000,000": lambda: _greedy(labels.next_fit),
    "labels spread, 20,000,000": lambda: _greedy(labels.spread),
    "rectangles auto, 2,000,000 points": lambda: _solved(_points, "auto"),
    "rectangles kd median": lambda: _solved(_points, "kd", rule="median"),
    "rectangles kd smallest": lambda: _solved(_points, "kd", rule="smallest"),
    "rectangles kd min-bound": lambda: _solved(_points, "kd", rule="min-bound"),
    "rectangles proportional on a grid": lambda: _solved(_grid, "proportional"),
    "rectangles merge_equal, 5,000,000 points": _merged,
    "regions tree, 490,000 areas": lambda: _solved(_areas, "tree"),
    "regions balanced": lambda: _solved(_areas, "balanced"),
    "regions.Graph, 6,000,000 areas": _graph,
    "cells auto, 1,000,000 rows": lambda: _solved(lambda: patients(10**6), "auto"),
    "cells.Forest, 6,000,000 rows": _forest,
    "cells.CutPath.member_runs, a deep tree": _member_runs,
    "cells.Rules, 5,000,000 rows": lambda: lambda: _rules(5_000_000),
    "cells.Rules.meets, recursive, 5,000,000 values": _meets,
    "cells.Columns.best_cut, 5,000,000 labels": _best_cut,
    "cells.Forest and cut, 5,000,000 labels": _cut,
    "cells.Columns, a map of 4,000,000 areas": _map,
    "cells.Grid.search, 1,000,000 rows": _grid_search,
    "cells.Nested.search, 300,000 rows": _nested_search,
    "maps.beside, outlines of 8,000 segments": _beside,
    "people.groups, 300,000 items": _people,
    "trees.solve_stars, 1,000,000 labels": _stars,
    "trees.hulls, 2,000,000 labels": _tree_hulls,
    "regions.connected_sets": _connected_sets,
    "rectangles.best_guillotine, 48 x 48": _guillotine,
}
"""What is called: solvers on large problems, and functions at the border of the compiled loops."""
