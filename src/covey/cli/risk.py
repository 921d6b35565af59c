"""covey risk: how many people are unique today, and by which columns."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from covey.cli import options
from covey.cli.job_options import job_option
from covey.cli.options import POPULATION_SIZE, columns_of, tidy
from covey.cli.progress import progress

if TYPE_CHECKING:
    from covey.io.notation import Notation


@click.command()
@click.argument("table")
@click.option(
    "--quasi",
    multiple=True,
    required=True,
    metavar="A,B",
    help="The columns that others may know, separated by commas; may be given several times.",
)
@job_option(
    "person",
    help="The column that distinguishes people, where one may have several records: people are"
    " counted. A record without a value in it is a person of its own.",
)
@click.option(
    "-k",
    "k",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    metavar="N",
    help="Count those in classes of fewer as well.",
)
@click.option(
    "--risk-above",
    type=click.FloatRange(0, 1),
    default=0.2,
    show_default=True,
    metavar="SHARE",
    help="Count those whose risk is above this.",
)
@click.option(
    "--population",
    metavar="TABLE[:COUNT]",
    help="The population, a table with the same columns: a row for each person, or for as many as"
    " its column COUNT says. The journalist and the marketer look among them.",
)
@POPULATION_SIZE
@click.option(
    "--weight",
    metavar="COL",
    default="",
    help="The column of sampling weights: how many people of the population a record stands for.",
)
@options.READING
@job_option("engine", help="Where TABLE is counted: in this process, or on a Spark cluster.")
@options.AS_JSON
def risk(
    table: str,
    quasi: Sequence[str],
    person: str | None,
    k: int,
    risk_above: float,
    population: str | None,
    population_size: int | None,
    weight: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    engine: str | None,
    as_json: bool,
) -> None:
    """Say how many people of a table can be found today, by which columns.

    Somebody who knows all columns of --quasi, or any one, two or three of them: how many people are
    alone with their values, how many are in classes below k, and which columns drive that. Nothing
    is changed or written.

    \b
    Examples:
      covey risk patients.csv --quasi age,sex,zip
      covey risk visits.csv --quasi age,sex,zip --person patient -k 11
      covey risk survey.csv --quasi age,sex,zip --population-size 350000
      covey risk survey.csv --quasi age,sex,zip --weight stands_for --json
    """
    from covey.engine import engine_for
    from covey.release.risks.risk import risk as measured

    # Asked here for the names of columns, and handed on, so that Spark is started once.
    given = engine_for(table, None, engine or "")
    known = given.source(table, encoding, header, notation).columns
    tidy()
    with progress("counting"):
        found = measured(
            table,
            columns_of(quasi, known),
            person=person or "",
            k=k,
            risk_above=risk_above,
            population=population,
            population_size=population_size,
            weight=weight,
            encoding=encoding,
            header=header,
            engine=given,
            **notation.arguments,
        )
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else found.summary())
