"""covey solve: one problem, one method, a certified answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from covey import __version__
from covey.cli.options import labels_input, progress, read_labels, say
from covey.errors import InvalidInput
from covey.result import Status


@click.group()
def solve() -> None:
    """Solve one problem and prove how good the answer is."""


@solve.command()
@labels_input
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="auto, balanced, exact, five-halves, scheme, relaxed (not k-anonymous), spread or fold.",
)
@click.option(
    "--order",
    type=click.Choice(["descending", "ascending", "random"]),
    help="The order in which spread and fold take the values.  [default: descending]",
)
@click.option(
    "--eps", metavar="NUMBER", help="The accuracy of scheme and relaxed.  [default: 0.25]"
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the summary.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="classes.csv",
    help="Write a row value,count,class for every value: the key from values to classes. It holds"
    " counts of single values, so it is not for publication.",
)
def labels(
    file: Path,
    k: int,
    column: str | None,
    count: str | None,
    objective: str,
    seed: int,
    time_limit: float,
    method: str,
    order: str | None,
    eps: str | None,
    as_json: bool,
    output: Path | None,
) -> None:
    """Group unordered values (diagnoses, surnames, products) into classes of at least k records.

    FILE is CSV or Parquet. Its rows are values with counts, in columns named value and count (or
    as --column and --count say), or, with --column alone, single records.

    \b
    Examples:
      covey solve labels names.csv -k 1000
      covey solve labels patients.parquet --column diagnosis -k 20 -o classes.csv
      covey solve labels names.csv -k 1000 --method scheme --eps 0.1 --json
    """
    from covey import picture
    from covey.solver import solve
    from covey.stop import Stop
    from covey.table.write import check_target, write_csv

    if output is not None:
        check_target(output, file)
    problem, table = read_labels(file, k, column, count, objective)
    options: dict[str, Any] = {
        name: value for name, value in (("order", order), ("eps", eps)) if value is not None
    }
    with progress("solving") as report:
        result = solve(
            problem, method, stop=Stop(seconds=time_limit), seed=seed, report=report, **options
        )
    if output is not None:
        if result.status is Status.BELOW_K:
            raise InvalidInput(
                f"{output} was not written: some classes have fewer than k = {k:,} records.",
                hint="Use another method; --json without -o shows the answer for study.",
            )
        rows = zip(
            table.values.tolist(),
            table.counts.tolist(),
            (result.solution.classes + 1).tolist(),
            strict=True,
        )
        write_csv(output, ("value", "count", "class"), rows)
        click.echo(f"wrote {output}", err=True)
    if as_json:
        for note in result.notes:
            say(note)
        answer = result.to_dict(table.values.tolist())
        about = {"file": str(file), "values": len(table.values), "records": problem.total}
        answer["input"] = {**about, "column": column or "value", "notes": list(table.notes)}
        answer["version"] = __version__
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(result.summary())
        click.echo()
        click.echo(picture.class_sizes(result.solution.sizes, k))
