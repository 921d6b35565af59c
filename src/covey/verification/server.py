"""A released table on a server, counted there: with statements of its own, as all that verifies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.core.errors import CoveyError
from covey.engine.protocol import Counted
from covey.io.inputs.base import place
from covey.io.inputs.csv import look_at
from covey.io.inputs.postgres import described
from covey.io.notation import Notation
from covey.io.postgres.address import Address
from covey.io.postgres.catalog import qualified
from covey.io.postgres.driver import asking, begin, connect
from covey.io.postgres.files import ENDINGS, LISTED
from covey.io.reading import connect as duckdb
from covey.io.reading import quoted, reading
from covey.verification.claims import Check, Claimed


@dataclass(frozen=True, eq=False)
class ServerTable:
    """Only counts leave the server."""

    address: Address
    connection: Any
    columns: tuple[str, ...]
    formulas: int = 0
    """None: nothing is escaped in a table on a server."""

    @property
    def name(self) -> str:
        return self.address.name

    def sizes(self, columns: Sequence[str]) -> dict[tuple[str | None, ...], int]:
        """Records by the texts of some columns."""
        for column in columns:
            place(self.name, self.columns, column, "of the release")
        # COLLATE "C": the collation of the database may put unlike texts into one group.
        texts = [f'CAST({quoted(column)} AS text) COLLATE "C"' for column in columns]
        grouped = ", ".join(str(at) for at in range(1, len(texts) + 1))
        with asking(self.address):
            rows = self.connection.execute(
                f"SELECT {', '.join(texts)}, count(*) FROM {qualified(self.address)}"
                f" GROUP BY {grouped}"
            ).fetchall()
        return {row[:-1]: row[-1] for row in rows}

    def count_texts(
        self, recoded: Sequence[str], passed: Mapping[str, str], notation: Notation
    ) -> Counted:
        """The same as arrays, in order. Tables on a server are written as covey writes values."""
        kinds = [*recoded, *passed]
        sizes = self.sizes(kinds)
        values, ranks = [], []
        for own in zip(*sizes, strict=True):
            known = sorted({text for text in own if text is not None})
            at = {text: number for number, text in enumerate(known)}
            values.append(np.array(known, dtype=object))
            ranks.append(np.array([at.get(text, -1) for text in own], dtype=np.int64))
        order = np.lexsort(ranks[::-1])
        counts = np.array(list(sizes.values()), dtype=np.int64)
        placed = tuple(own[order] for own in ranks)
        return Counted(tuple(kinds), tuple(values), placed, counts[order])


@contextmanager
def counted_there(address: Address) -> Iterator[ServerTable]:
    """The table in one transaction, which sees the rows of one moment."""
    with closing(connect(address)) as connection:
        columns = tuple(column.name for column in described(address))
        with asking(address):
            # READ ONLY, so that verifying can change nothing there.
            begin(connection, qualified(address), ", READ ONLY")
        yield ServerTable(address, connection, columns)


def same_tables(claimed: Claimed) -> Iterator[Check]:
    """That codebook and classes are the same as tables and as the files that were fingerprinted."""
    if claimed.address is None:
        return
    other = []
    for what, file in LISTED.items():
        beside = claimed.address.beside(ENDINGS[what])
        try:
            with closing(connect(beside)) as connection, asking(beside):
                answer = connection.execute(f"SELECT * FROM {qualified(beside)}")
                names = [column.name for column in answer.description or ()]
                rows = answer.fetchall()
        except CoveyError:
            other.append(f"{beside.table} cannot be read")
            continue
        path = claimed.folder / file
        with duckdb() as local, reading(path.name):
            listed = look_at(path, delimiter=",")
            # The order of lines says nothing, and how often one occurs does: so they are counted.
            lines = local.execute(f"SELECT * FROM {listed.scan}").fetchall()
        # As texts: anybody may have written the table, with values of any type.
        if names != list(listed.columns) or Counter(map(repr, rows)) != Counter(map(repr, lines)):
            other.append(f"{beside.table} differs from {file}")
    yield Check("the tables beside it say what its files say", not other, ", ".join(other))
