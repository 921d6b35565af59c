"""covey tabulate: a table of counts of which no small number can be derived."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from covey.cli import options
from covey.cli.corrected import corrected
from covey.cli.options import say, tidy
from covey.cli.progress import progress
from covey.core.errors import FIRST
from covey.core.thresholds import threshold_of

if TYPE_CHECKING:
    from covey.io.notation import Notation

COARSE = "coarse"
"""The folder of a table with fewer categories."""


@click.command()
@click.argument("table")
@click.option(
    "--by",
    multiple=True,
    required=True,
    metavar="A,B",
    help="The columns to count by, separated by commas; may be given several times.",
)
@click.option("-k", "k", type=int, help="Numbers of 1 to k - 1 are not published; 2 or more.")
@click.option(
    "--preset",
    metavar="NAME",
    help="The k that others ask for, as cms, k5, k10, k20, risk-0.09 or risk-0.05: covey presets"
    " lists them, with their sources.",
)
@click.option(
    "--person",
    metavar="COLUMN",
    help="The column that identifies a person, if they can have several records: people are"
    " counted. Everybody must be in one cell. A record without a value in it is a person of its"
    " own.",
)
@click.option(
    "--round",
    "round_to",
    type=int,
    metavar="N",
    help="Publish multiples of N instead of hiding cells; k or more. All sums still add up.",
)
@click.option("-o", "out", type=click.Path(path_type=Path), help="The folder to make.")
@click.option("--overwrite", is_flag=True, help="Replace a former table of counts.")
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="For the search of the least set of cells to hide.",
)
@options.READING
@options.AS_JSON
@click.pass_context
def tabulate(
    context: click.Context,
    /,
    table: str,
    by: tuple[str, ...],
    k: int | None,
    preset: str | None,
    person: str | None,
    round_to: int | None,
    out: Path | None,
    overwrite: bool,
    time_limit: float,
    encoding: str,
    header: bool | None,
    notation: Notation,
    as_json: bool,
) -> None:
    """Count a table by some columns, with all totals, and hide small numbers.

    TABLE is of any kind that covey anonymize reads. Records are counted, or people, with --person;
    without it, a table should have one record for each person.

    Cells of 1 to k - 1 are hidden, and others with them, so that subtracting does not give them
    back: as far as the published numbers tell, each of them can be as small as can be, and k or
    more. That is checked for what is written before it appears; covey verify OUT/ checks it again.
    Cells of nobody are published.

    \b
    Examples:
      covey tabulate patients.csv --by county,diagnosis -k 11
      covey tabulate patients.csv --by county,diagnosis --preset cms -o counts
      covey tabulate patients.csv --by age_group,sex -k 5 --round 5 -o counts
      covey tabulate visits.csv --by county,sex -k 11 --person patient -o counts
    """
    from covey.cross_tables.certificate import TABLE_FILE
    from covey.cross_tables.publish import COUNTING, STEPS
    from covey.cross_tables.publish import tabulate as counted
    from covey.cross_tables.rare import rare_categories
    from covey.io.inputs import open_input

    # Only to raise its error, which proposes presets.
    k = threshold_of("", None) if k is None and not preset else k
    known = open_input(table, encoding, header, notation).columns
    # A name with a comma in it is one column, if the table has it.
    columns = [
        name.strip() for text in by for name in ([text] if text in known else text.split(","))
    ]
    tidy()
    with progress(COUNTING, STEPS) as report:
        found = counted(
            table,
            columns,
            k=k,
            preset=preset or "",
            person=person or "",
            round_to=round_to,
            out=out,
            overwrite=overwrite,
            time_limit=time_limit,
            encoding=encoding,
            header=header,
            report=report,
            **notation.arguments,
        )
    for note in found.notes:
        say(note)
    rare = rare_categories(found.table, found.k)
    # The command that is proposed has none of these options, so it would read or count another
    # table.
    if rare and not person and not encoding and header is None:
        first = _brought_together(table, list(rare), found.k, notation)
        given = context.obj or ("tabulate", table)
        remedy = [(FIRST, first), (table, f"{COARSE}/{TABLE_FILE}")]
        if out is not None and not overwrite:
            # The folder is there now: these counts are in it.
            remedy.append(("--overwrite", ""))
        if line := corrected(remedy, given):
            click.echo(line, err=True)
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else found.summary())


def _brought_together(table: str, columns: Sequence[str], k: int, notation: Notation) -> str:
    """The command that brings rare categories together."""
    roles = [word for column in columns for word in ("--keep-common", column)]
    # Local recoding may put a category into several sets, which would be counted apart.
    how = [*notation.to_options(), "-k", str(k), *roles, "--recoding", "global"]
    how += ["--format", "csv", "-o", COARSE]
    return shlex.join(["covey", "anonymize", table, *how])
