"""From a map to the problem of grouping its areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.maps.areas import AreaMap
from covey.problems.regions.borders import Crossing, within
from covey.problems.regions.problem import RegionProblem, Second

if TYPE_CHECKING:
    from covey.core.grouping import Objective


@dataclass(frozen=True, eq=False)
class MapProblem:
    """A problem, the areas that it is about, and the pairs of areas through which regions may cross
    a border that they should not."""

    problem: RegionProblem
    areas: AreaMap
    crossings: tuple[tuple[str, str], ...]


def region_problem(
    areas: AreaMap,
    k: int,
    objective: Objective = "max-size",
    second: tuple[str, int] | None = None,
    borders: str | None = None,
    crossing: Crossing = "never",
) -> MapProblem:
    """The problem of a map's areas.

    Islands without any record are left out: there is nobody to hide. ``second`` is a field of the
    map and what every region must reach in it; ``borders`` a field whose borders regions may not
    cross, or only if they must.
    """
    if areas.weights is None:
        raise InvalidInput(
            "The map does not say how many records each area has.",
            hint="Name a field with --weight, or count a table with --table and --column.",
        )
    areas, weights = _without_empty_islands(areas, areas.weights)
    also = None
    thresholds = [(weights, k)]
    if second is not None:
        also = Second(areas.counts_in(second[0]), second[1], second[0])
        thresholds.append((also.weights, also.at_least))
    graph, crossings = areas.graph, []
    if borders is not None:
        # Areas without a group are a group of their own.
        groups = ["" if group is None else group for group in areas.fields[borders]]
        kept = within(graph, groups, crossing, thresholds)
        graph, crossings = kept.graph, kept.crossings
    named = tuple((areas.keys[a], areas.keys[b]) for a, b in crossings)
    if named:
        pairs = listed(f"{a} to {b}" for a, b in named)
        areas = areas.noting(
            f"{plural(len(named), 'part')} within {borders!r} cannot reach the thresholds alone and"
            f" may cross its border: {pairs}"
        )
    problem = RegionProblem(weights, graph, k, objective, names=areas.keys, second=also)
    return MapProblem(problem, areas, named)


def _without_empty_islands(
    areas: AreaMap, weights: NDArray[np.int64]
) -> tuple[AreaMap, NDArray[np.int64]]:
    components = areas.graph.components
    records = np.bincount(components, weights=weights)
    empty = records[components] == 0
    # A map without any record is not emptied: the problem says what is wrong with it.
    if not empty.any() or empty.all():
        return areas, weights
    names = listed(areas.keys[place] for place in np.flatnonzero(empty).tolist())
    note = f"{plural(int(empty.sum()), 'area')} on islands without any record left out: {names}"
    return areas.only(~empty).noting(note), weights[~empty]
