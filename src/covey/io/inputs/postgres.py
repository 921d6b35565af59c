"""A table or a view on a PostgreSQL server."""

from __future__ import annotations

from contextlib import closing

from covey.core.dataclass import dataclass
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation
from covey.io.postgres.address import Address, read_address
from covey.io.postgres.catalog import Column, columns_of, refuse_no_right_to_read
from covey.io.postgres.driver import asking, connect


@dataclass(frozen=True)
class PostgresInput:
    """``described`` are the columns as the server has them."""

    address: Address
    described: tuple[Column, ...]
    notation: Notation = PLAIN

    @property
    def name(self) -> str:
        return self.address.name

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.described)

    @property
    def layout(self) -> Layout:
        """In a folder the table is Parquet, which keeps the types."""
        return Layout("parquet")


@dataclass(frozen=True)
class PostgresCounts:
    """Some columns of a table, of which nothing but distinct combinations with their counts leaves
    the server. The rows that they stand for have no order."""

    given: PostgresInput
    columns: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.given.name

    @property
    def layout(self) -> Layout:
        return self.given.layout

    @property
    def notation(self) -> Notation:
        return self.given.notation

    @property
    def described(self) -> tuple[Column, ...]:
        named = {column.name: column for column in self.given.described}
        return tuple(named[name] for name in self.columns)


def open_postgres(url: str) -> PostgresInput:
    """Look at the table's columns, and at nothing else."""
    address = read_address(url)
    return PostgresInput(address, described(address))


def described(address: Address) -> tuple[Column, ...]:
    """The columns of a table that this user may read."""
    with closing(connect(address)) as connection, asking(address):
        found = columns_of(connection, address)
        refuse_no_right_to_read(connection, address)
    return found
