"""covey verify: a release, read again."""

from __future__ import annotations

import json
from pathlib import Path

import click

from covey.cli import options
from covey.cli.options import progress


@click.command()
@options.RELEASE
@click.option(
    "--against",
    metavar="TABLE",
    help="The table that the release was made of. Then every value must be inside its class, no"
    " record lost, added or changed, and the lower bound is derived anew.",
)
@click.option(
    "--map",
    "map_",
    type=click.Path(path_type=Path),
    metavar="MAP",
    help="The map of its regions, which must be connected on it.",
)
@click.option(
    "--population",
    metavar="TABLE[:COUNT]",
    help="The population that was given for --k-map: then the people of every class are counted.",
)
@options.encoding_option("Of --against, as for covey anonymize.")
@options.header_option("Of --against and --population in CSV and Excel")
@options.AS_JSON
@click.pass_context
def verify(
    context: click.Context,
    /,
    release: Path,
    against: str | None,
    map_: Path | None,
    population: str | None,
    encoding: str,
    header: bool | None,
    as_json: bool,
) -> None:
    """Check what a release claims, by code that shares nothing with the solvers.

    Without the table it was made of: its files are untouched, every class of the table has k
    records or more, classes and their sizes are those of the codebook and the certificate,
    intervals follow each other, rectangles are disjoint, and the numbers fit together.

    Exit code 0 if everything that could be checked held, 3 if anything did not.

    \b
    Examples:
      covey verify out
      covey verify out --against patients.csv --map zips.geojson
    """
    from covey.release.verify import verify

    with progress("verifying"):
        found = verify(release, against, map_, encoding, population, header)
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        click.echo(found.summary())
    if not found.holds:
        context.exit(3)
