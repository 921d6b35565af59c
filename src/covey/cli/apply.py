"""covey apply: the codebook of a release for new records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from covey.cli import options
from covey.cli.job_options import job_option
from covey.cli.options import stating, tidy
from covey.cli.progress import progress
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.io.notation import Notation


@click.command()
@options.RELEASE
@click.argument("table", metavar="NEW_TABLE")
@options.error_or_suppress("--unknown", "Records with a value that the codebook lacks")
@options.error_or_suppress("--below-k", "Classes with fewer than k of the new records")
@options.drop_option("Leave a column out, besides those that the release left out.")
@options.FORMAT
@options.encoding_option("Of CSV, as for covey anonymize.")
@options.ESCAPE_FORMULAS
@options.header_option("Of CSV and Excel")
@options.NOTATION
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="NEW/",
    help="The folder that appears; or, for a table on a PostgreSQL server, the URL of a table to"
    " make there.",
)
@options.ORDER
@options.path_option(
    "--withheld",
    metavar="FILE.csv",
    text="List the records that are not published, whole and as they were. Keep this file private.",
)
@options.RECEIPTS
@options.beside_option(
    "Another release with some of these people, such as OUT/ itself: publish nothing if somebody"
    " is found to stand out in what both give together; a note says where that cannot be known, as"
    " of people without pseudonyms. May be given several times."
)
@job_option("context")
@options.OVERWRITE
@job_option("engine")
@options.THREADS
@options.AS_JSON
def apply(
    release: Path,
    table: str,
    unknown: str,
    below_k: str,
    drop: tuple[str, ...],
    format: str | None,
    encoding: str,
    escape_formulas: bool,
    header: bool | None,
    notation: Notation,
    output: str,
    shuffle: bool | None,
    withheld: Path | None,
    receipts: Path | None,
    beside: tuple[Path, ...],
    context: tuple[str, ...],
    overwrite: bool,
    engine: str | None,
    as_json: bool,
) -> None:
    """Recode new records by the codebook of a release, OUT/ or OUT/codebook.csv.

    Values that the codebook lacks and classes that fall below k are reported, and nothing is
    published until it is said what becomes of them (exit code 3). The new release has a certificate
    of its own, without a bound: its classes were made for other records.

    Two releases can give away what neither does alone. Who is in both is in the same class of
    both; but who is in one of them alone stands out by subtraction: if the new table is the old
    one plus one person, the one record more of a class is that person's. --beside OUT/ counts such
    records, and publishes nothing if they are fewer than k.

    \b
    Examples:
      covey apply out patients-2025.csv -o out-2025
      covey apply out patients-2025.csv -o out-2025 --beside out
      covey apply out patients-2025.csv -o out-2025 --unknown suppress --below-k suppress
    """
    with stating() as published:
        from covey.release.apply.apply import apply
        from covey.release.steps import OF_APPLY, READING
        from covey.release.write.destination import folder_of, read_out, shown

        out = read_out(output)
        tidy(folder_of(out), withheld)
        with progress(READING, OF_APPLY) as report:
            done = apply(
                release,
                table,
                out=output,
                unknown=unknown,
                below_k=below_k,
                drop=drop,
                format=format or "",
                encoding=encoding,
                header=header,
                # What is not given stays as in the release: an empty value would replace that.
                **{name: said for name, said in notation.arguments.items() if said},
                escape_formulas=escape_formulas,
                overwrite=overwrite,
                shuffle=shuffle,
                withheld=withheld,
                receipts=receipts,
                beside=beside,
                context=dict(map(options.split_context, context)),
                report=report,
                engine=engine,
            )
            published(shown(out))
        if withheld is not None:
            records = plural(done.suppressed, "record")
            click.echo(f"wrote {withheld}: {records}; keep this file private", err=True)
        click.echo(
            json.dumps(done.to_dict(), ensure_ascii=False, default=str)
            if as_json
            else done.summary()
        )
