"""GeoPackage, read from SQLite by SELECTs of plain tables. Views, virtual tables and functions,
which a file can define freely, are never used."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.io.maps.copies import Copy
from covey.io.maps.layer import Layer, shapes_from
from covey.io.maps.systems import LONGITUDE_LATITUDE
from covey.io.reading import quoted

HEADER = 8
ENVELOPES = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}
"""Bytes of the box that precedes a shape, by what its flags say."""
EXTENDED = 0x20
UNDEFINED_CARTESIAN, UNDEFINED_GEOGRAPHIC, UNDEFINED_BY_GDAL = -1, 0, 99999
SCHEMA = ("sqlite_master", "sqlite_schema")
PLAIN = ("gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys")


class GeoPackage:
    """The tables with shapes are its layers."""

    def __init__(self, copy: Copy) -> None:
        self._path, self._file = copy.path, copy.file
        found = self._ask("SELECT table_name, data_type FROM gpkg_contents", PLAIN)
        self.layers = [str(name) for name, kind in found if kind == "features"]

    def names(self, layer: str) -> list[str]:
        """Not the shapes, and not the number of the row."""
        shape, _ = self._geometry(layer)
        with self._opened([layer], described=True) as database:
            columns = database.execute(f"PRAGMA table_info({quoted(layer)})").fetchall()
        return [
            str(name)
            for _, name, type_, _, _, primary in columns
            # A whole number as the key is SQLite's own number of the row.
            if name != shape and not (primary and str(type_).upper() == "INTEGER")
        ]

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        shape, system = self._geometry(layer)
        listed = ", ".join(map(quoted, (shape, *names)))
        rows = self._ask(f"SELECT {listed} FROM {quoted(layer)}", [layer])
        shapes = shapes_from(self._path, [self._wkb(row[0]) for row in rows])
        fields = {name: _column(rows, at) for at, name in enumerate(names, 1)}
        return Layer(fields, shapes, self._system(system))

    def _geometry(self, layer: str) -> tuple[str, int]:
        """The column of shapes, and the number of its coordinate system."""
        found = self._ask(
            "SELECT column_name, srs_id FROM gpkg_geometry_columns WHERE table_name = ?",
            PLAIN,
            layer,
        )
        if len(found) != 1:
            raise InvalidInput(f"{self._path}: the layer {layer!r} has no shapes.")
        return str(found[0][0]), found[0][1]

    def _system(self, number: int) -> str | None:
        if number == UNDEFINED_GEOGRAPHIC:
            return LONGITUDE_LATITUDE
        if number in (UNDEFINED_CARTESIAN, UNDEFINED_BY_GDAL):
            return None
        found = self._ask(
            "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys"
            " WHERE srs_id = ?",
            PLAIN,
            number,
        )
        if not found:
            return None
        owner, code, definition = map(str, found[0])
        if owner.upper() == "EPSG" or definition in ("undefined", ""):
            return f"{owner.upper()}:{code}"
        return definition

    def _wkb(self, blob: Any) -> bytes | None:
        if blob is None:
            return None
        if isinstance(blob, bytes) and len(blob) >= HEADER and blob[:2] == b"GP":
            # Bits 1 to 3 say which box precedes the shape, and bit 5 that it is not plain WKB.
            flags = blob[3]
            box = ENVELOPES.get(flags >> 1 & 7)
            if box is not None and not flags & EXTENDED:
                return blob[HEADER + box :]
        raise InvalidInput(f"{self._path} has shapes that are not written as GeoPackage asks.")

    def _ask(self, query: str, tables: Sequence[str], *given: Any) -> list[tuple[Any, ...]]:
        with self._opened(tables) as database:
            return database.execute(query, given).fetchall()

    @contextmanager
    def _opened(
        self, tables: Sequence[str], described: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """A connection that reads these tables and does nothing else."""
        # Nobody else has the copy, so that SQLite needs no lock and makes no file beside it.
        address = f"{self._file.as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as database:
                database.execute("PRAGMA trusted_schema = OFF")
                self._refuse_views(database, tables)
                database.set_authorizer(_only(tables, described))
                yield database
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InvalidInput(
                f"{self._path} cannot be read as a GeoPackage ({type(error).__name__}).",
                hint="Is it whole? Write it again, for example with: ogr2ogr NEW.gpkg OLD.gpkg",
            ) from None

    def _refuse_views(self, database: sqlite3.Connection, tables: Sequence[str]) -> None:
        database.set_authorizer(_only(SCHEMA, False))
        for table in tables:
            found = database.execute(
                "SELECT type, sql FROM sqlite_master WHERE name = ? COLLATE NOCASE", [table]
            ).fetchall()
            # What is computed begins with CREATE VIEW or CREATE VIRTUAL TABLE.
            made = [str(sql).split()[:2] for type_, sql in found if type_ in ("table", "view")]
            if [[word.upper() for word in words] for words in made] != [["CREATE", "TABLE"]]:
                raise InvalidInput(
                    f"{self._path}: {table!r} is not a plain table, but a view or computed.",
                    hint="Write the layer as a table first, for example with: ogr2ogr NEW.gpkg"
                    " OLD.gpkg",
                )


def _only(tables: Sequence[str], described: bool) -> Any:
    """Answer SQLite, which asks before every action whether it is allowed."""
    known = {table.casefold() for table in tables}

    def allowed(action: int, one: str | None, two: str | None, _: Any, within: Any) -> int:
        # A view or a trigger that reads is named by within: then the file asks, and not covey.
        reads = action == sqlite3.SQLITE_READ and within is None and str(one).casefold() in known
        describes = described and action == sqlite3.SQLITE_PRAGMA and one == "table_info"
        selects = action == sqlite3.SQLITE_SELECT
        return sqlite3.SQLITE_OK if reads or describes or selects else sqlite3.SQLITE_DENY

    return allowed


def _column(rows: Sequence[tuple[Any, ...]], at: int) -> NDArray[Any]:
    array = np.empty(len(rows), dtype=object)
    array[:] = [row[at] for row in rows]
    return array
