"""A recoded table in a transaction that nobody sees, and the step by which it is there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InternalError, InvalidInput
from covey.engine import held
from covey.engine.postgres.beside import address_of, refuse_taken, store
from covey.engine.postgres.counting import count_rows
from covey.engine.postgres.dialect import key
from covey.engine.protocol import NOTHING, Counted, Generalization, ToFile, ToTable
from covey.io.postgres.address import Address
from covey.io.postgres.catalog import columns_of, qualified, refuse_no_right_to_create
from covey.io.postgres.driver import asking, psycopg
from covey.io.postgres.files import ENDINGS
from covey.io.reading import quoted

if TYPE_CHECKING:
    from covey.engine.postgres.recoding import Recoding
    from covey.engine.postgres.snapshot import PostgresRows

PREFIX = "covey_hidden_"
BOOK, SECRETS = "_book", "_secrets"
"""What the names of the tables of a generalization end with: they are gone when it is revealed."""
SAVEPOINT = "covey_recoding"


@dataclass(eq=False)
class PostgresHidden:
    """``place`` is where the table lies, under a name that it has in this transaction alone."""

    snapshot: PostgresRows
    target: ToTable
    place: Address
    rows: int
    suppressed: int
    recoding: Recoding
    _settled: bool = field(default=False, init=False)
    """Whether the table was revealed or discarded."""

    def __enter__(self) -> PostgresHidden:
        return self

    def __exit__(self, *raised: object) -> None:
        self.discard()

    def count(self, columns: Sequence[str], passed: Mapping[str, str] = NOTHING) -> Counted:
        """From the table itself: what it is made of is asked of the server again."""
        # On the connection that wrote it: no other sees the table before the transaction ends.
        connection = self.snapshot.connection
        with asking(self.place):
            described = {each.name: each for each in columns_of(connection, self.place)}
            keys = {c: key(self.place.name, quoted(c), described[c], "text") for c in columns}
            return count_rows(connection, self.target.address.name, self._scan, keys).counted

    @property
    def _scan(self) -> str:
        return qualified(self.place)

    def holders(self, columns: Sequence[str]) -> Sequence[Mapping[int, int]]:
        found = []
        for column in columns:
            field = f"g.c{self.snapshot.given.columns.index(column)}"
            with asking(self.place):
                rows = self.snapshot.connection.execute(
                    f"SELECT b.class, {held.different(field)} FROM {self.recoding.published()}"
                    " GROUP BY 1"
                ).fetchall()
            found.append(dict(rows))
        return found

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        return self.snapshot.formulas_in(self._scan, {c: quoted(c) for c in columns})

    def withheld(self, target: ToFile) -> int:
        raise InvalidInput(
            "The records that are withheld from a release on a server are not listed.",
            hint="Leave --withheld away, or name a folder for the release.",
        )

    def reveal(self) -> str:
        """The table takes its name, with everything that goes beside it, and the transaction
        ends."""
        connection, address = self.snapshot.connection, address_of(self.target)
        with asking(address, "written"):
            # One maps the values of the input to classes, the other has the keys of pseudonyms:
            # neither may be there when the transaction ends.
            for ending in (BOOK, SECRETS):
                connection.execute(f"DROP TABLE IF EXISTS {qualified(self.place.beside(ending))}")
            store(connection, self.target, self.place)
        self._settled = True
        try:
            ended = connection.execute("COMMIT").statusmessage
        except psycopg().Error as error:
            # Classes 08 and 57 are lost connections and a server that shuts down: it may have
            # committed before. Any other error means that it did not.
            if error.sqlstate and not error.sqlstate.startswith(("08", "57")):
                raise InvalidInput(
                    f"{address.name} was not published (PostgreSQL's error {error.sqlstate})."
                ) from None
            raise InvalidInput(
                f"{address.name}: the connection was lost in the very moment of publishing. Either"
                " all of the release is there or nothing of it.",
                hint=f"Look whether there is a table {address.table}{ENDINGS['certificate']}.",
            ) from None
        if ended != "COMMIT":
            # The server ends a transaction in which something failed by this word, and no error.
            raise InternalError(f"{address.name} was not published: the server did {ended}.")
        return address.name

    def discard(self) -> None:
        if self._settled:
            return
        self._settled = True
        # Without a connection the server has undone everything by itself.
        with suppress(CoveyError), asking(self.place):
            self.snapshot.connection.execute(f"ROLLBACK TO SAVEPOINT {SAVEPOINT}")


def write(
    snapshot: PostgresRows,
    generalization: Generalization,
    target: ToTable,
    columns: Sequence[str],
    order: str | None,
) -> PostgresHidden:
    """Write the recoded rows with these columns; what fails in the middle leaves nothing."""
    connection, address = snapshot.connection, address_of(target)
    hidden = Address(
        address.settings, address.server, address.schema, PREFIX + secrets.token_hex(8)
    )
    with asking(address, "written"):
        refuse_no_right_to_create(connection, address)
        refuse_taken(connection, target)
        # A table that is discarded goes back to here. The transaction, and with it the snapshot of
        # the input, stays.
        connection.execute(f"SAVEPOINT {SAVEPOINT}")
    recoding = snapshot.recoding(
        generalization,
        qualified(hidden.beside(BOOK)),
        qualified(hidden.beside(SECRETS)),
    )
    rows = snapshot.staged.rows - recoding.suppressed
    made = PostgresHidden(snapshot, target, hidden, rows, recoding.suppressed, recoding)
    try:
        with asking(address, "written"):
            recoding.upload()
            written: Any = connection.execute(
                f"CREATE TABLE {qualified(hidden)} AS {recoding.query(columns, order)}"
            )
        # A join that loses or doubles rows would not be an error of SQL.
        if written.rowcount != rows:
            raise InternalError(
                f"{rows:,} records were to be published, {written.rowcount:,} were written."
            )
    except BaseException:
        made.discard()
        raise
    return made
