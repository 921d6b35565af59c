"""A recoded table that nobody sees yet: a file in a hidden folder, a frame, or a relation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.engine.duckdb.counting import count_rows
from covey.engine.protocol import NOTHING, Counted, Target, ToFile
from covey.io.formulas import sql_unescaped
from covey.io.inputs import open_input
from covey.io.inputs.csv import CsvFile, look_at
from covey.io.inputs.frames import FrameInput
from covey.io.inputs.frames import rebuilt as rebuilt_frame
from covey.io.inputs.parquet import scan_parquet
from covey.io.inputs.relation import RelationInput
from covey.io.layout import Layout
from covey.io.outputs.table import write_private, write_table, writing
from covey.io.reading import connect, measured, reading
from covey.io.staging import stage
from covey.io.staging.relation import forget, new_name
from covey.io.staging.relation import rebuilt as rebuilt_relation

if TYPE_CHECKING:
    import duckdb

    from covey.engine.duckdb.recoding import Recoding
    from covey.engine.duckdb.snapshot import DuckDBRows


@dataclass(eq=False)
class DuckDBHidden:
    """``table`` is a path, or the frame itself; ``layout`` says how to read it back; ``remove``
    takes it away."""

    snapshot: DuckDBRows
    recoding: Recoding
    table: Any
    layout: Layout
    remove: Callable[[], object]
    _settled: bool = field(default=False, init=False)
    """Whether the table was revealed or discarded."""

    def __enter__(self) -> DuckDBHidden:
        return self

    def __exit__(self, *raised: object) -> None:
        self.discard()

    @property
    def rows(self) -> int:
        return self.recoding.rows

    @property
    def suppressed(self) -> int:
        return self.recoding.suppressed

    def count(self, columns: Sequence[str], passed: Mapping[str, str] = NOTHING) -> Counted:
        """In a database of its own, which knows nothing of the snapshot."""
        # In the private folder, so that what is unpacked to be read goes with it.
        folder = self.snapshot.folder / "recount"
        folder.mkdir(exist_ok=True)
        name = str(self.table) if isinstance(self.table, Path) else "the published frame"
        with connect(**self.snapshot.settings) as fresh, reading(name), measured(fresh):
            scan, written = _scan(fresh, self.table, self.layout, folder, columns)
            # As texts: that is what was meant to be published, whatever type a reader guesses.
            keys = [f"CAST(c{written.index(column)} AS VARCHAR)" for column in columns]
            notation = self.snapshot.given.notation
            if passed and not notation.is_plain:
                described = fresh.execute(f"DESCRIBE SELECT * FROM {scan}").fetchall()
                for column, kind in passed.items():
                    at = written.index(column)
                    text = notation.as_text(f"c{at}", column, described[at][1], kind)
                    keys[list(columns).index(column)] = text
            return count_rows(fresh, scan, keys, dict.fromkeys(columns, "text"))[0]

    def holders(self, columns: Sequence[str]) -> Sequence[Mapping[int, int]]:
        return self.snapshot.held_by(self.recoding.join, columns)

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        return self.snapshot.formulas_in(self.recoding.scan_published, columns)

    def withheld(self, target: ToFile) -> int:
        if self.layout.format == "frame":
            raise InvalidInput("Of a frame the withheld records are those that do not come back.")
        snapshot = self.snapshot
        with _joining(snapshot):
            query = self.recoding.query_withheld()
        with reading(snapshot.given.name):
            write_table(
                snapshot.connection, query, snapshot.given.columns, target.path, target.layout
            )
        return self.suppressed

    def reveal(self) -> Any:
        # Nothing is moved here: the caller renames the folder that the file lies in.
        self._settled = True
        return self.table

    def discard(self) -> None:
        if not self._settled:
            self._settled = True
            self.remove()


def write(
    snapshot: DuckDBRows,
    recoding: Recoding,
    target: Target,
    columns: Sequence[str],
    order: str | None,
) -> DuckDBHidden:
    """Write the recoded rows with these columns; what fails in the middle leaves nothing."""
    if isinstance(target, ToFile):
        return _to_file(snapshot, recoding, target, columns, order)
    if isinstance(snapshot.given, RelationInput):
        return _to_relation(snapshot, snapshot.given, recoding, columns, order)
    if isinstance(snapshot.given, FrameInput):
        return _to_frame(snapshot, snapshot.given, recoding, columns, order)
    raise InternalError(f"{snapshot.given.name} is no frame: it needs a file to be written to.")


def _to_file(
    snapshot: DuckDBRows,
    recoding: Recoding,
    target: ToFile,
    columns: Sequence[str],
    order: str | None,
) -> DuckDBHidden:
    def remove() -> None:
        target.path.unlink(missing_ok=True)

    hidden = DuckDBHidden(snapshot, recoding, target.path, target.layout, remove)
    try:
        with _joining(snapshot):
            query = recoding.query(columns, order, target.layout.format)
        with reading(snapshot.given.name), measured(snapshot.connection):
            write_table(snapshot.connection, query, columns, target.path, target.layout)
    except BaseException:
        # Also for Ctrl-C: half of a table must not stay.
        hidden.discard()
        raise
    return hidden


def _to_relation(
    snapshot: DuckDBRows,
    given: RelationInput,
    recoding: Recoding,
    columns: Sequence[str],
    order: str | None,
) -> DuckDBHidden:
    file, kept = snapshot.folder / f"{new_name()}.duckdb", new_name()
    layout = Layout("duckdb", part="rows")
    hidden = DuckDBHidden(snapshot, recoding, None, given.layout, lambda: forget(given, kept))
    try:
        with _joining(snapshot):
            query = recoding.query(columns, order, layout.format)
        with reading(given.name):
            write_private(snapshot.connection, query, columns, file, layout)
            hidden.table = rebuilt_relation(given, file, layout.part, kept)
    except BaseException:
        hidden.discard()
        raise
    return hidden


def _to_frame(
    snapshot: DuckDBRows,
    given: FrameInput,
    recoding: Recoding,
    columns: Sequence[str],
    order: str | None,
) -> DuckDBHidden:
    with _joining(snapshot):
        classes = recoding.classes_of_rows()
    rows = None if order is None else _shuffled(classes, order)
    drop = [column for column in given.columns if column not in columns]
    generalization = recoding.generalization
    kinds, orders = generalization.kinds, generalization.orders
    published = generalization.published
    frame = rebuilt_frame(given, classes, published, drop, rows, kinds, orders, columns)
    return DuckDBHidden(snapshot, recoding, frame, given.layout, lambda: None)


@contextmanager
def _joining(snapshot: DuckDBRows) -> Iterator[None]:
    """Say what went wrong while rows are joined to the codebook in the private folder."""
    with reading(snapshot.given.name), writing(snapshot.folder):
        yield


def _shuffled(classes: NDArray[np.int64], order: str) -> NDArray[np.int64]:
    """The rows that are published, in the order of the key."""
    # All 256 bits of the key are the seed. Unlike that of a file, the order also depends on where
    # the rows stood, but nobody undoes it without the key.
    random = np.random.default_rng(np.frombuffer(bytes.fromhex(order), dtype=np.uint32))
    return random.permutation(np.flatnonzero(classes >= 0))


def _scan(
    connection: duckdb.DuckDBPyConnection,
    table: Any,
    layout: Layout,
    folder: Path,
    columns: Sequence[str],
) -> tuple[str, tuple[str, ...]]:
    """SQL that reads a release where it lies, and its columns."""
    if layout.format == "csv":
        file = look_at(table, delimiter=layout.delimiter)
        return (_unescaped(file) if layout.escaped else file.scan), file.columns
    # covey has just written it, with a header: no guess about the first row.
    given = open_input(table, header=True)
    if layout.format == "parquet":
        return scan_parquet(table, given.columns), given.columns
    staging = stage(given, connection, folder, columns)
    return staging.scan, staging.columns


def _unescaped(file: CsvFile) -> str:
    fields = [f"{sql_unescaped(f'c{at}')} AS c{at}" for at in range(len(file.columns))]
    return f"(SELECT {', '.join(fields)} FROM {file.scan}) u"
