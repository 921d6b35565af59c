"""A finished release where Spark keeps tables: as a table, in one commit, or as files, by a rename.

Rows are read from the part files of the release, counted, and written once. Anyone who looks at the
target before the last step finds nothing there. What is in a table can be counted after its commit
only: if that is something else, a new table is dropped.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from covey.core.errors import InternalError, InvalidInput
from covey.engine.spark.hidden import located, to_the_letter
from covey.io.inputs.paths import is_url
from covey.io.layout import PARTS
from covey.io.spark.driver import asking, session

ONE_COMMIT = ("delta", "iceberg")
"""Formats whose tables appear with all their rows and properties, or not at all."""
RENAMED = ("hdfs", "viewfs", "file")
"""File systems on which a folder is renamed in one step. The others, which keep objects, copy it
file by file."""
MARK = "covey.certificate"
"""The property of a table that names its certificate: nothing else is ever replaced."""


def load_table(
    folder: Path,
    table: str,
    format_: str,
    fingerprint: str,
    columns: Sequence[str],
    sizes: Sequence[int],
    *,
    overwrite: bool,
) -> None:
    """Make a table of the rows of a release, which are classes of these sizes in these columns."""
    spark = session()
    with asking(table, "written"):
        _refuse_taken(spark, table, overwrite)
        parts = sorted(folder.glob(PARTS))
        frame = spark.read.parquet(*(located(part, pattern=True) for part in parts))
        # Before a former table is replaced, and below once more in what was written.
        _refuse_other_sizes(frame, columns, sizes)
        writer = frame.writeTo(table).using(format_).tableProperty(MARK, fingerprint)
        replaces = overwrite and spark.catalog.tableExists(table)
        if replaces:
            writer.replace()
        else:
            writer.create()
        try:
            _refuse_other_sizes(spark.table(table), columns, sizes)
        except Exception as error:
            if replaces:
                raise InternalError(
                    f"{table} took the place of a former release, and what is in it now was not"
                    " found to be the release.",
                    hint="Restore the former one from the history of the table (RESTORE TABLE of"
                    " Delta, rollback_to_snapshot of Iceberg), or load again with --overwrite.",
                ) from error
            _drop(spark, table, error)
            raise


def _drop(spark: Any, table: str, error: Exception) -> None:
    """Remove a table that was made just now."""
    try:
        spark.sql("DROP TABLE IDENTIFIER(:name)", args={"name": table})
    except Exception:
        raise InternalError(
            f"{table} was made, was not found to be the release, and could not be removed.",
            hint="Remove it: others see it.",
        ) from error


def _refuse_taken(spark: Any, table: str, overwrite: bool) -> None:
    if not spark.catalog.tableExists(table):
        return
    if not overwrite:
        raise InvalidInput(
            f"{table} exists already, and is not touched.",
            hint="Name another table, or replace a former release with --overwrite.",
        )
    found = spark.sql("SHOW TBLPROPERTIES IDENTIFIER(:name)", args={"name": table}).collect()
    if MARK not in [row[0] for row in found]:
        raise InvalidInput(
            f"{table} is not a release of covey: it has no property {MARK}. Only a release is"
            " overwritten.",
            hint="Name another table, or remove it yourself.",
        )


def load_files(
    folder: Path,
    target: str,
    certificate: str,
    columns: Sequence[str],
    sizes: Sequence[int],
) -> None:
    """Copy the files of a release to a path that is not there yet. ``certificate`` is the last of
    them: where folders cannot be renamed, anyone who finds it finds all of the release."""
    spark = session()
    # Only classic sessions have a Java machine on this side.
    java = getattr(spark, "_jvm", None)
    if java is None:
        raise InvalidInput(
            "Files are copied by a classic session of Spark; this one is of Spark Connect.",
            hint="Copy the folder yourself, certificate.json last (docs/how-to/spark.md).",
        )
    with asking(target, "written"):
        hadoop = java.org.apache.hadoop.fs
        settings = spark._jsc.hadoopConfiguration()
        text = target if is_url(target) else located(Path(target))
        end = hadoop.Path(text)
        system = end.getFileSystem(settings)
        if system.exists(end):
            raise InvalidInput(
                f"{target} exists already, and is not touched.", hint="Name a path of its own."
            )
        renames = str(system.getScheme()) in RENAMED
        hidden = f".{end.getName()}.{secrets.token_hex(8)}.part"
        place = hadoop.Path(end.getParent(), hidden) if renames else end
        try:
            _copy(hadoop, system, folder, place, certificate)
            there = to_the_letter(place.toString())
            names = [part.name for part in sorted(folder.glob(PARTS))]
            frame = spark.read.parquet(*(f"{there}/{name}" for name in names))
            _refuse_other_sizes(frame, columns, sizes)
            _copy_file(hadoop, system, folder / certificate, place)
            if renames:
                # Unlike a file system, a context refuses to rename to what is there.
                context = hadoop.FileContext.getFileContext(place.toUri(), settings)
                nothing = spark.sparkContext._gateway.new_array(hadoop.Options.Rename, 0)
                context.rename(place, end, nothing)
        except BaseException:
            with suppress(Exception):
                system.delete(place, True)
            raise


def _copy(hadoop: Any, system: Any, folder: Path, place: Any, last: str) -> None:
    # Else Hadoop puts hidden checksum files beside those of the release on a local disk.
    system.setWriteChecksum(False)
    system.mkdirs(place)
    for file in sorted(folder.iterdir()):
        if file.name != last:
            _copy_file(hadoop, system, file, place)


def _copy_file(hadoop: Any, system: Any, file: Path, place: Any) -> None:
    system.copyFromLocalFile(
        False, False, hadoop.Path(located(file)), hadoop.Path(place, file.name)
    )


def _refuse_other_sizes(frame: Any, columns: Sequence[str], sizes: Sequence[int]) -> None:
    """What lies there is counted: classes of the sizes that the certificate has."""
    quoted = [f"`{name.replace('`', '``')}`" for name in columns]
    counts = frame.groupBy(*quoted).count().select("count").toArrow()["count"].to_pylist()
    if sorted(counts) != sorted(size for size in sizes if size):
        raise InternalError("The rows that were loaded are not those of the release.")
