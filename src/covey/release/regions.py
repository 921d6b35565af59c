"""Areas of a map: classes are connected regions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.errors import Infeasible, InvalidInput
from covey.maps.areas import AreaMap
from covey.regions.graph import Graph
from covey.regions.problem import RegionProblem
from covey.release.codebook import Entry, value_entry
from covey.release.names import region_name, told_apart
from covey.release.question import Choices, Question, refuse_empty, settle_missing, weights_of
from covey.release.roles import Regions
from covey.words import listed, plural


@dataclass(frozen=True, eq=False)
class RegionQuestion(Question):
    """``areas`` is the whole map; ``kept[i]`` is the place on it of the problem's i-th area."""

    areas: AreaMap = None  # type: ignore[assignment]
    kept: NDArray[np.int64] = None  # type: ignore[assignment]

    @property
    def shaped(self) -> bool:  # type: ignore[override]
        return self.areas.shapes is not None

    def entries(self, solution: Any) -> list[Entry]:
        order = np.argsort(solution.classes, kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(solution.classes))[:-1])
        codes = [[self.areas.keys[self.kept[item]] for item in part] for part in parts]
        heaviest = [part[np.argmax(self.problem.weights[part])] for part in parts]
        names = told_apart(
            [
                region_name(members, self.areas.keys[self.kept[item]])
                for members, item in zip(codes, heaviest, strict=True)
            ]
        )
        return [
            value_entry(number, self.name, code, names[number])
            for number, members in enumerate(codes)
            for code in members
        ]

    def write_shapes(
        self, solution: Any, names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        from covey.maps.dissolve import write_regions

        classes = np.full(len(self.areas.keys), -1, dtype=np.int64)
        classes[self.kept] = solution.classes
        weights = np.zeros(len(classes), dtype=np.int64)
        weights[self.kept] = self.problem.weights
        areas = replace(self.areas, weights=weights)
        notes = write_regions(areas, classes, target, {"name": list(names)})
        return tuple(note.replace(str(target), target.name) for note in notes)


def build_regions(
    name: str, role: Regions, staged: Staged, counted: Counted, choices: Choices
) -> RegionQuestion:
    areas, fingerprint = read_map(role)
    missing = counted.missing(name)
    settled = settle_missing(staged, counted, missing, repr(name), choices)
    texts = counted.texts[0].tolist()
    places = np.array(
        [-1 if text is None else areas.places.get(text, -1) for text in texts], dtype=np.int64
    )
    notes = _settle_unmapped(name, staged, counted, areas, (places < 0) & ~missing, places, choices)
    weights = weights_of(places, counted.counts, len(areas.keys))
    kept, graph, left_out = _with_records(areas, weights)
    numbers = np.full(len(areas.keys), SUPPRESSED, dtype=np.int64)
    numbers[kept] = np.arange(len(kept))
    items = np.where(missing, settled.item, np.where(places < 0, SUPPRESSED, numbers[places]))
    refuse_empty(staged, items, (name,))
    names = [areas.keys[place] for place in kept]
    problem = RegionProblem(weights[kept], graph, choices.k, choices.objective, names=names)
    _require_feasible(problem)
    all_notes = (*areas.notes, *settled.notes, *notes, *left_out)
    return RegionQuestion(
        name, (name,), problem, items, settled.records, all_notes, {"map": fingerprint}, areas, kept
    )


def read_map(role: Regions) -> tuple[AreaMap, dict[str, str]]:
    """The areas, and the map's name and fingerprint."""
    from covey.maps.islands import settle_islands
    from covey.maps.read import read_areas

    if not isinstance(role.map, str | Path):
        return settle_islands(_from_frame(role), role.islands), {}  # type: ignore[arg-type]
    path = Path(role.map)
    if not path.exists():
        raise InvalidInput(f"There is no map {path}.", given=str(path))
    if _is_saved_graph(path):
        areas = read_areas(graph_file=path, islands=role.islands)  # type: ignore[arg-type]
    else:
        areas = read_areas(
            areas=path,
            key=role.key,
            layer=role.layer,
            contiguity=role.contiguity,
            tolerance=role.tolerance,
            islands=role.islands,  # type: ignore[arg-type]
        )
    return areas, {"name": path.name, "fingerprint": _fingerprint(path)}


def _from_frame(role: Regions) -> AreaMap:
    from covey.maps.files import from_frame
    from covey.maps.polygons import build_from_polygons

    if isinstance(role.map, AreaMap):
        return role.map
    if not hasattr(role.map, "to_wkb"):
        raise InvalidInput(
            f"A map is a path or a GeoDataFrame; given: {type(role.map).__name__}.",
            given=type(role.map),
        )
    if role.key is None:
        raise InvalidInput("Which column of the map's frame has the codes?", hint="Name it as key.")
    features = from_frame(role.map, role.key)
    return build_from_polygons(features, role.contiguity, role.tolerance)  # type: ignore[arg-type]


def _is_saved_graph(path: Path) -> bool:
    if path.is_dir():
        return False
    with path.open("rb") as file:
        return b'"covey graph' in file.read(100)


def _fingerprint(path: Path) -> str:
    if path.is_dir():
        return ""
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"


def _settle_unmapped(
    name: str,
    staged: Staged,
    counted: Counted,
    areas: AreaMap,
    unmapped: NDArray[np.bool_],
    places: NDArray[np.int64],
    choices: Choices,
) -> tuple[str, ...]:
    from covey.maps.join import with_counts
    from covey.table.counts import ValueCounts

    if not unmapped.any():
        return ()
    codes, counts = counted.texts[0][unmapped], counted.counts[unmapped]
    records = plural(int(counts.sum()), "record")
    if choices.unmapped == "suppress" and (places >= 0).any():
        return (
            f"{plural(len(codes), 'code')} of {name!r} are not on the map: {records} suppressed,"
            " not published",
        )
    try:
        # Known words for codes that lost their zeros and the like.
        there = ~counted.missing(name)
        values = ValueCounts(counted.texts[0][there], counted.counts[there])
        with_counts(areas, values, f"{staged.name}, {name!r}")
    except InvalidInput as error:
        hint = f"{error.hint}\nOr leave their records out with --unmapped suppress."
        raise InvalidInput(error.message, hint=hint, given=error.given) from None
    return ()


def _with_records(
    areas: AreaMap, weights: NDArray[np.int64]
) -> tuple[NDArray[np.int64], Graph, tuple[str, ...]]:
    """The parts of the map that have records at all: an empty island is in no region."""
    parts = areas.graph.components
    sums = np.zeros(int(parts.max(initial=0)) + 1, dtype=np.int64)
    np.add.at(sums, parts, weights)
    there = sums[parts] > 0
    kept = np.flatnonzero(there)
    if there.all():
        return kept, areas.graph, ()
    numbers = np.cumsum(there) - 1
    inside = there[areas.graph.edges[:, 0]]
    edges, lengths = areas.graph.edges[inside], areas.graph.lengths[inside]
    graph = Graph.from_edges(len(kept), numbers[edges], lengths)
    without = np.flatnonzero(~there)
    names = listed(areas.keys[place] for place in without)
    note = (
        f"{plural(len(without), 'area')} in parts of the map without records, in no class: {names}"
    )
    return kept, graph, (note,)


def _require_feasible(problem: RegionProblem) -> None:
    try:
        problem.require_feasible()
    except Infeasible as error:
        if problem.total < problem.k:
            raise
        raise Infeasible(
            error.message,
            hint="Join islands to their nearest area with --islands nearest, or lower k.",
            given=error.given,
        ) from None
