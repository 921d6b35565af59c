"""The regions of a release on their map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.connected import in_pieces
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.maps.table_groups import column_of, with_table_groups
from covey.release.certificate.reading import MapFile
from covey.verification.claims import Check, Claimed

if TYPE_CHECKING:
    from covey.attributes import Regions
    from covey.engine.protocol import Counted
    from covey.io.maps.areas import AreaMap
    from covey.problems.regions.graph import Graph

Numbers = NDArray[np.int64]


def refuse_needless_map(claimed: Claimed, map_: Any) -> None:
    """A map that nothing is checked on must not look as if something was."""
    if map_ is not None and not claimed.regions:
        raise InvalidInput(
            "This release has no regions: there is nothing to check on a map.",
            hint="Leave --map out.",
        )


def connected(claimed: Claimed, map_: Any) -> Iterator[Check]:
    """That the sets of every quasi-identifier of areas are connected."""
    for name, role in claimed.regions.items():
        yield from _on_map(claimed, name, role, map_)


def _on_map(claimed: Claimed, name: str, role: Regions, map_: Any) -> Iterator[Check]:
    claim = "the regions are connected"
    if role.map_within is not None:
        claim = f"the regions are connected within {role.within!r}"
        claim += ", except where a part of it is below k" if role.cross != "never" else ""
    if map_ is None:
        yield Check(claim, None, "give the map with --map")
        return
    areas, seen = claimed.map_of(role)
    used = claimed.certificate.read_of(name).map or MapFile()
    # Before anything is checked on it: another map may have other borders.
    yield Check("the map is the one that was used", seen == used.to_dict())
    graph = areas.graph
    if role.map_within is not None:
        graph = _inside(areas, role, claimed.certificate.read_of(name).crossings or ())
    yield _in_one_piece(claimed, name, areas, graph, claim)


def within_table(claimed: Claimed, counted: Counted | None) -> Iterator[Check]:
    """That regions cross no border between what a column of the table says of their areas; None:
    the table is not given."""
    for name, role in claimed.regions.items():
        if column_of(role.within) is None or claimed.solved is None:
            continue
        claim = f"the regions are connected within {role.within!r}"
        claim += ", except where a part of it is below k" if role.cross != "never" else ""
        if counted is None or role.map is None:
            lacking = "the table it was made of with --against" if counted is None else "the map"
            lacking += "" if counted is None else " with --map"
            yield Check(claim, None, f"give {lacking}")
            continue
        areas = _grouped(claimed.map_of(role).areas, name, role, counted)
        graph = _inside(areas, role, claimed.certificate.read_of(name).crossings or ())
        yield _in_one_piece(claimed, name, areas, graph, claim)


def _grouped(areas: AreaMap, name: str, role: Regions, counted: Counted) -> AreaMap:
    both = counted.of([name, str(column_of(role.within))])
    said = set(zip(*(texts.tolist() for texts in both.texts), strict=True))
    return with_table_groups(areas, str(role.within), said, "the table")


def _in_one_piece(claimed: Claimed, name: str, areas: AreaMap, graph: Graph, claim: str) -> Check:
    column = claimed.book.of(name)
    # Where each value is on the map: missing is nowhere on it, and no stranger.
    values = column.listed.places
    found = (areas.places.get(value or "", -1) for value in values)
    places = np.fromiter(found, np.int64, len(values))
    strange = int((places < 0).sum()) - 1
    starts, members = column.listed.by_set(column.count)
    apart = in_pieces(graph, starts, members, places)
    on_map = places[members]
    known = on_map >= 0
    # Starts of the sets without members that are not on the map.
    kept = np.append(0, np.cumsum(known))[starts]
    # A map may have several parts: the region of all areas is not connected, and need not be.
    apart &= ~whole_maps(graph, kept, on_map[known])
    be = "is" if strange == 1 else "are"
    words = f"{plural(strange, 'code')} {be} not on it" if strange else ""
    words = f"{plural(int(apart.sum()), 'region')} not connected" if apart.any() else words
    return Check(claim, not (apart.any() or strange), words)


def _inside(areas: AreaMap, role: Regions, crossings: Iterable[tuple[str, str]]) -> Graph:
    """The map without the borders between two states, except those of the pairs that the
    certificate names."""
    states = np.unique(
        [state or "" for state in areas.fields[str(role.within)]], return_inverse=True
    )
    one, other = states[1][areas.graph.edges].T
    # Edges have their lower end first, so that pairs are sorted alike.
    named = {tuple(sorted(areas.places.get(code, -1) for code in pair)) for pair in crossings}
    over = np.array([tuple(edge) in named for edge in areas.graph.edges.tolist()], dtype=bool)
    return areas.graph.without((one != other) & ~over)


def whole_maps(
    graph: Graph, starts: Numbers, members: NDArray[np.integer[Any]]
) -> NDArray[np.bool_]:
    """Which sets have all areas that any set has, where no border leads out of these: then nothing
    was cut off a map, in however many parts. Parts without records are in no set."""
    inside = np.zeros(graph.count, dtype=bool)
    inside[members] = True
    ends = inside[graph.edges]
    # A border leads to an area that is in no set, such as one without records.
    if (ends[:, 0] != ends[:, 1]).any():
        return np.zeros(len(starts) - 1, dtype=bool)
    # An area may be listed twice.
    own = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    pairs = np.unique(own * graph.count + members)
    different = np.bincount(pairs // graph.count, minlength=len(starts) - 1)
    return np.asarray(different == inside.sum())
