"""covey verify: a release, read again."""

from __future__ import annotations

import json
from pathlib import Path

import click

from covey.cli import options
from covey.cli.options import progress, tidy
from covey.core.result import SEARCHING


@click.command()
@options.RELEASE
@click.option(
    "--against",
    metavar="TABLE",
    help="The table that the release was made of. Then every value must be inside its class, no"
    " record lost, added or changed, and the lower bound and the report must follow from it.",
)
@click.option(
    "--map",
    "map_",
    type=click.Path(path_type=Path),
    metavar="MAP",
    help="The map of its regions, which must be connected on it and have the shapes that are"
    " drawn.",
)
@click.option(
    "--population",
    metavar="TABLE[:COUNT]",
    help="The population that was given for --k-map: then the people of every class are counted.",
)
@options.beside_option(
    "Another release of the same people: count whom both give away together. With --against"
    " exactly, else at most. May be given several times."
)
@click.option(
    "--source",
    type=click.Path(path_type=Path),
    metavar="RELEASE/",
    help="Of a release by covey apply: the release whose classes it has. Then no class may be"
    " missing.",
)
@options.RECEIPTS
@click.option(
    "--key",
    type=click.Path(path_type=Path),
    metavar="PUBLIC",
    help="The public key of whoever made the release (id_ed25519.pub, PEM), or a file of several"
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
@options.encoding_option("Of --against, as for covey anonymize.")
@options.header_option("Of --against and --population in CSV and Excel")
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
    receipts: Path | None,
    key: Path | None,
    time_limit: float,
    encoding: str,
    header: bool | None,
    as_json: bool,
) -> None:
    """Check what a release claims, by code that shares nothing with the solvers.

    Without the table it was made of: its files are those that the certificate names and no others,
    every class of the table has k records or more, classes and their sizes are those of the
    codebook and the certificate, intervals follow each other, rectangles are disjoint, and the
    numbers fit together.

    It cannot know who made the files, unless they are signed and --key says by whom: somebody who
    rewrites all of them consistently is not found. The table is then still as k-anonymous as it
    says of itself, but k may be lower than it was, and a requirement may be gone.

    Exit code 0 if everything that could be checked held, 3 if anything did not.

    \b
    Examples:
      covey verify out
      covey verify out --against patients.csv --map zips.geojson
      covey verify out-2025 --beside out-2024
      covey verify out --key owner.pub
    """
    from covey.verification import verify

    tidy()
    with progress("verifying"):
        found = verify(
            release,
            against,
            map_,
            encoding,
            population,
            header=header,
            key=key,
            receipts=receipts,
            beside=beside,
            time_limit=time_limit,
            source=source,
        )
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        click.echo(found.summary())
    if not found.holds:
        context.exit(3)
