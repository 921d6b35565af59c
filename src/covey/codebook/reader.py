"""The codebook of a release, read by DuckDB and checked line by line: it may come from anybody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import Book, Column, Listed, Numbering, Numbers, Ranges, Texts
from covey.codebook.rows import HEADER, HOLDS
from covey.core.errors import InvalidInput
from covey.io.formulas import escaped, sql_begins_like_one, sql_unescaped
from covey.io.outputs.files import write_csv
from covey.io.reading import MEMORY, connect, reading

if TYPE_CHECKING:
    import duckdb

MOST_COLUMNS = 10_000
"""The most columns of a codebook."""
COPIED_ROWS = 10_000
"""Lines that are copied at once."""
LISTS = 16
"""Lists that are fetched at once: each may name all areas of a map."""
A_LINE = (
    f"a set is a number from 1 on, and holds {', '.join(HOLDS)} of a column. A value stands in"
    " lines that hold value or values, borders stand in those that hold a range, and nowhere else"
)
# At most 18 digits, which fit a BIGINT. A leading zero or a sign is no number of a set.
NUMBER = "CASE WHEN regexp_full_match(c0, '[1-9][0-9]{0,17}') THEN CAST(c0 AS BIGINT) - 1 END"
"""SQL of the number of a set, from 0 on."""
WRONG = (
    f"number IS NULL OR name IS NULL OR holds IS NULL OR holds NOT IN {HOLDS}"
    " OR has_value != (holds IN ('value', 'values'))"
    " OR (holds != 'range' AND (low IS NOT NULL OR high IS NOT NULL))"
)
"""What no line is. What it has no use for would hide there."""
PLACE = "enum_code(CAST(name AS names))"


def read_book(path: Path, *, escape: bool = False) -> Book:
    """What ``write_codebook`` wrote; with ``escape``, texts that began like a formula have a quote
    in front, which is taken away."""
    with connect(memory_limit=MEMORY) as connection, reading(path):
        scan = _scan(path, escape)
        _load(connection, path, scan)
        return _fetched(connection, scan)


def copy_codebook(source: Path, target: Path, *, was_escaped: bool, escape: bool) -> None:
    """Write a codebook again with its texts escaped or not. ``was_escaped`` says whether those of
    ``source`` are. Its lines are not checked: :func:`read_book` does that."""
    with connect(memory_limit=MEMORY) as connection, reading(source):
        found = connection.execute(f"SELECT * FROM {_scan(source, was_escaped)}")
        write_csv(target, HEADER, _rows(found, escape))


def _rows(found: duckdb.DuckDBPyConnection, escape: bool) -> Iterator[tuple[str | None, ...]]:
    while rows := found.fetchmany(COPIED_ROWS):
        for row in rows:
            if escape:
                *line, value, low, high, published = row
                row = (*line, escaped(value), low, high, escaped(published))
            yield row


def _scan(path: Path, escape: bool) -> str:
    """SQL of the lines of a codebook. With ``escape`` the quotes that escape texts are removed."""
    from covey.io.inputs.csv import look_through

    if not path.is_file():
        raise InvalidInput(f"There is no codebook {path}.", given=str(path))
    file = look_through(path, delimiter=",")
    # Exactly these columns: what nobody reads could hide something in one more.
    if file.columns != HEADER:
        raise InvalidInput(
            f"{path} is not a codebook: its columns are {', '.join(file.columns)};"
            f" expected: {', '.join(HEADER)}."
        )
    if not escape:
        return file.scan
    value, published = (f"{sql_unescaped(name)} AS {name}" for name in ("c3", "c6"))
    return f"(SELECT * REPLACE ({value}, {published}) FROM {file.scan})"


def _load(connection: duckdb.DuckDBPyConnection, path: Path, scan: str) -> None:
    """All but the lists, which may be large, into the table ``lines``."""
    connection.execute(
        f"CREATE TEMP TABLE lines AS SELECT {NUMBER} AS number, c1 AS name, c2 AS holds,"
        " CASE WHEN c2 = 'value' THEN c3 END AS value, c3 IS NOT NULL AS has_value,"
        " c4 AS low, c5 AS high, c6 AS published"
        f" FROM {scan}"
    )
    # All lines are checked in one pass. rowid is the line without the header, counted from 0.
    found = connection.execute(f"SELECT count(*), min(rowid) FILTER ({WRONG}) FROM lines")
    ((lines, first),) = found.fetchall()
    if not lines:
        raise InvalidInput(f"{path} has no sets.")
    if first is not None:
        raise InvalidInput(f"{path}, line {first + 2}: {A_LINE}.")
    # An enum numbers the columns, in the order of their first lines; PLACE is that number.
    connection.execute(
        "CREATE TEMP TYPE names AS ENUM (SELECT name FROM lines GROUP BY name ORDER BY min(rowid))"
    )


def _fetched(connection: duckdb.DuckDBPyConnection, scan: str) -> Book:
    rows = connection.execute("SELECT unnest(enum_range(NULL::names))").fetchall()
    names = [row[0] for row in rows]
    if len(names) > MOST_COLUMNS:
        raise InvalidInput(
            f"A codebook has {MOST_COLUMNS:,} columns at most; this one has {len(names):,}."
        )

    def ask(fields: str, where: str = "true", what: str = "") -> list[dict[str, Texts]]:
        query = f"SELECT {what} {PLACE} AS place, number, {fields} FROM lines WHERE {where}"
        return _by_column(connection.execute(query).fetchnumpy(), len(names))

    listed = [_Lines(name) for name in names]
    for lines, own in zip(listed, ask("value", "holds IN ('value', 'missing')"), strict=True):
        lines.add(own["number"], own["value"])
    # After the single values: `_refuse_half_letters` looks only at values that came from JSON.
    for place, numbers, texts in _lists(connection, scan):
        listed[place].add_lists(numbers, texts)
    named, ranges = ask("published", what="DISTINCT"), ask("low, high", "holds = 'range'")
    anything = ask("holds", "holds = 'any'")
    parts = zip(listed, named, ranges, anything, strict=True)
    return Book({own[0].name: _column(*own) for own in parts}, _formulas(connection))


def _formulas(connection: duckdb.DuckDBPyConnection) -> int:
    """A list of values is a text of its own, which begins with a bracket."""
    texts = " UNION ".join(
        f"SELECT name, {text} FROM lines WHERE {sql_begins_like_one(text)}"
        for text in ("value", "published")
    )
    ((count,),) = connection.execute(f"SELECT count(*) FROM ({texts})").fetchall()
    return int(count)


def _by_column(found: dict[str, Any], count: int) -> list[dict[str, Texts]]:
    """What was fetched for each of ``count`` columns, in the order of their sets."""
    place, number = found.pop("place").astype(np.int64), found["number"]
    # covey writes lines in order. Sorting is for files that somebody rearranged.
    if ((np.diff(place) < 0) | (np.diff(number) < 0) & (np.diff(place) == 0)).any():
        order = np.lexsort([number, place])
        place, found = place[order], {name: array[order] for name, array in found.items()}
    ends = np.searchsorted(place, np.arange(1, count))
    parts = {name: np.split(_with_none(array), ends) for name, array in found.items()}
    return [{name: own[at] for name, own in parts.items()} for at in range(count)]


def _with_none(array: Any) -> Texts:
    """What DuckDB fetched, None where it is NULL."""
    plain: Texts = np.ma.getdata(array)
    if np.ma.is_masked(array):
        plain[np.ma.getmaskarray(array)] = None
    return plain


class _Lines:
    """Lines of one column that name values, as they come."""

    def __init__(self, name: str) -> None:
        self.name, self.fault, self._places = name, "", Numbering()
        self._numbers: list[Numbers] = [np.zeros(0, dtype=np.int64)]
        self._sizes: list[Numbers] = [np.zeros(1, dtype=np.int64)]
        self._members = [np.zeros(0, dtype=np.int32)]
        self._seen = np.zeros(0, dtype=np.int32)
        self._read_by_duckdb = 0

    def add(self, numbers: Numbers, values: Texts) -> None:
        """Lines of one value each, None for a missing one."""
        self._numbers.append(numbers)
        self._sizes.append(np.ones(len(numbers), dtype=np.int64))
        self._members.append(self._places.numbered_texts(values.tolist()))
        self._read_by_duckdb = len(self._places)

    def add_lists(self, numbers: Sequence[int], texts: Sequence[str | None]) -> None:
        """Lines of many values each, as lists in JSON."""
        for number, text in zip(numbers, texts, strict=True):
            try:
                members = self._places.numbered(_values(text))
            # Not a list, no JSON, or brackets nested so deeply that the parser gives up.
            except (TypeError, ValueError, RecursionError):
                self._fault(number, "is not a list of values")
                return
            if not len(members) or self._twice(members):
                self._fault(number, "names a value twice" if len(members) else "is empty")
            self._members.append(members)
            self._sizes.append(np.array([len(members)]))
            self._numbers.append(np.array([number]))

    def _fault(self, number: int, words: str) -> None:
        """Only the first fault is kept."""
        self.fault = self.fault or f"Set {number + 1} of {self.name!r} {words}."

    def _twice(self, members: NDArray[np.int32]) -> bool:
        """Whether a list names a value twice."""
        if len(self._seen) < len(self._places):
            # Twice as large as needed, so that growing columns do not make a new array each time.
            self._seen = np.empty(2 * len(self._places), dtype=np.int32)
        order = np.arange(len(members), dtype=np.int32)
        # Of a value that is there twice, only the last place stays.
        self._seen[members] = order
        return bool((self._seen[members] != order).any())

    def _refuse_half_letters(self) -> None:
        """JSON can write what no text of a table is."""
        in_lists = islice(self._places, self._read_by_duckdb, None)
        try:
            # JSON can escape half of a surrogate pair, which no UTF-8 file holds. All values are
            # encoded at once, which is much faster than one by one.
            "".join(value for value in in_lists if value).encode()
        except UnicodeEncodeError:
            self.fault = self.fault or f"{self.name!r} has a value that is no text of UTF-8."

    def listed(self) -> Listed:
        self._refuse_half_letters()
        starts = np.cumsum(np.concatenate(self._sizes))
        numbers, members = np.concatenate(self._numbers), np.concatenate(self._members)
        # The pieces are as large as the whole: they are freed before the next column.
        self._members.clear()
        return Listed(numbers, starts, members, self._places)


def _values(text: str | None) -> list[Any]:
    values = json.loads(text or "")
    if not isinstance(values, list):
        raise TypeError(type(values))
    return values


def _lists(
    connection: duckdb.DuckDBPyConnection, scan: str
) -> Iterator[tuple[int, Sequence[int], Sequence[str | None]]]:
    """The place of a column, and sets and texts of some of its lists."""
    asked = "SELECT 1 FROM lines WHERE holds = 'values' LIMIT 1"
    if not connection.execute(asked).fetchall():
        return
    place = PLACE.replace("name", "c1", 1)
    found = connection.execute(f"SELECT {place}, {NUMBER}, c3 FROM {scan} WHERE c2 = 'values'")
    while rows := found.fetchmany(LISTS):
        for column, own in groupby(rows, key=itemgetter(0)):
            _, numbers, texts = zip(*own, strict=True)
            yield column, numbers, texts


def _column(
    lines: _Lines, named: dict[str, Texts], ranges: dict[str, Texts], anything: dict[str, Texts]
) -> Column:
    return Column(
        lines.name,
        named["number"],
        named["published"],
        lines.listed(),
        Ranges(ranges["number"], ranges["low"], ranges["high"]),
        anything["number"],
        lines.fault,
    )
