"""The reference of Python can be read as a file, without the site."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from documentation.python import _line, page

import covey

LINE = re.compile(r"^- `(\w+)(?:\(([^`]*)\))?`(.*(?:\n  .*)*)", re.MULTILINE)


def test_every_public_name_has_a_line_with_its_parameters() -> None:
    lines = {name: (given, words) for name, given, words in LINE.findall(page())}
    assert sorted(lines) == sorted(covey.__all__)
    assert [name for name, (_, words) in lines.items() if not words.strip(": .")] == []
    for name in ("anonymize", "verify", "solve", "Regions"):
        given = re.sub(r"\s+", " ", lines[name][0]).split(", ")
        wanted = list(inspect.signature(getattr(covey, name)).parameters)
        names = [each.partition("=")[0].lstrip("*") for each in given]
        assert [each for each in names if each in wanted] == wanted


def called(first: int, *, second: Any = print, _own: str = "", **more: int) -> None:
    """Take ``first`` * 2 <b>.

    Never seen.
    """


class Answer:
    """See :class:`called`."""

    size: int

    def words(self) -> str:
        return ""


Answer.__module__ = "covey.answers"


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (called, "- `x(first, *, second=..., **more)`: Take `first` \\* 2 \\<b>.\n"),
        (Answer, "- `x()`: See `called`. Has `size`, `words()`.\n"),
    ],
)
def test_what_a_line_says(found: Any, line: str) -> None:
    assert _line("x", found, members=True) == line
