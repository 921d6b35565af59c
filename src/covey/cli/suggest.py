"""covey suggest: what the columns of a table look like."""

from __future__ import annotations

import json

import click

from covey.cli import options
from covey.cli.options import tidy
from covey.cli.progress import progress


@click.command()
@click.argument("table")
@options.encoding_option(
    "Of CSV that is neither UTF-8 nor UTF-16 with its mark, as latin-1 or cp1252."
)
@options.header_option("Of CSV and Excel")
@options.AS_JSON
def suggest(table: str, encoding: str, header: bool | None, as_json: bool) -> None:
    """Say what each column of a table looks like, why, and how it could be treated.

    TABLE is of any kind that covey anonymize reads. covey looks at the names of the columns and at
    the first 100,000 rows, and prints the command that would follow. Nothing is applied: you know
    better what others know of these people.

    \b
    Examples:
      covey suggest patients.csv
      covey suggest patients.parquet --json
    """
    from covey.release.suggest import suggest as suggested

    tidy()
    with progress("looking at the columns"):
        found = suggested(table, encoding=encoding, header=header)
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else found.summary())
