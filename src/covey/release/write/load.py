"""A release that is finished, taken to where others read tables: one of Delta or Iceberg, HDFS, or
object storage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, NotVerified
from covey.core.words import in_a_line, plural
from covey.engine.spark.loading import ONE_COMMIT, load_files, load_table
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.release import certificate
from covey.verification import verify


@dataclass(frozen=True)
class Loaded:
    """Where a release is now as well, and the records that it has."""

    folder: Path
    target: str
    records: int

    def summary(self) -> str:
        """A line for people."""
        return in_a_line(f"loaded       {self.target}: {plural(self.records, 'record')}")

    def to_dict(self) -> dict[str, Any]:
        return {"folder": str(self.folder), "target": self.target, "records": self.records}


def load(release: Any, target: str, *, format: str = "", overwrite: bool = False) -> Loaded:
    """Take a release of Spark to where others read it, once its own checks held.

    release
        Its folder, or what ``covey.anonymize`` handed back.
    target
        With a ``format``, the name of a table to make, in Spark's catalogue; it appears in one
        commit. Without one, a path that is not there yet, as ``hdfs://host/releases/2026-11``:
        on HDFS and disks the folder is renamed, elsewhere ``certificate.json`` is its last file.
    format
        ``delta`` or ``iceberg``. Spark needs the package of the format.
    overwrite
        Replace a table that is a former release.
    """
    if format and format not in ONE_COMMIT:
        raise InvalidInput(
            f"A table of {' or '.join(ONE_COMMIT)} appears in one commit; given: {format!r}.",
            given=format,
        )
    if overwrite and not format:
        raise InvalidInput("Only a table is replaced; name a path that is not there yet.")
    folder = certificate.folder_of(release)
    # All checks are made here first: what is loaded is seen by others at once.
    found = certificate.read_release(folder)
    seen = certificate.fingerprint(folder / CERTIFICATE_FILE)
    wrong = [check for check in verify(folder).checks if check.held is False]
    if wrong:
        raise NotVerified(
            f"{folder} does not hold what it claims, and was not loaded:",
            hint="Publish the table again: covey anonymize",
            details=[check.line() for check in wrong],
        )
    # The certificate names part files by their pattern, part-*.parquet. Only Spark writes these.
    if not found.table.file.startswith("part-"):
        raise InvalidInput(
            f"{folder} was not made by Spark: its table is {found.table.file}.",
            hint="Publish it with --engine spark.",
        )
    columns, sizes = found.columns, found.classes.sizes
    if format:
        load_table(folder, target, format, seen, columns, sizes, overwrite=overwrite)
    else:
        load_files(folder, target, CERTIFICATE_FILE, columns, sizes)
    return Loaded(folder, target, found.records.published)
