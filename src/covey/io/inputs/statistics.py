"""Files of Stata, SPSS and SAS, by pyreadstat: values that have labels are read as their labels."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InvalidInput
from covey.io.layout import Labels, Layout
from covey.io.notation import PLAIN, Notation

SAS = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
BEGINNINGS: dict[bytes, str] = {
    b"$FL2": "read_sav",
    b"$FL3": "read_sav",
    b"<stata_dta>": "read_dta",
    SAS[:16]: "read_sas7bdat",
    b"HEADER RECORD***": "read_xport",
}
"""How files begin, and the function of pyreadstat that reads them."""
WRITTEN = {"read_sav": "sav", "read_dta": "dta", "read_xport": "xpt"}
"""Readers of what covey writes, and how it calls these formats."""
SPSS = "read_sav"
WITH_KINDS_OF_MISSING = ("read_dta", "read_sas7bdat")
"""Readers of files whose missing numbers are of several kinds: ., .a to .z."""
OLD_STATA = bytes(range(104, 116))
"""The first byte of older files of Stata, whose names end with .dta."""


@dataclass(frozen=True)
class StatisticsInput:
    """``reader`` is a function of pyreadstat; ``file`` is what messages name, ``text`` what is
    read. A release of Stata or SPSS is one, too; of SAS it is a transport file, since covey cannot
    write .sas7bdat."""

    name: str
    file: Path
    text: Path
    reader: str
    columns: tuple[str, ...]
    labels: Labels
    notation: Notation = PLAIN

    @property
    def layout(self) -> Layout:
        return Layout(WRITTEN.get(self.reader, "xpt"), labels=self.labels)


def reader_of(file: Path, start: bytes) -> str:
    """The function of pyreadstat for a file that begins so, empty if it is none of these."""
    for beginning, reader in BEGINNINGS.items():
        if start.startswith(beginning):
            return reader
    # One byte is little to go by: the name has to say so as well.
    old = file.suffix.lower() == ".dta" and start[:1] in {bytes([each]) for each in OLD_STATA}
    return "read_dta" if old else ""


def open_statistics(name: str, file: Path, text: Path, reader: str) -> StatisticsInput:
    _, meta = read_file(name, text, reader, metadataonly=True)
    said = {column: label for column, label in meta.column_names_to_labels.items() if label}
    labels = Labels(said, value_labels(meta, reader))
    return StatisticsInput(name, file, text, reader, tuple(meta.column_names), labels)


def value_labels(meta: Any, reader: str) -> dict[str, dict[Any, str]]:
    """The labels of values by column. Those of kinds of missing values, as .a of Stata, are none:
    they would make texts of the numbers beside them."""
    found: dict[str, dict[Any, str]] = meta.variable_value_labels
    if reader not in WITH_KINDS_OF_MISSING:
        return found
    numbers = {
        column: {value: label for value, label in own.items() if not isinstance(value, str)}
        for column, own in found.items()
    }
    return {column: own for column, own in numbers.items() if own}


@dataclass(frozen=True)
class Read:
    """The values of every column, labels in the place of values that have one. ``declared`` are
    the columns with values that the file declares as missing, and how many: they are read as
    missing ones."""

    columns: list[list[Any]]
    declared: dict[str, int]


def read_columns(given: StatisticsInput) -> Read:
    tagged = given.reader in WITH_KINDS_OF_MISSING
    how = {"user_missing": True} if tagged else {}
    found, meta = read_file(given.name, given.text, given.reader, **how)
    labels = value_labels(meta, given.reader)
    declared = {}
    if tagged:
        for name in meta.missing_user_values:
            # Only a kind of missing value is a text among numbers.
            plain = [None if isinstance(value, str) else value for value in found[name]]
            declared[name] = _missing(plain) - _missing(found[name])
            found[name] = plain
    elif given.reader == SPSS:
        declared = _declared_in_spss(given, found)
    columns = [_labelled(found[name], labels.get(name, {})) for name in given.columns]
    return Read(columns, {name: many for name, many in declared.items() if many})


def _declared_in_spss(given: StatisticsInput, found: dict[str, list[Any]]) -> dict[str, int]:
    """How many values of each column are missing only because the file says so."""
    # Declared values come back as missing ones. To count them, these columns
    # are read once more as they are.
    how = {"user_missing": True}
    _, meta = read_file(given.name, given.text, SPSS, metadataonly=True, **how)
    names = list(meta.missing_ranges)
    if not names:
        return {}
    whole, _ = read_file(given.name, given.text, SPSS, usecols=names, **how)
    return {name: _missing(found[name]) - _missing(whole[name]) for name in names}


def _missing(values: list[Any]) -> int:
    return sum(_is_missing(value) for value in values)


def _is_missing(value: Any) -> bool:
    """An empty text is how these programs keep a missing one."""
    return value is None or value == "" or (isinstance(value, float) and isnan(value))


def _labelled(values: list[Any], labels: dict[Any, str]) -> list[Any]:
    """A column with labels is text: a value without one is written as the number that it is.

    >>> _labelled([1.0, 2.0, 7.0, None], {1: "male", 2: "female"})
    ['male', 'female', '7', None]
    >>> _labelled([1.0, 2.5], {}), _labelled(["a", ""], {})
    ([1.0, 2.5], ['a', None])
    """
    plain = [None if _is_missing(value) else value for value in values]
    if not labels:
        return _whole(plain)
    return [
        None if value is None else labels[value] if value in labels else written_number(value)
        for value in plain
    ]


def _whole(values: list[Any]) -> list[Any]:
    """These programs keep whole numbers as floats.

    >>> _whole([39.0, None, 41.0])
    [39, None, 41]
    """
    known = [value for value in values if value is not None]
    if known and all(isinstance(value, float) and value.is_integer() for value in known):
        return [None if value is None else int(value) for value in values]
    return values


def written_number(value: Any) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if whole else str(value)


def read_file(name: str, text: Path, reader: str, **how: Any) -> tuple[dict[str, list[Any]], Any]:
    try:
        import pyreadstat
    except ImportError:
        raise InvalidInput(
            f"{name}: files of Stata, SPSS and SAS need the package pyreadstat.",
            hint="Install it: pip install 'covey[stats]'; or save the table as CSV.",
        ) from None
    read: Callable[..., Any] = getattr(pyreadstat, reader)
    try:
        found, meta = read(str(text), output_format="dict", **how)
    except (CoveyError, MemoryError):
        raise
    except Exception:  # it has errors of several kinds for what is damaged
        raise InvalidInput(f"{name} is not a whole file of Stata, SPSS or SAS.") from None
    return found, meta
