from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from covey._native import rectangles
from covey._native.rectangles import Axis, Rule, Surface

BOX = np.array([-1.0, -1.0, 100.0, 100.0])

Found = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]


def points(seed: int, count: int, grid: int) -> tuple[NDArray[np.float64], ...]:
    x, y = np.random.default_rng(seed).integers(0, grid, (2, count)).astype(np.float64)
    return x, y


def refuse_unless_tiling(
    x: Any, y: Any, weights: Any, found: Found, box: NDArray[np.float64] = BOX
) -> None:
    """Every point is in the cell of its class and in no other; sizes are sums of weights."""
    classes, sizes, cells = found
    x_low, y_low, x_high, y_high = cells.T[:, :, None]
    inside = (x_low <= x) & (x < x_high) & (y_low <= y) & (y < y_high)
    np.testing.assert_array_equal(inside, classes == np.arange(len(cells))[:, None])
    np.testing.assert_array_equal(np.bincount(classes, weights, len(sizes)), sizes)
    areas = (cells[:, 2] - cells[:, 0]) * (cells[:, 3] - cells[:, 1])
    assert areas.sum() == pytest.approx((box[2] - box[0]) * (box[3] - box[1]))


def can_be_cut(values: NDArray[np.float64], weights: NDArray[np.int64], k: int) -> bool:
    sides = [weights[values < cut].sum() for cut in np.unique(values)]
    return any(k <= below <= weights.sum() - k for below in sides)


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.parametrize("seed", range(30))
def test_cuts_end_only_where_no_side_could_keep_k(rule: Rule, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = points(seed, int(rng.integers(1, 120)), int(rng.choice([1, 3, 10, 90])))
    weights = rng.integers(0, 5, len(x)) if seed % 2 else np.ones(len(x), dtype=np.int64)
    k = int(rng.integers(1, 12))
    found = rectangles.grow(x, y, weights, BOX, k, k, rule, Surface.FLAT)
    refuse_unless_tiling(x, y, weights, found)
    classes, sizes, _ = found
    assert len(sizes) == 1 or sizes.min() >= k
    for number in range(len(sizes)):
        members = classes == number
        for values in (x[members], y[members]):
            assert not can_be_cut(values, weights[members], k)


def smallest_cut(
    x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.int64], k: int
) -> NDArray[np.bool_] | None:
    """What is below the cut with the lightest side, the first of equal ones, by trying all."""
    best = None
    lightest = int(weights.sum())
    for values in (x, y):
        for value in np.unique(values)[1:]:
            below = values < value
            lighter = min(int(weights[below].sum()), int(weights[~below].sum()))
            if k <= lighter < lightest or (best is None and lighter >= k):
                best, lightest = below, lighter
    return best


def smallest_cuts(
    x: NDArray[np.float64], y: NDArray[np.float64], weights: NDArray[np.int64], k: int
) -> list[list[int]]:
    """The points of every class, those below a cut before those above it."""
    found, waiting = [], [np.arange(len(x))]
    while waiting:
        members = waiting.pop()
        below = smallest_cut(x[members], y[members], weights[members], k)
        if below is None:
            found.append(members.tolist())
        else:
            waiting += [members[~below], members[below]]
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_smallest_rule_takes_the_lightest_side_of_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = points(seed, int(rng.integers(1, 60)), int(rng.choice([1, 2, 5, 40])))
    kinds = np.ones(len(x)), rng.integers(0, 3, len(x)), rng.zipf(1.5, len(x))
    weights = kinds[seed % 3].astype(np.int64)
    k = int(rng.integers(1, 15))
    classes, _, _ = rectangles.grow(x, y, weights, BOX, k, k, Rule.SMALLEST, Surface.FLAT)
    found = [np.flatnonzero(classes == number).tolist() for number in range(classes.max() + 1)]
    assert found == smallest_cuts(x, y, weights, k)


def test_the_smallest_rule_looks_at_few_points_for_each_cut() -> None:
    """A look at all of them for each of 100,000 cuts takes minutes, and would be noticed."""
    x, y = np.random.default_rng(0).random((2, 200_000))
    for along in (y, np.zeros_like(y)):
        ones = np.ones(len(x), np.int64)
        sizes = rectangles.grow(x, along, ones, BOX, 2, 2, Rule.SMALLEST, Surface.FLAT)[1]
        assert sizes.max() <= 4


@pytest.mark.parametrize("axis", [Axis.X, Axis.Y])
@pytest.mark.parametrize("seed", range(30))
def test_slabs_reach_from_side_to_side_and_keep_k(axis: Axis, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = points(seed, int(rng.integers(1, 120)), int(rng.choice([1, 3, 10, 90])))
    weights = rng.integers(0, 5, len(x)) if seed % 2 else np.ones(len(x), dtype=np.int64)
    k = int(rng.integers(1, 12))
    found = rectangles.slabs(x, y, weights, BOX, k, axis)
    refuse_unless_tiling(x, y, weights, found)
    _, sizes, cells = found
    assert len(sizes) == 1 or sizes.min() >= k
    low, high = (0, 2) if axis == Axis.X else (1, 3)
    borders = np.unique(cells[:, [low, high]])
    # Every slab fills its share of the box: no cell reaches into two of them.
    assert len(borders) == len({(cell[low], cell[high]) for cell in cells.tolist()}) + 1


@pytest.mark.parametrize("count", [1, 100, 5000])
@pytest.mark.parametrize("kinds", [1, 40, 10**9])
def test_an_order_is_that_of_a_stable_sort(count: int, kinds: int) -> None:
    values = np.random.default_rng(count).integers(0, kinds, count) / 7 - 3
    order, distinct = rectangles.order_of(values)
    np.testing.assert_array_equal(order, np.argsort(values, kind="stable"))
    assert distinct == (len(np.unique(values)) == count)


def test_an_order_is_taken_as_it_is_or_refused() -> None:
    x, y = points(0, 50, 9)
    ones = np.ones(50, dtype=np.int64)
    ways: list[Callable[..., Any]] = [
        partial(rectangles.grow, x, y, ones, BOX, 3, 3, Rule.MEDIAN, Surface.FLAT, 1),
        partial(rectangles.search, x, y, ones, BOX, 3, 9, 0.5, 0.0, Surface.FLAT, 10**6, 9.0),
        partial(rectangles.slabs, x, y, ones, BOX, 3, Axis.X),
        partial(rectangles.slabs, x, y, ones, BOX, 3, Axis.Y),
    ]
    right, _ = rectangles.order_of(x)
    for way in ways:
        for found, expected in zip(way(right), way(), strict=True):
            np.testing.assert_array_equal(found, expected)
    twice = right.copy()
    twice[1] = twice[0]
    swapped = right.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    assert x[right[0]] == x[right[1]]
    outside = right.copy()
    outside[3] = 50
    others: list[Any] = [right.astype(np.int64), right[::-1]]
    for way in ways:
        for wrong in (twice, swapped, right[::-1].copy(), outside, outside - 51, right[:49]):
            with pytest.raises(ValueError, match="by_x"):
                way(wrong)
        for other in others:
            with pytest.raises(TypeError):
                way(other)
    with pytest.raises(ValueError, match="finite"):
        rectangles.order_of(np.array([0.0, np.nan]))


@pytest.mark.parametrize("rule", [Rule.PROPORTIONAL, Rule.MEDIAN])
@pytest.mark.parametrize("grid", [70, 10**9])
def test_the_answer_does_not_depend_on_the_number_of_threads(rule: Rule, grid: int) -> None:
    x, y = np.random.default_rng(0).integers(0, grid, (2, 60_000)) / grid
    weights = np.random.default_rng(1).integers(0, 3, len(x))
    alone = rectangles.grow(x, y, weights, BOX, 20, 25, rule, Surface.GLOBE, threads=1)
    for threads in (2, 5):
        many = rectangles.grow(x, y, weights, BOX, 20, 25, rule, Surface.GLOBE, threads)
        for one, other in zip(alone, many, strict=True):
            np.testing.assert_array_equal(one, other)


def guillotine_within(counts: NDArray[np.int64], k: int, cap: int) -> bool:
    """Whether cuts from side to side leave only cells within [k, cap], by trying all."""
    if k <= counts.sum() <= cap:
        return True
    return any(
        guillotine_within(one, k, cap) and guillotine_within(two, k, cap)
        for axis in (0, 1)
        for cut in range(1, counts.shape[axis])
        for one, two in [np.split(counts, [cut], axis)]
        if min(one.sum(), two.sum()) >= k
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_search_finds_only_cells_within_the_limits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 4, (3, 4))
    x, y = (axis.ravel().astype(np.float64) for axis in np.indices(counts.shape))
    weights = counts.ravel()
    k = int(rng.integers(1, 8))
    cap = k + int(rng.integers(0, 4))
    evenness = float(rng.choice([0.0, 3.0, np.inf]))
    surface = list(Surface)[seed % 2]
    found = rectangles.search(x, y, weights, BOX, k, cap, 0.5, evenness, surface, 10**6, 10.0)
    if found is not None:
        refuse_unless_tiling(x, y, weights, found)
        assert k <= found[1].min() or len(found[1]) == 1
        assert found[1].max() <= cap
        assert len(found[1]) == 1 or guillotine_within(counts, k, cap)
    elif weights.sum() <= 8 * k:
        # Few classes: of the cuts at every node, eight are tried, and here are no more than five.
        assert not guillotine_within(counts, k, cap)


def short_within(
    counts: NDArray[np.int64],
    edges: list[list[float]],
    part: tuple[int, int, int, int],
    limits: tuple[int, int, float],
) -> bool:
    """Whether cuts from side to side leave only cells within [k, cap] that are not too long."""
    i, j, u, v = part
    k, cap, longest = limits
    weight = int(counts[i:j, u:v].sum())
    sides = edges[0][j] - edges[0][i], edges[1][v] - edges[1][u]
    if weight <= cap:
        return weight >= k and max(sides) <= longest * min(sides)
    cuts = [((i, cut, u, v), (cut, j, u, v)) for cut in range(i + 1, j)]
    cuts += [((i, j, u, cut), (i, j, cut, v)) for cut in range(u + 1, v)]
    return any(all(short_within(counts, edges, side, limits) for side in both) for both in cuts)


def test_a_search_finds_cells_that_are_not_too_long_exactly_where_there_are_some() -> None:
    outcomes = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        counts = rng.integers(1, 4, (3, 4))
        x, y = (axis.ravel().astype(np.float64) for axis in np.indices(counts.shape))
        k = int(rng.integers(int(counts.sum()) // 8 + 1, 9))
        longest = float(rng.choice([1.5, 2.0, 3.0]))
        box = np.array([-0.5, -0.5, 3.0, 4.0])
        # As eight cuts are tried at every node, and here are no more than five, none is missed.
        found = rectangles.search(
            x, y, counts.ravel(), box, k, k + 3, 0.5, 1.0, Surface.FLAT, 10**6, 9.0, None, longest
        )
        edges = [[-0.5, 1.0, 2.0, 3.0], [-0.5, 1.0, 2.0, 3.0, 4.0]]
        assert (found is not None) == short_within(counts, edges, (0, 3, 0, 4), (k, k + 3, longest))
        if found is not None:
            refuse_unless_tiling(x, y, counts.ravel(), found, box)
            assert rectangles.aspects(found[2], Surface.FLAT).max() <= longest
        outcomes.add(found is not None)
    assert outcomes == {False, True}


def test_a_search_ends_with_its_effort_and_with_its_time() -> None:
    x, y = points(0, 3000, 60)
    weights = np.ones(len(x), dtype=np.int64)
    arguments = x, y, weights, BOX, 30, 45, 0.5, np.inf, Surface.FLAT
    assert rectangles.search(*arguments, 10**7, 60.0) is not None
    assert rectangles.search(*arguments, 100, 60.0) is None
    assert rectangles.search(*arguments, 10**7, 0.0) is None


@pytest.mark.parametrize("seed", range(60))
def test_cells_within_limits_are_found_exactly_where_there_are_some(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 5, (int(rng.integers(1, 6)), int(rng.integers(1, 5))))
    k = int(rng.integers(1, 9))
    cap = k + int(rng.integers(0, 5))
    found, decided = rectangles.guillotine_within(counts, k, cap, 10**9, 60.0)
    assert decided
    assert (found is not None) == (counts.sum() >= k and guillotine_within(counts, k, cap))
    if found is not None:
        covered = np.zeros_like(counts)
        for i, j, u, v in found:
            assert k <= counts[i:j, u:v].sum() <= cap
            covered[i:j, u:v] += 1
        assert (covered == 1).all()


def test_what_was_not_looked_at_is_not_decided() -> None:
    counts = np.random.default_rng(0).integers(0, 30, (40, 40))
    assert rectangles.guillotine_within(counts, 300, 303, 100, 60.0) == (None, False)
    assert rectangles.guillotine_within(counts, 300, 303, 10**9, 0.0) == (None, False)
    for wrong, message in (
        ((counts, 0, 5, 1, 1.0), "k must be 1"),
        ((counts, 5, 0, 1, 1.0), "cap must be 1"),
        ((counts, 5, 5, -1, 1.0), "looks must be 0"),
        ((counts, 5, 5, 1, -1.0), "seconds must be 0"),
        ((counts - 100, 5, 5, 1, 1.0), "0 or more"),
        ((np.zeros((0, 3), np.int64), 5, 5, 1, 1.0), "at least one row"),
        ((np.zeros((300, 300), np.int64), 5, 5, 1, 1.0), "MAX_REMEMBERED"),
        ((np.zeros((2500, 1), np.int64), 5, 5, 1, 1.0), "MAX_LINES"),
    ):
        with pytest.raises(ValueError, match=message):
            rectangles.guillotine_within(*wrong)


@pytest.mark.parametrize("count", [1, 2, 300, 1000])
@pytest.mark.parametrize("width", [0.0, 1e-320, 1.0, 1e300, 1.7e308])
def test_coordinates_of_any_width_are_sorted(count: int, width: float) -> None:
    rng = np.random.default_rng(count)
    x = rng.uniform(-1.0, 1.0, count) * width
    y = np.zeros(count)
    box = np.array([x.min(), -1.0, np.inf, 1.0])
    found = rectangles.grow(x, y, np.ones(count, np.int64), box, 1, 1, Rule.MEDIAN, Surface.FLAT)
    assert len(found[1]) == len(np.unique(x))
    # Cells are numbered from the left.
    assert (np.diff(found[0][np.argsort(x, kind="stable")]) >= 0).all()


def test_what_is_no_number_has_no_location() -> None:
    for odd in (np.nan, np.inf):
        with pytest.raises(ValueError, match="finite"):
            rectangles.merge_equal(np.array([odd]), np.array([0.0]))
        with pytest.raises(ValueError, match="finite"):
            rectangles.merge_equal(np.array([0.0]), np.array([odd]))


@pytest.mark.parametrize("count", [0, 1, 2, 31, 32, 33, 5000])
def test_equal_points_share_a_location(count: int) -> None:
    x, y = points(count, count, 40)
    x[::2] *= -1  # has a -0.0 for a 0.0 here and there
    location, first = rectangles.merge_equal(x, y)
    seen: dict[tuple[float, float], int] = {}
    expected = [seen.setdefault(point, len(seen)) for point in zip(x, y, strict=True)]
    assert location.tolist() == expected
    assert first.tolist() == [expected.index(number) for number in range(len(seen))]


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 3), (4, 2)])
@pytest.mark.parametrize("largest_counts", [True, False])
def test_no_guillotine_tiling_is_better(shape: tuple[int, int], largest_counts: bool) -> None:
    rng = np.random.default_rng(shape[0])
    for _ in range(20):
        weights = rng.integers(0, 5, shape)
        k = int(rng.integers(1, 8))
        found = rectangles.best_guillotine(weights, k, largest_counts)
        if weights.sum() < k:
            assert len(found) == 0
            continue
        sizes = [int(weights[i:j, u:v].sum()) for i, j, u, v in found]
        assert sum((j - i) * (v - u) for i, j, u, v in found) == weights.size
        squares = sum(size * size for size in sizes)
        if largest_counts:
            assert (max(sizes), squares) == min(all_costs(weights, k))
        else:
            assert squares == min(cost[1] for cost in all_costs(weights, k))


def all_costs(weights: NDArray[np.int64], k: int) -> list[tuple[int, int]]:
    """The largest cell and the sum of squares of every guillotine tiling."""
    total = int(weights.sum())
    if total < k:
        return []
    costs = {(total, total * total)}
    for axis in (0, 1):
        for cut in range(1, weights.shape[axis]):
            one, two = (all_costs(side, k) for side in np.split(weights, [cut], axis))
            costs |= {(max(a, c), b + d) for (a, b), (c, d) in itertools.product(one, two)}
    return list(costs)


def test_weights_beyond_all_squares_are_tiled_all_the_same() -> None:
    weights = np.array([[2**61, 2**61], [2**61, 2**60]])
    found = rectangles.best_guillotine(weights, 2**60, True)
    assert len(found) == 4
    with pytest.raises(ValueError, match="less than 2\\^63"):
        rectangles.best_guillotine(weights * 2, 1, True)


ONES = np.ones(3, dtype=np.int64)
SPREAD = np.array([1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("x", "y", "weights", "box", "error"),
    [
        (ONES, SPREAD, ONES, BOX, TypeError),
        (SPREAD, SPREAD, SPREAD, BOX, TypeError),
        (np.arange(6.0)[::2], SPREAD, ONES, BOX, TypeError),
        (SPREAD[None], SPREAD, ONES, BOX, TypeError),
        (None, SPREAD, ONES, BOX, TypeError),
        (SPREAD, SPREAD[:2], ONES, BOX, ValueError),
        (SPREAD, SPREAD, ONES[:2], BOX, ValueError),
        (SPREAD, SPREAD, ONES, BOX[:3], ValueError),
        (SPREAD, SPREAD, -ONES, BOX, ValueError),
        (SPREAD, SPREAD, ONES * 2**62, BOX, ValueError),
        (SPREAD * np.nan, SPREAD, ONES, BOX, ValueError),
        (SPREAD, SPREAD * np.inf, ONES, BOX, ValueError),
        (SPREAD[:0], SPREAD[:0], ONES[:0], BOX, ValueError),
    ],
)
def test_locations_that_are_none_are_refused(
    x: Any, y: Any, weights: Any, box: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        rectangles.grow(x, y, weights, box, 1, 1, Rule.MEDIAN, Surface.FLAT)
    with pytest.raises(error):
        rectangles.search(x, y, weights, box, 1, 1, 0.5, 1.0, Surface.FLAT, 1000, 1.0)
    with pytest.raises(error):
        rectangles.slabs(x, y, weights, box, 1, Axis.X)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"k": 0}, "k must be 1 or more; given: 0"),
        ({"cap": -1}, "cap must be 1 or more; given: -1"),
        ({"aim": 1.5}, "aim must be from 0 to 1"),
        ({"aim": float("nan")}, "aim must be from 0 to 1"),
        ({"evenness": -1.0}, "evenness must be 0 or more"),
        ({"evenness": float("nan")}, "evenness must be 0 or more"),
        ({"effort": -1}, "effort must be 0 or more"),
        ({"longest": 0.5}, "longest must be 1 or more"),
        ({"longest": float("nan")}, "longest must be 1 or more"),
        ({"seconds": float("nan")}, "seconds must be 0 or more"),
    ],
)
def test_a_search_refuses_limits_that_are_none(changed: dict[str, Any], message: str) -> None:
    limits: dict[str, Any] = {
        "k": 1,
        "cap": 1,
        "aim": 0.5,
        "evenness": 1.0,
        "surface": Surface.FLAT,
        "effort": 10,
        "seconds": 1.0,
    }
    with pytest.raises(ValueError, match=message):
        rectangles.search(SPREAD, SPREAD, ONES, BOX, **(limits | changed))


def test_growing_refuses_limits_that_are_none() -> None:
    for k, cap, threads in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        with pytest.raises(ValueError, match="must be 1 or more; given: 0"):
            rectangles.grow(SPREAD, SPREAD, ONES, BOX, k, cap, Rule.MEDIAN, Surface.FLAT, threads)
    with pytest.raises(TypeError):
        rectangles.grow(SPREAD, SPREAD, ONES, BOX, 1, 1, 7, Surface.FLAT)  # type: ignore[arg-type]


def test_the_largest_numbers_do_not_overflow() -> None:
    weights = np.array([2**61, 2**62, 2**61 - 1])
    largest = 2**63 - 1
    for rule in Rule:
        for k, cap in ((1, 1), (1, largest), (largest, largest), (2**61 - 1, 2**62)):
            _, sizes, _ = rectangles.grow(SPREAD, SPREAD, weights, BOX, k, cap, rule, Surface.FLAT)
            assert sum(sizes.tolist()) == sum(weights.tolist())
    for k in (1, 2**61 - 1, largest):
        _, sizes, _ = rectangles.slabs(SPREAD, SPREAD, weights, BOX, k, Axis.X)
        assert sum(sizes.tolist()) == sum(weights.tolist())
    with pytest.raises(ValueError, match="k must be 1 or more; given: 0"):
        rectangles.slabs(SPREAD, SPREAD, weights, BOX, 0, Axis.Y)
    found = rectangles.search(
        SPREAD, SPREAD, weights, BOX, 1, 2**62, 1.0, 1e300, Surface.GLOBE, 2**62, np.inf
    )
    assert found is not None


@pytest.mark.parametrize("latitude", [0.0, 30.0, 60.0, -60.0, 90.0, 1e9])
def test_degrees_of_longitude_shrink_with_the_latitude(latitude: float) -> None:
    cell = np.array([[10.0, latitude - 1, 14.0, latitude + 1]])
    (flat,) = rectangles.half_perimeters(cell, Surface.FLAT)
    (globe,) = rectangles.half_perimeters(cell, Surface.GLOBE)
    assert flat == 6
    shrunk = max(0.0, np.cos(np.radians(min(abs(latitude), 90.0))))
    assert globe == pytest.approx(2 + 4 * shrunk, abs=0.01)


@pytest.mark.parametrize(
    "box", [[np.nan, 0, 9, 9], [0, np.nan, 9, 9], [0, 0, 9, np.nan], [9, 0, 0, 9], [0, 9, 9, 0]]
)
def test_a_box_that_is_none_is_not_cut(box: list[float]) -> None:
    x, y = points(0, 9, 9)
    given = x, y, np.ones(9, dtype=np.int64), np.array(box, dtype=np.float64), 2
    calls: list[Callable[[], Any]] = [
        lambda: rectangles.grow(*given, 9, Rule.MEDIAN, Surface.FLAT),
        lambda: rectangles.search(*given, 9, 0.5, 0.0, Surface.FLAT, 9, 9.0),
        lambda: rectangles.slabs(*given, Axis.X),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="box must be"):
            call()


@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_a_cell_that_is_none_has_no_perimeter(odd: float) -> None:
    with pytest.raises(ValueError, match="cells must be finite"):
        rectangles.half_perimeters(np.array([[0.0, 0.0, odd, 1.0]]), Surface.FLAT)
    with pytest.raises(ValueError, match="cells must be finite"):
        rectangles.aspects(np.array([[0.0, 0.0, odd, 1.0]]), Surface.FLAT)


def test_aspects_are_by_real_distances_and_infinite_without_an_area() -> None:
    cells = np.array([[0.0, 59.0, 1.0, 61.0], [0.0, 0.0, 3.0, 0.0], [2.0, 2.0, 2.0, 2.0]])
    np.testing.assert_array_equal(rectangles.aspects(cells, Surface.FLAT), [2.0, np.inf, 1.0])
    assert rectangles.aspects(cells, Surface.GLOBE)[0] == pytest.approx(4.0, rel=0.01)


def test_checks_refuse_arrays_that_do_not_belong_together() -> None:
    cells = BOX[None]
    classes = np.zeros(3, dtype=np.int32)
    assert rectangles.all_inside(SPREAD, SPREAD, classes, cells)
    for wrong in (classes + 1, classes - 1):
        with pytest.raises(ValueError, match="classes must be from 0 to 0"):
            rectangles.all_inside(SPREAD, SPREAD, wrong, cells)
    with pytest.raises(ValueError, match="classes must have 3"):
        rectangles.all_inside(SPREAD, SPREAD, classes[:2], cells)
    with pytest.raises(ValueError, match="4 columns"):
        rectangles.all_inside(SPREAD, SPREAD, classes, cells[:, :3].copy())
    with pytest.raises(TypeError):
        rectangles.tiles(cells[:, ::2], BOX)
    with pytest.raises(ValueError, match="box must have 4"):
        rectangles.tiles(cells, BOX[:2])
    assert not rectangles.tiles(cells * np.nan, BOX)
    assert not rectangles.tiles(cells[:0], BOX)


def test_grids_that_are_too_large_or_empty_are_refused() -> None:
    for shape in ((0, 3), (3, 0), (5_000_000, 1), (100, 100)):
        with pytest.raises(ValueError, match="weights must"):
            rectangles.best_guillotine(np.zeros(shape, dtype=np.int64), 1, True)
    with pytest.raises(ValueError, match="0 or more"):
        rectangles.best_guillotine(np.full((2, 2), -1), 1, True)


@pytest.mark.parametrize(
    ("low", "high"), [(-np.inf, 1.0), (np.nan, 1.0), (1.0, np.inf), (2.0, 1.0), (1e308, 1.7e308)]
)
def test_any_two_numbers_have_an_answer(low: float, high: float) -> None:
    assert rectangles.round_between(low, high) <= high
