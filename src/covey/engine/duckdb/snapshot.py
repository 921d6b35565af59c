"""A private copy of a table in a DuckDB database: what was counted is what is published."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.holders import Holders
from covey.core.temporary import private_folder
from covey.core.workers import here
from covey.engine import sql
from covey.engine.checks import columns_without, refuse_no_values, refuse_unfit
from covey.engine.dates import date_columns
from covey.engine.duckdb.counting import count_rows
from covey.engine.duckdb.held import HeldRows
from covey.engine.duckdb.hidden import DuckDBHidden, write
from covey.engine.duckdb.recoding import CountedGroups, Grouped, Recoding
from covey.engine.protocol import Counted, Generalization, Staged, Target, ToFile
from covey.engine.sampling import one_in, sampled
from covey.engine.shares import distinct_shares
from covey.io.formulas import sql_begins_like_one
from covey.io.inputs import Input, frames
from covey.io.inputs.header import refuse_no_rows
from covey.io.keys import key
from covey.io.kinds import native
from covey.io.reading import connect, measured, reading
from covey.io.staging import stage


class DuckDBRows(ABC):
    """``folder`` is private, and gone when the snapshot is closed; ``settings`` are those of
    ``connection``, for others that work on the same release."""

    def __init__(
        self,
        given: Input,
        kinds: Mapping[str, str],
        settings: Mapping[str, str],
        parent: Path | None = None,
    ) -> None:
        refuse_unfit(given, kinds)
        self.given = given
        with ExitStack() as opening:
            self.folder = opening.enter_context(private_folder(parent))
            self.settings = dict(settings)
            # Else `connect` chooses a private folder, and may use an empty database again.
            if parent is not None:
                self.settings["temp_directory"] = str(self.folder / "spilled")
            # Closed before the folder goes, which it may spill to.
            self.connection = opening.enter_context(connect(**self.settings))
            with reading(given.name), measured(self.connection):
                self._staging = stage(given, self.connection, self.folder, tuple(kinds))
                self.staged, self._keys = self._described(kinds)
            # From here on the snapshot closes itself. What failed before was closed by the block.
            self._closing = opening.pop_all()
        self._recodings = 0
        self._held = HeldRows(self.connection, self.given, self._staging, self._keys)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._closing.close()

    def spellings(self, column: str) -> tuple[int, int]:
        with reading(self.given.name), measured(self.connection):
            return self._held.spellings(column)

    def marked(self, columns: Sequence[str], person: str) -> Mapping[str, Sequence[int]]:
        types = dict(zip(self.staged.columns, self.staged.types, strict=True))
        with reading(self.given.name), measured(self.connection):
            return self._held.marked(columns, types, person)

    def held_by(self, join: sql.Join, columns: Sequence[str]) -> list[dict[int, int]]:
        """The different holders of every class in rows that are joined to their classes."""
        with reading(self.given.name), measured(self.connection):
            return [self._held.per_class(join, column) for column in columns]

    def distinct(self, columns: Sequence[str]) -> Mapping[str, float]:
        # Of a frame only the counted columns are in the copy.
        if isinstance(self.given, frames.FrameInput):
            return frames.distinct(self.given, columns)
        with reading(self.given.name):
            return distinct_shares(self._ask, self._staging, columns)

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        if isinstance(self.given, frames.FrameInput):
            return frames.sample(self.given, columns, one_in(self.staged.rows, most))
        with reading(self.given.name), measured(self.connection):
            return sampled(self._arrays, self._staging, columns, self.staged.rows, most)

    def dates(self, columns: Sequence[str]) -> Sequence[str]:
        if isinstance(self.given, frames.FrameInput):
            return frames.dates(self.given, columns)
        with reading(self.given.name):
            return date_columns(self._ask, self._staging, columns)

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        return self.formulas_in(self._staging.scan, columns)

    def formulas_in(self, rows: str, columns: Sequence[str]) -> dict[str, int]:
        """Of some of the rows, as what follows FROM."""
        types = dict(zip(self.staged.columns, self.staged.types, strict=True))
        # Numbers and dates never begin like a formula.
        texts = [column for column in columns if not native(types[column])]
        if not texts:
            return {}
        places = [self.staged.columns.index(column) for column in texts]
        asked = ", ".join(
            f"count_if({sql_begins_like_one(f'CAST(c{at} AS VARCHAR)')})" for at in places
        )
        with reading(self.given.name):
            found = self._ask(f"SELECT {asked} FROM {rows}")
        return {column: count for column, count in zip(texts, found, strict=True) if count}

    spread = staticmethod(here)

    def recode(
        self,
        generalization: Generalization,
        target: Target,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> DuckDBHidden:
        given = self.given
        columns = generalization.written(columns_without(given, drop))
        as_frame = isinstance(given, frames.FrameInput) and not given.whole
        if isinstance(target, ToFile) and as_frame:
            raise InvalidInput(
                "A frame comes back as a frame: only its counted columns are there to be written.",
                hint="Open it as one to be written (covey.io.inputs.to_be_written).",
            )
        grouped = self._grouped(generalization)
        # Tables of one recoding must not meet those of another in the same database.
        self._recodings += 1
        recoding = Recoding(
            self.connection,
            self._staging,
            self._keys,
            grouped,
            generalization,
            self._recodings,
            with_texts=not as_frame,
        )
        return write(self, recoding, target, columns, order)

    @abstractmethod
    def _grouped(self, generalization: Generalization) -> Grouped:
        """The combinations, with the classes of a generalization."""

    def _described(self, kinds: Mapping[str, str]) -> tuple[Staged, list[str]]:
        """What is known of the table, and the expressions that its rows are counted by."""
        staging, name = self._staging, self.given.name
        (rows,) = self._ask(f"SELECT COUNT(*) FROM {staging.scan}")
        if not rows:
            refuse_no_rows(name, self.given.layout.format)
        described = self.connection.execute(f"DESCRIBE SELECT * FROM {staging.scan}").fetchall()
        types = dict(zip(staging.columns, (row[1] for row in described), strict=True))
        keys, read_as = [], {}
        for column, kind in kinds.items():
            expression, read_as[column] = key(self._ask, name, staging, column, types[column], kind)
            keys.append(expression)
        staged = Staged(
            name,
            staging.columns,
            tuple(types.values()),
            read_as,
            rows,
            # Only when it is asked for: of a large table it takes as long as reading it.
            lambda: staging.fingerprint,
            staging.notes,
            partial(self._first_row, dict(zip(kinds, keys, strict=True))),
        )
        return staged, keys

    def _first_row(self, keys: Mapping[str, str], texts: Mapping[str, str]) -> str:
        """The first row that has these texts, of columns that are counted as text."""
        wanted = {keys[column]: text for column, text in texts.items()}
        (row,) = self._ask(self._staging.first_with(wanted))
        return self._staging.where(row)

    @property
    def count_query(self) -> str:
        """The statement that counts the rows by the counted columns."""
        return sql.count(self._staging.scan, self._keys)

    def _arrays(self, query: str) -> Mapping[str, Any]:
        return self.connection.execute(query).fetchnumpy()

    def _ask(self, query: str) -> tuple[Any, ...]:
        (row,) = self.connection.execute(query).fetchall()
        return tuple(row)


class DuckDBSnapshot(DuckDBRows):
    """Rows whose combinations come here."""

    def count(self) -> Counted:
        return self._counted[0]

    def holders(self, columns: Sequence[str]) -> Holders:
        counted, places = self._counted
        with reading(self.given.name), measured(self.connection):
            return self._held.listed(columns, counted, places)

    def _grouped(self, generalization: Generalization) -> Grouped:
        counted, places = self._counted
        generalization.refuse_unlike(counted)
        return CountedGroups(counted, places, generalization.of_counted)

    @cached_property
    def _counted(self) -> tuple[Counted, NDArray[np.int64]]:
        """The combinations, and the place of each in DuckDB's table of these."""
        name = self.given.name
        with reading(name), measured(self.connection):
            found = count_rows(self.connection, self._staging.scan, self._keys, self.staged.kinds)
        refuse_no_values(name, found[0])
        return found
