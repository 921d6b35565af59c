"""CSV exactly as it is written: an unquoted empty field is missing, a quoted one is empty text."""

from __future__ import annotations

from attacks.broken import Broken
from attacks.recount.asked import Rows


def read_csv(text: str, delimiter: str = ",") -> Rows:
    """
    >>> read_csv('a,b\\n"x, y",\\n"",2\\n').rows
    [('x, y', None), ('', '2')]
    """
    rows = parse(text, delimiter)
    if not rows:
        raise Broken("a CSV file without a header")
    header, *records = rows
    # A line without anything is a row of one missing value, or none of several.
    records = [record for record in records if len(header) == 1 or record != [None]]
    for number, record in enumerate(records, start=2):
        if len(record) != len(header):
            raise Broken(f"record {number} has {len(record)} fields, the header {len(header)}")
    return Rows(tuple(name or "" for name in header), [tuple(record) for record in records])


def parse(text: str, delimiter: str) -> list[list[str | None]]:
    """All records. A state for every letter: within quotes, or not."""
    rows: list[list[str | None]] = []
    row: list[str | None] = []
    at, end = 0, len(text)
    while at < end:
        field, at = _field(text, at, delimiter)
        row.append(field)
        if at < end and text[at] == delimiter:
            at += 1
            if at == end:
                row.append(None)
            continue
        at += text.startswith("\r\n", at) + 1
        rows.append(row)
        row = []
    return [*rows, row] if row else rows


def _field(text: str, at: int, delimiter: str) -> tuple[str | None, int]:
    """One field, and where it ends: at a delimiter, a line's end or the end of all."""
    if not text.startswith('"', at):
        end = at
        while end < len(text) and text[end] not in (delimiter, "\n", "\r"):
            end += 1
        return text[at:end] or None, end
    parts, at = [], at + 1
    while True:
        end = text.find('"', at)
        if end < 0:
            raise Broken("a quote in CSV that is never closed")
        parts.append(text[at:end])
        if not text.startswith('"', end + 1):
            return '"'.join(parts), end + 1
        at = end + 2
