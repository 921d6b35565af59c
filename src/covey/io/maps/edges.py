"""Areas and their borders from two tables: one row per area, one row per border."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.columns.rows import given_rows
from covey.io.columns.source import Source, connect, open_source, refusal
from covey.io.maps.areas import AreaMap, area_weights, distinct_keys
from covey.problems.regions.graph import Graph

USUAL = ("a", "b")
"""What the columns of a table of borders are called."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """The areas of a table, in its order."""

    source: Source
    keys: list[str]
    weights: NDArray[np.int64] | None
    fields: Mapping[str, list[str | None]]


def read_nodes(
    path: Path,
    key: str | None = None,
    weight: str | None = None,
    others: Sequence[str] = (),
    header: bool | None = None,
) -> Nodes:
    """The areas in a table: codes in ``key`` (``id`` if not given), records in ``weight`` (if not
    given and there is a column of that name, in it), and other columns to keep, as text."""
    source = open_source(path, header)
    key = key or "id"
    if weight is None and "weight" in source.columns:
        weight = "weight"
    columns = {"key": source.column(key, "the codes of the areas; --key names another column")}
    if weight is not None:
        columns["weight"] = source.column(weight, "the numbers of records")
    kept = {f"other{place}": name for place, name in enumerate(others)}
    columns |= {
        column: source.column(name, "another field that was asked for")
        for column, name in kept.items()
    }
    number = "TRY_CAST(trim(weight) AS DOUBLE)" if weight is not None else "0"
    with given_rows(source, columns, None) as connection:
        more = "".join(f", {column}" for column in kept)
        rows = connection.execute(f"SELECT key, {number}{more} FROM given ORDER BY row").fetchall()
    keys = distinct_keys([row[0] for row in rows], str(path), repr(key))
    weights = None
    if weight is not None:
        numbers = [np.nan if row[1] is None else row[1] for row in rows]
        weights = area_weights(numbers, keys, f"{path}, {weight!r},")
    fields = {name: [row[place] for row in rows] for place, name in enumerate(others, start=2)}
    return Nodes(source, keys, weights, fields)


def read_edges(
    path: Path,
    nodes: Nodes,
    columns: tuple[str, str] | None = None,
    header: bool | None = None,
) -> AreaMap:
    """The borders between known areas, from the columns ``a`` and ``b``, or the first two.

    An area against itself and a border that stands again, in either direction, are left out and
    said.
    """
    source = open_source(path, header, USUAL)
    if columns is None:
        columns = USUAL if set(USUAL) <= set(source.columns) else _first_two(source)
    names = (
        source.column(columns[0], "one side of the borders"),
        source.column(columns[1], "the other side of the borders"),
    )
    rows = _texts(source, *names)
    places: dict[str | None, int] = {key: place for place, key in enumerate(nodes.keys)}
    _refuse_unknown(path, rows, places, nodes)
    pairs = np.array([(places[a], places[b]) for a, b in rows], dtype=np.int64).reshape(-1, 2)
    graph = Graph.from_edges(len(nodes.keys), pairs)
    notes = _left_out(pairs, graph)
    return AreaMap(nodes.keys, graph, nodes.weights, fields=nodes.fields, notes=notes)


def _texts(source: Source, one: str, two: str) -> list[tuple[str | None, str | None]]:
    """Two columns as text; unlike a table of records, one of borders may be empty."""
    import duckdb

    with connect() as connection:
        try:
            return connection.execute(
                f"SELECT {one}::VARCHAR, {two}::VARCHAR FROM {source.scan}"
            ).fetchall()
        except duckdb.Error as error:
            raise refusal(source.path, error) from None


def _first_two(source: Source) -> tuple[str, str]:
    if len(source.columns) < 2:
        raise InvalidInput(
            f"{source.path}: a border is a pair of areas in two columns, such as a and b; there is"
            f" one column, {source.columns[0]!r}."
        )
    return source.columns[0], source.columns[1]


def _refuse_unknown(
    path: Path,
    rows: list[tuple[str | None, str | None]],
    places: dict[str | None, int],
    nodes: Nodes,
) -> None:
    unknown: dict[str, None] = {}
    bad = 0
    for row in rows:
        lacking = [key for key in row if key not in places]
        bad += bool(lacking)
        unknown.update((key or "(empty)", None) for key in lacking)
    if unknown:
        raise InvalidInput(
            f"{path}: {plural(bad, 'border')} of areas that {nodes.source.path} does not have:"
            f" {listed(unknown)}.",
            hint=f"The areas there are, for example: {listed(nodes.keys[:3])}.",
            given=list(unknown),
        )


def _left_out(pairs: NDArray[np.int64], graph: Graph) -> tuple[str, ...]:
    loops = int((pairs[:, 0] == pairs[:, 1]).sum())
    again = len(pairs) - loops - len(graph.edges)
    notes = []
    if loops:
        notes.append(f"{plural(loops, 'border')} of an area with itself left out")
    if again:
        notes.append(f"{plural(again, 'border')} that stood in the table before left out")
    return tuple(notes)
