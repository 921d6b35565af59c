"""Maps that GDAL reads: a private copy, by one named driver, offline."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from covey.core.errors import InvalidInput, exhausted
from covey.io.maps.archive import shapefiles, unpack
from covey.io.maps.copies import STEM, Copy
from covey.io.maps.formats import MAP_FORMATS
from covey.io.maps.layer import Layer, shapes_from
from covey.io.maps.links import driver_for

OFFLINE = {
    "GDAL_HTTP_PROXY": "http://127.0.0.1:0",
    "GDAL_HTTPS_PROXY": "http://127.0.0.1:0",
    "CPL_VSIL_CURL_ALLOWED_FILENAME": "none",
}
"""covey gives GDAL nothing that makes it open other files or addresses. If a version tries to,
these settings stop it: no request gets past a proxy at port 0."""

_settings = Lock()


class JsonMap:
    """GeoJSON has one layer, TopoJSON several."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._driver = driver_for(copy.path, copy.file)
        # With the name of a driver in front, no other driver opens the file.
        self._address = f"{self._driver}:{copy.file}"
        with _gdal(copy.path) as pyogrio:
            listed = [str(name) for name, _ in pyogrio.list_layers(self._address)]
        # GDAL calls a layer without a name like the file, which has a name of covey's own.
        self._of_gdal = {copy.path.stem if name == STEM else name: name for name in listed}

    @property
    def layers(self) -> list[str]:
        return list(self._of_gdal)

    def names(self, layer: str) -> list[str]:
        return _names(self._copy.path, self._address, self._driver, self._of_gdal[layer])

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        # Text that looks like a date stays text.
        options = {"DATE_AS_STRING": "YES"} if self._driver == "GeoJSON" else {}
        return _read(self._copy.path, self._address, self._of_gdal[layer], names, options)


class Shapefile:
    """One layer, called like the file."""

    driver = "ESRI Shapefile"

    def __init__(self, copy: Copy) -> None:
        self._path, self._file = copy.path, copy.file

    @property
    def layers(self) -> list[str]:
        return [self._path.stem]

    def names(self, layer: str) -> list[str]:
        return _names(self._path, str(self._file), self.driver, STEM)

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        return _read(self._path, str(self._file), STEM, names, {})


class ZippedShapefile:
    """A layer for every .shp in the archive."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._files = shapefiles(copy.path, copy.file)

    @property
    def layers(self) -> list[str]:
        return list(self._files)

    def names(self, layer: str) -> list[str]:
        # The files stay in the private folder, where read finds them.
        self._unpacked = unpack(self._copy.path, self._copy.file, self._files[layer])
        return _names(self._copy.path, str(self._unpacked), Shapefile.driver, STEM)

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        return _read(self._copy.path, str(self._unpacked), STEM, names, {})


def _names(path: Path, address: str, driver: str, layer: str) -> list[str]:
    with _gdal(path) as pyogrio:
        found = pyogrio.read_info(address, layer=layer)
    # Should a version of GDAL take another driver, the map is not read.
    if found["driver"] != driver:
        raise _unread(path, f"opened by {found['driver']}")
    return [str(name) for name in found["fields"]]


def _read(
    path: Path, address: str, layer: str, names: Sequence[str], options: dict[str, str]
) -> Layer:
    with _gdal(path) as pyogrio:
        meta, _, shapes, data = pyogrio.raw.read(
            address, layer=layer, columns=list(names), **options
        )
    fields = dict(zip((str(name) for name in meta["fields"]), data, strict=True))
    crs: str | None = meta["crs"]
    return Layer(fields, None if shapes is None else shapes_from(path, shapes), crs)


@contextmanager
def _gdal(path: Path) -> Iterator[Any]:
    """pyogrio. Its errors about a file become refusals. GDAL's settings belong to the whole
    process: one map is read at a time, and the former settings are restored."""
    import pyogrio

    with _settings, warnings.catch_warnings():
        # An option that another driver lacks, and layers that are not asked for.
        warnings.simplefilter("ignore")
        before = {name: pyogrio.get_gdal_config_option(name) for name in OFFLINE}
        pyogrio.set_gdal_config_options(OFFLINE)
        try:
            yield pyogrio
        except UnicodeDecodeError:
            raise InvalidInput(
                f"{path} has text in another encoding than it says.",
                hint="GeoJSON and TopoJSON are UTF-8; a Shapefile names its encoding in a .cpg.",
            ) from None
        except Exception as error:  # damaged files end in errors of many kinds there
            limit = exhausted(error, f"{path} cannot be read as a map")
            raise limit or _unread(path, f"{type(error).__name__}: {error}") from None
        finally:
            pyogrio.set_gdal_config_options(before)


def _unread(path: Path, given: str) -> InvalidInput:
    return InvalidInput(
        f"{path} cannot be read as a map.", hint=f"Maps are {MAP_FORMATS}.", given=given
    )
