"""Areas and their borders from two tables: one row per area, one row per border."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.columns.table import Table, open_table
from covey.io.inputs import open_input
from covey.io.maps.areas import AreaMap, area_weights, distinct_keys
from covey.problems.regions.graph import Graph

USUAL = ("a", "b")
"""What the columns of a table of borders are called."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """The areas of a table, which messages call ``name``, in its order."""

    name: str
    keys: list[str]
    weights: NDArray[np.int64] | None
    fields: Mapping[str, list[str | None]]


def read_nodes(
    table: Table,
    key: str | None = None,
    weight: str | None = None,
    others: Sequence[str] = (),
) -> Nodes:
    """The areas in a table: codes in ``key`` (``id`` if not given), records in ``weight`` (if not
    given and there is a column of that name, in it), and other columns to keep, as text."""
    key = key or "id"
    if weight is None and "weight" in table.columns:
        weight = "weight"
    fields = [table.text(key, "the codes of the areas; --key names another column")]
    if weight is not None:
        number = table.text(weight, "the numbers of records")
        fields.append(f"TRY_CAST(trim({number}) AS DOUBLE)")
    fields += [table.text(name, "another field that was asked for") for name in others]
    table.refuse_empty()
    columns = list(zip(*table.in_order(*fields), strict=True))
    keys = distinct_keys(list(columns[0]), table.name, repr(key))
    weights = None
    if weight is not None:
        numbers = [np.nan if number is None else number for number in columns[1]]
        weights = area_weights(numbers, keys, f"{table.name}, {weight!r},")
    # The last columns. (With no others, a slice from -0 on would be all of them.)
    kept = columns[len(columns) - len(others) :]
    fields_of = {name: list(texts) for name, texts in zip(others, kept, strict=True)}
    return Nodes(table.name, keys, weights, fields_of)


def read_edges(table: Table, nodes: Nodes, columns: tuple[str, str] | None = None) -> AreaMap:
    """The borders between known areas, from the columns ``a`` and ``b``, or the first two.

    A border of an area with itself and a repeated border, in either direction, are left out, and a
    note says so. Unlike a table of records, one of borders may be empty.
    """
    if columns is None:
        columns = USUAL if set(USUAL) <= set(table.columns) else _first_two(table)
    rows = table.in_order(
        table.text(columns[0], "one side of the borders"),
        table.text(columns[1], "the other side of the borders"),
    )
    places: dict[str | None, int] = {key: place for place, key in enumerate(nodes.keys)}
    _refuse_unknown(table.name, rows, places, nodes)
    pairs = np.array([(places[a], places[b]) for a, b in rows], dtype=np.int64).reshape(-1, 2)
    graph = Graph.from_edges(len(nodes.keys), pairs)
    notes = (*table.notes, *_left_out(pairs, graph))
    return AreaMap(nodes.keys, graph, nodes.weights, fields=nodes.fields, notes=notes)


@contextmanager
def open_edges(given: Any, encoding: str = "", header: bool | None = None) -> Iterator[Table]:
    """A table of borders. A first row that has the usual names is no record, although they may
    occur as codes of areas below it."""
    # Read with a header once, only to see its names.
    if header is None and set(USUAL) <= set(open_input(given, encoding, True).columns):
        header = True
    with open_table(given, encoding, header) as table:
        yield table


def _first_two(table: Table) -> tuple[str, str]:
    if len(table.columns) < 2:
        raise InvalidInput(
            f"{table.name}: a border is a pair of areas in two columns, such as a and b; there is"
            f" one column, {table.columns[0]!r}."
        )
    return table.columns[0], table.columns[1]


def _refuse_unknown(
    name: str,
    rows: list[tuple[str | None, ...]],
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
            f"{name}: {plural(bad, 'border')} of areas that {nodes.name} does not have:"
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
