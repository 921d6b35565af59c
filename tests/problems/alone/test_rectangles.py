from __future__ import annotations

import numpy as np

from covey.problems.alone.rectangles import Tiles


def test_rectangles_of_a_pinwheel_are_merged_all_at_once() -> None:
    pinwheel = np.array(
        [[0, 0, 2, 1], [2, 0, 3, 2], [1, 2, 3, 3], [0, 1, 1, 3], [1, 1, 2, 2]], dtype=float
    )
    tiles = Tiles(pinwheel)
    assert list(tiles.unions(4)) == [(0, 1, 2, 3, 4)]


def test_rectangles_side_by_side_are_merged_alone() -> None:
    quarters = np.array([[0, 0, 1, 1], [1, 0, 2, 1], [0, 1, 1, 2], [1, 1, 2, 2]], dtype=float)
    tiles = Tiles(quarters)
    assert list(tiles.unions(0)) == [(0, 1), (0, 2)]
    tiles.merge((0, 1), 4)
    assert list(tiles.unions(4)) == [(2, 3, 4)]
