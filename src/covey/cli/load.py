"""covey load: a release where others read tables."""

from __future__ import annotations

import json
from pathlib import Path

import click

from covey.cli import options
from covey.cli.progress import progress


@click.command()
@options.RELEASE
@click.argument("target")
@click.option(
    "--as",
    "format_",
    type=click.Choice(["delta", "iceberg"]),
    help="TARGET is a table of this format in Spark's catalogue, which appears in one commit."
    "  [default: TARGET is a path]",
)
@click.option("--overwrite", is_flag=True, help="Replace a table that is a former release.")
@options.AS_JSON
def load(release: Path, target: str, format_: str | None, overwrite: bool, as_json: bool) -> None:
    """Take a release of Spark to HDFS, object storage, or a table of Delta or Iceberg.

    A release that does not pass covey verify is not loaded (exit code 3). Its rows are counted
    where they lie before others see them. On HDFS and disks the folder appears by one rename, in
    object storage certificate.json is the last file, and a table appears in one commit, with the
    fingerprint of the certificate as its property covey.certificate.

    \b
    Examples:
      covey load out hdfs://name-node/releases/2026-11
      covey load out clinic.release --as delta
      covey load out lake.clinic.release --as iceberg --overwrite
    """
    from covey.release.write.load import load as loaded

    with progress("loading"):
        done = loaded(release, target, format=format_ or "", overwrite=overwrite)
    click.echo(json.dumps(done.to_dict(), ensure_ascii=False) if as_json else done.summary())
