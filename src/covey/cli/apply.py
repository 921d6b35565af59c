"""covey apply: the codebook of a release for new records."""

from __future__ import annotations

import json
from pathlib import Path

import click

from covey.cli import options
from covey.cli.options import progress, stating, tidy


@click.command()
@options.RELEASE
@click.argument("table", metavar="NEW_TABLE")
@options.error_or_suppress("--unknown", "Records with a value that the codebook lacks")
@options.error_or_suppress("--below-k", "Classes with fewer than k of the new records")
@options.drop_option("Leave a column out, besides those that the release left out.")
@options.FORMAT
@options.encoding_option("Of CSV, as for covey anonymize.")
@options.output_option("NEW/", "The folder that appears.", required=True)
@options.OVERWRITE
@options.AS_JSON
def apply(
    release: Path,
    table: str,
    unknown: str,
    below_k: str,
    drop: tuple[str, ...],
    format_: str | None,
    encoding: str,
    output: Path,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Recode new records by the codebook of a release, OUT/ or OUT/codebook.csv.

    Values that the codebook lacks and classes that fall below k are reported, and nothing is
    published until they are settled. The new release has a certificate of its own, without a
    bound: its classes were made for other records. Whoever is in both releases is hidden in the
    same class of both.

    \b
    Examples:
      covey apply out patients-2025.csv -o out-2025
      covey apply out patients-2025.csv -o out-2025 --unknown suppress --below-k suppress
    """
    with stating() as published:
        from covey.release.apply import apply

        tidy(output)
        with progress("reading") as report:
            done = apply(
                release,
                table,
                out=output,
                unknown=unknown,
                below_k=below_k,
                drop=drop,
                format=format_ or "",
                encoding=encoding,
                overwrite=overwrite,
                report=report,
            )
            published(output)
        click.echo(
            json.dumps(done.to_dict(), ensure_ascii=False, default=str)
            if as_json
            else done.summary()
        )
