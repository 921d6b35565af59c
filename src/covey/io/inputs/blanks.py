"""Tables whose fields are separated by blanks, as many each time as it takes to align them: old
files of statistics, and what programs print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from covey.io.inputs.header import is_missing, kind_of

LINES = 50
"""What is looked at, at most."""
ENOUGH = 3
"""So many lines and fields must be alike to be a table. Two words may be a name."""
OTHERS = ",;|"
"""Where one of these separates, blanks do not."""
QUOTED = re.compile(r'"[^"\n]*"')
BLANKS_OR_QUOTED = re.compile(r'"[^"]*"|[ \t]+\r?')


def separated_by_blanks(text: str, *, whole: bool) -> bool:
    """Whether all lines have the same number of fields between blanks, some of them numbers; the
    last line may be cut off, unless the text is ``whole``.

    >>> separated_by_blanks("18.0   8  ford\\n15.0   8  buick\\n9.5  12  jaguar\\n", whole=True)
    True
    >>> separated_by_blanks("name\\nAnn Lee Poe\\nBob van Dam\\n", whole=True)
    False
    """
    lines = text.splitlines()
    lines = [line for line in (lines if whole else lines[:-1])[:LINES] if line.strip()]
    # A quote that is left over is not closed in its line: no table of this kind.
    bare = [QUOTED.sub('""', line) for line in lines]
    if len(lines) < ENOUGH or '"' in "".join(bare).replace('""', ""):
        return False
    if any(each in line for line in bare for each in OTHERS):
        return False
    rows = [line.split() for line in bare]
    many = len(rows[0])
    if many < ENOUGH or any(len(row) != many for row in rows):
        return False
    if _by_tabs_alone(bare, many):
        return False
    # The first row may be a header.
    columns = list(zip(*rows[1:], strict=True))
    return any(_are_numbers(column) for column in columns)


def _by_tabs_alone(lines: Sequence[str], fields: int) -> bool:
    """Whether tabs separate, and blanks are parts of fields: all lines have the same number of
    tabs, which separate as many ``fields`` as blanks would, or nothing is aligned by blanks."""
    tabs = {line.count("\t") for line in lines}
    if len(tabs) > 1 or 0 in tabs:
        return False
    return tabs == {fields - 1} or not any("  " in line for line in lines)


def _are_numbers(values: tuple[str, ...]) -> bool:
    known = [value for value in values if not is_missing(value)]
    return bool(known) and all(kind_of(value) == "number" for value in known)


def by_tabs(text: str) -> str:
    """The same table with a tab between its fields. Blanks inside of quotes stay.

    >>> by_tabs('  18.0   8 "ford torino" \\n')
    '18.0\\t8\\t"ford torino"\\n'
    """
    # Every letter is looked at once, however many blanks there are.
    return "\n".join(BLANKS_OR_QUOTED.sub(_separator, line) for line in text.split("\n"))


def _separator(found: re.Match[str]) -> str:
    """What takes the place of a run of blanks of a line; what is in quotes stays."""
    text = found[0]
    if text.startswith('"'):
        return text
    # Blanks at an end of the line separate nothing. A carriage return there stays.
    at_an_end = found.start() == 0 or found.end() == len(found.string)
    return text.strip(" \t") if at_an_end else "\t"


def with_tabs(parts: Iterable[str]) -> Iterator[str]:
    """The same of a text in parts that end anywhere. No field has several lines, so that a part is
    enough at a time.

    >>> list(with_tabs(["1  2\\n3 ", " 4\\n5", "  6"]))
    ['1\\t2\\n', '3\\t4\\n', '', '5\\t6']
    """
    rest = ""
    for part in parts:
        lines, end, begun = (rest + part).rpartition("\n")
        rest = begun
        yield by_tabs(lines + end)
    yield by_tabs(rest)
