"""Areas with their neighbours, however they are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.islands import Choice, settle_islands
from covey.io.maps.settling import NO_CODE, is_prefix, settle_codes, with_prefixes
from covey.io.maps.table_groups import column_of
from covey.io.notation import PLAIN, Notation

if TYPE_CHECKING:
    from covey.io.columns.table import Table
    from covey.io.maps.borders import Contiguity
    from covey.io.maps.centroids import Proximity


@dataclass(frozen=True)
class _Tables:
    """How all tables of a map are read."""

    encoding: str
    header: bool | None
    notation: Notation

    def open(self, given: str | Path) -> AbstractContextManager[Table]:
        from covey.io.columns.table import open_table

        return open_table(given, self.encoding, self.header, self.notation)

    def refuse_needless_header(self, *tables: str | Path | None) -> None:
        if self.header is False:
            from covey.io.inputs import open_input, refuse_needless_header

            given = [open_input(each, self.encoding, False) for each in tables if each is not None]
            refuse_needless_header(False, *given)


def read_areas(
    *,
    areas: Path | None = None,
    nodes: str | Path | None = None,
    edges: str | Path | None = None,
    graph_file: Path | None = None,
    key: str | None = None,
    weight: str | None = None,
    layer: str | None = None,
    contiguity: Contiguity | Proximity | None = None,
    tolerance: float | None = None,
    x: str | None = None,
    y: str | None = None,
    lat: str | None = None,
    lon: str | None = None,
    prune: float | None = None,
    table: str | Path | None = None,
    column: str | None = None,
    count: str | None = None,
    islands: Choice = "own",
    exclude: Sequence[str] = (),
    assign: Mapping[str, str] | None = None,
    others: Sequence[str] = (),
    encoding: str = "",
    header: bool | None = None,
    notation: Notation = PLAIN,
    missing_codes: bool = False,
) -> AreaMap:
    """From polygons (``areas``), from a table of areas (``nodes``) with a table of borders
    (``edges``) or with coordinates, or from a saved graph; with the records of ``table`` counted
    onto it, and its islands settled. The names are those of the options of covey graph; ``others``
    are more fields of the map to keep, prefix:N for the first letters of the codes, or column:NAME
    for a column of ``table`` that says where each area lies;
    ``exclude`` and ``assign`` settle codes without a shape and shapes without a code, as
    :func:`covey.io.maps.settling.settle_codes` does; ``encoding``, ``header``
    and ``notation`` are those of all tables but that of borders, as
    :func:`covey.io.inputs.open_input` takes them; ``missing_codes``, if records of ``table``
    may lack a code, as :func:`covey.io.maps.join.count_records` takes it."""
    _refuse_mixtures(
        {"areas": areas, "nodes": nodes, "graph": graph_file},
        {
            "edges": (edges, "nodes"),
            "key": (key, "areas nodes"),
            "weight": (weight, "areas nodes"),
            "layer": (layer, "areas"),
            "tolerance": (tolerance, "areas"),
            "contiguity": (contiguity, "areas nodes"),
            "x": (x, "nodes"),
            "y": (y, "nodes"),
            "lat": (lat, "nodes"),
            "lon": (lon, "nodes"),
            "prune": (prune, "nodes"),
        },
    )
    said = [name for name in others if not is_prefix(name) and column_of(name) is None]
    of_table = [name for name in others if column_of(name) is not None]
    if of_table and table is None:
        raise InvalidInput(
            f"{of_table[0]} is a column of the table, which is not given.",
            hint="Give it with --table and --column, or name a field of the map.",
            given=of_table[0],
        )
    if said and graph_file is not None:
        raise InvalidInput(
            f"A saved graph has no other fields than records; asked for: {', '.join(said)}.",
            hint="Read the map itself: --areas or --nodes.",
        )
    _refuse_half_a_table(table, column, count, weight)
    tables = _Tables(encoding, header, notation)
    tables.refuse_needless_header(nodes, edges, table)
    if areas is not None:
        coded = NO_CODE not in exclude
        found = _from_polygons(areas, key, weight, layer, contiguity, tolerance, said, coded)
    elif nodes is not None:
        coordinates = (x, y, lat, lon)
        found = _from_nodes(tables, nodes, edges, key, weight, coordinates, contiguity, prune, said)
    else:
        from covey.io.maps.store import read_graph

        assert graph_file is not None
        found = read_graph(graph_file)
    # Codes are settled before records are counted, which refuses codes that the map lacks. Islands
    # come last: a code that was assigned to an area is no island any more.
    found = settle_codes(with_prefixes(found, others), exclude, assign or {})
    if table is not None and column is not None:
        from covey.io.maps.join import count_records, grouped_by_column

        with tables.open(table) as records:
            found = count_records(found, records, column, count, missing_codes=missing_codes)
            for field in of_table:
                found = grouped_by_column(found, records, column, field)
    return settle_islands(found, islands)


def _from_polygons(
    path: Path,
    key: str | None,
    weight: str | None,
    layer: str | None,
    contiguity: Contiguity | Proximity | None,
    tolerance: float | None,
    others: Sequence[str],
    need_codes: bool,
) -> AreaMap:
    from covey.io.maps.files import read_polygons
    from covey.io.maps.polygons import build_from_polygons

    chosen = contiguity or "rook"
    if chosen not in ("rook", "queen"):
        raise InvalidInput(
            f"Polygons are neighbours by rook or queen; given: {chosen}.",
            hint=f"{chosen} is for places: --nodes with coordinates.",
        )
    features = read_polygons(path, key, weight, layer, others, need_codes=need_codes)
    return build_from_polygons(features, chosen, tolerance)


def _from_nodes(
    tables: _Tables,
    nodes: str | Path,
    edges: str | Path | None,
    key: str | None,
    weight: str | None,
    coordinates: tuple[str | None, str | None, str | None, str | None],
    contiguity: Contiguity | Proximity | None,
    prune: float | None,
    others: Sequence[str],
) -> AreaMap:
    from covey.io.maps.centroids import LONG
    from covey.io.maps.edges import open_edges, read_edges, read_nodes
    from covey.io.maps.places import read_places, read_points_of

    columns, globe = _coordinates(*coordinates)
    if edges is not None:
        if contiguity is not None or prune is not None:
            raise InvalidInput(
                "--edges says which areas are neighbours; --contiguity and --prune are for places.",
                hint="Leave out --edges, or these.",
            )
        with tables.open(nodes) as table:
            areas = read_nodes(table, key, weight, others)
            placed = None if columns is None else read_points_of(table, columns, globe)
        with open_edges(edges, tables.encoding, tables.header) as borders:
            found = read_edges(borders, areas)
        if placed is None:
            return found
        points, crs, notes = placed
        return found.noting(*notes, points=points, crs=crs)
    if columns is None:
        raise InvalidInput(
            "A table of areas alone does not say which are neighbours.",
            hint="Add --edges, or the columns of coordinates: --x and --y, or --lat and --lon.",
        )
    chosen = contiguity or "delaunay"
    if chosen not in ("delaunay", "gabriel"):
        raise InvalidInput(
            f"Places are neighbours by delaunay or gabriel; given: {chosen}.",
            hint=f"{chosen} is for polygons: --areas.",
        )
    long = LONG if prune is None else prune
    with tables.open(nodes) as table:
        return read_places(
            table, columns, key, weight, chosen, globe=globe, long=long, others=others
        )


def _coordinates(
    x: str | None, y: str | None, lat: str | None, lon: str | None
) -> tuple[tuple[str, str] | None, bool]:
    """The two columns, across first, and whether they are degrees."""
    if x is not None and y is not None and lat is None and lon is None:
        return (x, y), False
    if lat is not None and lon is not None and x is None and y is None:
        return (lon, lat), True
    if any((x, y, lat, lon)):
        raise InvalidInput(
            "Places are in two columns: --x and --y, or --lat and --lon.",
            hint="Name both columns of one kind.",
        )
    return None, False


def _refuse_mixtures(
    sources: dict[str, str | Path | None], others: dict[str, tuple[object, str]]
) -> None:
    given = [name for name, value in sources.items() if value is not None]
    if len(given) != 1:
        named = " and ".join(f"--{name}" for name in given) or "none of them"
        raise InvalidInput(
            "A map is given by one of --areas (polygons), --nodes (a table of areas) and --graph"
            f" (saved before); given: {named}."
        )
    for name, (value, fitting) in others.items():
        if value is not None and given[0] not in fitting.split():
            wanted = " or ".join(f"--{source}" for source in fitting.split())
            raise InvalidInput(f"--{name} goes with {wanted}, not with --{given[0]}.")


def _refuse_half_a_table(
    table: str | Path | None, column: str | None, count: str | None, weight: str | None
) -> None:
    if table is None and (column is not None or count is not None):
        raise InvalidInput("--column and --count are columns of --table, which is not given.")
    if table is not None and column is None:
        raise InvalidInput(
            f"Which column of {table} has the areas' codes?", hint="Name it with --column."
        )
    if table is not None and weight is not None:
        raise InvalidInput(
            "Records come from --table or from --weight, not from both.", hint="Leave out one."
        )
