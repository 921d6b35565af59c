"""Rectangles: speed against numpy.argsort and a peer, growth, memory, and quality on ties."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure, best_of, by_turns
from benchmarks.memory import within_four_gigabytes
from covey.problems.rectangles.problem import RectangleSolution


def run() -> Iterator[Figure]:
    rng = np.random.default_rng(0)
    yield from against_argsort(rng)
    yield against_anonypy(rng)
    yield from growth(rng)
    yield ten_million()
    yield from distinct_points(rng)
    yield from ties_and_weights(rng)
    yield from compact_cells()
    yield from long_cells()


def solved(x: NDArray[np.float64], y: NDArray[np.float64], k: int) -> covey.Result:
    return covey.solve(covey.RectangleProblem(x, y, k))


def against_argsort(rng: np.random.Generator) -> Iterator[Figure]:
    x, y = rng.random((2, 10**6))
    result = solved(x, y, 10)
    own, sort = by_turns(7, lambda: solved(x, y, 10), lambda: np.argsort(x))
    what = "default / numpy.argsort, 1,000,000 points, k = 10"
    remark = f"{own.wall:.3f} s against {sort.wall:.3f} s, {result.status}"
    yield Figure(what, own.wall / sort.wall, "x", 4, remark)
    remark = f"{own.cpu:.3f} s against {sort.cpu:.3f} s"
    yield Figure(f"{what}: CPU time", own.cpu / sort.cpu, "x", 4, remark)


def against_anonypy(rng: np.random.Generator) -> Figure:
    """anonypy's Mondrian on the same points: only its cuts, not the table it makes of them."""
    import pandas as pd
    from anonypy.mondrian import Mondrian

    n, k = 30_000, 10
    x, y = rng.random((2, n))
    result = solved(x, y, k)
    ours = best_of(5, lambda: solved(x, y, k))
    frame = pd.DataFrame({"x": x, "y": y})
    began = time.perf_counter()
    parts = Mondrian(frame, ["x", "y"]).partition(k)
    theirs = time.perf_counter() - began
    largest = max(map(len, parts))
    remark = f"{ours * 1e3:.0f} ms against {theirs:.1f} s, largest {result.cost} against {largest}"
    return Figure("default / anonypy, 30,000 points, k = 10", ours / theirs, "x", 1 / 200, remark)


def growth(rng: np.random.Generator) -> Iterator[Figure]:
    """Seconds per point and doubling: constant, if the time grows as n log n."""
    for n in (10**4, 10**5, 10**6, 10**7):
        x, y = rng.random((2, n))
        seconds = best_of(3 if n < 10**7 else 1, lambda x=x, y=y: solved(x, y, 10))  # type: ignore[misc]
        per_step = seconds / (n * np.log2(n)) * 1e9
        yield Figure(
            f"default, {n:,} points, k = 10", per_step, "ns / (n log n)", None, f"{seconds:.3f} s"
        )


def ten_million() -> Figure:
    return within_four_gigabytes(
        "10,000,000 points, k = 10, peak memory",
        "import numpy as np, covey\n"
        "x, y = np.random.default_rng(0).random((2, 10**7))\n"
        "result = covey.solve(covey.RectangleProblem(x, y, 10))\n"
        "print(f'{result.status}, {result.runtime:.2f} s')\n",
    )


def distinct_points(rng: np.random.Generator) -> Iterator[Figure]:
    for n in (10**4, 10**6):
        centre = rng.integers(0, 50, n)
        kinds = {
            "uniform": rng.random((2, n)),
            "clustered": rng.normal(rng.random((2, 50))[:, centre], 0.01),
            "walk": np.cumsum(rng.standard_t(2, (2, n)), axis=1),
        }
        for name, (x, y) in kinds.items():
            gaps = [solved(x, y, k).gap or 0.0 for k in (5, 37, 1000)]
            what = f"largest gap, {n:,} {name} points, k = 5, 37, 1,000"
            yield Figure(what, max(gaps), "", 0.0)


def ties_and_weights(rng: np.random.Generator) -> Iterator[Figure]:
    for grid, n, k, reach in (
        (1000, 10**4, 100, 1.02),
        (1000, 10**5, 300, 1.02),
        (1000, 10**5, 3000, 1.02),
        (100, 10**5, 3000, 1.03),
    ):
        x, y = rng.integers(0, grid, (2, n)).astype(float)
        result = solved(x, y, k)
        what = f"largest / k, {grid} x {grid} grid, {n:,} points, k = {k:,}"
        yield Figure(what, result.cost / k, "", reach, f"bound {result.lower_bound / k:.3f}")
    n, k = 10**4, 1000
    weights = {
        "drawn, exponent 2.5": np.minimum(rng.zipf(2.5, n), k),
        "by rank from 1,000": rng.permutation(np.maximum(1, k // np.arange(1, n + 1))),
    }
    for name, counts in weights.items():
        x, y = rng.random((2, n))
        result = covey.solve(covey.RectangleProblem(x, y, k, counts))
        what = f"largest / k, Zipf weights {name}, {n:,} points, k = {k:,}"
        yield Figure(what, result.cost / k, "", 1.12, f"bound {result.lower_bound / k:.3f}")


def compact_cells() -> Iterator[Figure]:
    """Points as of a city's taxis, rounded to six, five and four digits: cells against the best of
    some plain kd splits, by the sum of perimeters, in kilometres."""
    k = 50
    for digits in (6, 5, 4):
        # With four digits, these are points for which compact cells are hard to find.
        lat, lon = taxis(np.random.default_rng(1 if digits == 4 else 0), 100_000, digits)
        problem = covey.RectangleProblem(lon, lat, k, globe=True)
        result = covey.solve(problem)
        assert isinstance(result.solution, RectangleSolution)
        own, plain = sides(result.solution.cells), best_split(lon, lat, k, problem.box)
        around, around_plain = 2 * own.sum(), 2 * plain.sum()
        remark = (
            f"largest {result.cost}, bound {result.lower_bound}; {len(own):,} cells against"
            f" {len(plain):,}, perimeters {around:,.0f} km against {around_plain:,.0f} km,"
            f" greatest aspect {aspects(own).max():.0f} against {aspects(plain).max():.0f}"
        )
        what = f"median aspect of cells, 100,000 points with {digits} digits, k = {k}"
        yield Figure(what, float(np.median(aspects(own))), "", 1.6, remark)
        what = f"perimeters of cells / kd split, the same {digits} digits"
        yield Figure(what, around / around_plain, "x", 1.0)


def long_cells(tables: int = 14) -> Iterator[Figure]:
    """The same points with four digits, of which many have a coordinate in common: in how many
    tables cells are longer, or less compact, than those of the plain kd split."""
    k = 50
    longer, medians, around = 0, [], []
    for seed in range(tables):
        lat, lon = taxis(np.random.default_rng(seed), 100_000, 4)
        problem = covey.RectangleProblem(lon, lat, k, globe=True)
        result = covey.solve(problem)
        assert isinstance(result.solution, RectangleSolution)
        own, plain = sides(result.solution.cells), best_split(lon, lat, k, problem.box)
        longer += int(aspects(own).max() > aspects(plain).max())
        medians.append(float(np.median(aspects(own))))
        around.append(own.sum() / plain.sum())
    what = f"{tables} tables of 100,000 points with 4 digits, k = {k}"
    remark = "greatest aspect above that of the kd split"
    yield Figure(f"{what}: tables with longer cells", longer, "", 0.0, remark)
    yield Figure(f"{what}: median aspect, the highest", max(medians), "", 1.6)
    yield Figure(f"{what}: perimeters / kd split, the most", max(around), "x", 1.0)


def taxis(
    rng: np.random.Generator, count: int, digits: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Latitudes and longitudes: sixty crowded places in a city, and an airport."""
    places = rng.normal([40.75, -73.98], 0.03, (60, 2))
    spread = rng.lognormal(-5.5, 0.6, 60)
    which = rng.choice(60, count, p=rng.dirichlet(np.full(60, 0.5)))
    points = places[which] + rng.normal(size=(count, 2)) * spread[which][:, None]
    airport = rng.random(count) < 0.03
    points[airport] = rng.normal([40.645, -73.785], 0.004, (int(airport.sum()), 2))
    lat, lon = points.round(digits).T
    return lat, lon


Across = Literal["longer side", "wider spread", "in turns"]


def best_split(
    lon: NDArray[np.float64],
    lat: NDArray[np.float64],
    k: int,
    box: tuple[float, float, float, float],
) -> NDArray[np.float64]:
    """Width and height of the cells of the plain kd split whose perimeters are least in sum."""
    splits = (sides(kd_split(lon, lat, k, box, across)) for across in get_args(Across))
    return min(splits, key=lambda each: float(each.sum()))


def kd_split(
    lon: NDArray[np.float64],
    lat: NDArray[np.float64],
    k: int,
    box: tuple[float, float, float, float],
    across: Across = "longer side",
) -> NDArray[np.float64]:
    """Cells of a plain kd split, at the half of the classes: across the longer side of the cell,
    across that of the middle half of its points, or across both sides in turns."""
    cells: list[list[float]] = []
    waiting = [(np.arange(len(lon)), list(box), 0)]
    while waiting:
        members, cell, depth = waiting.pop()
        classes = len(members) // k
        ((width, height),) = sides(np.array([cell]))
        if across == "wider spread":
            # From the first quarter of the points to the third.
            quarters = [np.quantile(each[members], (0.25, 0.75)) for each in (lon, lat)]
            (west, east), (south, north) = quarters
            ((width, height),) = sides(np.array([[west, south, east, north]]))
        vertical = depth % 2 == 0 if across == "in turns" else width >= height
        for axis in (0, 1) if vertical else (1, 0):
            if classes < 2:
                break
            values = (lon, lat)[axis][members]
            order = np.argsort(values, kind="stable")
            gaps = 1 + np.flatnonzero(np.diff(values[order]))
            gaps = gaps[(gaps >= k) & (gaps <= len(members) - k)]
            if len(gaps):
                at = gaps[np.abs(gaps - len(members) * (classes // 2) // classes).argmin()]
                low, high = cell.copy(), cell.copy()
                low[2 + axis] = high[axis] = float(values[order[at - 1 : at + 1]].mean())
                lower, upper = members[order[:at]], members[order[at:]]
                waiting += [(lower, low, depth + 1), (upper, high, depth + 1)]
                break
        else:
            classes = 1
        if classes < 2:
            cells.append(cell)
    return np.array(cells)


def sides(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """Width and height of cells in kilometres."""
    degree = 111.32
    width = (cells[:, 2] - cells[:, 0]) * np.cos(np.radians((cells[:, 1] + cells[:, 3]) / 2))
    found: NDArray[np.float64] = degree * np.stack([width, cells[:, 3] - cells[:, 1]], axis=1)
    return found


def aspects(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = sides.max(axis=1) / sides.min(axis=1)
    return found
