"""The fingerprint of a table that is no file, and whose rows have no order."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

FINGERPRINT = "sha256 of the sorted rows:"
BATCH = 50_000
"""Digests of rows that are in Python at once."""


def fingerprint_of_rows(connection: duckdb.DuckDBPyConnection, table: str, columns: int) -> str:
    """The same for the same rows in any order; the columns of the copy are c0, c1, ...

    DuckDB sorts the digests, on disk if it must; all of them in one text would not fit into its
    memory.
    """
    # The key of few short columns would be a number; with a text among them it is bytes.
    named = [*(f"c{at}" for at in range(columns)), "''"]
    fields = ", ".join(f"{field}, 'ASC NULLS LAST'" for field in named)
    digests = connection.execute(
        f"SELECT sha256(create_sort_key({fields})) AS d FROM {table} ORDER BY d"
    )
    # The same as of all digests in one text, with commas between them.
    seen, comma = hashlib.sha256(), ""
    while rows := digests.fetchmany(BATCH):
        seen.update(f"{comma}{','.join([digest for (digest,) in rows])}".encode())
        comma = ","
    return f"{FINGERPRINT}{seen.hexdigest()}"
