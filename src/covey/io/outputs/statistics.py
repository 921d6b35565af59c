"""A table as a file of Stata, SPSS or SAS, the same bytes for the same rows, by pyreadstat.

Columns get the labels that their input had. Values whose labels were read in their place are
written as these values again, and the labels beside them: only those that occur. A transport file
of SAS has no labels of values: there, the labels are the values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.io.inputs.statistics import WRITTEN, read_file, written_number
from covey.io.kinds import native
from covey.io.layout import Labels, Layout

if TYPE_CHECKING:
    import duckdb

ANOTHER = "Choose another format: --format csv or --format parquet"
READERS = {format_: reader for reader, format_ in WRITTEN.items()}
WRITERS = {format_: reader.replace("read", "write") for reader, format_ in WRITTEN.items()}
PROGRAMS = {"dta": "Stata", "sav": "SPSS", "xpt": "SAS"}
STATA_VERSION = 14
"""The oldest that has all letters. What pyreadstat takes for 15 opens in the largest Stata only."""
SAS_VERSION = 8
"""Of transport files: names of 32 letters. Version 5 has 8, and texts of 200 bytes."""
SAS_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,31}")
SAS_OWN_NAMES = {"_N_", "_ERROR_", "_NUMERIC_", "_CHARACTER_", "_ALL_"}
SAS_TEXT_BYTES = 32_767
SAS_TIMES = {"date": "DATE9", "timestamp": "DATETIME19"}
"""How SAS shows them: with four digits of the year."""
LABEL_LETTERS = {"dta": 80, "sav": 250, "xpt": 256}
LABEL_BYTES = 256
VALUE_LABEL_BYTES = 120
WHOLE = 2_147_483_620
"""Stata's largest whole number; those above stand for missing values."""
EXACT = 2**53
# Every group is a stamp, and as long as what is written over it: nothing else moves.
CLOCKS = {
    "dta": (rb"<timestamp>\x11(.{17})</timestamp>", b"01 Jan 1980 00:00"),
    "sav": (rb"\A.{92}(.{17})", b"01 Jan 8000:00:00"),
    "xpt": (rb"\A.{144}(.{16})(.{16}).{288}(.{16})(.{16})", b"01JAN80:00:00:00"),
}
"""Where a file says when it was made, and what is written there instead."""
HEAD = 4096
TRUTH: dict[float, str] = {0: "false", 1: "true"}


@dataclass(frozen=True)
class Variable:
    """A column as these programs have it: ``kind`` is text, number, date or timestamp; ``labels``
    are those of its values."""

    name: str
    kind: str
    values: Sequence[Any]
    label: str = ""
    labels: Mapping[float, str] | None = None


def write_statistics(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    names: Sequence[str],
    target: Path,
    layout: Layout,
) -> None:
    """Write the rows of a query. What does not come back as it was is refused."""
    rows = f"({query}) r({', '.join(f'x{at}' for at in range(len(names)))})"
    described = connection.execute(f"DESCRIBE SELECT * FROM {rows}").fetchall()
    fields = _fields(connection, rows, [row[1] for row in described])
    found = connection.execute(f"SELECT {', '.join(f for f, _ in fields)} FROM {rows}").fetchall()
    columns = list(zip(*found, strict=True)) if found else [()] * len(names)
    known = layout.labels or Labels()
    variables = [
        _labelled(Variable(name, kind, _plain(values)), known, layout.format)
        for name, (_, kind), values in zip(names, fields, columns, strict=True)
    ]
    write_file(target, layout.format, variables)
    # Not every value comes back as it was written. So the file is read again before it counts.
    _refuse_lost(target, layout.format, variables)


def write_file(target: Path, format_: str, variables: Sequence[Variable]) -> None:
    """The same variables give the same bytes."""
    pyreadstat, polars = _packages(target)
    types = {"text": polars.String, "date": polars.Date, "timestamp": polars.Datetime("us")}
    _refuse_same_names(format_, variables)
    if format_ == "xpt":
        _refuse_names_beyond_sas(variables)
    frame = polars.DataFrame(
        [
            polars.Series(
                own.name,
                own.values,
                dtype=types.get(own.kind) or (polars.Int32 if _is_whole(own) else polars.Float64),
                strict=False,
            )
            for own in variables
        ]
    )
    how: dict[str, Any] = {
        "column_labels": {own.name: own.label for own in variables if own.label},
    }
    if format_ == "xpt":
        for own in variables:
            if own.kind == "text":
                _refuse_long_for_sas(own.name, frame[own.name])
        how["file_format_version"] = SAS_VERSION
        times = {own.name: SAS_TIMES.get(own.kind) for own in variables}
        how["variable_format"] = {name: shown for name, shown in times.items() if shown}
    else:
        how["variable_value_labels"] = {
            own.name: _keyed(own, own.labels) for own in variables if own.labels
        }
    if format_ == "dta":
        how["version"] = STATA_VERSION
    try:
        getattr(pyreadstat, WRITERS[format_])(frame, str(target), **how)
    except (pyreadstat.PyreadstatError, pyreadstat.ReadstatError) as error:
        target.unlink(missing_ok=True)
        raise InvalidInput(
            f"The table does not fit a file of {PROGRAMS[format_]}: {error}.", hint=ANOTHER
        ) from None
    _without_clock(target, format_)


def read_variables(file: Path, format_: str) -> list[Variable]:
    """The variables of a file as they are kept there, without labels in the place of values."""
    found, meta = read_file(str(file), file, READERS[format_])
    return [
        Variable(
            name,
            _kind(meta.readstat_variable_types[name], meta.original_variable_types[name] or ""),
            _plain(found[name]),
            meta.column_names_to_labels[name] or "",
            meta.variable_value_labels.get(name),
        )
        for name in meta.column_names
    ]


def _fields(
    connection: duckdb.DuckDBPyConnection, rows: str, types: Sequence[str]
) -> list[tuple[str, str]]:
    """SQL and kind of every column. A column is text if a number has more digits, or a time is
    finer, than these programs keep: nothing is rounded."""
    kinds = ["boolean" if type_ == "BOOLEAN" else native(type_) for type_ in types]
    asked = ", ".join(
        f"bool_or({_beyond(kind, f'x{at}', type_)})"
        for at, (kind, type_) in enumerate(zip(kinds, types, strict=True))
    )
    # One question for all columns, since each reads the whole table.
    (beyond,) = connection.execute(f"SELECT {asked} FROM {rows}").fetchall()
    return [
        _field(f"x{at}", "" if too_fine else kind)
        for at, (kind, too_fine) in enumerate(zip(kinds, beyond, strict=True))
    ]


def _beyond(kind: str, value: str, type_: str) -> str:
    if kind == "integer":
        return f"{value} NOT BETWEEN {-EXACT} AND {EXACT}"
    if kind == "decimal":
        digits = f"CAST(CAST({value} AS DOUBLE) AS VARCHAR)"
        return f"TRY_CAST({digits} AS {type_}) IS DISTINCT FROM {value}"
    if kind in ("date", "timestamp"):
        fine = "false" if kind == "date" else f"date_trunc('second', {value}) <> {value}"
        return (
            f"NOT isfinite({value}) OR {value} NOT BETWEEN '1600-01-01' AND '9999-12-31' OR {fine}"
        )
    return "false"


def _field(value: str, kind: str) -> tuple[str, str]:
    if kind in ("date", "timestamp"):
        return f"CAST({value} AS {kind})", kind
    if kind == "boolean":
        return f"CAST({value} AS INTEGER)", kind
    if kind:
        return f"CAST({value} AS DOUBLE)", "number"
    return f"CAST({value} AS VARCHAR)", "text"


def _plain(values: Sequence[Any]) -> list[Any]:
    """An empty text is missing, and so is a number that is none or infinite: these programs have no
    other sign for it.

    >>> _plain(["a", "", None, 1.5, float("nan")])
    ['a', None, None, 1.5, None]
    """
    return [
        None if value == "" or (isinstance(value, float) and not isfinite(value)) else value
        for value in values
    ]


def _is_whole(own: Variable) -> bool:
    known = [value for value in own.values if value is not None]
    return bool(known) and all(value == int(value) and abs(value) <= WHOLE for value in known)


def _keyed(own: Variable, labels: Mapping[float, str]) -> dict[float, str]:
    """In the order of the values, which have the type of the column."""
    type_ = int if _is_whole(own) else float
    return {type_(value): labels[value] for value in sorted(labels)}


def _labelled(own: Variable, known: Labels, format_: str) -> Variable:
    label = known.of_columns.get(own.name, "")[: LABEL_LETTERS[format_]]
    if format_ == "xpt":
        # Cut in bytes, but not within a letter.
        label = label.encode()[:LABEL_BYTES].decode(errors="ignore").rstrip()
        if own.kind != "boolean":
            return replace(own, label=label)
        texts = [TRUTH.get(value) for value in own.values]
        return replace(own, kind="text", values=texts, label=label)
    if own.kind == "boolean":
        used = {value: TRUTH[value] for value in TRUTH if value in own.values}
        return replace(own, kind="number", label=label, labels=used)
    given = known.of_values.get(own.name, {})
    values = _before_labels(own.values, given) if own.kind == "text" and given else None
    if values is None or not any(value is not None for value in values):
        return replace(own, label=label)
    # Other labels would tell of values that the release does not have.
    used = {value: text for value, text in given.items() if value in set(values)}
    # A label that would be cut off is no label: the column stays text.
    if any(len(text.encode()) > VALUE_LABEL_BYTES for text in used.values()):
        return replace(own, label=label)
    return Variable(own.name, "number", values, label, used or None)


def _before_labels(texts: Sequence[str | None], labels: Mapping[float, str]) -> list[Any] | None:
    """The values whose labels these are; None, if a text is no label or that of several values: the
    column was changed.

    >>> _before_labels(["male", None, "7"], {1: "male", 2: "female"})
    [1.0, None, 7.0]
    >>> _before_labels(["male, female"], {1: "male", 2: "female"}) is None
    True
    """
    values = {text: value for value, text in labels.items()}
    if len(values) < len(labels) or not all(isinstance(v, int | float) for v in labels):
        return None
    found: dict[str | None, float | None] = {None: None}
    for text in set(texts) - {None}:
        value = values.get(text) if text in values else _unlabelled(str(text))
        # Stata has labels of whole numbers only.
        if value is None or (text in values and not _can_have_a_label(value)):
            return None
        if text not in values and value in labels:
            return None  # it would be read as its label
        found[text] = float(value)
    return [found[text] for text in texts]


def _can_have_a_label(value: float) -> bool:
    return float(value).is_integer() and abs(value) <= WHOLE


def _unlabelled(text: str) -> float | None:
    """A number that is read as this text where other values have labels.

    >>> _unlabelled("3000.5"), _unlabelled("007"), _unlabelled("nan")
    (3000.5, None, None)
    """
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and written_number(value) == text else None


def _refuse_same_names(format_: str, variables: Sequence[Variable]) -> None:
    """SPSS and SAS take a and A for one."""
    # Stata tells capitals from small letters.
    names = [own.name if format_ == "dta" else own.name.casefold() for own in variables]
    twice = [own.name for own, name in zip(variables, names, strict=True) if names.count(name) > 1]
    if twice:
        raise InvalidInput(
            f"{PROGRAMS[format_]} takes these names for one: {', '.join(twice[:3])}.", hint=ANOTHER
        )


def _refuse_names_beyond_sas(variables: Sequence[Variable]) -> None:
    odd = [
        own.name
        for own in variables
        if not SAS_NAME.fullmatch(own.name) or own.name.upper() in SAS_OWN_NAMES
    ]
    if odd:
        raise InvalidInput(
            f"SAS has no columns with these names: {', '.join(map(repr, odd[:3]))}. A name has at"
            " most 32 letters from a to z, digits and underscores, begins with no digit, and is"
            " none of SAS's own, as _N_.",
            hint=f"Rename them in the table. Or c{ANOTHER[1:]}",
        )


def _refuse_long_for_sas(name: str, texts: Any) -> None:
    if (texts.str.len_bytes().max() or 0) > SAS_TEXT_BYTES:
        raise InvalidInput(
            f"The column {name!r} has a text of more than {SAS_TEXT_BYTES:,} bytes, which SAS"
            " cannot keep.",
            hint=ANOTHER,
        )


def _refuse_lost(target: Path, format_: str, variables: Sequence[Variable]) -> None:
    written = read_variables(target, format_)
    for own, found in zip(variables, written, strict=True):
        if own.name != found.name or list(own.values) != list(found.values):
            target.unlink()
            raise InvalidInput(
                f"The column {own.name!r} has values that {PROGRAMS[format_]} cannot keep as they"
                " are: texts that are too long or end with blanks, numbers that are too large or"
                " too near to 0, or times too long ago.",
                hint=ANOTHER,
            )


def _kind(storage: str, format_: str) -> str:
    if storage == "string":
        return "text"
    if format_ == "%td" or re.fullmatch(r"DATE\d*", format_):
        return "date"
    if format_ == "%tc" or format_.startswith("DATETIME"):
        return "timestamp"
    return "number"


def _without_clock(target: Path, format_: str) -> None:
    pattern, instead = CLOCKS[format_]
    with target.open("r+b") as file:
        place = re.search(pattern, file.read(HEAD), re.DOTALL)
        if place is None:
            raise InternalError(f"{target} does not say where its clock stands.")
        for stamp in range(1, len(place.groups()) + 1):
            file.seek(place.start(stamp))
            file.write(instead)


def _packages(target: Path) -> tuple[Any, Any]:
    try:
        import polars
        import pyreadstat
    except ImportError:
        raise InvalidInput(
            f"{target}: files of Stata, SPSS and SAS need the packages pyreadstat and polars.",
            hint="Install them: pip install 'covey[stats]'; or choose --format csv.",
        ) from None
    return pyreadstat, polars
