"""Lines that are made when they are read are those of a list of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.codebook.lines import EntryLines, Lines, ValueLines
from covey.codebook.rows import any_entry, write_codebook

LABELS = st.lists(
    st.none() | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    min_size=1,
    max_size=8,
    unique=True,
)


def sets_of(values: list[str | None], sizes: list[int]) -> ValueLines:
    """The values in sets of about these sizes."""
    cuts = [at for at in np.cumsum(sizes).tolist() if at < len(values)]
    sets = np.split(np.arange(len(values)), cuts)
    return ValueLines("town", values, sets, [f"set {n}" for n in range(len(sets))])


@given(LABELS, st.lists(st.integers(1, 3), max_size=5), st.booleans())
def test_lines_of_values_are_written_like_a_list_of_entries(
    tmp_path_factory: pytest.TempPathFactory,
    values: list[str | None],
    sizes: list[int],
    escape: bool,
) -> None:
    lines, folder = Lines([sets_of(values, sizes)]), tmp_path_factory.mktemp("codebook")
    write_codebook(folder / "lines.csv", lines, escape=escape)
    write_codebook(folder / "entries.csv", list(lines), escape=escape)
    assert (folder / "lines.csv").read_bytes() == (folder / "entries.csv").read_bytes()


@given(LABELS, st.lists(st.integers(1, 3), max_size=5))
def test_lines_say_the_same_as_their_entries(values: list[str | None], sizes: list[int]) -> None:
    lines = Lines([sets_of(values, sizes), EntryLines([any_entry(9, "n")])])
    entries = list(lines)
    same = Lines([EntryLines(entries)])
    assert [entry.value for entry in entries[:-1]] == values
    assert (len(lines), lines.sets) == (len(entries), 10)
    assert set(lines.texts()) == set(same.texts())
    assert lines.published(["town", "n"], 10) == same.published(["town", "n"], 10)
    assert lines == entries == same
    assert lines != entries[:-1]
    assert lines != [1] * len(entries)
    assert lines != [*entries[:-1], entries[-1]._replace(published="?")]
    assert [lines[at] for at in range(-len(entries), len(entries))] == entries * 2
    assert lines[1:] == entries[1:]


def test_a_set_without_values_has_no_line_and_no_text() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    lines = Lines([ValueLines("town", ["Ulm"], [np.array([0]), nothing], ["Ulm", "none"])])
    assert (len(lines), lines.sets) == (1, 1)
    assert lines.published(["town"], 2) == {"town": ["Ulm", None]}


def test_there_is_no_line_behind_the_last(tmp_path: Path) -> None:
    lines = Lines([sets_of(["Ulm", "Bern"], [])])
    for at in (2, -3):
        with pytest.raises(IndexError, match=f"2 lines has no line {at}"):
            lines[at]
