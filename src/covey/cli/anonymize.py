"""covey anonymize: a table in, a release out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.options import progress, stating, tidy
from covey.cli.roles import ROLES, chosen_roles, split_weight
from covey.core.errors import InvalidInput
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.release.job import Job

ALONGSIDE = ("table", "output", "overwrite", "plan", "as_json", "save_job", "withheld", "receipts")
"""What may be said beside a job file."""


@click.command()
@click.argument("table")
@click.option("-k", "k", type=int, help="The least number of records in a class.")
@ROLES
@options.drop_option("Leave a column out: an identifier.")
@click.option(
    "--missing",
    type=click.Choice(["own", "suppress", "error"]),
    default="own",
    show_default=True,
    help="Records without a value: published as missing, as a class of their own or, if they are"
    " too few for one, with others as '... or missing' (among labels: as one more label); left out;"
    " or an error.",
)
@options.error_or_suppress("--unmapped", "Records whose code the map of --region lacks")
@click.option(
    "--sensitive",
    multiple=True,
    metavar="COL[:RULE=N,...]",
    help="What others want to learn: it passes through, and every class must meet the rules in it."
    " l=3: three different values; entropy-l=3, recursive=2/3 ((c,l)-diversity); alpha=0.5: no"
    " value in more than half; t=0.2, t-ordered=0.2: no farther from the whole table.",
)
@click.option(
    "--suppress",
    type=click.FloatRange(min=0, max=1, max_open=True),
    default=0.0,
    metavar="SHARE",
    help="Withhold at most this share of the records, where it spares the others most: 0.01.",
)
@click.option(
    "--withheld",
    type=click.Path(path_type=Path),
    metavar="FILE.csv",
    help="List the records that are not published, whole and as they were: not for others' eyes.",
)
@click.option(
    "--recoding",
    type=click.Choice(["local", "global"]),
    default="local",
    show_default=True,
    help="Every class has sets of its own (the method typed), or every column has one partition for"
    " all classes.",
)
@click.option(
    "--k-map",
    type=click.IntRange(min=1),
    metavar="N",
    help="Every class also stands for N people of the --population, as by k-map.",
)
@click.option(
    "--population",
    metavar="TABLE[:COUNT]",
    help="The population, with the same quasi-identifiers: a row for every person, or for as many"
    " as its column COUNT says.",
)
@click.option(
    "--tight",
    is_flag=True,
    help="Shrink ranges and rectangles to what occurs in a class: less is lost, but its outermost"
    " values are known.",
)
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="COL=NUMBER",
    help="What the loss of a quasi-identifier counts beside the others; 0: nothing.  [default: 1]",
)
@options.OBJECTIVE
@options.SEED
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Stop improving after so many seconds.  [default: 10, which is rarely needed; for a map 1"
    " for every two million records, from 0.5 to 10]",
)
@options.ORDER
@options.FORMAT
@options.encoding_option("Of CSV that is neither UTF-8 nor marked UTF-16: latin-1.")
@options.ESCAPE_FORMULAS
@options.header_option("Of CSV and Excel")
@options.output_option(
    "OUT/", "The folder that appears, by one rename, when all is done and counted again."
)
@options.RECEIPTS
@options.OVERWRITE
@click.option("--plan", is_flag=True, help="Show what would be done, and write nothing.")
@click.option(
    "--save-job",
    type=click.Path(path_type=Path),
    metavar="JOB.toml",
    help="Write these options as a file, for covey anonymize JOB.toml.",
)
@options.AS_JSON
@click.pass_context
def anonymize(
    context: click.Context,
    /,
    table: str,
    output: Path | None,
    overwrite: bool,
    plan: bool,
    save_job: Path | None,
    withheld: Path | None,
    receipts: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Publish a table so that every released value stands for at least k records.

    TABLE is CSV (delimiter, encoding and .gz are found out), Parquet, Excel (book.xlsx::Sheet1), a
    table of a DuckDB or SQLite file (data.sqlite::people), or a pattern for many files in quotes.
    Or it is a job file, JOB.toml, which says everything that the options say.

    Name the quasi-identifiers, the columns that others know of a person, by what they are. With
    several, a class is a cell: one set of each column. Every other column passes through unchanged
    unless it is dropped: covey prints them, and warns of those that look like identifiers.

    OUT/ holds the table, codebook.csv (value -> class), classes.geojson for areas and points,
    report.html (open it in a browser) and certificate.json (k, class sizes, cost, bound and what
    proves it). Its rows are in an order that says nothing. Beside it, OUT.receipts.jsonl proves to
    you, and to nobody else, which table it was made of. If anything fails, nothing appears.

    \b
    Examples:
      covey anonymize patients.csv -k 10 --label diagnosis --drop name -o out
      covey anonymize patients.parquet -k 10 --ordered age --plan
      covey anonymize visits.csv -k 50 --point lat,lon --missing suppress -o out
      covey anonymize patients.csv -k 10 --ordered age --label sex --region zip=zips.geojson:zip \\
          --sensitive diagnosis:l=3 --suppress 0.01 --drop name -o out
      covey anonymize patients.csv -k 10 --region zip=zips.geojson:zip --save-job job.toml -o out
      covey anonymize job.toml --overwrite
    """
    with stating() as published:
        from covey.release.publish import plan_job, publish

        job = _job(context, table, output, how)
        out = output or (Path(job.output) if job.output else None)
        if save_job is not None:
            _refuse_clash(save_job, job, overwrite)
        tidy(None if plan else out, withheld)
        with progress("reading") as report:
            if plan:
                done: Any = plan_job(job, report, out, overwrite, withheld, receipts)
            else:
                done = publish(job, out, overwrite, report, withheld, receipts)
                published(out)
        _tell(done, job, plan, save_job, withheld, as_json)


def _tell(
    done: Any, job: Job, plan: bool, save_job: Path | None, withheld: Path | None, as_json: bool
) -> None:
    from covey.release.job import write_job

    if withheld is not None and not plan:
        records = plural(done.plan.suppressed, "record")
        click.echo(f"wrote {withheld}: {records}, not for others' eyes", err=True)
    if save_job is not None:
        write_job(job, save_job)
        click.echo(f"wrote {save_job}", err=True)
    if as_json:
        answer = done.to_dict() if plan else _answer(done)
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(done.summary())


def _answer(release: Any) -> dict[str, Any]:
    return {
        "plan": release.plan.to_dict(),
        "certificate": release.certificate,
        "folder": str(release.folder),
        "files": list(release.files),
        "notes": list(release.notes),
    }


def _job(context: click.Context, table: str, output: Path | None, how: dict[str, Any]) -> Job:
    from covey.release.job import Job, read_job

    if table.endswith(".toml"):
        given = click.core.ParameterSource.COMMANDLINE
        for parameter in context.command.params:
            name = str(parameter.name)
            if name not in ALONGSIDE and context.get_parameter_source(name) is given:
                raise InvalidInput(
                    f"{parameter.opts[-1]} is for the job file to say, when there is one: {table}.",
                    hint="Edit the file; beside it go -o, --overwrite, --withheld, --receipts,"
                    " --plan, --json.",
                )
        return read_job(Path(table))
    if how["k"] is None:
        raise click.UsageError("Missing option '-k'.", context)
    quasi = chosen_roles(how)
    return Job(
        table=table,
        k=how["k"],
        quasi=quasi,
        drop=how["drop"],
        missing=how["missing"],
        unmapped=how["unmapped"],
        objective=how["objective"],
        seed=how["seed"],
        time_limit=how["time_limit"],
        shuffle=how["shuffle"],
        format=how["format_"] or "",
        encoding=how["encoding"],
        header=how["header"],
        sensitive=how["sensitive"],
        suppress=how["suppress"],
        recoding=how["recoding"],
        tight=how["tight"],
        k_map=how["k_map"],
        population=how["population"],
        escape_formulas=how["escape_formulas"],
        weights={_known(name, quasi): by for name, by in map(split_weight, how["weights"])},
        output=str(output or ""),
    )


def _known(name: str, quasi: Mapping[str, Role]) -> str:
    """Points are named as --point names them, with or without a blank."""
    spaced = ", ".join(part.strip() for part in name.split(","))
    return spaced if name not in quasi and spaced in quasi else name


def _refuse_clash(save_job: Path, job: Job, overwrite: bool) -> None:
    """Before any work is done."""
    from covey.io.outputs.files import check_target

    if save_job.exists() and not overwrite:
        raise InvalidInput(
            f"{save_job} is there already.",
            hint="Name another file with --save-job, or replace it with --overwrite.",
            given=str(save_job),
        )
    check_target(save_job, Path(job.table), endings=(".toml",), option="--save-job")
