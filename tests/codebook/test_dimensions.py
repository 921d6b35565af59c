"""The sets of a codebook in whole numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.attributes.lookup import dimensions
from covey.codebook.dimensions import NO_PIECE, Members, Runs, holding, known_pieces
from covey.codebook.reader import read_book

HEADER = "set,column,holds,value,low,high,published\n"


def of_values(folder: Path, lines: list[str], classes: list[str | None]) -> Members:
    file = folder / "codebook.csv"
    file.write_text(HEADER + "\n".join(lines) + "\n")
    (found,) = dimensions({"a": covey.Labels()}, read_book(file), {"a": classes}, {})
    assert isinstance(found, Members)
    return found


@pytest.mark.parametrize("place", [1, 2, 3])
def test_any_value_is_all_pieces_and_one_for_others(tmp_path: Path, place: int) -> None:
    sets = [["x", "y"], ["z"]]
    sets.insert(place - 1, ["*"])
    lines = [
        f"{number},a,any,,,,*" if value == "*" else f"{number},a,value,{value},,,{own[0]}"
        for number, own in enumerate(sets, start=1)
        for value in own
    ]
    # A set of any value may name some besides.
    lines.append(f"{place},a,value,y,,,*")
    found = of_values(tmp_path, lines, ["*", "z", "x"])
    parts = [
        found.members[start:end].tolist()
        for start, end in zip(found.starts[:-1], found.starts[1:], strict=True)
    ]
    assert parts.pop(place - 1) == [0, 1, 2, 3, 4]
    assert sorted(map(len, parts)) == [1, 2]
    assert sorted(piece for part in parts for piece in part) == [1, 2, 3]


def test_more_than_one_set_of_any_value_is_refused(tmp_path: Path) -> None:
    """Thousands of them and as many values would fill the memory."""
    lines = ["1,a,any,,,,*", "2,a,any,,,,**", "3,a,value,x,,,x"]
    with pytest.raises(InvalidInput, match="2 sets of any value of 'a'; one at most"):
        of_values(tmp_path, lines, ["*", "**", "x"])


def test_an_piece_is_known_if_some_set_has_it() -> None:
    none = np.zeros(0, dtype=np.int64)
    rng = np.random.default_rng(5)
    for _ in range(50):
        low = rng.integers(0, 6, 3)
        high = low + rng.integers(1, 4, 3)
        pieces = rng.integers(0, 12, 20)
        held = [bool(((low <= piece) & (piece < high)).any()) for piece in pieces]
        assert known_pieces(Runs(low, high, none, pieces)).tolist() == held
        members = rng.integers(0, 8, 5).astype(np.int32)
        named = rng.integers(NO_PIECE, 8, 20)
        listed = Members(np.array([0, 2, 5]), members, 8, none, named)
        assert known_pieces(listed).tolist() == [piece in members for piece in named]


def test_which_classes_hold_a_piece() -> None:
    of_class, none = np.array([1, 0, 2, 0]), np.zeros(0, dtype=np.int64)
    # The sets {0, 2}, {} and {1, 2}; and the runs 0-1, 2 and 1-2.
    members = np.array([0, 2, 1, 2], dtype=np.int32)
    listed = Members(np.array([0, 2, 2, 4]), members, 3, of_class, none)
    runs = Runs(np.array([0, 2, 1]), np.array([2, 3, 3]), of_class, none)
    found = {piece: [holding(each, piece).tolist() for each in (listed, runs)] for piece in (1, 2)}
    assert found[1] == [[False, False, True, False], [False, True, True, True]]
    assert found[2] == [[False, True, True, True], [True, False, True, False]]
    assert not holding(listed, NO_PIECE).any()
