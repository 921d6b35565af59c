"""A table in a file: what kind it is, which columns it has, and how DuckDB is to read it.

Nothing is guessed about values: every CSV field is read as the text it is, so that 02139 keeps its
zero, a quoted empty field is empty text, and an unquoted one is missing. A row that does not fit
the header is an error, never dropped.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from covey.errors import InvalidInput, closest
from covey.words import plural

if TYPE_CHECKING:
    import duckdb

DELIMITERS = ",;\t|"
HEADER_LIMIT = 1 << 20


@dataclass(frozen=True)
class Source:
    """``columns`` are the names in the file; ``scan`` is a SQL expression that reads it with the
    columns named c0, c1, ... in the same order."""

    path: Path
    columns: tuple[str, ...]
    scan: str

    def column(self, name: str, role: str) -> str:
        """The SQL name of a column, refused if the file has none or several of that name."""
        places = [place for place, column in enumerate(self.columns) if column == name]
        if not places:
            raise InvalidInput(
                f"{self.path} has no column {name!r} ({role}).",
                hint=closest(name, self.columns),
                given=name,
            )
        if len(places) > 1:
            raise InvalidInput(
                f"{self.path} has {len(places)} columns named {name!r} ({role}): one is needed.",
                hint="Rename them in the file's header.",
                given=name,
            )
        return f"c{places[0]}"


def open_source(path: Path) -> Source:
    """Look at a file and say how to read it."""
    if not path.exists():
        raise InvalidInput(f"There is no file {path}.", given=str(path))
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; a CSV or Parquet file is expected.")
    if not path.is_file():
        raise InvalidInput(
            f"{path} is not a file on disk; covey looks at a table more than once.",
            hint="Save what comes through the pipe to a file first.",
        )
    try:
        with path.open("rb") as file:
            head = file.read(HEADER_LIMIT)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from None
    if not head:
        raise InvalidInput(f"{path} is empty: a header and at least one row are expected.")
    if head[:4] == b"PAR1":
        return _parquet(path)
    return _csv(path, head)


def connect() -> duckdb.DuckDBPyConnection:
    """A private DuckDB that asks nobody for extensions and spills to the temporary folder."""
    import duckdb

    return duckdb.connect(
        config={
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "temp_directory": tempfile.gettempdir(),
        }
    )


def refusal(path: Path, error: Exception) -> InvalidInput:
    """What DuckDB said about a file, without the records that it quotes."""
    text = str(error)
    line = re.search(r"CSV Error on Line: (\d+)", text)
    where = f"{path}, line {line[1]}" if line else str(path)
    columns = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text)
    if columns:
        named = plural(int(columns[1]), "column")
        found = f"the header names {named}, this row has {columns[2]}"
        return InvalidInput(f"{where}: {found}.", hint="Mend or quote that row.")
    if "unterminated quote" in text:
        return InvalidInput(f"{where}: a quote is opened and never closed.")
    if "utf-8" in text.lower() or "unicode" in text.lower():
        return InvalidInput(
            f"{where}: the text is not UTF-8.",
            hint="Convert it first, for example with: iconv -f latin1 -t utf-8 FILE > NEW",
        )
    if "No magic bytes" in text or "Parquet" in text:
        return InvalidInput(f"{path} is not a whole Parquet file.")
    return InvalidInput(f"{where} cannot be read as a table ({type(error).__name__}).")


def _parquet(path: Path) -> Source:
    import duckdb

    scan = f"read_parquet({_literal(_no_glob(path))})"
    with connect() as connection:
        try:
            described = connection.execute(f"SELECT * FROM {scan} LIMIT 0").description or []
        except duckdb.Error as error:
            raise refusal(path, error) from None
    names = tuple(column[0] for column in described)
    renamed = ", ".join(f"c{place}" for place in range(len(names)))
    return Source(path, names, f"(SELECT * FROM {scan}) AS t({renamed})")


def _csv(path: Path, head: bytes) -> Source:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in head:
        raise InvalidInput(
            f"{path} is neither Parquet nor UTF-8 text.",
            hint="A compressed or UTF-16 file must be unpacked or converted first.",
        )
    if head[:2] == b"\x1f\x8b":
        raise InvalidInput(f"{path} is compressed.", hint=f"Unpack it first: gunzip {path.name}")
    try:
        # The last character of what was read may be cut in two, unless the file ends there.
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        text = decoder.decode(head, final=len(head) < HEADER_LIMIT)
    except UnicodeDecodeError as error:
        line = head[: error.start].count(b"\n") + 1
        raise refusal(path, ValueError(f"CSV Error on Line: {line}\nnot utf-8")) from None
    first_line = text.lstrip("\r\n").splitlines()[0] if text.strip("\r\n") else ""
    if not first_line:
        raise InvalidInput(f"{path} is empty: a header and at least one row are expected.")
    outside_quotes = re.sub(r'"[^"]*"', "", first_line)
    delimiter = max(DELIMITERS, key=outside_quotes.count)
    columns = tuple(next(csv.reader(io.StringIO(text.lstrip("\r\n")), delimiter=delimiter)))
    types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(columns)))
    return Source(
        path,
        columns,
        f"read_csv({_literal(_no_glob(path))}, auto_detect=false, header=true,"
        f" delim={_literal(delimiter)}, quote='\"', escape='\"', columns={{{types}}},"
        " allow_quoted_nulls=false, null_padding=false, strict_mode=true)",
    )


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _no_glob(path: Path) -> str:
    """A path that DuckDB takes to the letter."""
    return re.sub(r"([*?\[])", r"[\1]", str(path))
