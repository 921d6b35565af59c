"""The tiles of hard rectangles. What their states are, test_rectangles.py finds by search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey.research.hard_problems.layout import Kind
from covey.research.reductions.tiles import DRAWINGS, PORTS, SIZE, drawing, points

TEXT = (Path(__file__).parents[3] / "docs" / "explanation" / "hardness.md").read_text(
    encoding="utf-8"
)


@pytest.mark.parametrize("tile", [("wire", "EW"), ("choice", "NESW"), ("tuple", "ESW"),
                                  ("crossing", "NESW")])  # fmt: skip
def test_the_drawings_are_those_of_the_code(tile: tuple[str, str]) -> None:
    lines = DRAWINGS[tile].split()  # type: ignore[index]
    columns = [
        [line[start : start + 10] for line in TEXT.splitlines() if len(line) >= start + 10]
        for start in (0, 44)
    ]
    assert any(lines == column[at : at + 10] for column in columns for at in range(len(column) - 9))


@pytest.mark.parametrize("kind", DRAWINGS, ids=str)
def test_every_drawing_keeps_to_the_interface(kind: tuple[Kind, str]) -> None:
    places = drawing(*kind)
    assert places.shape == (SIZE, SIZE)
    upper_left = {(0, place) for place in range(SIZE)} | {(place, 0) for place in range(SIZE)}
    for at in upper_left:
        is_port = at in {PORTS[arm] for arm in "NW" if arm in kind[1]}
        assert places[at] == ("2" if is_port else "#")
    for arm in set(kind[1]) & set("ES"):
        assert places[PORTS[arm]] == "1"
    assert PORTS["N"][1] == PORTS["S"][1]
    assert PORTS["W"][0] == PORTS["E"][0]
    # No empty place at a border, where a cell of the next tile could have it.
    inner = points(*kind)[1:-1, 1:-1]
    assert (inner == 0).sum() == (points(*kind) == 0).sum()


def test_points_are_counted_as_they_are_drawn() -> None:
    places, counts = drawing("wire", "EW"), points("wire", "EW")
    assert (counts[places == "#"] == 3).all()
    assert (counts[places == "2"] == 2).all()
    assert counts[places == "."].sum() == 0
    assert counts.dtype == np.int64
