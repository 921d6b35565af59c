"""spopt's MaxPHeuristic: as many connected regions above a threshold as it finds, then annealing
that makes the areas of a region alike."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

CITIES = 60


@dataclass(frozen=True)
class Counties:
    """A map like that of the counties, as spopt takes it (``frame``, ``neighbours``) and as covey
    does (``populations``, ``edges``)."""

    frame: Any
    neighbours: Any
    populations: NDArray[np.int64]
    edges: NDArray[np.int64]


def counties(areas: int, spread: float = 1.0, seed: int = 0) -> Counties:
    """Voronoi cells of points of which most lie around some cities; log-normal populations, the
    ``spread`` being that of their logarithms."""
    import geopandas
    from libpysal.weights import Rook

    rng = np.random.default_rng(seed)
    cities = rng.random((CITIES, 2))
    urban = rng.random((areas, 1)) < 0.6
    around = cities[rng.integers(0, CITIES, areas)] + rng.normal(0, 0.06, (areas, 2))
    points = np.where(urban, around, rng.random((areas, 2)))
    cells = shapely.voronoi_polygons(shapely.multipoints(points), ordered=True)
    frame_of_all = shapely.box(*points.min(axis=0) - 0.01, *points.max(axis=0) + 0.01)
    shapes = shapely.intersection(shapely.get_parts(cells), frame_of_all)
    populations = rng.lognormal(10.2, spread, areas).astype(np.int64)
    frame = geopandas.GeoDataFrame({"population": populations}, geometry=shapes)
    neighbours = Rook.from_dataframe(frame, use_index=False)
    edges = [(one, other) for one, others in neighbours.neighbors.items() for other in others]
    return Counties(frame, neighbours, populations, np.array(edges))


def solve_maxp(given: Counties, k: int, seed: int = 0) -> tuple[NDArray[np.int64], float]:
    """Populations of the regions, and seconds. All that may be left out is left at its default."""
    from spopt.region import MaxPHeuristic

    np.random.seed(seed)  # it draws from numpy's global generator
    model = MaxPHeuristic(
        given.frame, given.neighbours, ["population"], "population", threshold=k, top_n=2
    )
    began = time.perf_counter()
    model.solve()
    seconds = time.perf_counter() - began
    _, regions = np.unique(model.labels_, return_inverse=True)
    sizes = np.zeros(int(regions.max()) + 1, dtype=np.int64)
    np.add.at(sizes, regions, given.populations)
    return sizes, seconds
