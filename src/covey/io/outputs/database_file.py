"""A table as a DuckDB database: the same bytes for the same rows, and nothing but these rows.

DuckDB does not clear the memory that it writes to a database: gaps between values hold whatever was
there before, which may be a value of a column that is dropped. So a process of its own writes the
file. It reads nothing but the released rows, in cleared memory, and one thread writes, so that the
blocks always come in one order. Since version 1.4 the format has a random number in its header: the
file is in the format of 1.3, which every later version reads.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.errors import InvalidInput
from covey.io.reading import literal, quoted, to_the_letter

if TYPE_CHECKING:
    import duckdb

VERSION = "v1.3.0"
KEPT = re.compile(
    r"BOOLEAN|U?(TINYINT|SMALLINT|INTEGER|BIGINT)|FLOAT|DOUBLE|DECIMAL\([\d,]+\)|VARCHAR|BLOB|DATE"
    r"|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE|UUID"
)
"""Types that Parquet gives back as they were. Others travel as text."""
# The text of such a value does not say of which type it was.
NOT_AS_TEXT = re.compile(r"\b(UNION|VARIANT)\b")
WRITER = """
import json, os, sys
sys.path[:], parent, statements = json.load(sys.stdin)
if sys.platform == "linux":
    import ctypes
    # 1 is PR_SET_PDEATHSIG: to end with the process that waits for it.
    ctypes.CDLL(None).prctl(1, 9)
    if os.getppid() != parent:
        sys.exit(1)
import duckdb
settings = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
try:
    with duckdb.connect(config={"threads": 1, **settings}) as connection:
        for statement in statements:
            connection.execute(statement)
except Exception as error:
    print(type(error).__name__, error, sep="\\n", file=sys.stderr)
    sys.exit(1)
"""


def write_database(
    connection: duckdb.DuckDBPyConnection, query: str, target: Path, table: str
) -> None:
    """Write the rows of a query as the only table of a new database."""
    described = connection.execute(f"DESCRIBE {query}").fetchall()
    types = {name: type_ for name, type_, *_ in described}
    _refuse_unwritable(types)
    rows = target.with_name(f"{target.name}.rows")
    try:
        sent = ", ".join(_sent(name, type_) for name, type_ in types.items())
        # Through a file, so that nothing of this process comes along but the released rows.
        connection.execute(
            f"COPY (SELECT {sent} FROM ({query}) r) TO {literal(rows)} (FORMAT parquet)"
        )
        taken = ", ".join(_taken(name, type_) for name, type_ in types.items())
        _run(
            # Times with a zone travel in UTC, and must not be read in the zone of the machine.
            "SET TimeZone = 'UTC'",
            f"SET temp_directory = {literal(target.with_name(f'{target.name}.spilled'))}",
            f"ATTACH {literal(target)} AS output (TYPE duckdb, STORAGE_VERSION '{VERSION}')",
            f"CREATE TABLE output.{quoted(table)} AS SELECT {taken}"
            f" FROM read_parquet({to_the_letter(rows)})",
            "DETACH output",
        )
    finally:
        rows.unlink(missing_ok=True)


def _refuse_unwritable(types: dict[str, str]) -> None:
    for name, type_ in types.items():
        if found := NOT_AS_TEXT.search(type_):
            raise InvalidInput(
                f"The column {name[:60]!r} is of the type {found[0]}, which covey does not write to"
                " a DuckDB database.",
                hint="Drop the column, or cast it to another type in the table first.",
                given=name,
            )


def _sent(name: str, type_: str) -> str:
    kept = KEPT.fullmatch(type_)
    return quoted(name) if kept else f"CAST({quoted(name)} AS VARCHAR) AS {quoted(name)}"


def _taken(name: str, type_: str) -> str:
    kept = KEPT.fullmatch(type_)
    return quoted(name) if kept else f"CAST({quoted(name)} AS {type_}) AS {quoted(name)}"


def _run(*statements: str) -> None:
    """Run statements in a new process, whose DuckDB gets cleared memory."""
    import duckdb

    done = subprocess.run(
        [sys.executable, "-I", "-c", WRITER],
        # Not as arguments, which all users of the machine can see.
        input=json.dumps([sys.path, os.getpid(), statements]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        # DuckDB's allocator clears memory by this setting before it is used.
        env={**os.environ, "DUCKDB_JE_MALLOC_CONF": "zero:true"},
        check=False,
    )
    if done.returncode:
        # The error itself stays in the other process: its name is the first line that it wrote.
        full = done.stderr.startswith("OutOfMemoryException")
        raise (duckdb.OutOfMemoryException if full else duckdb.IOException)(done.stderr)
