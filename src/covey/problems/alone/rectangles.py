"""Points alone: rectangles that tile a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.problems.alone.kind import OwnKind, classes_of, led, sizes_of
from covey.problems.alone.unions import Group, Unions
from covey.problems.cells.axes import Axis, PlaceAxis
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import PlaceSets, Sets
from covey.problems.cells.single import rectangle_sets
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution


class RectangleKind(OwnKind[RectangleProblem]):
    def axis(self, items: NDArray[np.int64]) -> Axis:
        xs, x = np.unique(self.problem.x, return_inverse=True)
        ys, y = np.unique(self.problem.y, return_inverse=True)
        return PlaceAxis(x[items], y[items], xs, ys)

    def sets_of(self, own: Grouping) -> Sets:
        assert isinstance(own, RectangleSolution)
        return rectangle_sets(own.cells, np.unique(self.problem.x), np.unique(self.problem.y))

    def turned_back(self, found: CellSolution) -> Grouping:
        """The cells tile the box: they meet between the same two neighbouring coordinates."""
        from covey.problems.rectangles.plane import round_numbers

        (sets,) = found.sets
        assert isinstance(sets, PlaceSets)
        (xs, x), (ys, y) = (
            np.unique(v, return_inverse=True) for v in (self.problem.x, self.problem.y)
        )
        x_low, y_low, x_high, y_high = self.problem.box

        def borders(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
            return np.array([low, *round_numbers(values[:-1], values[1:]), high])

        # Border r lies below the coordinate of rank r: one more border than there are coordinates.
        across, up = borders(xs, x_low, x_high), borders(ys, y_low, y_high)
        own = sets.of_class
        cells = np.column_stack(
            [
                across[sets.x_low[own]],
                up[sets.y_low[own]],
                across[sets.x_high[own] + 1],
                up[sets.y_high[own] + 1],
            ]
        )
        return RectangleSolution(led(found, x, y), found.sizes.copy(), cells)

    def unions(self, own: Grouping) -> Unions:
        assert isinstance(own, RectangleSolution)
        return Tiles(own.cells)

    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        assert isinstance(own, RectangleSolution)
        boxes = np.array([_box_around(own.cells[list(group)]) for group in groups])
        return RectangleSolution(classes_of(own, groups), sizes_of(own, groups), boxes)

    def with_weights(self, weights: NDArray[np.int64], k: int) -> RectangleProblem:
        own = self.problem
        return RectangleProblem(own.x, own.y, k, weights, own.objective, globe=own.globe)


class Tiles:
    """Rectangles that tile a box. A rectangle and a neighbour are merged with all that lie in the
    box around both, and in the box around these, and so on: the whole is a rectangle again."""

    def __init__(self, boxes: NDArray[np.float64]) -> None:
        self._boxes = dict(enumerate(boxes))

    def unions(self, number: int) -> Iterator[Group]:
        numbers = np.array(list(self._boxes))
        boxes = np.array(list(self._boxes.values()))
        own = self._boxes[number]
        # How far both overlap along each axis: 0 if they touch, less if they are apart.
        wide = np.minimum(boxes[:, 2], own[2]) - np.maximum(boxes[:, 0], own[0])
        high = np.minimum(boxes[:, 3], own[3]) - np.maximum(boxes[:, 1], own[1])
        # Rectangles that touch in a corner only are no neighbours.
        beside = (wide >= 0) & (high >= 0) & ((wide > 0) | (high > 0)) & (numbers != number)
        found = {self._closed(boxes, numbers, own, boxes[at]) for at in np.flatnonzero(beside)}
        return iter(sorted(found))

    @staticmethod
    def _closed(
        boxes: NDArray[np.float64],
        numbers: NDArray[np.int64],
        one: NDArray[np.float64],
        other: NDArray[np.float64],
    ) -> Group:
        around = _box_around(np.stack([one, other]))
        while True:
            # All that overlap the box around, which then has to hold each of them as a whole.
            inside = (boxes[:, :2] < around[2:]).all(axis=1) & (boxes[:, 2:] > around[:2]).all(1)
            larger = _box_around(boxes[inside])
            if np.array_equal(larger, around):
                return tuple(numbers[inside].tolist())
            around = larger

    def merge(self, group: Group, union: int) -> None:
        self._boxes[union] = _box_around(np.stack([self._boxes.pop(each) for each in group]))


def _box_around(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)])
