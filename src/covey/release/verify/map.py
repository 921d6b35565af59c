"""The regions of a release on their map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.release.codebook import values_of
from covey.release.roles import Regions
from covey.release.tilings import hang_together, one_piece
from covey.release.verify.claims import Check, Claimed
from covey.words import plural

if TYPE_CHECKING:
    from covey.maps.areas import AreaMap


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
    members = _members(claimed, name)
    strange = {code for codes in members.values() for code in codes} - areas.places.keys()
    apart = sets_apart(areas, members) if claimed.joint else classes_apart(areas, members)
    words = f"{len(strange):,} codes are not on it" if strange else ""
    words = f"{plural(len(apart), 'region')} not connected" if apart else words
    yield Check(claim, not (apart or strange), words)


def _members(claimed: Claimed, name: str) -> dict[int, list[str]]:
    """The codes of every region in the codebook."""
    members: dict[int, list[str]] = {}
    for entry in claimed.entries:
        if entry.column == name and entry.holds in ("value", "values"):
            known = [value for value in values_of(entry) if value is not None]
            members.setdefault(entry.number, []).extend(known)
    return members


def classes_apart(areas: AreaMap, members: Mapping[int, Sequence[str]]) -> list[int]:
    """The classes that are not connected."""
    numbers = {code: number for number, codes in members.items() for code in codes}
    return hang_together(areas.graph.edges.tolist(), [numbers.get(key, -1) for key in areas.keys])


def sets_apart(areas: AreaMap, members: Mapping[int, Sequence[str]]) -> list[int]:
    """The sets that are not connected, but for one of all areas that any set has: a map in several
    parts of which nothing was cut off. Parts without records are in no set; of all others such a
    set has every area."""
    every = {code for codes in members.values() for code in codes}
    uncut = _is_uncut(areas, every)
    return [
        number
        for number, codes in members.items()
        if not one_piece(areas, codes) and not (uncut and set(codes) == every)
    ]


def _is_uncut(areas: AreaMap, codes: Set[str]) -> bool:
    """Whether no border of the map leads out of some areas."""
    inside = np.fromiter((key in codes for key in areas.keys), dtype=bool, count=len(areas.keys))
    ends = inside[areas.graph.edges]
    return bool((ends[:, 0] == ends[:, 1]).all())
