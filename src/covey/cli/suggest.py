"""covey suggest: what the columns of a table look like."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from covey.cli import options
from covey.cli.corrected import corrected
from covey.cli.options import tidy
from covey.cli.progress import progress

if TYPE_CHECKING:
    from covey.io.notation import Notation


@click.command()
@click.argument("table")
@options.READING
@options.AS_JSON
@click.pass_context
def suggest(
    context: click.Context,
    table: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    as_json: bool,
) -> None:
    """Say what each column of a table looks like, why, and how it could be treated.

    TABLE is of any kind that covey anonymize reads. covey looks at the names of the columns and at
    the first 100,000 rows, and prints the command that would follow. Nothing is applied: you know
    better what others know of these people.

    \b
    Examples:
      covey suggest patients.csv
      covey suggest patients.parquet --json
    """
    from covey.release.explore.suggest import suggest as suggested

    tidy()
    with progress("looking at the columns"):
        found = suggested(table, encoding=encoding, header=header, **notation.arguments)
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    click.echo(found.summary())
    if found.remedy:
        click.echo(corrected(found.remedy, context.obj or ("suggest", table)))
