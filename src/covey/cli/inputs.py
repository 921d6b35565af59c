"""From a table and the options that say how to read it to a problem, and back to files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.cli.options import say
from covey.codebook.texts import OR_MISSING
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.validate import threshold

if TYPE_CHECKING:
    from covey.cli.banded import BandedColumn
    from covey.core.grouping import GroupingProblem, Objective
    from covey.core.result import Result
    from covey.io.columns.counts import ValueCounts
    from covey.io.columns.table import Table
    from covey.io.maps.areas import AreaMap
    from covey.io.notation import Notation
    from covey.io.trees.taxonomy import Branches
    from covey.problems.regions.borders import Crossing


@dataclass(frozen=True)
class Given:
    """A problem, what its items are called, what the user should know about the reading, and what
    was read: counts of values, an ordered column, points, a map, or a problem of cells."""

    problem: GroupingProblem
    names: list[Any]
    about: dict[str, Any]
    read: Any


@dataclass(frozen=True, eq=False)
class TreeCounts:
    """Counts of labels, the missing one among them, the part of a tree above them, and the item of
    every label: missing values that count as another label have that of it."""

    counted: ValueCounts
    branches: Branches
    of_value: NDArray[np.int64]

    @property
    def notes(self) -> tuple[str, ...]:
        return self.counted.notes


@dataclass(frozen=True, eq=False)
class OrderedItems:
    """An ordered column as items, and the one that missing values count as, -1 if they do not."""

    items: BandedColumn
    of_missing: int
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class PointRows:
    """Which rows of a table have a point that is solved for."""

    there: NDArray[np.bool_]
    notes: tuple[str, ...]


@contextmanager
def opened(given: str, encoding: str, header: bool | None, notation: Notation) -> Iterator[Table]:
    """The private copy of the table that a command names."""
    from covey.io.columns.table import copied
    from covey.io.inputs import open_input, refuse_needless_header

    found = open_input(given, encoding, header, notation)
    refuse_needless_header(header, found)
    with copied(found) as table:
        yield table


def files_of(given: str) -> tuple[Path, ...]:
    """The files of a table, which no output may overwrite."""
    from covey.io.inputs.paths import resolve

    return resolve(given).files


def read_labels(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    keep_common: bool,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of labels, by the options of ``options.LABELS``."""
    from covey.io.columns.counts import read_counts
    from covey.problems.labels.problem import LabelProblem
    from covey.problems.trees.problem import TreeProblem

    threshold(k)
    read = _labels_left(read_counts(table, column, count), table, column, missing)
    # Rare values lie below one node of a tree, and common ones beside it.
    stated = TreeProblem.keeping_common if keep_common else LabelProblem
    problem = stated(read.counts, k, objective)
    return _given(table, problem, read.values.tolist(), read, {"column": column or "value"})


def read_trees(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    tree_file: Path,
    ordered: bool,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of labels below a tree, by the options of ``options.TREES``."""
    from covey.io.columns.counts import read_counts
    from covey.io.columns.without_value import settle
    from covey.io.trees.labels import refuse_unplaced
    from covey.io.trees.read import read_tree
    from covey.problems.trees.nodes import smallest_able
    from covey.problems.trees.problem import TreeProblem

    threshold(k)
    tree = read_tree(tree_file).tree
    read = read_counts(table, column, count)
    own = column or "value"
    text = table.text(own, "the labels")
    refuse_unplaced(
        tree,
        read.values.tolist(),
        f"{table.name}, {own!r}",
        row_of=lambda label: table.first_row({text: label}),
    )
    if ordered:
        read = read.sorted_by(lambda label: tree.place.get(label, len(tree.names)))
    without = read.missing
    settled = settle(int(read.counts[without].sum()), k, missing, f"{table.name}, {own!r}")
    read = read.noting(*settled.notes)
    if not (settled.joined or settled.apart):
        read = read.only(~without)
    names, counts, of_value = read.values.tolist(), read.counts, np.arange(len(read.values))
    if settled.joined:
        names, counts = read.values[~without].tolist(), read.counts[~without]
        label = smallest_able(tree.above(names).parents, counts, k)
        of_value[~without] = np.arange(len(names))
        of_value[without] = label
        counts = counts + np.where(np.arange(len(names)) == label, read.counts[without].sum(), 0)
    branches = tree.above(names)
    problem = TreeProblem(counts, branches.parents, k, objective, ordered=ordered)
    more = {"column": column or "value", "tree": str(tree_file)}
    return _given(table, problem, names, TreeCounts(read, branches, of_value), more)


def _labels_left(read: ValueCounts, table: Table, column: str | None, missing: str) -> ValueCounts:
    """The values of which missing is one like any other, however few records have it."""
    from covey.io.columns.without_value import OWN, settle

    without = read.missing
    records = int(read.counts[without].sum())
    if records and missing == OWN:
        have = "record has" if records == 1 else "records have"
        return read.noting(f"{records:,} {have} no value: that is treated as a value of its own")
    settled = settle(records, 1, missing, f"{table.name}, {column or 'value'!r}")
    return read.only(~without).noting(*settled.notes)


def read_intervals(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    stated_order: str | None,
    bands: Sequence[str],
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of ordered values, by the options of ``options.INTERVALS``. With
    bands, the values of one are an item."""
    from covey.cli.banded import banded
    from covey.io.columns.ordered import read_ordered
    from covey.io.columns.without_value import lighter_end, settle
    from covey.problems.intervals.problem import IntervalProblem

    threshold(k)
    # The columns of a table of counts.
    if column is None:
        column, count = "value", count or "count"
    order = None if stated_order is None else [part.strip() for part in stated_order.split(",")]
    read = read_ordered(table, column, count, order)
    items = banded(read, column, " ".join(bands))
    settled = settle(read.missing, k, missing, f"{table.name}, {column!r}")
    counts, of_missing = items.counts, -1
    if settled.joined:
        of_missing = lighter_end(counts)
        counts[of_missing] += read.missing
    problem = IntervalProblem(counts, k, objective)
    about = {"column": column, "kind": read.kind}
    ordered = OrderedItems(items, of_missing, (*items.notes, *settled.notes))
    return _given(table, problem, items.begins, ordered, about)


def read_rectangles(
    table: Table,
    *,
    k: int,
    x: str | None,
    y: str | None,
    lat: str | None,
    lon: str | None,
    count: str | None,
    resolution: str | None,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of points, by the options of ``options.RECTANGLES``."""
    from covey.io.columns.points import read_rows, snapped
    from covey.io.columns.without_value import settle
    from covey.io.globe import flattened, refuse_off_globe
    from covey.problems.rectangles.problem import RectangleProblem

    threshold(k)
    globe = lat is not None or lon is not None
    if globe and (x or y or lat is None or lon is None):
        raise InvalidInput(
            "Points are in two columns: --x and --y, or --lat and --lon.",
            hint="Name both columns of one kind.",
        )
    if (x is None) != (y is None):
        raise InvalidInput("One coordinate is not enough: name both --x and --y.")
    # x is the longitude: points are (x, y) from here on.
    first, second = (lon or "", lat or "") if globe else (x or "x", y or "y")
    points, there = read_rows(table, first, second, count)
    records = int(points.counts[~there].sum())
    settled = settle(records, k, missing, f"{table.name}, {first!r} or {second!r}")
    if settled.joined:
        points, there = points.filled(there), np.ones_like(there)
    points = points.noting(there, *settled.notes)
    if globe:
        points = refuse_off_globe(points, (first, second))
    # In degrees, before they are flattened.
    if resolution is not None:
        points = snapped(points, resolution)
    if globe:
        points = flattened(points)
    problem = RectangleProblem(points.x, points.y, k, points.counts, objective, globe=globe)
    names = list(zip(problem.x.tolist(), problem.y.tolist(), strict=True))
    about = {"columns": [first, second], "globe": globe, "resolution": resolution}
    return _given(table, problem, names, PointRows(there, points.notes), about)


def read_areas(**how: Any) -> AreaMap:
    """The areas of a map with their neighbours and records, by the options of ``options.AREAS``."""
    from covey.io.maps.read import read_areas

    areas = read_areas(**how)
    for note in areas.notes:
        say(note)
    return areas


def read_regions(
    k: int,
    objective: Objective,
    population: str | None,
    min_population: int | None,
    within: str | None,
    cross: Crossing | None,
    missing: str,
    **how: Any,
) -> Given:
    """The problem of a map's areas, with everything that ``options.REGIONS`` may ask for."""
    from covey.io.maps.problem import region_problem
    from covey.io.maps.read import read_areas
    from covey.io.notation import PLAIN

    threshold(k)
    if (population is None) != (min_population is None):
        raise InvalidInput(
            "A second threshold is a field and a number: --population and --min-population.",
            hint="Give both, or none.",
        )
    if cross is not None and within is None:
        raise InvalidInput("--cross is about the borders of --within, which is not given.")
    # One field may be both.
    fields = list(dict.fromkeys(filter(None, (population, within))))
    areas = read_areas(**how, others=fields, without=(k, missing))
    second = None if population is None else (population, min_population or 0)
    found = region_problem(areas, k, objective, second, within, cross or "never")
    areas = found.areas
    for note in areas.notes:
        say(note)
    about = {
        # What was not given is left out.
        **{name: str(value) for name, value in how.items() if value not in (None, "", PLAIN)},
        "population": population,
        "min_population": min_population,
        "within": within,
        "cross": cross,
        "areas": len(areas.keys),
        "borders": len(areas.graph.edges),
        "records": found.problem.total,
        "bridges": [list(pair) for pair in areas.bridges],
        "crossings": [list(pair) for pair in found.crossings],
        "notes": list(areas.notes),
    }
    return Given(found.problem, areas.keys, about, areas)


def map_files(how: dict[str, Any]) -> list[Path]:
    """The files that these options name, which no output may overwrite."""
    tables = [how[name] for name in ("nodes", "edges", "table") if how[name] is not None]
    maps = [value for value in how.values() if isinstance(value, Path)]
    return [*maps, *(file for table in tables for file in files_of(table))]


def _given(
    table: Table, problem: GroupingProblem, names: list[Any], read: Any, more: dict[str, Any]
) -> Given:
    for note in read.notes:
        say(note)
    counted = {f"{problem.item}s": len(problem.weights), "records": problem.total}
    about = {"file": table.name, **more, **counted, "notes": list(read.notes)}
    return Given(problem, names, about, read)


def interval_bounds(given: Given, result: Result) -> dict[str, list[Any]]:
    """Low, high and name of every class: from its first value, or where its first band begins, up
    to, but not including, where the next class begins; the last one includes the highest value."""
    from covey.problems.intervals.problem import IntervalSolution

    assert isinstance(result.solution, IntervalSolution)
    starts = result.solution.starts.tolist()
    low = [given.names[start] for start in starts]
    # The last interval has no next one: it is closed at the highest value.
    high = [*low[1:], given.read.items.column.values[-1]]
    names = [f"[{a}, {b})" for a, b in zip(low[:-1], high[:-1], strict=True)]
    names.append(f"[{low[-1]}, {high[-1]}]")
    if given.read.of_missing >= 0:
        names[int(result.solution.classes[given.read.of_missing])] += OR_MISSING
    return {"low": low, "high": high, "interval": names}


def interval_rows(table: Table, given: Given, result: Result) -> NDArray[np.int64]:
    """The class of every row, -1 where it has no value that counts as another."""
    from covey.io.columns.ordered import classes_of_rows

    classes, items = result.solution.classes, given.read.items
    of_missing = given.read.of_missing
    of_missing = int(classes[of_missing]) if of_missing >= 0 else -1
    # From items, which may be bands, to values, and from these to rows.
    return classes_of_rows(table, items.column, classes[items.of_value], of_missing)


def point_rows(given: Given, result: Result) -> NDArray[np.int64]:
    """The class of every row, -1 where it has no point that is solved for."""
    from covey.problems.rectangles.problem import RectangleProblem

    assert isinstance(given.problem, RectangleProblem)
    rows = np.full(len(given.read.there), -1)
    # Equal points are one item, whose place problem.rows has for every row.
    rows[given.read.there] = result.solution.classes[given.problem.rows]
    return rows


def tree_names(given: Given, result: Result) -> dict[str, list[Any]]:
    """What every class is called: by a node of the tree, or by several children of one."""
    from covey.attributes import branches
    from covey.problems.cells.single import member_sets

    sets = member_sets(result.solution)
    members = [sets.members_of(number) for number in range(len(sets.sizes))]
    names = branches.tree_names(given.read.branches, members)
    # More values than items: the missing one counts as another.
    read = given.read
    if len(read.of_value) > len(read.branches.labels):
        (item,) = read.of_value[read.counted.missing]
        at = int(result.solution.classes[item])
        names[at] = f"{names[at]}{OR_MISSING}"
    return {"name": names}


def cell_bounds(given: Given, result: Result) -> dict[str, list[Any]]:
    """The borders of every cell, as numbers whose text reads back to the same number."""
    from covey.io.globe import on_globe
    from covey.problems.rectangles.problem import RectangleSolution

    assert isinstance(result.solution, RectangleSolution)
    cells = result.solution.cells
    if given.about["globe"]:
        names = ("west", "south", "east", "north")
        cells = on_globe(cells)
    else:
        names = ("x_low", "y_low", "x_high", "y_high")
    columns = zip(names, cells.T.tolist(), strict=True)
    return {name: [repr(edge) for edge in edges] for name, edges in columns}
