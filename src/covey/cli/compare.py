"""covey compare: all methods side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from covey.cli.options import labels_input, progress, read_labels
from covey.result import Status

if TYPE_CHECKING:
    from covey.result import Result


@click.group()
def compare() -> None:
    """Solve one problem with every method, side by side."""


@compare.command()
@labels_input
def labels(
    file: Path,
    k: int,
    column: str | None,
    count: str | None,
    objective: str,
    seed: int,
    time_limit: float,
) -> None:
    """Compare the methods for unordered values: cost, gap, proved ratio, time.

    FILE is read as by covey solve labels. --time-limit holds for each method by itself. The gap is
    to the best lower bound that any method proved; "promised" is what the method's theorem promises
    on this table before it runs, as a multiple of that bound.
    """
    from covey.solver import compare
    from covey.stop import Stop

    problem, _ = read_labels(file, k, column, count, objective)
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
                click.echo(f"{result.method}: {note}")


def _table(results: list[Result], bound: int) -> str:
    """One line per method; the gap is to the best bound that any of them proved."""
    rows = [("method", "classes", "cost", "gap", "promised", "seconds")]
    for result in results:
        ratio = result.guarantee.at_most(bound)
        rows.append(
            (
                result.method
                + "".join(f" {value}" for value in result.options.values())
                + (" *" if result.status is Status.BELOW_K else ""),
                f"{len(result.solution.sizes):,}",
                f"{result.cost:,}",
                _gap(result, bound),
                f"{float(ratio / bound):.3f}" if bound and ratio is not None else "-",
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


def _gap(result: Result, bound: int) -> str:
    if result.status is Status.BELOW_K:
        return "-"
    if result.cost == bound:
        return "0.00%"
    return f"{(result.cost - bound) / bound:.2%}" if bound else "-"
