"""Cells in parts, against one tree: what is lost, and where time and memory go.

The table is made and counted chunk by chunk, and never is as a whole. CPU seconds are those of this
process: other load on the machine says little then.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from benchmarks.measure import Figure
from benchmarks.memory import peak, within_four_gigabytes
from covey import CellProblem, CellSolution, LabelAxis, OrderedAxis, solve
from covey.core import workers
from covey.core.stop import Stop

LIMIT = 1.02
K = 11
CHUNK = 1_000_000
SIZES = (10**6, 2 * 10**6, 3 * 10**6, 5 * 10**6, 10**7)
ROWS = """
SELECT CAST(least(99, (a & 63) + (a >> 6 & 31) + (a >> 11 & 7)) AS INTEGER) AS age,
    CAST(b & 1 AS INTEGER) AS sex, CAST(z AS INTEGER) AS zip,
    CAST((b >> 8 & 255) * (b >> 16 & 255) >> 12 AS INTEGER) AS education,
    CAST(((c & 255) * (c >> 8 & 255) >> 6) + z // 8 AS INTEGER) AS income
FROM (SELECT hash(i) AS a, hash(i + 1000000007) AS b, hash(i + 2000000011) AS c,
          (hash(i + 3000000019) & 1023) * (hash(i + 3000000019) >> 10 & 1023) >> 10 AS z
      FROM range({}, {}) t(i))
"""
"""Bell-shaped ages, few large zip-codes and many small ones, incomes that go with them."""


def run() -> Iterator[Figure]:
    yield from side_by_side(10**6, 10**5)


def run_large() -> Iterator[Figure]:
    yield from side_by_side(10**7, 500_000)


def run_sizes() -> Iterator[Figure]:
    """Where parts begin, and what they lose beside one tree; each in a process of its own."""
    for rows in SIZES:
        for method in ("typed", "parts"):
            code = f"from benchmarks.parts import told\nprint(told({rows}, {method!r}))\n"
            yield within_four_gigabytes(f"{rows:,} rows, {method}: peak memory", code)


def told(rows: int, method: str) -> str:
    problem = counted(rows)
    began = time.process_time()
    result = solve(problem, method, stop=Stop(seconds=None))
    seconds = time.process_time() - began
    solution = cast("CellSolution", result.solution)
    loss, tight = problem.loss(solution), problem.loss(solution, tight=True)
    many = f"{len(problem.weights):,} combinations, {len(solution.sizes):,} classes"
    return f"{many}, loss {loss:.5f}, tight {tight:.5f}, {seconds:.1f} CPU s"


def side_by_side(rows: int, records: int) -> Iterator[Figure]:
    began = time.process_time()
    problem = counted(rows)
    size = f"{rows:,} rows"
    counting = time.process_time() - began
    yield Figure(
        f"parts: making and counting {size}", counting, "CPU s", remark=problem.description
    )
    timed = Timed()
    began = time.process_time()
    with workers.using(timed):
        parts = solve(problem, "parts", stop=Stop(seconds=None), records=records)
    whole = time.process_time() - began
    many = len(timed.seconds)
    yield Figure(f"parts: one of {many} parts", float(np.mean(timed.seconds)), "CPU s")
    yield Figure("parts: the longest", max(timed.seconds), "CPU s")
    yield Figure("parts: cuts above, and the checks", whole - sum(timed.seconds), "CPU s")
    yield Figure(
        "parts: bytes of a combination on its way", timed.bytes / len(problem.weights), "B"
    )
    most = peak() / len(problem.weights)
    yield Figure("parts: peak memory of a combination", most, "B")
    one = solve(problem, "typed", stop=Stop(seconds=None))
    losses = [problem.loss(cast("CellSolution", each.solution)) for each in (parts, one)]
    remark = f"{losses[0]:.5f} and {losses[1]:.5f}; classes of {parts.solution.sizes.min()} or more"
    yield Figure(
        f"parts: loss of {size} / that of one tree", losses[0] / losses[1], "x", LIMIT, remark
    )


class Timed:
    """Solves the parts here, and keeps how long each took and how many bytes went there."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.bytes = 0

    def __call__(self, work: workers.Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        found = []
        for piece in pieces:
            began = time.process_time()
            found.append(work(piece))
            self.seconds.append(time.process_time() - began)
            self.bytes += len(piece)
        return found


def counted(rows: int) -> CellProblem:
    import duckdb

    names = ("age", "sex", "zip", "education", "income")
    fields = ", ".join(names)
    with duckdb.connect() as connection:
        # What is printed is one line, without how far a query is.
        connection.execute("SET enable_progress_bar = false")
        for first in range(0, rows, CHUNK):
            chunk = ROWS.format(first, min(first + CHUNK, rows))
            grouped = f"SELECT {fields}, count(*) AS n FROM ({chunk}) GROUP BY ALL"
            how = "INSERT INTO counts" if first else "CREATE TEMP TABLE counts AS"
            connection.execute(f"{how} {grouped}")
        found = connection.execute(
            f"SELECT {fields}, CAST(sum(n) AS BIGINT) AS n FROM counts GROUP BY ALL ORDER BY ALL"
        ).fetchnumpy()
    axes = [axis(found[name], labels=name in ("sex", "education")) for name in names]
    return CellProblem(axes, found["n"], K)


def axis(values: Any, *, labels: bool) -> LabelAxis | OrderedAxis:
    known, codes = np.unique(np.asarray(values), return_inverse=True)
    return LabelAxis(codes, len(known)) if labels else OrderedAxis(codes, known)
