"""covey anonymize: a table in, a release out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.groups import GroupedCommand, given_order
from covey.cli.job_options import ON_THE_COMMAND_LINE, job_options
from covey.cli.options import stating, tidy
from covey.cli.progress import progress
from covey.cli.roles import ROLE_OPTIONS, chosen_roles, split_group, split_weight
from covey.core.errors import InvalidInput
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.release.job import Job
    from covey.release.result import Release

RUN = ("time_limit", "seed", "engine")
"""How a job is run, which may differ from what its file says."""
ALONGSIDE = (
    "table", "output", "overwrite", "plan", "as_json", "save_job", "withheld", "receipts",
    "threads", *RUN,
)  # fmt: skip
"""What may be said beside a job file."""
GROUPS = {
    "What others know of a person (name every such column)": (
        "labels", "ordered", "bands", "points", "planes", "regions", "trees", "codes", "common",
        "distances", "islands", "exclude", "assign", "layer", "contiguity", "within", "cross",
        "area_names", "area_loss",
    ),
    "How many people look alike": (
        "k", "preset", "person", "pseudonym", "groups", "k_map", "population", "population_size",
        "sampling_weight",
    ),
    "What others want to learn": ("sensitive",),
    "What is left out": ("drop", "missing", "unmapped", "suppress", "suppress_for"),
    "What other columns give away": ("dependence", "strict"),
    "How much detail is kept": (
        "recoding", "tight", "weights", "objective", "seed", "time_limit",
    ),
    "How the table is read": ("encoding", "header", *options.WRITTEN),
    "What is written": (
        "output", "overwrite", "format", "columns", "shuffle", "escape_formulas", "withheld",
        "receipts", "context", "target",
    ),
    "How it runs": ("engine", "part_size", "keep_combinations", "threads"),
    "Trying out and repeating": ("plan", "save_job", "as_json"),
}  # fmt: skip
"""The options under each heading of the help."""


@click.command(cls=GroupedCommand, groups=GROUPS)
@click.argument("table")
@ROLE_OPTIONS
@job_options
@options.path_option(
    "--withheld",
    metavar="FILE.csv",
    text="List the records that are not published, whole and as they were. Keep this file private.",
)
@options.RECEIPTS
@options.OVERWRITE
@options.THREADS
@click.option("--plan", is_flag=True, help="Show what would be done, and write nothing.")
@options.path_option(
    "--save-job",
    metavar="JOB.toml",
    text="Write these options to a file, for covey anonymize JOB.toml.",
)
@options.AS_JSON
@click.pass_context
def anonymize(
    context: click.Context,
    /,
    table: str,
    overwrite: bool,
    plan: bool,
    save_job: Path | None,
    withheld: Path | None,
    receipts: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Publish a table so that every released value stands for at least k records.

    TABLE is CSV (covey recognizes the delimiter, the encoding and .gz), JSON with an object in
    every line, Parquet or a folder of it, Arrow, Feather, Excel (book.xlsx::Sheet1), a file of
    Stata, SPSS or SAS, a table of a DuckDB or SQLite file (data.sqlite::people), one of these in a
    zip archive (all.zip::people.csv), a pattern in quotes for many files, or a table on a
    PostgreSQL server (postgresql://user@host/database#schema.table). Or it is a job file, JOB.toml,
    which says everything that the options say. Beside it, -o, --time-limit, --seed and --engine
    take the place of what it says, and --overwrite, --withheld, --receipts, --threads, --plan,
    --save-job and --json may be given; all other options are for the file.

    Name the quasi-identifiers: the columns that others know of a person, each by what it is. With
    several, a class is a cell: one set of each column. The summary, the codebook and the report
    list them in the order in which you name them. Every other column is published unchanged unless
    you drop it: covey prints them, and warns of those that look like identifiers.

    OUT/ holds the table, codebook.csv (value -> set of its column), cells.csv
    (the sets of every class), classes.geojson for areas and points,
    report.html (open it in a browser) and certificate.json (k, class sizes, cost, bound and what
    proves it). The rows are in an order that says nothing. Beside it, OUT.receipts.jsonl proves to
    you, and to nobody else, which table the release was made of. If anything fails, nothing
    appears. A table on a PostgreSQL server can be published there, without its rows leaving the
    server: -o then names the table to make, by the same URL. With --engine spark the rows stay on
    a Spark cluster until they are recoded; OUT/ then holds the table in parts.

    \b
    Examples:
      covey anonymize patients.csv -k 10 --label diagnosis --drop name -o out
      covey anonymize patients.parquet -k 10 --ordered age --plan
      covey anonymize visits.csv -k 50 --point lat,lon --missing suppress -o out
      covey anonymize patients.csv -k 10 --region zip=zips.geojson:zip --ordered age --label sex \\
          --sensitive diagnosis:l=3 --suppress 0.01 --drop name -o out
      covey anonymize patients.csv -k 10 --region zip=zips.geojson:zip --save-job job.toml -o out
      covey anonymize job.toml --overwrite
      covey anonymize job.toml --time-limit 60 --threads 4 -o out
      covey anonymize postgresql://ann@db/clinic#study.patients -k 10 --ordered age \\
          -o postgresql://ann@db/clinic#study.release
      covey anonymize clinic.patients --engine spark -k 10 --ordered age -o /shared/out
    """
    # Around everything: also what fails in reading the options says that nothing was published.
    with stating() as published:
        from covey.release.publish import plan_job, publish
        from covey.release.steps import OF_ANONYMIZE, READING
        from covey.release.write.destination import folder_of, read_out, shown

        job = job_from(context, table, how)
        out = read_out(how["output"] or job.output or None)
        # Before the run, which may take long. The file itself is written after it.
        if save_job is not None:
            _refuse_clash(save_job, job, overwrite)
        # A plan writes nothing, so nothing beside its folder is looked at.
        tidy(None if plan else folder_of(out), withheld)
        with progress(READING, OF_ANONYMIZE) as report:
            run: Callable[..., Any] = plan_job if plan else publish
            done = run(
                job,
                out=out,
                overwrite=overwrite,
                withheld=withheld,
                receipts=receipts,
                report=report,
            )
            # From here on an error no longer means that nothing was published.
            if not plan:
                published(shown(out))
        _tell(done, job, plan, save_job, withheld, as_json)


def _tell(
    done: Any, job: Job, plan: bool, save_job: Path | None, withheld: Path | None, as_json: bool
) -> None:
    if withheld is not None and not plan:
        records = plural(done.plan.suppressed, "record")
        click.echo(f"wrote {withheld}: {records}; keep this file private", err=True)
    # After the release: a job file is for a job that has worked.
    if save_job is not None:
        from covey.release.job.file import write_job

        write_job(job, save_job)
        click.echo(f"wrote {save_job}", err=True)
    if as_json:
        answer = done.to_dict() if plan else _answer(done)
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(done.summary())


def _answer(release: Release) -> dict[str, Any]:
    return {
        "plan": release.plan.to_dict(),
        "certificate": release.certificate.to_dict(),
        "folder": release.where,
        "files": list(release.files),
        "notes": list(release.notes),
    }


def job_from(context: click.Context, table: str, how: dict[str, Any]) -> Job:
    """The job that the options describe, or that is in the job file."""
    from covey.release.job import Job

    if table.endswith(".toml"):
        from covey.release.job.file import read_job

        _refuse_options(context, table)
        # Only what was really given: defaults of the command line would replace what the file says.
        said = {name: how[name] for name in RUN if name in given_order(context)}
        return replace(read_job(Path(table)), **said)
    from covey.core.thresholds import threshold_of

    how["k"] = threshold_of(how["preset"] or "", how["k"])
    quasi = chosen_roles(how, given_order(context))
    # What was not given is None, and is left at the default of the job.
    given = {name: how[name] for name in ON_THE_COMMAND_LINE if how[name] is not None}
    given |= options.by_column(given)
    # Several options of the form COL=N become one field of the job.
    given["weights"] = {_known(name, quasi): by for name, by in map(split_weight, how["weights"])}
    given["groups"] = dict(map(split_group, how["groups"]))
    given["context"] = dict(map(options.split_context, how["context"]))
    return Job(table=table, quasi=quasi, **given)


def _refuse_options(context: click.Context, table: str) -> None:
    """Refuse options that a job file says."""
    for parameter in context.command.params:
        if parameter.name in given_order(context) and parameter.name not in ALONGSIDE:
            raise InvalidInput(
                f"{parameter.opts[-1]} is for the job file to say, when there is one: {table}.",
                hint="Edit the file. Beside it you can say -o, --overwrite, --withheld, --receipts,"
                " --time-limit, --seed, --engine, --threads, --plan, --save-job and --json.",
            )


def _known(name: str, quasi: Mapping[str, Role]) -> str:
    """The name of points is "lat, lon"; --weight may leave out the blank."""
    spaced = ", ".join(part.strip() for part in name.split(","))
    return spaced if name not in quasi and spaced in quasi else name


def _refuse_clash(save_job: Path, job: Job, overwrite: bool) -> None:
    """Refuse a job file that cannot be written, before any work is done."""
    from covey.io.outputs.files import check_target

    if save_job.exists() and not overwrite:
        raise InvalidInput(
            f"{save_job} is there already.",
            hint="Name another file with --save-job, or replace it with --overwrite.",
            given=str(save_job),
        )
    # The table may be a URL or a pattern. As a path it then is no file, and is compared with
    # nothing.
    check_target(save_job, Path(job.table), endings=(".toml",), option="--save-job")
