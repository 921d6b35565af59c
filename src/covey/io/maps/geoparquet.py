"""GeoParquet with shapes as WKB, through DuckDB."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.core.errors import InvalidInput
from covey.io.inputs.base import place
from covey.io.inputs.parquet import scan_parquet
from covey.io.maps.copies import Copy
from covey.io.maps.formats import MAP_FORMATS
from covey.io.maps.layer import Layer, shapes_from
from covey.io.maps.systems import LONGITUDE_LATITUDE
from covey.io.reading import confined, literal, refusal

if TYPE_CHECKING:
    import duckdb


class GeoParquet:
    """One layer, called like the file."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._shape, self._crs = self._about()
        with self._opened() as connection:
            scan = f"read_parquet({literal(copy.file)}, hive_partitioning=false)"
            described = connection.execute(f"DESCRIBE SELECT * FROM {scan}").fetchall()
        self._columns = [str(row[0]) for row in described]

    @property
    def layers(self) -> list[str]:
        return [self._copy.path.stem]

    def names(self, layer: str) -> list[str]:
        return [name for name in self._columns if name != self._shape]

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        where = str(self._copy.path)
        shape = place(where, self._columns, self._shape, "the shapes")
        places = [place(where, self._columns, name, "a field") for name in names]
        columns = ", ".join(f"c{at}" for at in places)
        scan = scan_parquet(self._copy.file, self._columns)
        with self._opened() as connection:
            rows = connection.execute(f"SELECT c{shape}::BLOB, {columns} FROM {scan}").fetchall()
        fields = {
            name: np.array([row[at] for row in rows], dtype=object)
            for at, name in enumerate(names, 1)
        }
        return Layer(fields, shapes_from(self._copy.path, [row[0] for row in rows]), self._crs)

    def _about(self) -> tuple[str, str | None]:
        """The column of shapes and its coordinate system. One that is not said is longitude,
        latitude; null is unknown (GeoParquet 1.1)."""
        with self._opened() as connection:
            found = connection.execute(
                "SELECT value FROM parquet_kv_metadata(?) WHERE key = 'geo'", [str(self._copy.file)]
            ).fetchone()
        path = self._copy.path
        if found is None:
            raise InvalidInput(
                f"{path} is Parquet without shapes: GeoParquet has a 'geo' entry.",
                hint=f"Maps are {MAP_FORMATS}.",
            )
        try:
            geo = json.loads(bytes(found[0]))
            primary = str(geo["primary_column"])
            column = dict(geo["columns"][primary])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InvalidInput(
                f"{path}: its 'geo' entry does not say which column has the shapes.",
                hint="Write the file again with another program.",
            ) from None
        if column.get("encoding") != "WKB":
            raise self._not_wkb()
        crs: Any = column.get("crs", LONGITUDE_LATITUDE)
        return primary, crs if crs is None else crs if isinstance(crs, str) else json.dumps(crs)

    @contextmanager
    def _opened(self) -> Iterator[duckdb.DuckDBPyConnection]:
        import duckdb

        with confined([self._copy.file], self._copy.file.parent) as connection:
            try:
                yield connection
            except duckdb.Error as error:
                if "unsupported encoding" in str(error):
                    raise self._not_wkb() from None
                raise refusal(self._copy.path, error) from None

    def _not_wkb(self) -> InvalidInput:
        return InvalidInput(
            f"{self._copy.path}: covey reads WKB, and the shapes are not written in it.",
            hint="Write the file again with the encoding WKB.",
        )
