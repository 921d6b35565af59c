"""Regions: against a peer on a map of counties, and on graphs of up to a million areas."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

import covey
from benchmarks.measure import Figure
from benchmarks.memory import within_four_gigabytes
from benchmarks.peers.maxp import counties, solve_maxp

MILLION = 10**6


def run() -> Iterator[Figure]:
    yield a_million()
    yield two_hundred_thousand()
    # Populations as uneven as counties', where the heaviest area outweighs every region, with the
    # Census Bureau's threshold for the areas of its public records; and a map where none reaches k.
    yield from against_maxp(spread=1.0, k=100_000)
    yield from against_maxp(spread=0.5, k=200_000)


def against_maxp(spread: float, k: int, areas: int = 3106) -> Iterator[Figure]:
    """As many areas as there are counties in the lower 48 states. The peer takes minutes, so it
    runs once."""
    given = counties(areas, spread)
    theirs, minutes = solve_maxp(given, k)
    problem = covey.RegionProblem(given.populations, given.edges, k)
    for name, method, stop, faster in (
        ("tree", "tree", None, 1 / 200),
        ("balanced for 1 s", "balanced", covey.Stop(seconds=1), 1 / 200),
        ("balanced", "balanced", None, None),
    ):
        covey.solve(problem, "tree")  # loads what solving needs
        began = time.perf_counter()
        result = covey.solve(problem, method, stop=stop)
        seconds = time.perf_counter() - began
        what = f"{name} / spopt's MaxPHeuristic, {areas:,} areas, k = {k:,}"
        yield Figure(
            f"{what}, time",
            seconds / minutes,
            "x",
            faster,
            f"{seconds:.3f} s against {minutes:.0f} s",
        )
        yield from _beside(what, result.solution.sizes, theirs, k)


def _beside(
    what: str, ours: NDArray[np.int64], theirs: NDArray[np.int64], k: int
) -> Iterator[Figure]:
    """Three measures as ratios, below 1 where covey's answer is better."""
    yield Figure(
        f"{what}, heaviest region",
        int(ours.max()) / int(theirs.max()),
        "x",
        1,
        f"{ours.max():,} against {theirs.max():,}",
    )
    yield Figure(
        f"{what}, mean region",
        float(ours.mean() / theirs.mean()),
        "x",
        1,
        f"{ours.mean() / k:.3f} k against {theirs.mean() / k:.3f} k,"
        f" {len(ours):,} regions against {len(theirs):,}",
    )


def a_million() -> Figure:
    """The paper's method; making the graph is neither timed nor weighed."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "edges.npy"
        np.save(file, delaunay(MILLION, np.random.default_rng(0)))
        return within_four_gigabytes(
            "tree, 1,000,000 areas of a Delaunay graph, peak memory",
            "import time\n"
            "import numpy as np, covey\n"
            "from covey.problems.regions.trees import searched\n"
            "covey.solve(covey.RegionProblem([1, 1], [(0, 1)], 1), 'tree')\n"
            f"graph = covey.Graph.from_edges({MILLION}, np.load({str(file)!r}))\n"
            f"weights = np.random.default_rng(1).lognormal(6, 1, {MILLION}).astype(np.int64)\n"
            "problem = covey.RegionProblem(weights, graph, 125_000)\n"
            "began, before = time.perf_counter(), time.process_time()\n"
            "result = covey.solve(problem, 'tree')\n"
            "seconds, cpu = time.perf_counter() - began, time.process_time() - before\n"
            "degree = searched(graph).degree.max()\n"
            "ratio = result.cost / problem.kappa\n"
            "print(f'{seconds:.1f} s ({cpu:.1f} s of a core), tree of degree {degree},'\n"
            "    f' heaviest / kappa {ratio:.3f}')\n",
        )


def two_hundred_thousand() -> Figure:
    rng = np.random.default_rng(0)
    areas, k = 200_000, 125_000
    edges = delaunay(areas, rng)
    problem = covey.RegionProblem(rng.lognormal(6, 1, areas).astype(np.int64), edges, k)
    result = covey.solve(problem, "balanced", stop=covey.Stop(seconds=20))
    return Figure(
        "balanced, 200,000 areas, k = 125,000, heaviest / kappa",
        result.cost / problem.kappa,
        "",
        None,
        f"bound {result.lower_bound / problem.kappa:.4f}, {len(result.solution.sizes):,} regions,"
        f" {result.runtime:.1f} s",
    )


def delaunay(areas: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The borders of the Delaunay graph of random points."""
    points = rng.random((areas, 2))
    triangles = shapely.get_parts(shapely.delaunay_triangles(shapely.multipoints(points)))
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    order = np.argsort(points[:, 0])
    place = order[np.searchsorted(points[order, 0], corners[:, :, 0])]
    return np.concatenate([place[:, [0, 1]], place[:, [1, 2]], place[:, [0, 2]]])
