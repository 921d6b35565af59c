"""A recoded table that nobody sees yet: part files in a hidden folder, or a frame."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.temporary import umask
from covey.engine import held
from covey.engine.protocol import NOTHING, Counted, ToFile, ToFrame, ToParts
from covey.engine.spark.counting import count_rows
from covey.engine.spark.dialect import key
from covey.io.layout import PARTS
from covey.io.outputs.files import refusing
from covey.io.spark.driver import asking, session_of

if TYPE_CHECKING:
    from covey.engine.spark.recoding import Recoding
    from covey.engine.spark.snapshot import SparkRows

WRITING = "writing"
"""The folder in the hidden one that Spark makes."""
WHILE_WRITING = {
    # Moments in the type that Parquet has for them. By default Spark writes an older one, which
    # others read as times without a zone.
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    # Seconds to hand the codebook out. After the 300 that are the default a busy cluster fails.
    "spark.sql.broadcastTimeout": "36000",
}
"""Settings that no single write has for itself."""
UNSEEN = (
    "Name a folder that this machine and every executor see by the same path, as on a disk that"
    " they share."
)
_MAGIC = str.maketrans({letter: f"\\{letter}" for letter in "\\*?[]{}"})


@dataclass(eq=False)
class SparkHidden:
    """``parts`` are the files that were written; without any, ``frame`` is handed back."""

    snapshot: SparkRows
    target: ToParts | ToFrame
    rows: int
    suppressed: int
    recoding: Recoding
    parts: tuple[Path, ...] = ()
    frame: Any = None
    _settled: bool = field(default=False, init=False)
    """Whether the table was revealed or discarded."""

    def __enter__(self) -> SparkHidden:
        return self

    def __exit__(self, *raised: object) -> None:
        self.discard()

    def count(self, columns: Sequence[str], passed: Mapping[str, str] = NOTHING) -> Counted:
        """From the files themselves: what they hold is asked of Spark again."""
        name = self._name
        rows = self._written()
        types = {each.name: each.dataType.simpleString() for each in rows.schema.fields}
        rows = rows.toDF(*(f"c{at}" for at in range(len(types))))
        fields = {column: f"c{at}" for at, column in enumerate(types)}
        keys = {c: key(name, c, fields[c], types[c], "text") for c in columns}
        return count_rows(rows, name, "parquet", keys).counted

    def holders(self, columns: Sequence[str]) -> Sequence[Mapping[int, int]]:
        from pyspark.sql import functions

        fields = [self.snapshot.field(column) for column in columns]
        asked = [
            functions.expr(held.different(field)).alias(f"n{at}") for at, field in enumerate(fields)
        ]
        with asking(self._name):
            found = self.recoding.joined().groupBy("class").agg(*asked).toArrow().to_pylist()
        return [{row["class"]: row[f"n{at}"] for row in found} for at in range(len(fields))]

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        rows = self._written()
        names = list(rows.columns)
        numbered = rows.toDF(*(f"c{at}" for at in range(len(names))))
        return self.snapshot.formulas_in(numbered, {c: f"c{names.index(c)}" for c in columns})

    @property
    def _name(self) -> str:
        return "the published frame" if isinstance(self.target, ToFrame) else "the written table"

    def _written(self) -> Any:
        if isinstance(self.target, ToFrame):
            return self.frame
        with asking(self._name):
            spark = session_of(self.snapshot.rows)
            return spark.read.parquet(*(located(part, pattern=True) for part in self.parts))

    def withheld(self, target: ToFile) -> int:
        raise InvalidInput(
            "The records that are withheld from a release by Spark are not listed.",
            hint="Leave --withheld away.",
        )

    def reveal(self) -> Any:
        # All that was read for this release was read before.
        self.snapshot.refuse_changed_at_last()
        self._settled = True
        return self.frame if isinstance(self.target, ToFrame) else self.target.folder / PARTS

    def discard(self) -> None:
        if self._settled:
            return
        self._settled = True
        if isinstance(self.target, ToParts):
            for part in self.parts:
                part.unlink(missing_ok=True)
            shutil.rmtree(self.target.folder / WRITING, ignore_errors=True)
        elif self.frame is not None:
            from covey.engine.spark.snapshot import forget

            forget(self.frame)


def located(path: Path, *, pattern: bool = False) -> str:
    """A path of this machine as Spark reads it, whatever its file system is by default. Where Spark
    takes it for a pattern, nothing in it means one."""
    text = str(path.absolute())
    return f"file://{to_the_letter(text) if pattern else text}"


def to_the_letter(path: str) -> str:
    """A path in which nothing means a pattern."""
    return path.translate(_MAGIC)


def write(
    snapshot: SparkRows,
    recoding: Recoding,
    target: ToParts | ToFrame,
    columns: Sequence[str],
    order: str | None,
) -> SparkHidden:
    """Write the recoded rows with these columns; what fails in the middle leaves nothing."""
    made = SparkHidden(snapshot, target, recoding.rows, recoding.suppressed, recoding)
    try:
        with asking(made._name, "written"), _settings(session_of(snapshot.rows)):
            published = recoding.published(columns, order)
            if isinstance(target, ToFrame):
                from covey.engine.spark.snapshot import checkpointed

                made.frame = checkpointed(published, made._name, "made")
            else:
                _write_parts(made, published, target.folder)
    except BaseException:
        made.discard()
        raise
    return made


def _write_parts(made: SparkHidden, published: Any, folder: Path) -> None:
    if "" in published.columns:
        raise InvalidInput(
            f"Column {published.columns.index('') + 1} has no name, and a Parquet file needs one.",
            hint="Name it in the table, or drop it.",
        )
    writing = folder / WRITING
    with refusing(folder):
        # Only to see whether this machine can: Spark's own error would come late, and name an
        # executor.
        writing.mkdir()
        writing.rmdir()
    with asking(str(folder), "written"):
        published.write.parquet(located(writing), mode="error", compression="snappy")
    with refusing(folder):
        found = sorted(writing.glob("part-*.parquet")) if writing.is_dir() else []
        if not found:
            raise InvalidInput(
                f"Spark wrote, but nothing of it is in {folder.parent} of this machine.",
                hint=UNSEEN,
            )
        # Spark's own names have a random part, which would make equal releases unlike.
        places = tuple(folder / PARTS.replace("*", f"{at:05}") for at in range(len(found)))
        # Before the first rename, so that what fails in between is discarded as well.
        made.parts = places
        for part, place in zip(found, places, strict=True):
            part.rename(place)
            place.chmod(0o666 & ~umask())
        # With what else Spark leaves there: a mark of success, and checksums.
        shutil.rmtree(writing)
        written = sum(_rows_in(part) for part in places)
    # First, since rows that are not those that were counted may be more or fewer.
    made.snapshot.refuse_changed()
    # A join that loses or doubles rows would not be an error of Spark.
    if written != made.rows:
        raise InternalError(
            f"{made.rows:,} records were to be published, {written:,} were written."
        )


def _rows_in(part: Path) -> int:
    """As the end of the file says: no rows are read for that."""
    import pyarrow.parquet as pq

    metadata = pq.read_metadata(part)
    return int(metadata.num_rows)


@contextmanager
def _settings(spark: Any) -> Iterator[None]:
    # The session is the user's: it gets its settings back.
    before = {name: spark.conf.get(name) for name in WHILE_WRITING}
    for name, value in WHILE_WRITING.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            spark.conf.set(name, value)
