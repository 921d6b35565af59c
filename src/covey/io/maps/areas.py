"""Areas with their neighbours, and all that a map says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.core.words import listed, plural
from covey.problems.regions.graph import Graph


class WithoutCode(NamedTuple):
    """Records without a code of an area, and the name of the table that has them, for people."""

    records: int
    table: str


@dataclass(frozen=True, eq=False)
class AreaMap:
    """``keys[v]`` is the code of area v of ``graph``; everything else is in the same order.

    weights
        Records of each area, or None where nobody counted yet.
    without_code
        Records of the table that was counted which have no code, where that is allowed.
    shapes
        Polygons in the coordinate system ``crs``; None without polygons. An area without a shape
        has None there.
    points
        One place in each area, x and y in ``crs``; NaN where an area has no shape.
    crs
        The coordinate system as the map names it, None where it does not.
    fields
        Other fields of the map that were asked for, as text, None where one is missing.
    bridges
        Pairs of areas that share no border and were joined by choice.
    notes
        What was done to get here that the user should know.
    seen
        The fingerprint of the map, of all files that were read; empty, if it was no file.
    excluded
        Codes whose records are left out by choice; they are no areas of the map.
    strangers
        Codes that were excluded or assigned though the map lacks them. Only the table has them, so
        they are values of its records.
    """

    keys: list[str]
    graph: Graph
    weights: NDArray[np.int64] | None = None
    shapes: NDArray[Any] | None = None
    points: NDArray[np.float64] | None = None
    crs: str | None = None
    fields: Mapping[str, list[str | None]] = field(default_factory=dict)
    bridges: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    seen: str = ""
    excluded: frozenset[str] = frozenset()
    strangers: frozenset[str] = frozenset()
    without_code: WithoutCode | None = None

    @cached_property
    def places(self) -> dict[str, int]:
        """The position of every key."""
        return {key: place for place, key in enumerate(self.keys)}

    def position(self, key: str) -> int:
        """The position of an area in ``keys``."""
        if key not in self.places:
            hint = closest(key, self.keys) if len(self.keys) <= 50 else ""
            raise InvalidInput(f"The map has no area {key!r}.", hint=hint, given=key)
        return self.places[key]

    def islands(self) -> list[list[int]]:
        """The parts of the map that no border joins to the largest one (the first of equals), each
        as the positions of its areas, in the order of their first areas. Bridges do not count."""
        return parts_besides_the_largest(self.graph.without(self.bridged))

    @property
    def bridged(self) -> NDArray[np.bool_]:
        """Which edges of the graph are bridges, not borders."""
        ends = [sorted((self.position(a), self.position(b))) for a, b in self.bridges]
        pairs = np.array(ends, dtype=np.int64).reshape(-1, 2)
        edges = self.graph.edges.astype(np.int64)
        count = max(self.graph.count, 1)
        # A pair of positions as one number, the lower one first, as in the edges of a graph.
        return np.isin(edges[:, 0] * count + edges[:, 1], pairs[:, 0] * count + pairs[:, 1])

    def counts_in(self, name: str) -> NDArray[np.int64]:
        """A field as counts, refused where it holds anything else."""
        numbers = [_number(value) for value in self.fields[name]]
        return area_weights(numbers, self.keys, f"the field {name!r}")

    def only(self, kept: NDArray[np.bool_]) -> AreaMap:
        """Some of the areas, with the borders between them."""
        # The new position of every area that stays.
        number = np.cumsum(kept) - 1
        inside = kept[self.graph.edges].all(axis=1)
        graph = Graph.from_edges(
            int(kept.sum()), number[self.graph.edges[inside]], self.graph.lengths[inside]
        )
        places = np.flatnonzero(kept).tolist()
        keys = [self.keys[place] for place in places]
        remaining = set(keys)
        return replace(
            self,
            keys=keys,
            graph=graph,
            weights=None if self.weights is None else self.weights[kept],
            shapes=None if self.shapes is None else self.shapes[kept],
            points=None if self.points is None else self.points[kept],
            fields={name: [own[place] for place in places] for name, own in self.fields.items()},
            bridges=tuple(pair for pair in self.bridges if remaining.issuperset(pair)),
        )

    def with_shapeless(self, beside: Mapping[str, str]) -> AreaMap:
        """More areas, without a shape, records or borders; their fields are those of the area that
        each is beside, which is on the map."""
        if not beside:
            return self
        own = [self.position(area) for area in beside.values()]
        more, weights, shapes, points = len(own), self.weights, self.shapes, self.points
        if weights is not None:
            weights = np.append(weights, np.zeros(more, dtype=np.int64))
        if shapes is not None:
            shapes = np.append(shapes, np.full(more, None, dtype=object))
        if points is not None:
            points = np.concatenate([points, np.full((more, 2), np.nan)])
        return replace(
            self,
            keys=[*self.keys, *beside],
            graph=Graph.from_edges(self.graph.count + more, self.graph.edges, self.graph.lengths),
            weights=weights,
            shapes=shapes,
            points=points,
            fields={
                name: [*values, *(values[place] for place in own)]
                for name, values in self.fields.items()
            },
        )

    def noting(self, *notes: str, **changes: Any) -> AreaMap:
        """A changed copy that says what was done."""
        return replace(self, notes=(*self.notes, *notes), **changes)


def _number(text: str | None) -> float:
    try:
        return float(text or "nan")
    except ValueError:
        return float("nan")


def parts_besides_the_largest(graph: Graph) -> list[list[int]]:
    """The connected components except the largest, or except the first of several largest ones."""
    if graph.count == 0:
        return []
    # The areas sorted by their components, and cut where the next one begins.
    sizes = np.bincount(graph.components)
    order = np.argsort(graph.components, kind="stable")
    parts = [part.tolist() for part in np.split(order, np.cumsum(sizes)[:-1])]
    del parts[int(sizes.argmax())]
    return parts


def distinct_keys(
    keys: Sequence[str | None], where: str, what: str, instead: str = ""
) -> list[str]:
    """The keys, refused if one is missing or occurs twice. ``instead`` is a field in which none
    does."""
    missing = [place for place, key in enumerate(keys) if key is None or key == ""]
    if missing:
        raise InvalidInput(
            f"{where}: {plural(len(missing), 'area')} without a code in {what}, the first at"
            f" position {missing[0] + 1}.",
            hint="Give every area a code, or leave such shapes out of the map: --exclude ''"
            ' (exclude=[""] in Python)',
            remedy=[("--exclude", "")],
        )
    found = [key for key in keys if key is not None]
    if len(set(found)) < len(found):
        twice = [key for key, times in Counter(found).items() if times > 1]
        raise InvalidInput(
            f"{where}: every area has a code of its own in {what}; {len(twice):,} stand more than"
            f" once: {listed(twice)}.",
            hint="Unite what belongs to one code first, or name another field"
            + (f", as {instead!r}, which has none twice." if instead else "."),
            given=twice,
            remedy=[("--key", instead)] if instead else [],
        )
    return found


def area_weights(values: ArrayLike, keys: Sequence[str], what: str) -> NDArray[np.int64]:
    """Records of each area: whole numbers from 0 to 2^53, or an error that names the area."""
    numbers = np.asarray(values, dtype=np.float64)
    wrong = {
        "missing or not a number": np.isnan(numbers),
        "negative": numbers < 0,
        # Infinite numbers are not whole either: they are named as too large.
        "not whole": (numbers != np.floor(numbers)) & np.isfinite(numbers),
        "beyond 2^53": numbers > validate.MAX_COUNT,
    }
    for words, bad in wrong.items():
        if bad.any():
            bad_places = np.flatnonzero(bad).tolist()
            names = listed(f"{keys[place]} ({numbers[place]:g})" for place in bad_places)
            if words.startswith("missing"):
                names = listed(keys[place] for place in bad_places)
            raise InvalidInput(
                f"Weights are whole numbers of records, 0 or more; in {what} the weight is {words}"
                f" for {plural(int(bad.sum()), 'area')}: {names}.",
                hint="Write 0 for an area without records." if words.startswith("missing") else "",
            )
    return validate.counts(numbers) if len(numbers) else np.zeros(0, np.int64)
