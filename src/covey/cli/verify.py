"""covey verify: a release, read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from covey.cli import options
from covey.cli.job_options import job_option
from covey.cli.options import tidy
from covey.cli.progress import progress
from covey.core.result import SEARCHING


@click.command()
@options.RELEASE
@click.option(
    "--against",
    metavar="TABLE",
    help="The table that the release was made of. Then every value must be inside its class, no"
    " record lost, added or changed, and the lower bound and the report must follow from it.",
)
@options.path_option(
    "--map",
    "map_",
    metavar="MAP",
    text="The map of its regions, which must be connected on it and have the shapes that are"
    " drawn.",
)
@click.option(
    "--population",
    metavar="TABLE[:COUNT]",
    help="The population that was given for --k-map: then the people of every class are counted.",
)
@options.beside_option(
    "Another release of the same people: count the people that both give away together. With"
    " --against exactly, else at most. May be given several times."
)
@options.path_option(
    "--source",
    metavar="RELEASE/",
    text="Of a release by covey apply: the release whose classes it has. Then no class may be"
    " missing.",
)
@job_option(
    "engine",
    help="Where --against is. duckdb: what this machine reads. spark: a path (Parquet or CSV) or"
    " the name of a table that the cluster reads, and compares with a release that covey made"
    " there; with another one it is copied here.",
)
@options.RECEIPTS
@options.path_option(
    "--key",
    metavar="PUBLIC",
    text="The public key of the release's author (id_ed25519.pub, PEM), or a file of several"
    " (allowed_signers, authorized_keys): one of them must have signed it.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=SEARCHING,
    show_default=True,
    metavar="SECONDS",
    help="Of a proof that is checked by searching again. If the search takes longer, the bound is"
    " not checked.",
)
@options.encoding_option(
    "Of --against and --population, as for covey anonymize.  [default: the one that the release was"
    " made with]"
)
@options.header_option(
    "Of --against and --population in CSV and Excel", "as when the release was made"
)
@options.THREADS
@options.AS_JSON
@click.pass_context
def verify(
    context: click.Context,
    /,
    release: Path,
    against: str | None,
    map_: Path | None,
    population: str | None,
    beside: tuple[Path, ...],
    source: Path | None,
    engine: str | None,
    receipts: Path | None,
    key: Path | None,
    time_limit: float,
    encoding: str,
    header: bool | None,
    as_json: bool,
) -> None:
    """Check what a release claims, by code that shares nothing with the solvers.

    OUT/ is its folder, or the URL of its table on a PostgreSQL server, which counts it, and
    compares it with the table that it was made of, if that is there as well: no rows come here.
    Tables in different places are compared in copies here.

    Without the table it was made of: its files are those that the certificate names and no others,
    every class of the table has k records or more, classes and their sizes are those of the
    codebook and the certificate, intervals follow each other, rectangles are disjoint, and the
    numbers fit together.

    It cannot know who made the files, unless they are signed and --key says who signed: somebody
    who rewrites all of them consistently is not found. The table is then still as k-anonymous as it
    says of itself, but k may be lower than it was, and a requirement may be gone.

    Exit code 0 if everything that could be checked held, 3 if anything did not.

    \b
    Examples:
      covey verify out
      covey verify out --against patients.csv --map zips.geojson
      covey verify out-2025 --beside out-2024
      covey verify out --key owner.pub
    """
    from covey.engine import SPARK
    from covey.verification import STEPS, verify

    table: Any = against
    if engine == SPARK and against is not None:
        from covey.io.inputs.spark import open_spark
        from covey.release.certificate import files_of
        from covey.verification.audit import read_by

        with files_of(release) as files:
            own_encoding, own_header = read_by(files)
        named = own_header if header is None else header
        table = open_spark(against, encoding or own_encoding, named).frame
        # Only the population is still to be read by this.
        header = header if population is not None else None
    tidy()
    # The table alone has no more steps than two.
    steps = STEPS if against is not None else dict(list(STEPS.items())[:2])
    with progress("verifying", steps) as report:
        found = verify(
            release,
            table,
            map_,
            encoding,
            population,
            header=header,
            key=key,
            receipts=receipts,
            beside=beside,
            time_limit=time_limit,
            source=source,
            report=report,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        click.echo(found.summary())
    if not found.holds:
        context.exit(3)
