"""covey check: what k, l and t a table attains."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from covey import __version__
from covey.cli import options
from covey.cli.options import progress, say, tidy
from covey.core.errors import NotAttained
from covey.core.words import plural


@click.command()
@click.argument("table")
@click.option(
    "--quasi",
    multiple=True,
    required=True,
    metavar="A,B",
    help="The quasi-identifiers, separated by commas; may be given several times.",
)
@click.option(
    "--sensitive",
    multiple=True,
    metavar="C",
    help="A sensitive attribute, or several separated by commas; may be given several times.",
)
@click.option(
    "-k", "k", type=int, help="Ask for classes of so many records: exit code 3 if one has fewer."
)
@click.option(
    "--risk-above",
    type=click.FloatRange(0, 1),
    default=0.2,
    show_default=True,
    metavar="SHARE",
    help="Count the records whose risk is above this.",
)
@click.option(
    "--show",
    is_flag=True,
    help="Name the values of the offending classes, ten at most. They are what must not get out.",
)
@click.option(
    "--population",
    metavar="TABLE",
    help="All people of whom these may be, with the quasi-identifiers recoded alike: the journalist"
    " and the marketer look among them.",
)
@click.option(
    "--original",
    metavar="TABLE",
    help="The table that this one was made of, with the same rows in the same order (made with"
    " --keep-order): measure what was lost of its quasi-identifiers.",
)
@click.option(
    "--withheld",
    metavar="FILE.csv",
    help="With --original: its records that TABLE lacks, as covey anonymize --withheld lists them."
    " They count as lost entirely.",
)
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="C",
    help="With --original: a quasi-identifier whose numbers are codes, or several separated by"
    " commas; may be given several times.",
)
@options.encoding_option(
    "Of CSV that is neither UTF-8 nor UTF-16 with its mark, as latin-1 or cp1252."
)
@options.header_option("Of all tables in CSV and Excel except --withheld")
@options.AS_JSON
def check(
    table: str,
    quasi: Sequence[str],
    sensitive: Sequence[str],
    k: int | None,
    risk_above: float,
    show: bool,
    population: str | None,
    original: str | None,
    withheld: str | None,
    labels: Sequence[str],
    encoding: str,
    header: bool | None,
    as_json: bool,
) -> None:
    """Say what k, l and t a table attains, covey's or not, with the offending classes.

    TABLE is CSV, Parquet, Excel, a DuckDB or SQLite file (data.sqlite::people), or a pattern for
    many files ('part-*.parquet'). Records that agree in all quasi-identifiers are one class; values
    are compared to the letter, and missing is a value of its own.

    \b
    Examples:
      covey check release.csv --quasi zip,age
      covey check release.csv --quasi zip,age --sensitive diagnosis -k 20
      covey check people.parquet --quasi zip,age -k 5 --json
      covey check release.csv --quasi zip,age --original patients.csv --label zip
      covey check out/table.csv --quasi zip,age --original patients.csv --withheld withheld.csv
      covey check release.csv --quasi zip,age --population residents.parquet
    """
    from covey.core.validate import threshold
    from covey.io.inputs import open_input
    from covey.measures.check import check as measured

    if k is not None:
        threshold(k)
    if labels and original is None:
        raise click.UsageError("--label says how --original is to be read: give both.")
    if withheld is not None and original is None:
        raise click.UsageError("--withheld lists records of --original: give both.")
    known = open_input(table, encoding, header).columns
    tidy()
    with progress("counting"):
        found = measured(
            table,
            _columns(quasi, known),
            _columns(sensitive, known),
            k=k,
            threshold=risk_above,
            show=show,
            population=population,
            original=original,
            withheld=withheld,
            labels=_columns(labels, known),
            encoding=encoding,
            header=header,
        )
    for note in found.notes:
        say(note)
    if as_json:
        click.echo(json.dumps({**found.to_dict(), "version": __version__}, ensure_ascii=False))
    else:
        click.echo(found.summary())
    if not found.attained:
        low = found.offending[0]
        raise NotAttained(
            f"k = {k:,} was asked, the table attains k = {found.k:,}:"
            f" {plural(low.classes, 'class')} with {plural(low.records, 'record')} in all"
            f" {'is' if low.classes == 1 else 'are'} smaller.",
            hint="" if show else "--show names their values.",
            given=found.k,
        )


def _columns(given: Sequence[str], known: Sequence[str]) -> list[str]:
    """A name with a comma in it is one column, if the table has it."""
    parts: list[str] = []
    for text in given:
        parts += [text] if text in known else [part.strip() for part in text.split(",")]
    return parts
