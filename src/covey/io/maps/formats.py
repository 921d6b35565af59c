"""The format of a map. The first bytes of a file and the ending of its name must agree. A reader
that guesses would also open formats that refer to other files, even on the network, and read
them."""

from __future__ import annotations

from pathlib import Path

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

MAP_FORMATS = "GeoJSON, GeoPackage, Shapefile (also zipped), TopoJSON and GeoParquet"
BEGINNING = 64
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Format:
    """``magic`` is what such a file begins with."""

    name: str
    magic: bytes
    endings: tuple[str, ...]


JSON = Format("GeoJSON or TopoJSON", b"{", (".geojson", ".topojson", ".json"))
GEOPACKAGE = Format("a GeoPackage", b"SQLite format 3\0", (".gpkg",))
SHAPEFILE = Format("a Shapefile", b"\0\0\x27\x0a", (".shp",))
ZIPPED = Format("a zipped Shapefile", b"PK\3\4", (".zip", ".shz"))
GEOPARQUET = Format("GeoParquet", b"PAR1", (".parquet", ".geoparquet", ".pq"))

FORMATS = (JSON, GEOPACKAGE, SHAPEFILE, ZIPPED, GEOPARQUET)


def format_of(path: Path) -> Format:
    """The format of a file, refused if it is none of these or is named like another."""
    if path.is_dir():
        raise InvalidInput(
            f"{path} is a folder; a file with a map is expected.",
            hint="Of a Shapefile, name the .shp. Its companions are found beside it.",
            given=str(path),
        )
    if not path.is_file():
        raise InvalidInput(
            f"{path} is not a file on disk; covey looks at a map more than once.",
            hint="Save what comes through the pipe to a file first.",
        )
    start = _beginning(path)
    plain = start.removeprefix(BYTE_ORDER_MARK).lstrip()
    for known in FORMATS:
        # JSON may begin with blanks and a byte-order mark, binary formats may not.
        if (plain if known is JSON else start).startswith(known.magic):
            _refuse_misnamed(path, known)
            return known
    raise InvalidInput(
        f"{path} cannot be read as a map: it begins like none of its formats.",
        hint=f"Maps are {MAP_FORMATS}; ogr2ogr NEW.gpkg OLD converts others. A table of areas goes"
        " with --nodes.",
        given=str(path),
    )


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(BEGINNING)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from None


def _refuse_misnamed(path: Path, known: Format) -> None:
    if path.suffix.lower() not in known.endings:
        raise InvalidInput(
            f"{path} begins like {known.name}, but its name ends with"
            f" {path.suffix or 'nothing that says so'}.",
            hint=f"If that is what it is, rename it: {known.name} ends with"
            f" {' or '.join(known.endings)}.",
            given=str(path),
        )
