"""JSON with an object in every line, read exactly as it is written: every value is the text it is,
so that 1.50 keeps its zero."""

from __future__ import annotations

import gzip
import json
import shlex
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.inputs.paths import Given, rewritten
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation

GZIP = b"\x1f\x8b"
MARK = b"\xef\xbb\xbf"
LINES = "writes every object in a line of its own."
LIST = "writes every object of the list in a line of its own."


@dataclass(frozen=True)
class JsonLinesInput:
    """``files`` are what messages name, ``texts`` what is read. A release of it is CSV."""

    name: str
    files: tuple[Path, ...]
    texts: tuple[Path, ...]
    columns: tuple[str, ...]
    notation: Notation = PLAIN

    @property
    def layout(self) -> Layout:
        return Layout("csv")


class _Number(str):
    """A number as it is written."""


def is_json(file: Path) -> bool:
    """Whether a file begins as an object or a list of JSON. (A header of CSV that begins so is
    quoted.)"""
    with _opened(file) as lines:
        start = lines.read(1 << 12).removeprefix(MARK).lstrip()
    return start[:1] == b"{" or (start[:1] == b"[" and start[1:].lstrip()[:1] in (b"{", b"]"))


def open_json_lines(given: Given) -> JsonLinesInput:
    """The columns are the names that occur, in the order in which they are first met."""
    texts = given.texts or given.files
    names: dict[str, None] = {}
    for file, text in zip(given.files, texts, strict=True):
        for record in read_lines(file, text):
            names.update(dict.fromkeys(record))
    if not names:
        raise InvalidInput(f"{given.name} has no fields: an object in every line is expected.")
    return JsonLinesInput(given.name, given.files, texts, tuple(names))


def read_lines(file: Path, text: Path) -> Iterator[dict[str, str | None]]:
    """The objects of a file, each with its values as texts."""
    with _opened(text, file) as lines:
        for number, line in enumerate(lines, 1):
            if number == 1:
                line = line.removeprefix(MARK)
            if line.strip():
                yield _record(file, number, line)


def _by_jq(file: Path, what: str) -> str:
    quoted = what if what == "." else shlex.quote(what)
    return f"jq -c {quoted} {shlex.quote(str(file))} > NEW.jsonl"


def _record(file: Path, number: int, line: bytes) -> dict[str, str | None]:
    where = f"{file}, line {number:,}"
    try:
        pairs = json.loads(
            line.decode("utf-8"),
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_Number,
            object_pairs_hook=_Pairs,
        )
    except UnicodeDecodeError:
        raise InvalidInput(f"{where}: the text is not UTF-8.") from None
    except (ValueError, RecursionError):
        raise InvalidInput(
            f"{where}: this is no object of JSON in one line.",
            hint=f"{_by_jq(file, '.')} {LINES}" if number == 1 else "",
            remedy=rewritten(file, _by_jq(file, ".")) if number == 1 else [],
        ) from None
    if not isinstance(pairs, _Pairs):
        raise InvalidInput(
            f"{where}: an object of JSON is expected.",
            hint=f"{_by_jq(file, '.[]')} {LIST}" if number == 1 else "",
            remedy=rewritten(file, _by_jq(file, ".[]")) if number == 1 else [],
        )
    # Other readers may take the first of two values, or the last.
    found = {name: _text(value) for name, value in pairs}
    if len(found) < len(pairs):
        raise InvalidInput(f"{where}: a name is there twice.")
    if found.get("type") in ("FeatureCollection", "Topology"):
        raise InvalidInput(
            f"{file} is a map ({found['type']}); a table is expected.",
            hint=f"A map goes with a column: --region {shlex.quote(f'COL={file.name}:KEY')}. covey"
            " look shows it.",
        )
    # A release of it is CSV, which cannot hold it.
    if "\0" in "".join(text for text in (*found, *found.values()) if text):
        raise InvalidInput(f"{where}: a text has a NUL character.")
    return found


class _Pairs(list[tuple[str, Any]]):
    """The names and values of an object, in their order."""


def _text(value: Any) -> str | None:
    """A value as text; what is inside of another is JSON."""
    return None if value is None else value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    """
    >>> _json(_Pairs([("a", [_Number("1.50"), "x", None, True])]))
    '{"a":[1.50,"x",null,true]}'
    """
    if isinstance(value, _Pairs):
        pairs = [f"{json.dumps(name, ensure_ascii=False)}:{_json(each)}" for name, each in value]
        return f"{{{','.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_json, value))}]"
    return str(value) if isinstance(value, _Number) else json.dumps(value, ensure_ascii=False)


@contextmanager
def _opened(text: Path, file: Path | None = None) -> Iterator[BinaryIO | gzip.GzipFile]:
    with text.open("rb") as start:
        packed = start.read(2) == GZIP
    try:
        with gzip.open(text) if packed else text.open("rb") as lines:
            yield lines
    except (gzip.BadGzipFile, EOFError, zlib.error):
        message = f"{file or text} is compressed, but cannot be unpacked: it is damaged."
        raise InvalidInput(message) from None
