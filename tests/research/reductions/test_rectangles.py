"""Hard instances of rectangles: tiles by exhaustive search, whole lattices by exact cover."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey import InvalidInput
from covey.problems.rectangles.grid import Grid
from covey.problems.rectangles.problem import RectangleSolution
from covey.research.hard_problems.known import draw_source
from covey.research.hard_problems.layout import STEPS, Tile
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.reductions.rectangles import HardRectangles, lattice
from covey.research.reductions.tiles import PORTS, SIZE, tiling
from tests.effort import spread
from tests.research.hard_problems import instances
from tests.research.hard_problems.exact_cover import exact_cover

MOST = 8
"""Places of a rectangle of three points: no more, by the assertion below."""


def rectangles_of_three(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """All of them: first row, first column, the row below the last one, the column right of it."""
    height, width = weights.shape
    found = np.empty((4 * weights.size, 4), dtype=np.int64)
    count = 0
    for top in range(height):
        for left in range(width):
            most = width
            for bottom in range(top + 1, height + 1):
                if weights[top:bottom, left].sum() > 3:
                    break
                for right in range(left + 1, most + 1):
                    weight = weights[top:bottom, left:right].sum()
                    if weight > 3:
                        most = right
                        break
                    if weight == 3:
                        found[count] = (top, left, bottom, right)
                        count += 1
    return found[:count]


def cover(weights: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Rectangles of three points that tile the lattice, or None if that cannot be."""
    found = rectangles_of_three(weights)
    width = weights.shape[1]
    sets = np.full((len(found), MOST), -1, dtype=np.int64)
    wide, tall = found[:, 3] - found[:, 1], found[:, 2] - found[:, 0]
    assert (wide * tall).max() <= MOST
    for down in range(int(tall.max())):
        for right in range(int(wide.max())):
            inside = (down < tall) & (right < wide)
            place = (found[:, 0] + down) * width + found[:, 1] + right
            sets[inside, (down * wide + right)[inside]] = place[inside]
    chosen = exact_cover(sets, weights.size)
    return None if chosen is None else found[chosen]


@pytest.mark.parametrize("tile", instances.TILES, ids=lambda tile: f"{tile.kind} {tile.arms}")
def test_a_tile_has_exactly_its_states(tile: Tile) -> None:
    """With each wire's far end left to it (it faces outwards) or blocked (it faces inwards)."""
    layout = instances.alone(tile)
    places, weights = lattice(layout)
    ends = {}
    for arm in tile.arms:
        row, column = SIZE * (1 + STEPS[arm][0]), SIZE * (1 + STEPS[arm][1])
        part = places[row : row + SIZE, column : column + SIZE]
        ((down, right),) = np.argwhere(part == "o")
        ends[arm] = (row + down, column + right)
    found = set()
    for inward in instances.all_states(tile):
        changed = weights.copy()
        for arm in inward:
            changed[ends[arm]] = 3
        if cover(changed) is not None:
            found.add(inward)
        assert (tiling(tile.kind, tile.arms, inward) is not None) == (inward in tile.states)
    assert found == tile.states


def test_only_wires_reach_across_borders() -> None:
    """So that the states of the tiles are all that there is to a lattice."""
    for seed in range(4):
        source = draw_source(ThreeDimensionalMatching, 4, 9, seed).source
        hard = HardRectangles.from_matching(source)
        _, weights = lattice(hard.layout)
        found = rectangles_of_three(weights)
        first, last = found[:, :2] // SIZE, (found[:, 2:] - 1) // SIZE
        across = {tuple(rectangle) for rectangle in found[(first != last).any(axis=1)].tolist()}
        expected = set()
        for (row, column), tile in hard.layout.tiles.items():
            for arm in set(tile.arms) & set("NW"):
                pair = SIZE * row + PORTS[arm][0], SIZE * column + PORTS[arm][1]
                down, right = STEPS[arm]
                expected.add((pair[0] + down, pair[1] + right, pair[0] + 1, pair[1] + 1))
        assert across == expected


@pytest.mark.parametrize("shard", spread(range(instances.SHARDS), quick=2))
def test_the_points_can_be_tiled_by_threes_exactly_if_there_is_a_matching(shard: int) -> None:
    yes = no = 0
    for known in instances.instances(shard):
        hard = HardRectangles.from_matching(known.source)
        # The count does not tell yes from no.
        assert hard.problem.total % 3 == 0
        _, weights = lattice(hard.layout)
        threes = cover(weights)
        assert (threes is not None) == (known.answer is not None)
        if threes is None:
            no += 1
            continue
        yes += 1
        # The tiling that was found, which knows nothing of tiles, tells a matching.
        known.source.check(hard.answer(as_solution(hard, threes)))
        # A matching gives a tiling, and that the same matching.
        assert known.answer is not None
        solution = hard.solution(known.answer)
        assert solution.sizes.max() == solution.sizes.min() == 3
        assert hard.answer(solution) == known.answer
    assert yes + no >= instances.AT_LEAST / instances.SHARDS
    assert min(yes, no) >= 0.3 * (yes + no)


def as_solution(hard: HardRectangles, found: NDArray[np.int64]) -> RectangleSolution:
    """Rectangles of the lattice as cells of the problem, which check() then looks at."""
    height, width = hard.drawing.shape
    numbers = np.empty((height, width), dtype=np.int32)
    for number, (top, left, bottom, right) in enumerate(found.tolist()):
        numbers[top:bottom, left:right] = number
    x_low, y_low, x_high, y_high = hard.problem.box
    cells = np.empty((len(found), 4))
    cells[:, 0] = np.where(found[:, 1] == 0, x_low, found[:, 1] - 0.5)
    cells[:, 1] = np.where(found[:, 2] == height, y_low, height - 0.5 - found[:, 2])
    cells[:, 2] = np.where(found[:, 3] == width, x_high, found[:, 3] - 0.5)
    cells[:, 3] = np.where(found[:, 0] == 0, y_high, height - 0.5 - found[:, 0])
    classes = numbers[height - 1 - hard.problem.y.astype(int), hard.problem.x.astype(int)]
    return RectangleSolution(classes, np.full(len(found), 3), cells)


def test_the_lattice_is_the_grid_of_the_problem() -> None:
    """Every row and every column has a point, so that cuts matter only between places."""
    hard = HardRectangles.from_matching(draw_source(ThreeDimensionalMatching, 3, 6, seed=5).source)
    grid = Grid(hard.problem)
    assert (len(grid.ys), len(grid.xs)) == hard.drawing.shape
    assert np.array_equal(grid.xs, np.arange(hard.drawing.shape[1]))
    assert (hard.problem.k, hard.yes, hard.no) == (3, 3, 4)
    empty = hard.locations < 0
    assert empty.sum() == len(hard.layout.tuples)
    assert set(hard.drawing[empty]) == {"."}


def test_covey_s_cuts_find_nothing_better() -> None:
    for wanted in ("yes", "no"):
        known = draw_source(ThreeDimensionalMatching, 2, 3, seed=1, wanted=wanted)
        hard = HardRectangles.from_matching(known.source)
        result = covey.solve(hard.problem, stop=covey.Stop(seconds=1))
        least = hard.yes if wanted == "yes" else hard.no
        assert result.cost >= least
        assert result.lower_bound <= hard.no


def test_a_larger_cell_tells_nothing() -> None:
    hard = HardRectangles.from_matching(ThreeDimensionalMatching(1, [(0, 0, 0)]))
    whole = np.array([hard.problem.box])
    classes = np.zeros(len(hard.problem.weights), dtype=np.int32)
    one = RectangleSolution(classes, np.array([hard.problem.total]), whole)
    with pytest.raises(InvalidInput, match="tells a solution"):
        hard.answer(one)


def test_what_is_no_matching_gives_no_tiling() -> None:
    hard = HardRectangles.from_matching(ThreeDimensionalMatching(2, [(0, 0, 0), (1, 1, 0)]))
    with pytest.raises(InvalidInput, match="A matching is"):
        hard.solution((0, 1))
