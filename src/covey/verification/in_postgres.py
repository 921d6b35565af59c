"""Tables on a PostgreSQL server, counted there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.core.errors import InvalidInput
from covey.io.inputs.postgres import PostgresInput
from covey.io.postgres.catalog import columns_of, qualified
from covey.io.postgres.driver import asking, begin, connect
from covey.io.reading import literal, quoted
from covey.io.staging.postgres import TYPES, brought, duckdb_type, exactly
from covey.verification.there import DATE, Codes, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb


class OnServer(Place):
    """``connection`` is in a transaction that can change nothing there."""

    combination_type = "BIGINT"
    at_once = 50_000_000
    row_number = "row_number() OVER ()"
    hash_of_number = "hashint8extended(r, 0)"

    def __init__(self, given: PostgresInput, connection: Any) -> None:
        self.given, self.connection = given, connection
        self.name, self.columns = given.name, given.columns
        self.types = tuple(duckdb_type(column.type) for column in given.described)
        fields = ", ".join(
            f"{quoted(column.name)} AS c{at}, {exactly(column)} AS t{at}"
            for at, column in enumerate(given.described)
        )
        self.scan = f"(SELECT {fields} FROM {qualified(given.address)})"

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        with asking(self.given.address):
            found: list[tuple[Any, ...]] = self.connection.execute(query).fetchall()
        return found

    def bring(
        self, query: str, here: duckdb.DuckDBPyConnection, table: str, folder: Path,
        fields: Mapping[str, str],
    ) -> None:  # fmt: skip
        with asking(self.given.address):
            brought(self.connection, query, here, table, folder / "counts.csv", fields)

    def joined(self, query: Callable[[str, str], str], one: Codes, other: Codes) -> int:
        placeholders = [secrets.token_hex(16) for _ in range(2)]
        asked = query(*placeholders).replace("%", "%%")
        given = []
        for placeholder, codes in zip(placeholders, (one, other), strict=True):
            rows = _with_numbers(codes, placeholder).replace("%", "%%").replace(placeholder, "%s")
            asked = asked.replace(placeholder, rows)
            given.append(_by_combination(codes))
        with asking(self.given.address):
            ((found,),) = self.connection.execute(asked, given).fetchall()
        return int(found)

    def row(self, texts: Sequence[str]) -> str:
        return f'(ROW({", ".join(texts)})::text COLLATE "C")'

    def combination(self, texts: Sequence[str]) -> str:
        # The same number in every statement of the transaction.
        return f"row_number() OVER (ORDER BY {self.row(texts)})"

    def whole(self, places: Sequence[int]) -> list[str]:
        return [f"t{at}" for at in places]

    def hash(self, at: int) -> str:
        number = f"hashtextextended(t{at}, 0)"
        # Zero is one number, whatever its sign.
        zero = f"CASE WHEN c{at} = 0 THEN 0 ELSE {number} END"
        return zero if self.given.described[at].type in ("float4", "float8") else number

    def value(self, at: int) -> str:
        return f"t{at}"

    def holder(self, at: int) -> str:
        # A number is one, however many zeros it is written with. Texts of some collations are the
        # same though their letters differ.
        type_ = self.given.described[at].type
        return f"c{at}" if type_ in TYPES or type_.startswith("numeric") else f"t{at}"

    def plain(self, at: int) -> str:
        # Capital letters are those of the database. By some collations of columns texts cannot be
        # compared with a pattern.
        return f'(c{at}::text COLLATE "default")'

    def is_date(self, text: str) -> str:
        return f"{text} ~ {literal(DATE)}"


def _with_numbers(codes: Codes, array: str) -> str:
    """The rows of a table with the number of each. That of a combination is at its place of the
    array: a log shows numbers, and neither a table nor the right to make one is needed."""
    there, texts = codes.there, [f"t{at}" for at in codes.places]
    own = there.row(texts)
    grouped = (
        f"SELECT {own} AS own, {there.combination(texts)} AS at FROM {there.scan} s"
        f" GROUP BY {', '.join(texts)}"
    )
    known = f"SELECT own, ({array}::int8[])[at] AS number FROM ({grouped}) g"
    return (
        f"SELECT s.*, k.number FROM {there.scan} s JOIN ({known}) k ON {own} = k.own"
        " WHERE k.number >= 0"
    )


def _by_combination(codes: Codes) -> list[int]:
    """The number of every combination up to the last that has one, -1 for none."""
    numbers = np.full(int(codes.combinations.max(initial=0)), -1, dtype=np.int64)
    numbers[codes.combinations.astype(np.int64) - 1] = codes.numbers
    return numbers.tolist()


@contextmanager
def on_server(given: Sequence[PostgresInput]) -> Iterator[list[Place]]:
    """Tables of one server in one transaction, which sees the rows of one moment."""
    address = given[0].address
    with closing(connect(address)) as connection:
        with asking(address):
            # READ ONLY, so that verifying can change nothing there.
            begin(connection, ", ".join(qualified(each.address) for each in given), ", READ ONLY")
        for each in given:
            with asking(each.address):
                # It was described before this transaction, which sees it as it is now.
                same = columns_of(connection, each.address) == each.described
            if not same:
                raise InvalidInput(
                    f"{each.name} got other columns while covey looked at it.",
                    hint="Run again when nobody changes the table.",
                )
        yield [OnServer(each, connection) for each in given]
