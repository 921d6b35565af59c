"""What regions are called on a map that names its areas, or the states that they are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.texts import distinguished, literal, member

FEW = 2
"""Groups up to which a region is called by all of them."""
WITHIN = ": "


class Gazetteer(NamedTuple):
    """What the map says of every area: its code, its name if the map has one, and the group that it
    is in, such as a state, by the map's ``field``; ``sizes`` are the areas of every group."""

    codes: Sequence[str]
    names: Sequence[str | None] | None = None
    groups: Sequence[str] | None = None
    field: str = ""
    sizes: Mapping[str, int] = MappingProxyType({})

    def called(self, area: int) -> str:
        """The name of an area, or else its code."""
        name = None if self.names is None else self.names[area]
        return self.codes[area] if name is None or not name.strip() else name


def place_names(
    regions: Sequence[NDArray[np.integer[Any]]],
    named_after: Sequence[int],
    known: Gazetteer,
) -> list[str | None]:
    """Where a region is, the area that it is named after (-1 for none), and how many it has.

    >>> names, states = ["Kings", "Essex", "Union", "Bergen"], ["NY", "NJ", "NJ", "NJ"]
    >>> known = Gazetteer("abcd", names, states, "state", {"NY": 62, "NJ": 3})
    >>> regions = [np.array(own) for own in ([0], [1, 2], [1, 2, 3], [0, 1, 2], [0, 1])]
    >>> place_names(regions, [0, 1, 1, 0, -1], known)
    ['NY: Kings', 'NJ: Essex and 1 more', 'NJ (3 areas)', 'NJ, NY: Kings and 2 more', \
'NJ, NY: 2 areas']
    """
    pairs = zip(regions, named_after, strict=True)
    return distinguished([_name(region.tolist(), after, known) for region, after in pairs])


def _name(region: list[int], after: int, known: Gazetteer) -> str:
    count = len(region)
    if count == 1 and known.names is None:
        return literal(known.codes[region[0]])
    if known.groups is None:
        return _areas(count, region[0] if count == 1 else after, known)
    groups = sorted({known.groups[area] for area in region})
    where = ", ".join(member(group, WITHIN) for group in groups)
    # The region has all areas of its groups: the groups alone say where it is.
    if len(groups) <= FEW and 1 < count == sum(known.sizes[group] for group in groups):
        return f"{where} ({count:,} areas)"
    areas = _areas(count, region[0] if count == 1 else after, known)
    if len(groups) <= FEW:
        return f"{where}{WITHIN}{areas}"
    # No area may be named, so no group may be singled out either: only how many there are.
    if after < 0:
        return f"{areas} ({member(known.field)}{WITHIN}{len(groups):,})"
    first = member(known.groups[after], WITHIN)
    return f"{first} and {len(groups) - 1:,} more{WITHIN}{areas}"


def _areas(count: int, after: int, known: Gazetteer) -> str:
    if after < 0:
        return f"{count:,} areas"
    name = member(known.called(after), WITHIN)
    return name if count == 1 else f"{name} and {count - 1:,} more"
