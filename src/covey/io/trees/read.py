"""A tree from a file, whichever of four kinds it is."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from covey.core.errors import InvalidInput
from covey.io.inputs.paths import no_file, refuse_fetching, refuse_special, unreadable
from covey.io.trees import hierarchy, nested, rows
from covey.io.trees.taxonomy import Taxonomy

MOST_BYTES = 1 << 29
LONGEST = 1 << 16
"""Characters of a name."""


class LoadedTree(NamedTuple):
    """A tree, and its file's name and fingerprint."""

    tree: Taxonomy
    seen: dict[str, str]


def read_tree(path: Path | str) -> LoadedTree:
    """A tree in JSON, or in CSV: the columns child and parent, a column path, or a hierarchy of ARX
    without a header. Text is UTF-8."""
    file = Path(path)
    text, seen = text_of(file, "tree")
    return LoadedTree(tree_of(text, str(file), json=file.suffix.lower() == ".json"), seen)


def text_of(file: Path, what: str) -> tuple[str, dict[str, str]]:
    """The text of a file, and its name and fingerprint; ``what`` is what messages call it."""
    refuse_fetching(file, what)
    if not file.exists():
        raise no_file(file, what)
    refuse_special(file)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise InvalidInput(
                f"{file} has {file.stat().st_size:,} bytes; a {what} of at most {MOST_BYTES:,} is"
                " read.",
                given=file.stat().st_size,
            )
        content = file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from None
    seen = {"name": file.name, "fingerprint": hashlib.sha256(content).hexdigest()}
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{file} is not UTF-8: byte {error.start:,} is no part of a letter.",
            hint="Save it as UTF-8.",
        ) from None
    return text, seen


def tree_of(text: str, source: str, *, json: bool = False) -> Taxonomy:
    """A tree from the text of a file; ``source`` is what messages call it."""
    # By its content as well: a file of JSON may be called otherwise.
    if json or text.lstrip()[:1] in ("{", "["):
        return nested.from_text(text, source)
    first = text.lstrip("\r\n").partition("\n")[0].rstrip("\r")
    header = _header(first)
    if header is None:
        return hierarchy.from_rows(_fields(text, source, _delimiter(first)), source)
    delimiter, names = header
    lines = _fields(text, source, delimiter)
    # The header, which may stand below empty lines.
    next(lines)
    if "path" in names:
        return rows.from_paths(lines, names, source)
    return rows.from_links(lines, names, source)


def hierarchy_of(text: str, source: str, missing_below: str | None = None) -> Taxonomy:
    """What :func:`covey.io.trees.hierarchy.to_text` wrote, and the node that missing values are
    below, if that is not the root."""
    found = hierarchy.from_rows(_fields(text, source, ";"), source, empty_label=True)
    if missing_below is None:
        return found
    # A name that is not there is looked up as node 0, whatever that is,
    # and refused by the second half.
    if not found.is_inner[found.number.get(missing_below, 0)] or missing_below not in found.number:
        raise InvalidInput(
            f"{source} has no inner node {missing_below!r}, below which missing values are said to"
            " be.",
            given=missing_below,
        )
    return replace(found, missing_below=missing_below)


def fields_of(text: str, source: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The fields of every line of a CSV file with the line's number; separated by commas,
    semicolons or tabs."""
    first = text.lstrip("\r\n").partition("\n")[0]
    return _fields(text, source, _delimiter(first))


def _header(first: str) -> tuple[str, list[str]] | None:
    """The delimiter and the names of a header that says what the columns are."""
    for delimiter in (",", ";", "\t"):
        names = [name.strip().casefold() for name in next(csv.reader([first], delimiter=delimiter))]
        if {"child", "parent"} <= set(names) or "path" in names:
            return delimiter, names
    return None


def _delimiter(first: str) -> str:
    # Of equals the semicolon, which ARX writes.
    return max(";,\t", key=first.count)


def _fields(text: str, source: str, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    # The limit belongs to the whole process: it is put back.
    limit = csv.field_size_limit(LONGEST)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        for fields in reader:
            if fields:
                yield reader.line_num, fields
    except csv.Error as error:
        raise InvalidInput(
            f"{source}, line {reader.line_num:,}: {error}.",
            hint='A name with quotes in it is written "so ""called""".',
        ) from None
    finally:
        csv.field_size_limit(limit)
