from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from covey._native import maps

Arguments = dict[str, Any]


def outlines_of(lines: list[NDArray[np.float64]]) -> Arguments:
    """All pairs of lines, each an area of its own, with the whole plane for a window."""
    segments = [np.column_stack([line[:-1], line[1:]]) for line in lines]
    first, second = np.triu_indices(len(lines), 1)
    count = len(first)
    return {
        "pairs": np.column_stack([first, second]),
        "reach": np.full(count, 0.1),
        "stretch": np.ones(count),
        "windows": np.tile([-50.0, -50.0, 50.0, 50.0], (count, 1)),
        "starts": np.concatenate([[0], np.cumsum([len(each) for each in segments])]),
        "segments": np.concatenate(segments),
    }


def drawn(seed: int, count: int = 6) -> list[NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    return [np.cumsum(rng.normal(0, 0.1, (40, 2)), axis=0) for _ in range(count)]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("tall", [False, True])
def test_lengths_within_reach_are_those_that_shapely_measures(seed: int, tall: bool) -> None:
    lines = drawn(seed)
    given = outlines_of(lines)
    if tall:
        given["windows"] = given["windows"] * [1, 2, 1, 2]
    lengths, meet = maps.beside(**given)
    shapes = [shapely.LineString(line) for line in lines]
    for (a, b), length, close in zip(given["pairs"], lengths, meet, strict=True):
        there, back = (
            one.intersection(two.buffer(0.1, quad_segs=200)).length
            for one, two in ((shapes[a], shapes[b]), (shapes[b], shapes[a]))
        )
        assert length == pytest.approx((there + back) / 2, rel=1e-3, abs=1e-3)
        assert close == (shapes[a].distance(shapes[b]) <= 0.1)


def test_a_unit_of_x_can_have_another_length() -> None:
    lines = drawn(1)
    given = outlines_of(lines)
    narrow = outlines_of([line / [4, 1] for line in lines])
    narrow["stretch"] = narrow["stretch"] * 4
    (lengths, meet), (same, meet_too) = maps.beside(**given), maps.beside(**narrow)
    assert lengths.tolist() == pytest.approx(same.tolist())
    assert meet.tolist() == meet_too.tolist()


def test_what_is_outside_the_window_does_not_count() -> None:
    given = outlines_of([np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 0.05], [1.0, 0.05]])])
    assert maps.beside(**given)[0].tolist() == pytest.approx([1.0])
    lengths, meet = maps.beside(**given | {"windows": np.array([[2.0, -1.0, 3.0, 1.0]])})
    assert (lengths.tolist(), meet.tolist()) == ([0.0], [False])


def test_the_answer_does_not_depend_on_the_number_of_threads() -> None:
    given = outlines_of(drawn(3, count=30))
    alone = maps.beside(**given, threads=1)
    for threads in (2, 5):
        for one, other in zip(alone, maps.beside(**given, threads=threads), strict=True):
            np.testing.assert_array_equal(one, other)


def test_no_pairs_and_no_segments() -> None:
    given = outlines_of(drawn(0))
    nothing = given | {name: given[name][:0] for name in ("pairs", "reach", "stretch", "windows")}
    assert [len(found) for found in maps.beside(**nothing)] == [0, 0]
    bare = given | {"segments": given["segments"][:0], "starts": given["starts"] * 0}
    lengths, meet = maps.beside(**bare)
    assert not lengths.any()
    assert not meet.any()


@pytest.mark.parametrize(
    ("name", "change", "error"),
    [
        ("pairs", lambda a: a + 100, ValueError),
        ("pairs", lambda a: a - 1, ValueError),
        ("pairs", lambda a: a.astype(np.int32), TypeError),
        ("pairs", lambda a: a[:, :1].copy(), ValueError),
        ("pairs", lambda a: a.T, TypeError),
        ("reach", lambda a: a[1:], ValueError),
        ("reach", lambda a: a * np.nan, ValueError),
        ("stretch", lambda a: a * 0, ValueError),
        ("stretch", lambda a: a * np.inf, ValueError),
        ("stretch", lambda a: a[1:], ValueError),
        ("windows", lambda a: a[1:], ValueError),
        ("windows", lambda a: a[:, :3].copy(), ValueError),
        ("windows", lambda a: a * np.nan, ValueError),
        ("starts", lambda a: a[:0], ValueError),
        ("starts", lambda a: a + 1, ValueError),
        ("starts", lambda a: a[::-1].copy(), ValueError),
        ("segments", lambda a: a[1:], ValueError),
        ("segments", lambda a: a[:, :2].copy(), ValueError),
        ("segments", lambda a: a.ravel(), TypeError),
        ("segments", lambda a: a * np.inf, ValueError),
    ],
)
def test_arrays_that_do_not_belong_together_are_refused(
    name: str, change: Any, error: type[Exception]
) -> None:
    given = outlines_of(drawn(0))
    with pytest.raises(error):
        maps.beside(**given | {name: change(given[name])})


def test_numbers_next_to_the_largest_do_not_crash() -> None:
    given = outlines_of(drawn(0))
    for name in ("segments", "windows", "reach", "stretch"):
        lengths, _ = maps.beside(**given | {name: given[name] * 1e300})
        assert len(lengths) == len(given["pairs"])


def test_threads_are_one_or_more() -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more; given: 0"):
        maps.beside(**outlines_of(drawn(0)), threads=0)
