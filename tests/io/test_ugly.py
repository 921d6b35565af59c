"""Tables as they come: each is read right, or refused with words that help."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from covey.core.caller import by_command
from covey.core.errors import FIRST, InvalidInput
from covey.io.columns.table import open_table
from covey.io.notation import Notation
from tests.io.ugly import READ, REFUSED, Ugly


def values(ugly: Ugly, folder: Path) -> tuple[str | None, ...]:
    """What is found in the column x."""
    path = folder / ugly.name
    path.write_bytes(ugly.content)
    how: dict[str, Any] = dict(ugly.how)
    encoding = how.pop("encoding", "")
    with open_table(path, encoding, notation=Notation.of(**how)) as table:
        key, _ = table.key("x", "a column", "ordered")
        return tuple(value for (value,) in table.in_order(f"CAST({key} AS VARCHAR)"))


@pytest.mark.parametrize("ugly", READ, ids=lambda ugly: ugly.story)
def test_it_is_read_right(ugly: Ugly, tmp_path: Path) -> None:
    assert values(ugly, tmp_path) == ugly.values


@pytest.mark.parametrize("ugly", REFUSED, ids=lambda ugly: ugly.story)
def test_it_is_refused_with_words_that_help(ugly: Ugly, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as raised:
        values(ugly, tmp_path)
    with by_command():
        assert ugly.words in str(raised.value)
    remedy = raised.value.remedy
    if remedy and remedy[0][0] == FIRST:
        # The table is written into another file, which is read instead.
        assert remedy[1][0] == str(tmp_path / ugly.name)
        assert remedy[0][1].endswith(f"{shlex.quote(remedy[1][0])} > {remedy[1][1]}")
    else:
        assert remedy == ugly.remedy


def test_every_story_is_told_once() -> None:
    stories = [ugly.story for ugly in (*READ, *REFUSED)]
    assert len(set(stories)) == len(stories)
