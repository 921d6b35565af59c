"""The shapes of a release, drawn again: rectangles from the codebook, regions from it and a map."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from covey.codebook.rows import Entry, values_of
from covey.codebook.texts import ANYTHING
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.outputs.folder import oddity
from covey.release.names import SHAPES, shape_files
from covey.release.roles import Points, Regions, Role
from covey.verification.claims import Check, Claimed
from covey.verification.regained import PublishedSets, rectangles

ALIKE = "the shapes are those of the classes"


def drawn_alike(claimed: Claimed, map_: Any) -> Iterator[Check]:
    """That every file of shapes is the one that the codebook gives, names and sizes included."""
    if map_ is None and any(isinstance(role, Regions) for role in claimed.roles.values()):
        yield Check(ALIKE, None, "give the map with --map")
        return
    files = files_of_shapes(claimed)
    if not files:
        return
    wrong = []
    with private_folder() as folder:
        for name, file in files.items():
            try:
                same = _same(claimed, name, folder / file)
            except InvalidInput:
                same = False
            wrong += [] if same else [f"{file} is another"]
    used = claimed.data.get("versions", {}).get("shapely")
    if wrong and used != version("shapely") and not _all_points(claimed):
        wrong.append(
            f"this is shapely {version('shapely')}; the certificate says that shapely {used} drew"
            " them: verify them with that version"
        )
    yield Check(ALIKE, not wrong, ", ".join(wrong))


def files_of_shapes(claimed: Claimed) -> dict[str, str]:
    """The file of every quasi-identifier that has shapes; the maps of regions are known."""
    applied = "applied" in claimed.data
    if applied and (claimed.joint or SHAPES not in claimed.data["files"]):
        return {}
    shaped = [name for name, role in claimed.roles.items() if _has_shapes(claimed, role)]
    files = shape_files(shaped)
    return {name: file for name, file in files.items() if not _too_many(claimed, name)}


def _has_shapes(claimed: Claimed, role: Role) -> bool:
    if isinstance(role, Regions):
        return claimed.map_of(role)[0].shapes is not None
    return isinstance(role, Points)


def _too_many(claimed: Claimed, name: str) -> bool:
    """Of many different regions none is drawn."""
    from covey.release.cells.question import REGIONS_DRAWN

    regions = claimed.joint and isinstance(claimed.roles[name], Regions)
    return regions and len(PublishedSets.of(claimed, name).names) > REGIONS_DRAWN


def _all_points(claimed: Claimed) -> bool:
    return not any(isinstance(role, Regions) for role in claimed.roles.values())


def _same(claimed: Claimed, name: str, target: Path) -> bool:
    there = claimed.folder / target.name
    if not there.exists() or oddity(there):
        return False
    role, sets = claimed.roles[name], PublishedSets.of(claimed, name)
    names, sizes = sets.names, sets.sizes(claimed.sizes)
    if isinstance(role, Points):
        _draw_rectangles(claimed, role, names, sizes, target)
    elif isinstance(role, Regions):
        _draw_regions(claimed, name, role, names, sizes, target)
    return target.exists() and target.read_bytes() == there.read_bytes()


def _draw_rectangles(
    claimed: Claimed, role: Points, names: list[str], sizes: list[int], target: Path
) -> None:
    from covey.release.points import write_rectangles

    cells = rectangles(claimed, role)
    write_rectangles(role, cells, sizes[: len(cells)], names[: len(cells)], target)


def _draw_regions(
    claimed: Claimed, name: str, role: Regions, names: list[str], sizes: list[int], target: Path
) -> None:
    from covey.io.maps.dissolve import write_sets

    areas, _ = claimed.map_of(role)
    codes: dict[int, list[str]] = {}
    for entry in claimed.entries:
        if entry.column == name and _is_region(entry):
            own = [code for code in values_of(entry) if code is not None]
            codes.setdefault(entry.number, []).extend(own)
    places = [[areas.places.get(str(code), -1) for code in own] for _, own in sorted(codes.items())]
    if any(min(own, default=-1) < 0 for own in places):
        return
    members = [np.sort(np.array(own, dtype=np.int64)) for own in places]
    write_sets(areas, members, sizes[: len(members)], target, {"name": names[: len(members)]})


def _is_region(entry: Entry) -> bool:
    """Not the sets of missing values, and of any area or none."""
    return entry.holds == "value" or (entry.holds == "values" and entry.published != ANYTHING)
