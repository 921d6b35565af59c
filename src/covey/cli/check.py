"""covey check: what k, l and t a table attains."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from covey import __version__
from covey.cli import options
from covey.cli.job_options import job_option
from covey.cli.options import POPULATION_SIZE, columns_of, say, tidy
from covey.cli.progress import progress
from covey.core.errors import NotAttained
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.io.notation import Notation
    from covey.measures.utility.utility import Utility


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
    "-k",
    "k",
    type=int,
    help="Ask for classes of so many records, or people with --person: exit"
    " code 3 if one has fewer.",
)
@job_option(
    "person",
    help="The column that identifies a person, where one may have several records: k, l and t and"
    " the risks then count people. A record without a value in it is a person of its own.",
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
    metavar="TABLE[:COUNT]",
    help="All people that these may belong to, with the quasi-identifiers recoded alike, a row for"
    " each person or for as many as the column COUNT says: the journalist and the marketer look"
    " among them.",
)
@POPULATION_SIZE
@click.option(
    "--original",
    metavar="TABLE",
    help="The table that this one was made of: measure what an analyst can still find (shares,"
    " associations, random counts) and, of a table with the same rows in the same order (made with"
    " --keep-order), what was lost of its quasi-identifiers.",
)
@click.option(
    "--withheld",
    metavar="FILE.csv",
    help="With --original: its records that TABLE lacks, as covey anonymize --withheld lists them."
    " They count as lost entirely.",
)
@click.option(
    "--target",
    metavar="COL",
    help="With --original: a column that is published as it is, which models learn to tell from the"
    " others; needs covey[models].",
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
@options.NOTATION
@job_option(
    "engine",
    help="Where TABLE is counted. duckdb: in this process. spark: on a cluster, and TABLE is then a"
    " path (Parquet or CSV) or the name of a table that the cluster reads.",
)
@options.AS_JSON
def check(
    table: str,
    quasi: Sequence[str],
    sensitive: Sequence[str],
    k: int | None,
    person: str | None,
    risk_above: float,
    show: bool,
    population: str | None,
    population_size: int | None,
    original: str | None,
    withheld: str | None,
    target: str | None,
    labels: Sequence[str],
    encoding: str,
    header: bool | None,
    notation: Notation,
    engine: str | None,
    as_json: bool,
) -> None:
    """Say what k, l and t a table attains, covey's or not, with the offending classes.

    TABLE is CSV, Parquet, Excel, a DuckDB or SQLite file (data.sqlite::people), a pattern for
    many files ('part-*.parquet'), or a table on a PostgreSQL server, which counts it
    (postgresql://user@host/database#schema.table). Records that agree in all quasi-identifiers are
    one class; values are compared exactly, and missing is a value of its own. A warning tells
    of other columns by which classes fall apart, as by an age beside a range of ages. Records are
    counted unless --person says who they are of; where a certificate or a job file beside TABLE
    counts people, covey says so.

    \b
    Examples:
      covey check release.csv --quasi zip,age
      covey check release.csv --quasi zip,age --sensitive diagnosis -k 20
      covey check visits.csv --quasi zip,age --person patient -k 20
      covey check people.parquet --quasi zip,age -k 5 --json
      covey check release.csv --quasi zip,age --original patients.csv --label zip
      covey check out/table.csv --quasi zip,age --original patients.csv --withheld withheld.csv
      covey check release.csv --quasi zip,age --population residents.parquet
      covey check survey.csv --quasi zip,age --population-size 350000
      covey check out/table.csv --quasi zip,age --original patients.csv --target diagnosis
    """
    from covey.core.validate import threshold
    from covey.engine import SPARK
    from covey.io.inputs import open_input
    from covey.io.inputs.spark import open_spark
    from covey.measures.check import check as measured
    from covey.measures.words import in_a_table
    from covey.release.facts.analysis import certificate_of

    # Before anything is read.
    if k is not None:
        threshold(k)
    if labels and original is None:
        raise click.UsageError("--label says how --original is to be read: give both.")
    if withheld is not None and original is None:
        raise click.UsageError("--withheld lists records of --original: give both.")
    if target is not None and original is None:
        raise click.UsageError("--target is compared with --original: give both.")
    # Spark reads a path, or a table of its catalogue, by itself.
    given = open_spark(table, encoding, header) if engine == SPARK else table
    known = open_input(given, encoding, header, notation).columns
    own = None if original is None else certificate_of(table)
    shuffled = own is not None and own.shuffled
    if shuffled:
        # What the published values stand for is in the codebook; who is who is not known.
        say("the rows were shuffled: what was lost of each record is in the report of the release")
    tidy()
    with progress("counting"):
        found = measured(
            given,
            columns_of(quasi, known),
            columns_of(sensitive, known),
            k=k,
            threshold=risk_above,
            show=show,
            population=population,
            population_size=population_size,
            # Losses of single records are found row by row, which a shuffled table does not allow.
            original=None if shuffled else original,
            withheld=None if shuffled else withheld,
            labels=columns_of(labels, known),
            encoding=encoding,
            header=header,
            person=person or "",
            **notation.arguments,
        )
        utility = _utility(
            table,
            original,
            columns_of(quasi, known),
            target,
            columns_of(labels, known),
            encoding,
            header,
            notation,
        )
    for note in found.notes:
        say(note)
    if as_json:
        told = {} if utility is None else {"utility": utility.to_dict()}
        data = {**found.to_dict(), **told, "version": __version__}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        click.echo(found.summary())
        if utility is not None:
            click.echo("\n" + in_a_table("what an analyst can still find", utility.figures()))
    # Last: the figures are printed also if they are not what was asked.
    if not found.attained:
        low = found.offending[0]
        raise NotAttained(
            f"k = {k:,} was asked, the table attains k = {found.k:,}:"
            f" {plural(low.classes, 'class')} with {plural(low.records, found.unit)} in all"
            f" {'is' if low.classes == 1 else 'are'} smaller.",
            hint="" if show else "--show names their values.",
            given=found.k,
        )


def _utility(
    table: str,
    original: str | None,
    quasi: Sequence[str],
    target: str | None,
    labels: Sequence[str],
    encoding: str,
    header: bool | None,
    notation: Notation,
) -> Utility | None:
    """What an analyst can still find; None without the original, and, which is said, for tables
    that lack some of its rows and have no codebook that tells what their values stand for."""
    from covey.core.errors import InvalidInput, Unanswered
    from covey.release.facts.analysis import analyze

    if original is None:
        return None
    try:
        return analyze(
            table,
            original,
            quasi,
            target=target,
            labels=labels,
            encoding=encoding,
            header=header,
            **notation.arguments,
        )
    except Unanswered:
        raise
    # Without a target this is extra, and the check itself goes on.
    except InvalidInput as error:
        if target is not None:
            raise
        say(f"what an analyst can still find is not measured: {error.message}")
        return None
