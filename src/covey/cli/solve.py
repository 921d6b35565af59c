"""covey solve: one problem, one method, a certified answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey import __version__
from covey.cli import options
from covey.cli.groups import OrderedCommand
from covey.cli.options import F, say
from covey.cli.progress import progress
from covey.cli.roles import CELLS_OPTIONS
from covey.core.errors import InvalidInput
from covey.core.result import Status
from covey.engine import NAMES, engine_for

if TYPE_CHECKING:
    from covey.cli.inputs import Given
    from covey.core.grouping import Objective
    from covey.core.result import Result
    from covey.io.notation import Notation


@click.group()
def solve() -> None:
    """Solve one problem and prove how good the answer is."""


def method_option(names: str) -> Callable[[F], F]:
    return click.option(
        "--method", default="auto", show_default=True, metavar="NAME", help=f"{names}."
    )


@solve.command()
@options.LABELS
@options.PROBLEM
@method_option(
    "auto, balanced, exact, two, five-halves, scheme, relaxed (not k-anonymous), spread or fold"
)
@click.option(
    "--order",
    type=click.Choice(["descending", "ascending", "random"]),
    help="The order in which spread and fold take the values.  [default: descending]",
)
@click.option("--eps", metavar="NUMBER", help="Accuracy of scheme and relaxed.  [default: 0.25]")
@options.AS_JSON
@options.output_option(
    "classes.csv",
    "Write a row value,count,class for every value: the key from values to classes. It holds counts"
    " of single values, so it is not for publication.",
)
def labels(
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    seed: int,
    time_limit: float,
    method: str,
    order: str | None,
    eps: str | None,
    as_json: bool,
    output: Path | None,
    **how: Any,
) -> None:
    """Group unordered values (diagnoses, surnames, products) into classes of at least k records.

    TABLE is of any kind that covey anonymize takes: CSV, Parquet, Excel (book.xlsx::Sheet1), a
    table of a DuckDB or SQLite file (data.sqlite::people), or a pattern for many files in quotes.
    Its rows are values with counts, in columns named value and count (or as --column and --count
    say), or, with --column alone, single records.

    \b
    Examples:
      covey solve labels names.csv -k 1000
      covey solve labels patients.parquet --column diagnosis -k 20 -o classes.csv
      covey solve labels names.csv -k 1000 --method scheme --eps 0.1 --json
    """
    from covey.cli.inputs import files_of, opened
    from covey.cli.problems.labels import read_labels
    from covey.io.outputs.files import check_target
    from covey.io.outputs.rows import write_columns

    # Before the table is read: a file that cannot be written should not cost a search.
    if output is not None:
        check_target(output, *files_of(table))
    with opened(table, encoding, header, notation) as read:
        given = read_labels(read, **how)
    result = _solved(given, method, seed, time_limit, {"order": order, "eps": eps})
    if output is not None:
        # The method `relaxed` may have classes below k.
        _refuse_below_k(result, output)
        classes = result.solution.classes + 1
        columns = {"value": given.read.values, "count": given.read.counts, "class": classes}
        write_columns(output, columns)
        click.echo(f"wrote {output}", err=True)
    _print(given, result, as_json)


@solve.command()
@options.INTERVALS
@options.PROBLEM
@method_option("auto and exact, which are the same, or sweep")
@options.AS_JSON
@options.output_option(
    "classes.csv",
    "Write the input's rows with their class, its low and high bound and its interval.",
)
def intervals(
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    seed: int,
    time_limit: float,
    method: str,
    as_json: bool,
    output: Path | None,
    **how: Any,
) -> None:
    """Cut ordered values (ages, dates, incomes) into intervals of at least k records.

    TABLE is of any kind that covey anonymize takes. The values are whole numbers, decimals, dates
    (2024-05-31), timestamps, or labels whose order is stated with --order. Equal values are never
    separated.

    \b
    Examples:
      covey solve intervals patients.csv --column age -k 20
      covey solve intervals visits.parquet --column day -k 50 -o classes.csv
      covey solve intervals survey.csv --column answer --order never,rarely,often -k 10
      covey solve intervals patients.csv --column age --bands 5 -k 20
    """
    from covey.cli.inputs import files_of, opened
    from covey.cli.problems.intervals import interval_bounds, interval_rows, read_intervals
    from covey.io.outputs.files import check_target
    from covey.io.outputs.rows import write_rows

    if output is not None:
        check_target(output, *files_of(table))
    with opened(table, encoding, header, notation) as read:
        given = read_intervals(read, **how)
        result = _solved(given, method, seed, time_limit, {})
        bounds = interval_bounds(given, result)
        if output is not None:
            write_rows(output, read, interval_rows(read, given, result), bounds)
            click.echo(f"wrote {output}", err=True)
    _print(given, result, as_json, bounds)


@solve.command()
@options.RECTANGLES
@options.PROBLEM
@method_option("auto, proportional, slabs, exact or kd")
@click.option(
    "--rule",
    type=click.Choice(["median", "smallest", "min-bound"]),
    help="How kd chooses its cuts.  [default: median]",
)
@options.AS_JSON
@options.output_option(
    "classes.csv|cells.geojson",
    "Write the input's rows with their class and its bounds, or the cells as GeoJSON.",
)
@options.plot_option("Draw the tiling over the points, coloured by class size.")
def rectangles(
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    seed: int,
    time_limit: float,
    method: str,
    rule: str | None,
    as_json: bool,
    output: Path | None,
    plot: Path | None,
    **how: Any,
) -> None:
    """Tile points (GPS coordinates) with rectangles of at least k records.

    TABLE is of any kind that covey anonymize takes, with two columns of coordinates: plain ones, or
    latitudes and longitudes in degrees. The cells tile a box around the points; a point on the
    border of two cells belongs to the right or the upper one. Across the antimeridian a cell's west
    is above its east.

    \b
    Examples:
      covey solve rectangles shops.csv --x east --y north -k 25
      covey solve rectangles visits.parquet --lat lat --lon lon -k 50 -o cells.geojson
      covey solve rectangles visits.csv --lat lat --lon lon -k 50 --plot cells.png
    """
    from covey.cli.inputs import files_of, opened
    from covey.cli.problems.rectangles import cell_bounds, read_rectangles
    from covey.io.outputs.files import check_target
    from covey.io.outputs.geojson import write_cells
    from covey.io.outputs.rows import write_rows

    if output is not None:
        check_target(output, *files_of(table), endings=(".csv", ".geojson"))
    if plot is not None:
        _check_plot(plot, files_of(table))
    with opened(table, encoding, header, notation) as read:
        given = read_rectangles(read, **how)
        result = _solved(given, method, seed, time_limit, {"rule": rule})
        bounds = cell_bounds(given, result)
        if output is not None and output.suffix.lower() == ".csv":
            write_rows(output, read, given.read.classes(result.solution.classes), bounds)
    if output is not None and output.suffix.lower() == ".geojson":
        write_cells(output, bounds, result.solution.sizes.tolist())
    if plot is not None:
        from covey.problems.rectangles.draw import draw_tiling

        draw_tiling(result, plot)
    for written in filter(None, (output, plot)):
        click.echo(f"wrote {written}", err=True)
    _print(given, result, as_json, bounds)


@solve.command()
@options.TREES
@options.PROBLEM
@method_option("auto, exact, two or nodes")
@options.AS_JSON
@options.output_option(
    "classes.csv",
    "Write a row value,count,class,name for every value. It holds counts of single values, so it is"
    " not for publication.",
)
def trees(
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    seed: int,
    time_limit: float,
    method: str,
    as_json: bool,
    output: Path | None,
    **how: Any,
) -> None:
    """Group labels below a tree (diagnoses, occupations) into classes of at least k records.

    TABLE is of any kind that covey anonymize takes, and is read as by covey solve labels. A class
    is a node of the tree, or several children of one node.

    \b
    Examples:
      covey solve trees patients.csv --column diagnosis --tree icd10.csv -k 20
      covey solve trees census.csv --column education --tree education.arx.csv -k 100 -o classes.csv
    """
    from covey.cli.inputs import files_of, opened
    from covey.cli.problems.trees import read_trees, tree_names
    from covey.io.outputs.files import check_target
    from covey.io.outputs.rows import write_columns

    if output is not None:
        check_target(output, *files_of(table), how["tree_file"])
    with opened(table, encoding, header, notation) as read:
        given = read_trees(read, **how)
    result = _solved(given, method, seed, time_limit, {})
    names = tree_names(given, result)
    if output is not None:
        classes = given.read.items.classes(result.solution.classes)
        columns = {
            "value": given.read.counted.values,
            "count": given.read.counted.counts,
            "class": classes + 1,
            "name": [names["name"][number] for number in classes.tolist()],
        }
        write_columns(output, columns)
        click.echo(f"wrote {output}", err=True)
    _print(given, result, as_json, names)


@solve.command(cls=OrderedCommand)
@CELLS_OPTIONS
@options.PROBLEM
@method_option(
    "auto and typed, which are the same, nested: one tree of nested sets of every column, or"
    " global: one partition of every column"
)
@click.option(
    "--recoding",
    type=click.Choice(["local", "nested", "global"]),
    help="The same choice in the words of covey anonymize: nested and global are the methods of the"
    " same name, local is the method typed.",
)
@click.option(
    "--part-size",
    type=click.IntRange(min=1),
    metavar="N",
    help="Cut the table into parts of at least N records where it is, and solve each by itself: on"
    " Spark's executors, or one part after the other here. No more combinations are here at once"
    " than one part has: at most 2 N records, unless many have the same values, which a note"
    " says. Missing values may be a smaller part. For labels and ordered values. It takes no"
    " --method, --seed, --time-limit or --unmapped, and proves no bound.",
)
@click.option(
    "--engine",
    type=click.Choice(NAMES),
    help="With --part-size: where the table is. A PostgreSQL URL is counted on its server.",
)
@options.AS_JSON
@options.output_option(
    "classes.csv",
    "Write a row for every combination of values, with its count and class. It holds counts of"
    " single combinations, so it is not for publication. With --part-size: a row for every class,"
    " with its part, its records, and what it is in each column.",
)
def cells(
    table: str,
    k: int,
    objective: Objective,
    seed: int,
    time_limit: float,
    method: str,
    recoding: str | None,
    part_size: int | None,
    engine: str | None,
    as_json: bool,
    output: Path | None,
    **how: Any,
) -> None:
    """Group records by several quasi-identifiers into cells of at least k records.

    TABLE is of any kind that covey anonymize takes, and the columns are named by what they are, as
    there. A class is a cell, one set of each column: a group of labels, an interval, a rectangle, a
    connected region.

    \b
    Examples:
      covey solve cells patients.csv -k 10 --ordered age --label sex
      covey solve cells patients.csv -k 10 --ordered age --region zip=zips.geojson:zip -o cells.csv
      covey solve cells visits.parquet -k 50 --point lat,lon --label kind --recoding global --json
      covey solve cells clinic.visits --engine spark -k 11 --ordered age --label sex \\
          --part-size 500000 -o cells.csv
    """
    from covey.cli.cells import in_parts, read_cells
    from covey.cli.inputs import files_of
    from covey.io.outputs.files import check_target
    from covey.io.outputs.rows import write_columns

    method = _method_of_recoding(method, recoding)
    if part_size is not None:
        if method not in ("auto", "typed"):
            raise InvalidInput(
                f"Parts are solved by the method typed; given: {method}.",
                hint="Leave --method and --recoding out, or --part-size.",
                given=method,
            )
        if output is not None:
            check_target(output, *engine_for(table, None, engine or "").files(table))
        in_parts(table, k, objective, part_size, engine or "", output, as_json=as_json, **how)
        return
    if engine is not None:
        raise InvalidInput("--engine goes with --part-size.", given=engine)
    if output is not None:
        check_target(output, *files_of(table))
    with progress("reading"):
        given = read_cells(table, k, objective, **how)
    result = _solved(given, method, seed, time_limit, {})
    if output is not None:
        write_columns(output, given.read.columns(result))
        click.echo(f"wrote {output}", err=True)
    # To name the cells takes a while, and only JSON shows them.
    _print(given, result, as_json, {"cell": given.read.cells(result)} if as_json else None)


@solve.command()
@options.REGIONS
@options.PROBLEM
@method_option("auto, balanced, exact, any-graph or tree")
@click.option(
    "--tree",
    type=click.Choice(["auto", "search", "barnette", "hamiltonian"]),
    help="Which spanning tree the method tree cuts.  [default: auto]",
)
@options.AS_JSON
@options.output_option(
    "regions.csv|.geojson",
    "Write a row id,weight,class for every area, or the dissolved shapes of the regions. The rows"
    " hold counts of single areas, so they are not for publication; the shapes are.",
)
@options.plot_option("Draw the map, coloured so that neighbouring regions differ.")
def regions(
    k: int,
    objective: Objective,
    seed: int,
    time_limit: float,
    method: str,
    tree: str | None,
    as_json: bool,
    output: Path | None,
    plot: Path | None,
    **how: Any,
) -> None:
    """Group areas (zip-codes, tracts, counties) into connected regions of at least k records.

    Areas come from polygons (--areas), from a table of areas with a table of borders (--nodes,
    --edges) or with coordinates (--nodes, --lat, --lon), or from a graph saved by covey graph
    (--graph). Their records are in a field (--weight) or are counted in a table (--table,
    --column). Codes keep their leading zeros.

    \b
    Examples:
      covey solve regions --areas zips.gpkg --key zip --weight cases -k 20 -o regions.geojson
      covey solve regions --areas zips.geojson --key zip --table patients.csv --column zip -k 20
      covey solve regions --nodes nodes.csv --edges edges.csv -k 150000 --plot map.png
      covey solve regions --areas tracts.shp --key GEOID --weight cases -k 11 --population pop \\
          --min-population 5000 --within STATE --cross if-needed
    """
    from covey.cli.problems.regions import map_files, read_regions
    from covey.io.outputs.files import check_target
    from covey.io.outputs.rows import write_columns

    if output is not None:
        check_target(output, *map_files(how), endings=(".csv", ".geojson"))
    if plot is not None:
        _check_plot(plot, map_files(how))
    with progress("reading the map"):
        given = read_regions(k, objective, **how)
    shapes = output is not None and output.suffix.lower() == ".geojson"
    # Before the search: whether there are shapes to dissolve is known now.
    if shapes:
        from covey.io.maps.dissolve import require_shapes, write_regions

        require_shapes(given.read)
    if plot is not None:
        from covey.io.maps.draw import draw_regions, require_places

        require_places(given.read)
    result = _solved(given, method, seed, time_limit, {"tree": tree})
    classes = result.solution.classes
    if output is not None and shapes:
        for note in write_regions(given.read, classes, output):
            say(note)
    elif output is not None:
        rows = {"id": given.names, "weight": given.problem.weights, "class": classes + 1}
        write_columns(output, rows)
    if plot is not None:
        sizes = result.solution.sizes
        title = f"{len(sizes):,} regions, k = {k:,}, largest {int(sizes.max()):,}"
        draw_regions(given.read, classes, plot, title=title)
    for written in filter(None, (output, plot)):
        click.echo(f"wrote {written}", err=True)
    _print(given, result, as_json)


def _check_plot(plot: Path, inputs: Iterable[Path]) -> None:
    """Refuse a picture that cannot be drawn, before any work is done."""
    from covey.core.plot import require_plotting
    from covey.io.outputs.files import check_target

    require_plotting()
    check_target(plot, *inputs, endings=(".png", ".svg"), option="--plot")


def _method_of_recoding(method: str, recoding: str | None) -> str:
    """The method of cells, where ``--recoding`` may say which."""
    if recoding is None:
        return method
    # auto and typed are local.
    named = method if method in ("nested", "global") else "local"
    if method != "auto" and named != recoding:
        raise InvalidInput(
            f"--recoding {recoding} and --method {method} contradict each other.",
            hint="Leave one of them out: --recoding nested is --method nested, --recoding global is"
            " --method global, --recoding local is --method typed.",
            given=recoding,
        )
    return method if recoding == "local" else recoding


def _solved(
    given: Given, method: str, seed: int, time_limit: float, chosen: dict[str, Any]
) -> Result:
    from covey.core.progress import measured, of_time
    from covey.core.stop import Stop
    from covey.problems.solver import solve

    named = {name: value for name, value in chosen.items() if value is not None}
    with progress("solving") as report, measured(of_time(time_limit)):
        return solve(
            given.problem, method, stop=Stop(seconds=time_limit), seed=seed, report=report, **named
        )


def _refuse_below_k(result: Result, output: Path) -> None:
    if result.status is Status.BELOW_K:
        raise InvalidInput(
            f"{output} was not written: some classes have fewer than k = {result.problem.k:,}"
            " records.",
            hint="Use another method; --json without -o shows the answer for study.",
        )


def _print(
    given: Given, result: Result, as_json: bool, bounds: dict[str, list[Any]] | None = None
) -> None:
    """The answer on stdout. ``bounds`` describe the classes."""
    from covey.core import picture

    if not as_json:
        click.echo(
            f"{result.summary()}\n\n{picture.class_sizes(result.solution.sizes, given.problem.k)}"
        )
        return
    for note in result.notes:
        say(note)
    answer = result.to_dict(given.names)
    for number, described in enumerate(answer["classes"]):
        described.update({name: parts[number] for name, parts in (bounds or {}).items()})
    click.echo(
        json.dumps({**answer, "input": given.about, "version": __version__}, ensure_ascii=False)
    )
