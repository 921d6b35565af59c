"""The regions of a release on their map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from covey.release.codebook import values_of
from covey.release.roles import Regions
from covey.release.tilings import hang_together, one_piece
from covey.release.verify.claims import Check, Claimed
from covey.words import plural


def connected(claimed: Claimed, map_: Any) -> Iterator[Check]:
    """That the sets of every quasi-identifier of areas are connected."""
    for name, role in claimed.roles.items():
        if isinstance(role, Regions):
            yield from _on_map(claimed, name, role, map_)


def _on_map(claimed: Claimed, name: str, role: Regions, map_: Any) -> Iterator[Check]:
    claim = "the regions are connected"
    if map_ is None:
        yield Check(claim, None, "give the map with --map")
        return
    areas, seen = claimed.map_of(role)
    used = claimed.read(name).get("map", {})
    yield Check("the map is the one that was used", seen == used)
    members: dict[int, list[str]] = {}
    for entry in claimed.entries:
        if entry.column == name and entry.holds in ("value", "values"):
            known = [value for value in values_of(entry) if value is not None]
            members.setdefault(entry.number, []).extend(known)
    strange = {code for codes in members.values() for code in codes} - areas.places.keys()
    edges = areas.graph.edges.tolist()
    if claimed.joint:
        apart = [number for number, codes in members.items() if not one_piece(areas, codes)]
        # What was not cut is the whole map, in however many pieces.
        whole = {n for n, codes in members.items() if len(codes) == max(map(len, members.values()))}
        apart = [number for number in apart if number not in whole]
    else:
        numbers = {code: number for number, codes in members.items() for code in codes}
        apart = hang_together(edges, [numbers.get(key, -1) for key in areas.keys])
    words = f"{len(strange):,} codes are not on it" if strange else ""
    words = f"{plural(len(apart), 'region')} not connected" if apart else words
    yield Check(claim, not (apart or strange), words)
