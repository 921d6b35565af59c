"""A table that a Spark cluster reads: a frame of its own, a path, or a name in its catalogue."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.inputs.base import refuse_twins
from covey.io.inputs.csv import DELIMITERS
from covey.io.inputs.header import NO_HEADER, default_names, refuse_record, rows_to_look_at
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation
from covey.io.spark.driver import asking, is_frame, session

FRAME = "the Spark frame"
CSV = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz")
_PATH = re.compile(r"[/\\*]|^[.~]|\.(parquet|csv|tsv|txt|gz)$", re.IGNORECASE)
_NAME = re.compile(r"[^`\s/\\]+")


@dataclass(frozen=True, eq=False)
class SparkInput:
    """``frame`` is lazy: nothing is read before somebody counts. ``types`` are Spark's. A frame
    that the user has ``comes_back`` as one, unless it is to be written somewhere. ``is_files`` if
    it reads Parquet files, and does nothing else."""

    frame: Any
    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    comes_back: bool = False
    notation: Notation = PLAIN
    is_files: bool = False

    @property
    def layout(self) -> Layout:
        """Spark writes Parquet, which keeps the types."""
        return Layout("parquet", parts=True)


def open_spark(given: Any, encoding: str = "", header: bool | None = None) -> SparkInput:
    """Look at the columns of a table, and at nothing else."""
    if is_frame(given):
        return _described(given, FRAME, comes_back=True)
    name = str(given)
    with asking(name):
        if not is_path(name):
            return _described(session().table(name), name)
        if name.lower().endswith(CSV):
            return _described(_read_csv(name, encoding, header), name)
        return _described(session().read.parquet(name), name, is_files=True)


def is_path(name: str) -> bool:
    """
    >>> [is_path(name) for name in ("people.parquet", "s3a://bucket/people", "clinic.patients")]
    [True, True, False]
    """
    return _PATH.search(name) is not None or not _NAME.fullmatch(name)


def _described(
    frame: Any, name: str, *, comes_back: bool = False, is_files: bool = False
) -> SparkInput:
    if frame.isStreaming:
        raise InvalidInput(f"{name} is a stream, which never ends; a table of rows is expected.")
    with asking(name):
        fields = frame.schema.fields
    columns = tuple(field.name for field in fields)
    types = tuple(field.dataType.simpleString() for field in fields)
    return SparkInput(frame, name, columns, types, comes_back, is_files=is_files)


def _read_csv(name: str, encoding: str, header: bool | None) -> Any:
    """All columns as text, exactly. A quoted line may go on in the next, so that Spark does
    not divide a file: many files are read at once, one is not."""
    # Spark takes a quoted field without letters for a missing one, unless it has another name.
    empty = secrets.token_hex(16)
    options = {
        "sep": _delimiter(name, encoding),
        "quote": '"',
        "escape": '"',
        "multiLine": "true",
        "mode": "FAILFAST",
        "encoding": encoding or "UTF-8",
        "inferSchema": "false",
        "enforceSchema": "false",
        "emptyValue": empty,
    }
    reader = session().read.options(**options)
    first = _texts(reader.csv(name, header=False).first() or (), empty)
    if not first:
        raise InvalidInput(f"{name} is empty: a header and at least one row are expected.")
    if header is False:
        frame = reader.csv(name, header=False)
        return _named(frame, default_names(len(first)), empty)
    # Spark would give twins new names without a word.
    refuse_twins(name, first)
    frame = reader.csv(name, header=True)
    if header is None:
        below = [_texts(row, empty) for row in frame.take(rows_to_look_at(len(first)))]
        if not below:
            raise InvalidInput(f"{name} has a header, but no rows.", hint=NO_HEADER)
        refuse_record(name, first, below)
    return _named(frame, first, empty)


def _texts(row: Sequence[str | None], empty: str) -> list[str]:
    return ["" if text in (None, empty) else str(text) for text in row]


def _named(frame: Any, names: Sequence[str], empty: str) -> Any:
    """The frame under these names, with empty texts as such."""
    # Under plain names: expressions would read points and other signs in a name otherwise.
    fields = [f"c{at}" for at in range(len(names))]
    texts = [f"IF({field} = '{empty}', '', {field}) AS {field}" for field in fields]
    return frame.toDF(*fields).selectExpr(*texts).toDF(*names)


def _delimiter(name: str, encoding: str) -> str:
    """The one that the first line has most of."""
    lines = session().read.option("encoding", encoding or "UTF-8").text(name).take(1)
    first = str(lines[0][0]) if lines else ""
    return max(DELIMITERS, key=first.count)
