"""covey compare: all methods side by side."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.groups import OrderedCommand
from covey.cli.progress import progress
from covey.cli.roles import CELLS_OPTIONS
from covey.core.words import in_a_line

if TYPE_CHECKING:
    from covey.cli.inputs import Given
    from covey.core.grouping import Objective
    from covey.io.notation import Notation
    from covey.problems.comparison import Comparison, Line

AS_DATA = options.together(
    click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table."),
    click.option("--csv", "as_csv", is_flag=True, help="The table as CSV, a row for each method."),
)


@click.group()
def compare() -> None:
    """Solve one problem with every method, side by side.

    --time-limit holds for each method by itself. "bound" is the lower bound that the method proved;
    the next two columns are multiples of the best of these bounds. "promised" is what the method's
    theorem allows for on this table, known before it runs; "reached" is what came out: the answer
    is at most so many times the optimum.
    """


@compare.command()
@options.LABELS
@options.PROBLEM
@AS_DATA
def labels(**given: Any) -> None:
    """Compare the methods for unordered values: promise, proved bound, reached ratio.

    TABLE is read as by covey solve labels.
    """
    from covey.cli.problems.labels import read_labels

    _compare_table(read_labels, **given)


@compare.command()
@options.INTERVALS
@options.PROBLEM
@AS_DATA
def intervals(**given: Any) -> None:
    """Compare the methods for ordered values: promise, proved bound, reached ratio.

    TABLE is read as by covey solve intervals.
    """
    from covey.cli.problems.intervals import read_intervals

    _compare_table(read_intervals, **given)


@compare.command()
@options.RECTANGLES
@options.PROBLEM
@AS_DATA
def rectangles(**given: Any) -> None:
    """Compare the methods for points: promise, proved bound, reached ratio.

    TABLE is read as by covey solve rectangles.
    """
    from covey.cli.problems.rectangles import read_rectangles

    _compare_table(read_rectangles, **given)


@compare.command()
@options.REGIONS
@options.PROBLEM
@AS_DATA
def regions(
    k: int,
    objective: Objective,
    seed: int,
    time_limit: float,
    as_json: bool,
    as_csv: bool,
    **how: Any,
) -> None:
    """Compare the methods for areas: promise, proved bound, reached ratio.

    The map is read as by covey solve regions.
    """
    from covey.cli.problems.regions import read_regions

    _compare(read_regions(k, objective, **how), seed, time_limit, as_json, as_csv)


@compare.command()
@options.TREES
@options.PROBLEM
@AS_DATA
def trees(**given: Any) -> None:
    """Compare the methods for labels below a tree: promise, proved bound, reached ratio.

    TABLE and the tree are read as by covey solve trees.
    """
    from covey.cli.problems.trees import read_trees

    _compare_table(read_trees, **given)


@compare.command(cls=OrderedCommand)
@CELLS_OPTIONS
@options.PROBLEM
@AS_DATA
def cells(
    table: str,
    k: int,
    objective: Objective,
    seed: int,
    time_limit: float,
    as_json: bool,
    as_csv: bool,
    **how: Any,
) -> None:
    """Compare the methods for several quasi-identifiers: promise, proved bound, reached ratio.

    TABLE and its columns are read as by covey solve cells.
    """
    from covey.cli.cells import read_cells

    _compare(read_cells(table, k, objective, **how), seed, time_limit, as_json, as_csv)


def _compare_table(
    read: Callable[..., Given],
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    seed: int,
    time_limit: float,
    as_json: bool,
    as_csv: bool,
    **how: Any,
) -> None:
    from covey.cli.inputs import opened

    with opened(table, encoding, header, notation) as rows:
        given = read(rows, **how)
    _compare(given, seed, time_limit, as_json, as_csv)


def _compare(given: Given, seed: int, time_limit: float, as_json: bool, as_csv: bool) -> None:
    from covey.core.errors import InvalidInput
    from covey.core.stop import Stop
    from covey.problems.comparison import Comparison
    from covey.problems.solver import compare

    if as_json and as_csv:
        raise InvalidInput("--json and --csv exclude each other.")
    with progress("comparing") as report:
        results = compare(given.problem, stop=Stop(seconds=time_limit), seed=seed, report=report)
        side = Comparison.of(list(results))
    if as_json:
        click.echo(json.dumps(side.to_dict()))
    elif as_csv:
        click.echo(_csv(side), nl=False)
    else:
        click.echo(_page(side))


def _page(side: Comparison) -> str:
    lines = [
        f"{side.problem}: {side.description}, k = {side.k:,}, {side.objective}",
        f"lower bound {side.lower_bound:,}: {side.proof}",
        *([in_a_line(side.dominated)] if side.dominated else []),
        "",
        *_table(side),
    ]
    # The method `relaxed` does not keep k, and is for study.
    if not all(line.k_anonymous for line in side.lines):
        lines += ["", "* NOT k-anonymous: has classes below k, never to be published"]
    for line in side.lines:
        if line.k_anonymous:
            lines += [in_a_line(f"{line.name}: {note}") for note in line.notes]
    return "\n".join(lines)


def _table(side: Comparison) -> list[str]:
    """One line per method."""
    # Where one value alone is the largest class, methods often have the same cost: these two
    # show the difference.
    besides = ("quadratic", "shared") if side.dominated else ()
    rows = [("method", "classes", "cost", *besides, "bound", "promised", "reached", "seconds")]
    for line in side.lines:
        rows.append(
            (
                line.name if line.k_anonymous else f"{line.name} *",
                f"{line.classes:,}",
                f"{line.cost:,}",
                *([f"{line.quadratic:,}", f"{line.largest_shared:,}"] if besides else []),
                f"{line.lower_bound:,}",
                _times(line.promised),
                _times(line.reached),
                f"{line.seconds:.3f}",
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.4f}"


def _csv(side: Comparison) -> str:
    """All figures of every line; a figure that does not exist is empty."""
    import io

    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(FIGURES)
    for line in side.lines:
        table.writerow([_cell(line, name) for name in FIGURES])
    return written.getvalue()


FIGURES = (
    "method",
    "options",
    "k_anonymous",
    "classes",
    "cost",
    "quadratic",
    "largest_shared",
    "lower_bound",
    "reached",
    "promised",
    "ratio",
    "promise",
    "theorem",
    "seconds",
)


def _cell(line: Line, name: str) -> object:
    value = getattr(line, name)
    # true and false as in JSON, and options in one cell.
    return json.dumps(value) if isinstance(value, dict | bool) else value
