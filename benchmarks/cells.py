"""Cells: growth up to ten million rows, memory, quality against a plain Mondrian."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure, best_of
from benchmarks.memory import within_four_gigabytes
from benchmarks.peers.plain_greedy import Table, greedy
from benchmarks.peers.plain_mondrian import mondrian
from benchmarks.tables import adult_like, airline_like, airline_passengers, ordered_zips, patients


def run() -> Iterator[Figure]:
    yield from growth()
    yield memory(10**6)
    yield memory(10**7)
    yield points()
    yield losses("zip as ordered, age, sex, 299,546 records, k = 10, loss", ordered_zips(), 0.0040)
    yield losses("airline-like, k = 10, t = 0.3, loss", airline_like(), 0.22)
    yield airline_by_greedy()
    yield from adult()


def solved(problem: covey.CellProblem, method: str = "auto") -> covey.Result:
    return covey.solve(problem, method, stop=covey.Stop(seconds=None))


def growth() -> Iterator[Figure]:
    """Zip-codes, age, sex, place and diagnosis: nanoseconds per row and doubling."""
    solved(patients(1000))
    most = {10**6: 10.0, 10**7: 35.0}
    for n in (10**4, 10**5, 10**6, 10**7):
        problem = patients(n)
        began = time.perf_counter()
        result = solved(problem)
        seconds = time.perf_counter() - began
        limit = most[n] / (n * np.log2(n)) * 1e9 if n in most else None
        remark = f"{seconds:.2f} s, {len(result.solution.sizes):,} classes, largest {result.cost}"
        what = f"five attributes, {n:,} rows, k = 10"
        yield Figure(what, seconds / (n * np.log2(n)) * 1e9, "ns / (n log n)", limit, remark)


def memory(n: int) -> Figure:
    return within_four_gigabytes(
        f"five attributes, {n:,} rows, k = 10, peak memory",
        "import covey\n"
        "from benchmarks.tables import patients\n"
        f"result = covey.solve(patients({n}), stop=covey.Stop(seconds=None))\n"
        "print(f'{len(result.solution.sizes):,} classes, {result.runtime:.2f} s')\n",
        target=2,
    )


def losses(what: str, problem: covey.CellProblem, target: float) -> Figure:
    """With sets shrunk to what occurs."""
    began = time.process_time()
    result = solved(problem)
    seconds = time.process_time() - began
    solution = result.solution
    assert isinstance(solution, covey.CellSolution)
    remark = f"{len(solution.sizes):,} classes, largest {result.cost:,}, {seconds:.1f} s of CPU"
    return Figure(what, problem.loss(solution, tight=True), "", target, remark)


def airline_by_greedy() -> Figure:
    """What a plain program comes to on the same table, for comparison."""
    passengers = airline_passengers()
    columns = list(passengers.values())
    is_ordered = [name in ("age", "distance") for name in passengers]
    table = Table(columns[:-1], is_ordered[:-1], columns[-1], k=10, t=0.3)
    began = time.process_time()
    classes = greedy(table)
    seconds = time.process_time() - began
    lost = sum(map(table.lost, classes)) / len(table.columns) / len(columns[0])
    remark = f"{len(classes):,} classes, largest {max(map(len, classes)):,}, {seconds:.1f} s of CPU"
    return Figure("airline-like by a plain greedy, loss", lost, "", None, remark)


def points() -> Figure:
    rng = np.random.default_rng(0)
    n = 30_000
    x, y = rng.random((2, n))
    axis = covey.PlaceAxis(x.argsort().argsort(), y.argsort().argsort(), np.sort(x), np.sort(y))
    problem = covey.CellProblem([axis], np.ones(n, dtype=np.int64), 10)
    seconds = best_of(3, lambda: solved(problem))
    result = solved(problem)
    remark = f"{len(result.solution.sizes):,} classes, {seconds:.2f} s"
    return Figure("largest / k, 30,000 points as one attribute", result.cost / 10, "", 1.0, remark)


def adult() -> Iterator[Figure]:
    """A table of the shape of UCI Adult: 30,162 rows, 8 attributes, k = 5."""
    problem, table, counts = adult_like()
    k = problem.k
    result = solved(problem)
    solution = result.solution
    assert isinstance(solution, covey.CellSolution)
    ours = best_of(3, lambda: solved(problem))
    began = time.perf_counter()
    parts = mondrian(table, counts, k)
    theirs = time.perf_counter() - began
    loss = loss_of(table, counts, parts)
    average = problem.total / len(solution.sizes) / k
    plain = problem.total / len(parts) / k
    what = "Adult-like, loss / that of a plain Mondrian, sets shrunk"
    own = problem.loss(solution, tight=True)
    yield Figure(what, own / loss, "", 0.9, f"{own:.4f} against {loss:.4f}")
    yield Figure("Adult-like, C_avg", average, "", 1.2, f"a plain Mondrian {plain:.3f}")
    yield Figure("Adult-like, time / the Mondrian's", ours / theirs, "x", None, f"{ours:.2f} s")
    whole = solved(problem, "global")
    recoded = whole.solution
    assert isinstance(recoded, covey.CellSolution)
    remark = f"{len(recoded.sizes):,} classes"
    yield Figure("Adult-like, loss of global recoding", problem.loss(recoded), "", None, remark)


def loss_of(
    table: NDArray[np.int64], counts: NDArray[np.int64], parts: list[NDArray[np.int64]]
) -> float:
    """The same loss for the parts of a Mondrian; the first column is ordered, the others are
    labels."""
    lost = 0.0
    sizes = [int(table[:, column].max()) + 1 for column in range(table.shape[1])]
    for part in parts:
        own = table[part]
        width = (own[:, 0].max() - own[:, 0].min()) / (table[:, 0].max() - table[:, 0].min())
        each = [float(width)]
        for column in range(1, table.shape[1]):
            many = len(np.unique(own[:, column]))
            each.append(many / sizes[column] if many > 1 else 0.0)
        lost += float(np.mean(each)) * int(counts[part].sum())
    return lost / int(counts.sum())
