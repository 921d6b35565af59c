"""What is measured while somebody watches, and what is not."""

from __future__ import annotations

import time

from covey.core.progress import Pieces, is_watched, measured, of_time, share, watching


def test_nothing_is_measured_unless_somebody_watches() -> None:
    asked = []
    with measured(lambda: asked.append(1) or 0.5):  # type: ignore[func-returns-value]
        assert share() is None
        assert not is_watched()
    assert asked == []


def test_the_innermost_piece_of_work_that_knows_its_share_is_shown() -> None:
    with watching():
        assert share() is None
        with measured(lambda: 0.25):
            assert share() == 0.25
            with measured(lambda: None):
                assert share() == 0.25
            with measured(lambda: 0.75):
                assert share() == 0.75
            assert share() == 0.25
        assert share() is None


def test_a_share_is_from_0_to_1() -> None:
    with watching(), measured(lambda: 7.0):
        assert share() == 1.0
    with watching(), measured(lambda: -1.0):
        assert share() == 0.0


def test_a_time_limit_is_a_measure() -> None:
    assert of_time(None)() is None
    assert of_time(0)() is None
    measure = of_time(0.02)
    time.sleep(0.01)
    found = measure()
    assert found is not None
    assert found >= 0.5


def test_what_is_done_of_a_piece_is_a_share_of_the_piece() -> None:
    pieces = Pieces(4)
    with watching(), measured(pieces):
        assert share() == 0.0
        pieces.done = 1
        with measured(lambda: 0.5):
            assert share() == 1.5 / 4
        with measured(lambda: 9.0):
            assert share() == 0.5
        pieces.done = 4
        assert share() == 1.0
    with watching(), measured(lambda: 0.25), measured(Pieces(0)):
        assert share() == 0.25


def test_equal_pieces_are_told_apart() -> None:
    outer, inner = Pieces(4), Pieces(4)
    with watching(), measured(outer):
        with measured(inner):
            pass
        outer.done = 2
        assert share() == 0.5
