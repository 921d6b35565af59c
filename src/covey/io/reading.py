"""DuckDB as a reader: a private one, and what it says of a file, without the records it quotes."""

from __future__ import annotations

import atexit
import itertools
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core import progress, threads
from covey.core.errors import CoveyError, InvalidInput, OutOfResources, exhausted
from covey.core.temporary import process_folder
from covey.core.words import plural

if TYPE_CHECKING:
    import duckdb

Settings = tuple[tuple[str, str], ...]

MEMORY = "1500MB"
"""What DuckDB may use before it spills."""
ROW_LETTERS = 80
"""Of a row that does not fit, in the terminal."""
CONVERT = "Convert it first, for example with: iconv -f latin1 -t utf-8 FILE > NEW"


_idle: dict[Settings, list[duckdb.DuckDBPyConnection]] = {}
"""Databases that nobody uses. To open one takes longer than most questions."""
_numbers = itertools.count()

# What would outlive a connection. Temporary tables go with the cursor that made them.
ALONE = "SELECT count(*) = 1 FROM duckdb_databases() WHERE NOT internal"
EMPTY = """
SELECT NOT EXISTS (FROM duckdb_tables() WHERE NOT temporary)
    AND NOT EXISTS (FROM duckdb_types() WHERE NOT internal)
"""


@contextmanager
def connect(**config: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A private DuckDB that asks nobody for extensions, knows no secrets and no variables of its
    caller, spills to a private folder, writes times with a zone the same everywhere, and leaves
    standard output, where it would draw a bar, to answers.

    Nobody else uses its database inside of the block. After it, the database is used again if it
    is empty; what went wrong may have left it in any state, so then it is not."""
    number = threads.asked()
    if number is not None:
        config.setdefault("threads", str(number))
    settings = tuple(sorted(config.items()))
    idle = _idle.setdefault(settings, [])
    database = _taken(idle) or _opened(settings)
    with ExitStack() as closing:
        # Unless it is kept at the end: after an error it is in any state, and is closed.
        closing.callback(database.close)
        with database.cursor() as connection:
            _set_up(connection)
            yield connection
        # An attached file must not stay open. A folder of its own may be gone by the next use.
        if _holds(database, ALONE) and "temp_directory" not in config:
            idle.append(database)
            closing.pop_all()


def _taken(idle: list[duckdb.DuckDBPyConnection]) -> duckdb.DuckDBPyConnection | None:
    """One that is empty. It is asked when it is used again and not before: many never are, and the
    first question about its tables takes as long as to open a database."""
    while True:
        # Not "while idle": another thread may take the last one in between.
        try:
            database = idle.pop()
        except IndexError:
            return None
        with ExitStack() as closing:
            closing.callback(database.close)
            if _holds(database, EMPTY):
                closing.pop_all()
                return database


def _holds(database: duckdb.DuckDBPyConnection, question: str) -> bool:
    ((answer,),) = database.execute(question).fetchall()
    return bool(answer)


def _opened(config: Settings) -> duckdb.DuckDBPyConnection:
    import duckdb

    settings: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_persistent_secrets": "false",
        "python_enable_replacements": "false",
        # Tables are read back, and joined by position, in the order in which they were written.
        "preserve_insertion_order": "true",
        # What is counted again is what lies on the disk.
        "enable_external_file_cache": "false",
        "temp_directory": str(_spilled() / f"spilled-{next(_numbers)}"),
        **dict(config),
    }
    return duckdb.connect(config=settings)


@cache
def _spilled() -> Path:
    """Where databases spill to. They are closed before it is removed, at the end of the process."""
    folder = process_folder()
    atexit.register(_close_idle)
    return folder


def _close_idle() -> None:
    while _idle:
        for database in _idle.popitem()[1]:
            database.close()


def _set_up(connection: duckdb.DuckDBPyConnection) -> None:
    if progress.is_watched():
        # DuckDB measures how far a query is only where it has a bar, which need not be drawn.
        connection.execute("SET enable_progress_bar = true")
        connection.execute("SET enable_progress_bar_print = false")
        connection.execute("SET progress_bar_time = 0")
    else:
        connection.execute("SET enable_progress_bar = false")
    connection.execute("SET TimeZone = 'UTC'")


@contextmanager
def measured(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Progress inside of the block is that of the query that runs on a connection."""
    import duckdb

    def share() -> float | None:
        try:
            percent = connection.query_progress()
        except duckdb.Error:
            return None
        return percent / 100 if percent >= 0 else None

    with progress.measured(share):
        yield


@contextmanager
def confined(
    files: Sequence[Path], folder: Path, **config: str
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A DuckDB that opens these files, and those in the folder, which it spills to as well. No SQL
    of theirs, as a view is, reaches another file or the network."""
    # A folder of its own also keeps the database from being used again: its settings stay locked.
    spilled = str(folder / "spilled-while-reading")
    with connect(temp_directory=spilled, **config) as connection:
        # Before external access ends: afterwards DuckDB lets nobody change these two.
        connection.execute(f"SET allowed_paths = [{', '.join(map(literal, files))}]")
        connection.execute(f"SET allowed_directories = [{literal(folder)}]")
        connection.execute("SET enable_external_access = false")
        # Last: no SQL in the file, as that of a view, can undo the settings before.
        connection.execute("SET lock_configuration = true")
        yield connection


@contextmanager
def interruptible() -> Iterator[None]:
    """Give Ctrl-C its own name back, which DuckDB takes from it."""
    import duckdb

    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise


@contextmanager
def reading(name: object, hint: str = CONVERT, *, header: bool = True) -> Iterator[None]:
    """Turn what DuckDB says while it reads ``name`` into a refusal."""
    import duckdb

    try:
        with interruptible():
            yield
    except (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException):
        raise  # our SQL is wrong, not the file
    except duckdb.Error as error:
        raise refusal(name, error, hint, header=header) from None
    except (OSError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise _limit(name, error) or InvalidInput(f"{name} cannot be read: {reason}.") from None


def _limit(name: object, error: BaseException) -> OutOfResources | None:
    """The limit of the machine that keeps a private copy from being made or read."""
    return exhausted(error, f"{name} cannot be read into a private copy")


def locked(name: object) -> CoveyError:
    return InvalidInput(
        f"{name} is in use: another program is writing to it.",
        hint="Close it there, or give covey a copy of the file.",
    )


def refusal(
    name: object, error: Exception, hint: str = CONVERT, *, header: bool = True
) -> CoveyError:
    """What DuckDB said about a file, without the records that it quotes."""
    # By DuckDB's words, since its errors have no codes. A version with other words gives the last
    # and plainest message, never a quoted record.
    text = str(error)
    line = re.search(r"CSV Error on Line: (\d+)", text)
    where = f"{name}, line {line[1]}" if line else str(name)
    columns = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text)
    if columns:
        # DuckDB reads a row that is too long up to its first surplus field.
        surplus = int(columns[2]) > int(columns[1])
        row = re.search(r"Original Line: *([^\r\n]*)", text)
        return wrong_row(
            where,
            int(columns[1]),
            int(columns[2]),
            header=header,
            more=surplus,
            row=row[1] if row else "",
        )
    if "unterminated quote" in text:
        return InvalidInput(f"{where}: a quote is opened and never closed.")
    if "Maximum line size" in text or "max_line_size" in text:
        return InvalidInput(
            f"{where}: the row is longer than 2 MB.", hint="Is there a quote that is never closed?"
        )
    if "state machine" in text:
        return InvalidInput(
            f"{where} does not follow the rules of CSV.",
            hint="Are there line ends of two kinds? Make them alike.",
        )
    if "utf-8" in text.lower() or "unicode" in text.lower():
        named = [("--encoding", "cp1252")] if "--encoding" in hint else []
        return InvalidInput(f"{where}: the text is not UTF-8.", hint=hint, remedy=named)
    if "Could not set lock" in text or type(error).__name__ == "ResourceInUseException":
        return locked(name)
    if "GZIP" in text:
        return InvalidInput(f"{name} is compressed, but cannot be unpacked: it is damaged.")
    # Before Parquet is looked for: what a full disk causes may name a .parquet file as well.
    if limit := _limit(name, error):
        return limit
    if any(word in text for word in ("magic bytes", "Parquet", "parquet", "Thrift")):
        return InvalidInput(f"{name} is not a whole Parquet file.")
    return InvalidInput(f"{where} cannot be read as a table ({type(error).__name__}).")


def wrong_row(
    where: str,
    columns: int,
    fields: int,
    *,
    header: bool = True,
    more: bool = False,
    row: str = "",
) -> InvalidInput:
    """A row with another number of fields than there are columns; ``more``, if it may have still
    more of them. The ``row`` is for the terminal."""
    first = "the header names" if header else "the first row has"
    many = f"{fields} or more" if more else f"{fields}"
    found = f"{first} {plural(columns, 'column')}, this row has {many}"
    hint = "Correct or quote that row."
    if fields < columns:
        hint = "Correct that row. If it is a remark below the table, delete it."
    if where.endswith(", line 2") and fields > columns:
        hint = (
            "Is there a title or a remark above the header, or a separator at the end of every row?"
            f" Remove it. {hint}"
        )
    line = f"{row[:ROW_LETTERS]!r}{'...' if len(row) > ROW_LETTERS else ''}"
    place = where.rpartition(", ")[2]
    return InvalidInput(
        f"{where}: {found}.", hint=hint, shown=[f"{line} in {place}"] if row else []
    )


def literal(text: object) -> str:
    """
    >>> literal("it's")
    "'it''s'"
    """
    return "'" + str(text).replace("'", "''") + "'"


def quoted(name: str) -> str:
    """A column or table by its name, whatever it is.

    >>> print(quoted("it's"))
    "it's"
    """
    return '"' + name.replace('"', '""') + '"'


def to_the_letter(path: Path) -> str:
    """A path that DuckDB takes neither for a pattern nor, as file: or s3:, for an address, as a
    literal."""
    # In a pattern [*] is a star and nothing else.
    return literal(re.sub(r"([*?\[])", r"[\1]", str(path.absolute())))
