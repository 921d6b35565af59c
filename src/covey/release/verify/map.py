"""The regions of a release on their map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from covey.release.maps import MapOf
from covey.release.roles import Regions
from covey.release.tilings import in_pieces
from covey.release.verify.claims import Check, Claimed
from covey.words import plural


def connected(claimed: Claimed, map_: Any, map_of: MapOf) -> Iterator[Check]:
    """That the sets of every quasi-identifier of areas are connected."""
    for name, role in claimed.roles.items():
        if isinstance(role, Regions):
            yield from _on_map(claimed, name, role, map_, map_of)


def _on_map(
    claimed: Claimed, name: str, role: Regions, map_: Any, map_of: MapOf
) -> Iterator[Check]:
    claim = "the regions are connected"
    if map_ is None:
        yield Check(claim, None, "give the map with --map")
        return
    areas, seen = map_of(role)
    used = claimed.read(name).get("map", {})
    yield Check("the map is the one that was used", seen == used)
    column = claimed.book.of(name)
    # Where each value is on the map: missing is nowhere on it, and no stranger.
    values = column.listed.places
    found = (areas.places.get(value or "", -1) for value in values)
    places = np.fromiter(found, np.int64, len(values))
    strange = int((places < 0).sum()) - 1
    starts, members = column.listed.by_set(column.count)
    apart, sizes = in_pieces(areas.graph, starts, members, places)
    if claimed.joint:
        # What was not cut is the whole map, in however many pieces.
        apart &= sizes < sizes.max()
    words = f"{strange:,} codes are not on it" if strange else ""
    words = f"{plural(int(apart.sum()), 'region')} not connected" if apart.any() else words
    yield Check(claim, not (apart.any() or strange), words)
