"""The shapes of a release, drawn again: rectangles from the codebook, regions from it and a map."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from covey.attributes import Role
from covey.attributes.description import too_many_to_draw
from covey.attributes.names import shape_files
from covey.attributes.points import write_rectangles
from covey.attributes.read_back import of_members, rectangles
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.outputs.folder import oddity
from covey.verification.claims import Check, Claimed
from covey.verification.published_answer import PublishedSets

ALIKE = "the shapes are those of the classes"


def drawn_alike(claimed: Claimed, map_: Any) -> Iterator[Check]:
    """That every file of shapes is the one that the codebook gives, names and sizes included."""
    # Rectangles need no map, but all shapes are one claim.
    if map_ is None and claimed.regions:
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
    used = claimed.certificate.versions.get("shapely")
    # Other versions of the library may dissolve areas to other coordinates.
    if wrong and used != version("shapely") and claimed.regions:
        wrong.append(
            f"this is shapely {version('shapely')}; the certificate says that shapely {used} drew"
            " them: verify them with that version"
        )
    yield Check(ALIKE, not wrong, ", ".join(wrong))


def files_of_shapes(claimed: Claimed) -> dict[str, str]:
    """The file of every quasi-identifier that has shapes; the maps of regions are known."""
    shaped = [name for name, role in claimed.roles.items() if _has_shapes(claimed, name, role)]
    files = shape_files(shaped)
    # covey apply takes the shapes of its source over, if that has any: the files tell.
    if claimed.solved is None:
        named = claimed.certificate.files
        return {name: file for name, file in files.items() if file in named}
    return {name: file for name, file in files.items() if not _too_many(claimed, name)}


def _has_shapes(claimed: Claimed, name: str, role: Role) -> bool:
    if name in claimed.regions:
        return claimed.map_of(claimed.regions[name]).areas.shapes is not None
    return role.may_have_shapes


def _too_many(claimed: Claimed, name: str) -> bool:
    sets = len(PublishedSets.of(claimed, name).names)
    return too_many_to_draw(claimed.roles[name], sets, claimed.one_partition)


def _same(claimed: Claimed, name: str, target: Path) -> bool:
    there = claimed.folder / target.name
    if not there.exists() or oddity(there):
        return False
    role, sets = claimed.roles[name], PublishedSets.of(claimed, name)
    names, sizes = sets.names, sets.sizes(claimed.sizes)
    if role.is_coordinates:
        across, along = (claimed.book.of(column).ranges for column in role.dimension_columns(name))
        write_rectangles(role, rectangles(across, along), sizes, names, target)
    else:
        _draw_regions(claimed, name, names, sizes, target)
    # To the last byte: names, sizes and coordinates.
    return target.exists() and target.read_bytes() == there.read_bytes()


def _draw_regions(
    claimed: Claimed, name: str, names: list[str], sizes: list[int], target: Path
) -> None:
    from covey.io.maps.dissolve import write_sets

    areas, column = claimed.map_of(claimed.regions[name]).areas, claimed.book.of(name)
    # Missing values, and any area or none, have no shape.
    own = of_members(column, np.arange(column.count), areas.keys)
    members = [own.members_of(at).astype(np.int64) for at in range(len(own.sizes))]
    write_sets(areas, members, sizes[: len(members)], target, {"name": names[: len(members)]})
