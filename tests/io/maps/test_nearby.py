"""Outlines beside each other: two ways to measure, against each other and against shapely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from covey._native import maps
from covey.io.maps.borders import build_borders
from covey.io.maps.nearby import Nearby, by_loop, by_numpy, without_compiled_loops
from covey.io.maps.outlines import Outlines

REACH = 0.1
WAYS = pytest.mark.parametrize("measured", [by_loop, by_numpy])
Measured = Callable[[Nearby], tuple[NDArray[np.float64], NDArray[np.bool_]]]


def nearby(lines: list[NDArray[np.float64]], stretch: float = 1.0) -> Nearby:
    """All pairs of lines, each an area of its own."""
    segments = [np.column_stack([line[:-1], line[1:]]) for line in lines]
    areas = np.repeat(np.arange(len(lines)), [len(each) for each in segments])
    pairs = np.column_stack(np.triu_indices(len(lines), 1)).astype(np.int64)
    return Nearby(
        Outlines(len(lines), areas, np.concatenate(segments)),
        pairs,
        np.full(len(pairs), REACH),
        np.full(len(pairs), stretch),
        np.tile([REACH / stretch, REACH], (len(lines), 1)),
    )


def drawn(seed: int, count: int = 6) -> list[NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    return [np.cumsum(rng.normal(0, 0.1, (40, 2)), axis=0) for _ in range(count)]


@WAYS
@pytest.mark.parametrize("seed", range(4))
def test_lengths_within_reach_are_those_that_shapely_measures(
    measured: Measured, seed: int
) -> None:
    lines = drawn(seed)
    given = nearby(lines)
    lengths, meet = measured(given)
    shapes = [shapely.LineString(line) for line in lines]
    for (a, b), length, close in zip(given.pairs, lengths, meet, strict=True):
        there, back = (
            one.intersection(two.buffer(REACH, quad_segs=200)).length
            for one, two in ((shapes[a], shapes[b]), (shapes[b], shapes[a]))
        )
        assert length == pytest.approx((there + back) / 2, rel=1e-3, abs=1e-3)
        assert close == (shapes[a].distance(shapes[b]) <= REACH)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("stretch", [1.0, 0.3])
def test_both_ways_find_the_same(seed: int, stretch: float) -> None:
    given = nearby(drawn(seed, 12), stretch)
    (loop, meet), (plain, meet_too) = by_loop(given), by_numpy(given)
    assert loop.any()
    np.testing.assert_allclose(plain, loop, rtol=1e-9, atol=1e-12)
    assert meet.tolist() == meet_too.tolist()


@WAYS
def test_a_longer_line_is_beside_a_shorter_one_up_to_its_reach(measured: Measured) -> None:
    short, long = [[0.0, 0.0], [1.0, 0.0]], [[0.0, 0.05], [2.0, 0.05]]
    (length,), (meet,) = measured(nearby([np.array(short), np.array(long)]))
    beyond = np.sqrt(REACH**2 - 0.05**2)
    assert length == pytest.approx((1 + (1 + beyond)) / 2)
    assert meet


@WAYS
def test_no_pairs_and_no_neighbours(measured: Measured) -> None:
    given = nearby(drawn(0, 1))
    assert [len(found) for found in measured(given)] == [0, 0]
    far = nearby([np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 9.0], [1.0, 9.0]])])
    assert [found.tolist() for found in measured(far)] == [[0.0], [False]]


@pytest.mark.parametrize("at_a_time", [1, 50, 5_000])
def test_few_pairs_are_compared_at_a_time(at_a_time: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = nearby(drawn(0, 12))
    expected, _ = by_numpy(given)
    monkeypatch.setattr("covey.io.maps.nearby.AT_A_TIME", at_a_time)
    monkeypatch.setattr("covey.io.maps.nearby.FIRST", 2)
    found_at_once = []
    query = shapely.STRtree.query

    def counted(tree: Any, boxes: Any) -> Any:
        found = query(tree, boxes)
        found_at_once.append(len(found[0]))
        return found

    monkeypatch.setattr(shapely.STRtree, "query", counted)
    found, _ = by_numpy(given)
    np.testing.assert_allclose(found, expected)
    # A block is at most four times as long as the one before.
    assert len(found_at_once) > 1
    assert max(found_at_once) <= 8 * max(at_a_time, 100)


def test_inside_of_the_block_nothing_compiled_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    squares = np.array([shapely.box(x, 0, x + 0.999, 1) for x in range(3)], dtype=object)
    expected = build_borders(squares, tolerance=0.01)

    def refused(*given: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(maps, "beside", refused)
    with pytest.raises(AssertionError):
        build_borders(squares, tolerance=0.01)
    with without_compiled_loops():
        found = build_borders(squares, tolerance=0.01)
    assert found.edges.tolist() == expected.edges.tolist() == [[0, 1], [1, 2]]
    np.testing.assert_allclose(found.lengths, expected.lengths)
