"""Two pages, line by line."""

from __future__ import annotations

import re
from itertools import zip_longest

NUMBER = re.compile(r"\d[\d,.]*")
NOTE = "<dt>Note</dt>"
OPEN = re.compile(
    r"<tr data-withheld>.*</tr>"
    r'|<tr><th scope="row">(?:certainty penalty|non-uniform entropy|journalist risk|records at'
    r" journalist risk|marketer risk).*</tr>|<dt>Note</dt>.*|[\d,]+ different (?:value|point|area)"
)
"""What depends on which records were withheld: what was lost, the people that a class stands for,
how many different values there were, and notes on such records."""


def difference(expected: str, content: bytes, undecided: bool) -> str:
    """Where a page is not the one expected, in words; empty if it is. With ``undecided`` it is not
    known which records were withheld: then numbers that depend on that may be others, and a note on
    such records may be absent."""
    try:
        found = content.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    if not undecided:
        return _first(expected.split("\n"), found.split("\n"))
    # Only what OPEN matches loses its numbers: every other number must be the same.
    pages = [OPEN.sub(_blank, page).split("\n") for page in (expected, found)]
    notes = [{line for line in page if line.startswith(NOTE)} for page in pages]
    # A note may be absent if it is about withheld records. One more would be made up.
    if not notes[1] <= notes[0]:
        return "it has a note that does not follow"
    return _first(*([line for line in page if not line.startswith(NOTE)] for page in pages))


def _blank(found: re.Match[str]) -> str:
    """Without its numbers, as of many records: one has another verb."""
    blank = NUMBER.sub("#", found[0]).replace("fewer than # records", "# records")
    blank = blank.replace("# record lies ", "# records lie ")
    return blank.replace("# record has ", "# records have ").replace("# record ", "# records ")


def _first(expected: list[str], found: list[str]) -> str:
    pairs = enumerate(zip_longest(expected, found), start=1)
    at = next((at for at, (one, other) in pairs if one != other), None)
    return "" if at is None else f"line {at:,} of the page is another"
