"""Private copies of maps. The fingerprint is of what is read, even if somebody changes the map
meanwhile, and there is no other file beside the copy that a library could open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.inputs.database import SQLITE_BESIDE, refuse_unsaved
from covey.io.inputs.paths import digest, fingerprint, refuse_special, unchanged, unreadable
from covey.io.maps.formats import GEOPACKAGE, SHAPEFILE, Format, format_of

STEM = "covey-map"
NEEDED = (".shx", ".dbf")
COMPANIONS = (*NEEDED, ".prj", ".cpg")
"""What is read beside a .shp: where its records are, the fields, the coordinate system, the
encoding of text."""


@dataclass(frozen=True)
class Copy:
    """``file`` lies in a folder of its own; ``path`` is what messages call it."""

    path: Path
    format: Format
    file: Path
    fingerprint: str


@contextmanager
def private_copy(path: Path) -> Iterator[Copy]:
    """The files of a map in a folder that is removed at the end of the block."""
    refuse_special(path)
    found = format_of(path)
    if found is GEOPACKAGE:
        refuse_unsaved(path, SQLITE_BESIDE)
    companions = _companions(path) if found is SHAPEFILE else {}
    with private_folder() as folder:
        # Under a name of covey's own: no library sees what the file was called.
        target = folder / f"{STEM}{found.endings[-1]}"
        copied = [(_copied(path, target), found.endings[-1])]
        for ending, companion in companions.items():
            copied.append((_copied(companion, target.with_suffix(ending)), ending))
        # With several files, the fingerprint includes their endings: no file can replace another.
        seen = [f"{part} {ending}" for part, ending in copied] if companions else [copied[0][0]]
        yield Copy(path, found, target, fingerprint(seen))


def _copied(path: Path, target: Path) -> str:
    try:
        with unchanged(path):
            copyfile(path, target)
    except OSError as error:
        raise unreadable(path, error) from None
    return digest(target)


def _companions(path: Path) -> dict[str, Path]:
    """The files beside a .shp, by their endings in lower case."""
    found = {}
    for ending in COMPANIONS:
        # Shapefiles come from Windows, where capitals make no difference.
        beside = [path.with_suffix(ending), path.with_suffix(ending.upper())]
        there = [file for file in beside if file.is_file()]
        if there:
            found[ending] = there[0]
        elif ending in NEEDED:
            raise InvalidInput(
                f"{path} is not a whole Shapefile: there is no {beside[0].name} beside it.",
                hint="A Shapefile is several files of one name; keep them together.",
                given=str(beside[0]),
            )
    return found
