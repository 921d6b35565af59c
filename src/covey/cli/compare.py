"""covey compare: all methods side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.groups import OrderedCommand
from covey.cli.options import progress
from covey.cli.roles import CELLS_OPTIONS
from covey.core.result import Status
from covey.core.words import in_a_line

if TYPE_CHECKING:
    from covey.cli.inputs import Given
    from covey.core.grouping import Objective
    from covey.core.result import Result


@click.group()
def compare() -> None:
    """Solve one problem with every method, side by side.

    --time-limit holds for each method by itself. The gap is to the best lower bound that any method
    proved; "promised" is what the method's theorem promises on this table before it runs, as a
    multiple of that bound.
    """


@compare.command()
@options.LABELS
@options.PROBLEM
def labels(
    table: str, encoding: str, header: bool | None, seed: int, time_limit: float, **how: Any
) -> None:
    """Compare the methods for unordered values: cost, gap, promise, time.

    TABLE is read as by covey solve labels.
    """
    from covey.cli.inputs import opened, read_labels

    with opened(table, encoding, header) as read:
        given = read_labels(read, **how)
    _compare(given, seed, time_limit)


@compare.command()
@options.INTERVALS
@options.PROBLEM
def intervals(
    table: str, encoding: str, header: bool | None, seed: int, time_limit: float, **how: Any
) -> None:
    """Compare the methods for ordered values: cost, gap, promise, time.

    TABLE is read as by covey solve intervals.
    """
    from covey.cli.inputs import opened, read_intervals

    with opened(table, encoding, header) as read:
        given = read_intervals(read, **how)
    _compare(given, seed, time_limit)


@compare.command()
@options.RECTANGLES
@options.PROBLEM
def rectangles(
    table: str, encoding: str, header: bool | None, seed: int, time_limit: float, **how: Any
) -> None:
    """Compare the methods for points: cost, gap, promise, time.

    TABLE is read as by covey solve rectangles.
    """
    from covey.cli.inputs import opened, read_rectangles

    with opened(table, encoding, header) as read:
        given = read_rectangles(read, **how)
    _compare(given, seed, time_limit)


@compare.command()
@options.REGIONS
@options.PROBLEM
def regions(k: int, objective: Objective, seed: int, time_limit: float, **how: Any) -> None:
    """Compare the methods for areas: cost, gap, promise, time.

    The map is read as by covey solve regions.
    """
    from covey.cli.inputs import read_regions

    _compare(read_regions(k, objective, **how), seed, time_limit)


@compare.command(cls=OrderedCommand)
@CELLS_OPTIONS
@options.PROBLEM
def cells(
    table: str, k: int, objective: Objective, seed: int, time_limit: float, **how: Any
) -> None:
    """Compare the methods for several quasi-identifiers: cost, gap, promise, time.

    TABLE and its columns are read as by covey solve cells.
    """
    from covey.cli.cells import read_cells

    _compare(read_cells(table, k, objective, **how), seed, time_limit)


def _compare(given: Given, seed: int, time_limit: float) -> None:
    from covey.core.stop import Stop
    from covey.problems.solver import compare

    problem = given.problem
    with progress("comparing") as report:
        results = list(compare(problem, stop=Stop(seconds=time_limit), seed=seed, report=report))
    click.echo(f"{problem.house}: {problem.description}, k = {problem.k:,}, {problem.objective}")
    best = max(results, key=lambda result: result.lower_bound)
    click.echo(f"lower bound {best.lower_bound:,}: {best.certificate.words(problem)}\n")
    click.echo(_table(results, best.lower_bound))
    if any(result.status is Status.BELOW_K for result in results):
        click.echo("\n* NOT k-anonymous: has classes below k, never to be published")
    for result in results:
        for note in result.notes:
            if result.status is not Status.BELOW_K:
                click.echo(in_a_line(f"{_name(result)}: {note}"))


def _table(results: list[Result], bound: int) -> str:
    """One line per method; the gap is to the best bound that any of them proved."""
    rows = [("method", "classes", "cost", "gap", "promised", "seconds")]
    for result in results:
        promised = result.guarantee.at_most(bound)
        rows.append(
            (
                _name(result) + (" *" if result.status is Status.BELOW_K else ""),
                f"{len(result.solution.sizes):,}",
                f"{result.cost:,}",
                _gap(result, bound),
                f"{float(promised / bound):.3f}" if bound and promised is not None else "-",
                f"{result.runtime:.3f}",
            )
        )
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _name(result: Result) -> str:
    return " ".join([result.method, *map(str, result.options.values())])


def _gap(result: Result, bound: int) -> str:
    if result.status is Status.BELOW_K:
        return "-"
    if result.cost == bound:
        return "0.00%"
    return f"{(result.cost - bound) / bound:.2%}" if bound else "-"
