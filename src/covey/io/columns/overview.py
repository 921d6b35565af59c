"""What covey sees in a table: its format, and of every column the kind, the range, what is missing
and what is odd. It holds values of the table, so it is for the owner."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line, plural
from covey.io.advice import MOSTLY
from covey.io.columns.table import Table, copied
from covey.io.inputs import Input, open_input
from covey.io.inputs.arrow import ArrowInput
from covey.io.inputs.csv import CsvInput, to_uncover
from covey.io.inputs.excel import ExcelInput
from covey.io.inputs.json_lines import JsonLinesInput
from covey.io.inputs.open_document import is_open_document
from covey.io.inputs.postgres import PostgresInput
from covey.io.inputs.statistics import StatisticsInput
from covey.io.keys import NUMERIC, WrongKind
from covey.io.kinds import KINDS, native
from covey.io.labelled_numbers import SOME
from covey.io.marks import MISSING_MARKS
from covey.io.mixed_dates import BEGINNING
from covey.io.notation import BLANKS, Notation
from covey.io.reading import literal

ROWS = 100_000
"""The first rows, which are looked at."""
SENTINELS = tuple(sign * number for number in (9, 99, 999, 9999, 99999) for sign in (1, -1))
"""Numbers that stand for missing values where they lie far from all others."""
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
FORMATS = {
    "parquet": "Parquet",
    "xlsx": "Excel",
    "duckdb": "DuckDB",
    "sqlite": "SQLite",
    "frame": "a frame",
    "ods": "LibreOffice",
}
KINDS_OF_INPUT = {
    JsonLinesInput: "JSON, an object in every line",
    ArrowInput: "Arrow IPC (Feather)",
    StatisticsInput: "a file of Stata, SPSS or SAS, values as their labels",
    PostgresInput: "a table of PostgreSQL",
}
TEXT, MIXED, CODES, EMPTY = "text", "mixed", "codes with leading zeros", "empty"


@dataclass(frozen=True)
class ColumnView:
    """``values`` are those that are not missing, from ``low`` to ``high`` if they have an order;
    ``odd`` says in words what to look at."""

    column: str
    kind: str
    values: int
    missing: int
    distinct: int
    low: str | None
    high: str | None
    odd: tuple[str, ...]
    remedy: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Overview:
    """A table as covey reads it. ``remedy`` are options that would read more of it."""

    input: str
    format: str
    rows: int
    looked_at: int
    columns: tuple[ColumnView, ...]
    remedy: tuple[tuple[str, str], ...]
    empty_rows: int = 0
    """Those without any value, among the rows that were looked at."""

    def to_dict(self) -> dict[str, Any]:
        columns = [asdict(each) for each in self.columns]
        for each in columns:
            del each["remedy"]
        remedy = [list(each) for each in self.remedy]
        found = {"input": self.input, "format": self.format, "rows": self.rows}
        seen = {"looked_at": self.looked_at, "empty_rows": self.empty_rows}
        return {**found, **seen, "columns": columns, "remedy": remedy}

    def summary(self) -> str:
        """For the owner: it shows values."""
        seen = "" if self.looked_at == self.rows else f", the first {self.looked_at:,} looked at"
        lines = [f"{self.input}: {self.format}", f"{plural(self.rows, 'row')}{seen}", ""]
        rows = [("column", "kind", "missing", "distinct", "from", "to"), *map(_cells, self.columns)]
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        for row in rows:
            cells = [
                f"{cell:>{width}}" if at in (2, 3) else f"{cell:<{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        odd = [f"{each.column}: {what}" for each in self.columns for what in each.odd]
        if self.empty_rows:
            rows_without = f"{plural(self.empty_rows, 'row')} without any value"
            odd.insert(0, f"{rows_without}, counted as records: delete them if they are none")
        lines += ["", "odd", *(f"  {what}" for what in odd)] if odd else ["", "nothing odd"]
        return "\n".join(map(in_a_line, lines))


def look(
    table: Any,
    *,
    encoding: str = "",
    header: bool | None = None,
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
) -> Overview:
    """Say what covey sees in a table. The answer holds values: keep it private.

    table, encoding, header, na, decimal, thousands, date_format, trim
        As for :func:`covey.anonymize`.

    >>> import covey
    >>> import pandas as pd
    >>> found = covey.look(pd.DataFrame({"age": ["39", "41", "N/A", "50"]}))
    >>> found.columns[0].kind, found.remedy
    ('text', (('--na', 'N/A'),))
    """
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    given = open_input(table, encoding, header, notation)
    if isinstance(given, ExcelInput):
        # A mixture is something odd to be shown, and no reason to refuse the table.
        given = replace(given, mixtures=set())
    with copied(given) as opened:
        return overview_of(opened)


def overview_of(table: Table) -> Overview:
    """What covey sees in a table that is open."""
    table.refuse_empty()
    (rows,) = table.ask(f"SELECT count(*) FROM {table.scan}")
    fields = ", ".join(f"c{at}" for at in range(len(table.columns)))
    # The first ones: the engine keeps the order of the rows.
    table.run(f"CREATE TEMP TABLE looked_at AS SELECT {fields} FROM {table.scan} LIMIT {ROWS}")
    # Rows get new numbers here, and their numbers say nothing of files any more.
    staging = replace(table.staging, scan="looked_at", row="rowid", files=())
    first = replace(table, staging=staging)
    columns = tuple(_view(first, at) for at in range(len(table.columns)))
    nothing = " AND ".join(f"c{at} IS NULL" for at in range(len(table.columns)))
    (empty,) = first.ask(f"SELECT COUNT_IF({nothing}) FROM looked_at")
    return Overview(
        table.name,
        words_on_format(table.given),
        rows,
        min(rows, ROWS),
        columns,
        _together(first, columns),
        # Where there is but one column, such a row is a missing value, and counted as one.
        empty if len(table.columns) > 1 else 0,
    )


def words_on_format(given: Input) -> str:
    """How a table is laid down, for people."""
    layout, count = given.layout, plural(len(given.columns), "column")
    for kind, words in KINDS_OF_INPUT.items():
        if isinstance(given, kind):
            return f"{words}, {count}"
    if not isinstance(given, CsvInput):
        of_libreoffice = isinstance(given, ExcelInput) and is_open_document(given.file)
        format_ = "ods" if of_libreoffice else layout.format
        return f"{FORMATS.get(format_, format_)}, {count}"
    first = given.files[0]
    named = "the first row names" if first.header else "no header, covey names"
    said = [
        "CSV",
        f"{'blanks' if first.blanks else SEPARATORS[first.delimiter]} between fields",
        (first.encoding or "utf-8").upper(),
        *(["packed"] if layout.compressed else []),
        *([f"{len(given.files):,} files"] if len(given.files) > 1 else []),
    ]
    return f"{', '.join(said)}; {named} {count}"


def _view(table: Table, at: int) -> ColumnView:
    column, type_ = table.columns[at], table.types[at]
    text = table.text(column, "to be looked at")
    # v is the value as it stands, t without blanks. What is blank counts neither as a value nor as
    # missing: labels keep it, and all other kinds do not.
    values, distinct, missing, blanks = table.ask(
        f"SELECT count(v), count(DISTINCT v), count(*) - count(v),"
        f" count_if(v <> trim(v, {literal(BLANKS)})) FROM (SELECT NULLIF(trim({text}), '') AS t,"
        f" {text} AS v FROM {table.scan}) WHERE t IS NOT NULL OR v IS NULL"
    )
    seen = _read(table, column) if values else _Reading(EMPTY, odd=["no values"])
    kind, odd, remedy = seen.kind, list(seen.odd), list(seen.remedy)
    # Values of other types, as UUID or TIME, are called by their type.
    if kind == TEXT and native(type_) == "" and type_ != "VARCHAR":
        kind = type_.lower()
    if distinct == 1:
        odd.append("one value only")
    if isinstance(table.given, ExcelInput) and column in (table.given.mixtures or ()):
        kind = MIXED
        odd.insert(0, "numbers and text, which are refused together: make them all of one type")
    if kind in (TEXT, MIXED) and not remedy:
        odd += _marks(table, column, text)
    odd += _only_column(table)
    if values and isinstance(table.given, JsonLinesInput):
        odd += _nested(table, column, text)
    if blanks or column != column.strip(BLANKS):
        where = " and ".join(
            [*([plural(blanks, "value")] if blanks else []),
             *(["its name"] if column != column.strip(BLANKS) else [])]
        )  # fmt: skip
        odd.append(f"blanks around {where}: --trim")
        remedy.append(("--trim", ""))
    return ColumnView(
        column, kind, values, missing, distinct, seen.low, seen.high, all_spoken(odd), tuple(remedy)
    )


class _Reading(NamedTuple):
    """What the values of a column are read as, their ends, and what is odd about that."""

    kind: str
    low: str | None = None
    high: str | None = None
    odd: Sequence[str] = ()
    remedy: Sequence[tuple[str, str]] = ()


def _read(table: Table, column: str) -> _Reading:
    try:
        key, name = table.key(column, "to be looked at", "ordered")
    except WrongKind as error:
        kind = CODES if "leading zeros" in error.message else TEXT
        # Labels are a choice for a release, and no way to read values.
        remedy = [each for each in error.remedy if each[0] != "--label"]
        return _Reading(kind, odd=list(_advice(error)), remedy=remedy)
    odd = list(_sentinels(table, column, key)) if name in NUMERIC else []
    return _Reading(KINDS[name].words, *_range(table, key), odd)


def _only_column(table: Table) -> Iterator[str]:
    """A wrong separator makes one column of all."""
    if len(table.columns) > 1 or not isinstance(table.given, CsvInput):
        return
    command = to_uncover(table.given.files[0])
    yield (
        "the only column: is there a title above the header, or another separator?"
        + (f" Without the title: {command}" if command else "")
    )


def _nested(table: Table, column: str, text: str) -> list[str]:
    """What to do about a column of objects or lists: no option reads what is inside of them."""
    objects, lists, many = table.ask(
        f"SELECT COUNT_IF(v LIKE '{{%}}'), COUNT_IF(v LIKE '[%]'), COUNT(v) FROM (SELECT {text} AS"
        f" v FROM {table.scan})"
    )
    if objects == many:
        name = json.dumps(column, ensure_ascii=False)
        take = shlex.quote(f". + .[{name}] | del(.[{name}])")
        file = shlex.quote(table.name)
        return [f"objects, read as text; jq -c {take} {file} > NEW.jsonl makes columns of their"
                " fields"]  # fmt: skip
    return ["lists, read as text"] if lists == many else []


def _range(table: Table, key: str) -> tuple[str | None, str | None]:
    low, high = table.ask(
        f"SELECT CAST(min({key}) AS VARCHAR), CAST(max({key}) AS VARCHAR) FROM {table.scan}"
    )
    return _short(low), _short(high)


def _short(number: str | None) -> str | None:
    """A decimal without the zeros at its end."""
    if number is None or "." not in number or ":" in number:
        return number
    return number.rstrip("0").rstrip(".")


def _advice(error: WrongKind) -> Iterator[str]:
    """What a refusal says of the values, if it knows what would read them."""
    known = ("They look like ", MOSTLY, BEGINNING, SOME)
    if error.can_be_read or error.hint.startswith(known):
        yield error.hint
    if error.hint.startswith(MOSTLY):
        yield f"what does not fit: {'; '.join(error.shown)}"


def _sentinels(table: Table, column: str, key: str) -> Iterator[str]:
    """Numbers that stand for missing values, by their distance from all others."""
    listed = ", ".join(map(str, SENTINELS))
    for sentinel, count, low, high in table.fetch(
        f"SELECT s, count(*) FILTER (v = s), min(v) FILTER (v <> s), max(v) FILTER (v <> s) FROM"
        f" (SELECT CAST({key} AS DOUBLE) AS v FROM {table.scan}),"
        f" (SELECT unnest([{listed}]) AS s) GROUP BY s HAVING count(*) FILTER (v = s) > 1"
        " ORDER BY s"
    ):
        # Half of the range of the others away from them. 9 may just follow 8.
        if low is None:
            continue
        beyond = max(low - sentinel, sentinel - high)
        if beyond > (high - low) / 2 and beyond > 1:
            yield (
                f"{plural(count, 'value')} of {sentinel}, far from all others: if they stand for"
                f" missing values, --na {shlex.quote(f'{column}={sentinel}')}"
            )


def _marks(table: Table, column: str, text: str) -> Iterator[str]:
    """Labels that may stand for missing values; NA may also be Namibia."""
    listed = ", ".join(map(literal, sorted(MISSING_MARKS)))
    for mark, count in table.fetch(
        f"SELECT trim({text}) AS v, count(*) FROM {table.scan} WHERE lower(trim({text})) IN"
        f" ({listed}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3"
    ):
        yield (
            f"{plural(count, 'value')} of {mark!r}: if they stand for missing values, --na"
            f" {shlex.quote(f'{column}={mark}')}"
        )


def _cells(view: ColumnView) -> Sequence[str]:
    return (
        view.column,
        view.kind,
        f"{view.missing:,}",
        f"{view.distinct:,}",
        view.low or "",
        view.high or "",
    )


def _together(table: Table, columns: Sequence[ColumnView]) -> tuple[tuple[str, str], ...]:
    """The options that all columns lack, said of one column where another is written otherwise."""
    found: dict[tuple[str, str], None] = {}
    for option in ("--date-format", "--decimal", "--thousands"):
        wanted = {
            each.column: value for each in columns for name, value in each.remedy if name == option
        }
        # Other columns that are read already, and are texts: what is said of all columns would
        # change how they are read. Native types are not touched by it.
        kinds = ("dates", "timestamps") if option == "--date-format" else ("decimals", "numbers")
        others = [each for each in columns if each.kind in kinds and each.column not in wanted]
        others = [
            each for each in others if not native(table.types[table.columns.index(each.column)])
        ]
        # For all columns, if those that lack it agree, and no other
        # would be read differently by it.
        alone = len(set(wanted.values())) == 1 and not others
        for column, value in wanted.items():
            general = alone or "=" in value
            # Names lose their blanks by --trim, which is then among the options.
            found[option, value if general else f"{column.strip(BLANKS)}={value}"] = None
    marks = {
        mark: None
        for each in columns
        for name, value in each.remedy
        if name == "--na"
        for mark in value.split(",")
    }
    if marks:
        found["--na", ",".join(marks)] = None
    if any(("--trim", "") in each.remedy for each in columns):
        found["--trim", ""] = None
    return tuple(found)
