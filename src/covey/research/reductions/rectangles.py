"""Hard instances of rectangles: 3-Dimensional Matching as points on a lattice.

From Du, Eppstein, Goodrich, Lueker, section "Generalizing GPS-Coordinates is Hard": k is 3, and
cells of 3 points that tile the plane exist if, and only if, a matching does.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError
from covey.core.grouping import Grouping
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.research.hard_problems.layout import Arrows, Place, TileLayout, build_layout
from covey.research.hard_problems.matching import Matching, ThreeDimensionalMatching
from covey.research.hard_problems.reduction import Reduction
from covey.research.reductions.tiles import PORTS, SIZE, drawing, points, reaches_out, tiling


@dataclass(frozen=True, eq=False)
class HardRectangles(Reduction):
    """``drawing[row, column]`` is the place of the lattice as the tiles draw it, from the top left;
    ``locations`` has the number of its location, -1 where there is no point."""

    source_kinds: ClassVar[tuple[str, ...]] = (ThreeDimensionalMatching.name,)

    source: ThreeDimensionalMatching
    problem: RectangleProblem
    layout: TileLayout
    drawing: NDArray[np.str_]
    locations: NDArray[np.int64]

    @classmethod
    def from_matching(cls, source: ThreeDimensionalMatching) -> HardRectangles:
        """Yes: cells of 3. No: some cell has at least 4, a gap of 4/3.

        The number of points is a multiple of 3. Anyone who tiles with that third of rectangles so
        that none has more than 3 points has given 3 to each: the gap is that of RTILE as well.

        >>> hard = HardRectangles.from_matching(ThreeDimensionalMatching(1, [(0, 0, 0)]))
        >>> hard.problem.description
        '799 locations, 2,313 records'
        >>> hard.solution((0,)).sizes.max()
        np.int64(3)
        """
        layout = build_layout(source)
        places, weights = lattice(layout)
        rows, columns = np.nonzero(weights)
        locations = np.full(places.shape, -1, dtype=np.int64)
        locations[rows, columns] = np.arange(len(rows))
        # Rows count downwards, y upwards.
        problem = RectangleProblem(columns, len(places) - 1 - rows, 3, weights[rows, columns])
        return cls(
            source=source,
            problem=problem,
            yes=3,
            no=4,
            layout=layout,
            drawing=places,
            locations=locations,
        )

    def _to_solution(self, answer: Matching) -> Grouping:
        height, width = self.drawing.shape
        numbers = np.full(self.drawing.shape, -1, dtype=np.int32)
        bounds = self._rectangles(self.layout.arrows(answer))
        for number, (top, left, bottom, right) in enumerate(bounds):
            numbers[top:bottom, left:right] = number
        # A place of no tile is a cell of its own.
        others = np.argwhere(numbers < 0)
        numbers[numbers < 0] = len(bounds) + np.arange(len(others))
        x_low, y_low, x_high, y_high = self.problem.box
        # Cells meet half-way between places; the outermost reach to the box of the problem.
        x = np.array([x_low, *np.arange(1, width) - 0.5, x_high])
        y = np.array([y_high, *np.arange(height - 1, 0, -1) - 0.5, y_low])
        top, left, bottom, right = np.concatenate([bounds, np.hstack([others, others + 1])]).T
        cells = np.column_stack([x[left], y[bottom], x[right], y[top]])
        classes = numbers[self.locations >= 0]
        sizes = np.zeros(len(cells), dtype=np.int64)
        np.add.at(sizes, classes, self.problem.weights)
        return RectangleSolution(classes, sizes, cells)

    def _rectangles(self, arrows: Arrows) -> list[tuple[int, int, int, int]]:
        """The cells of all tiles, and those across their borders."""
        found = []
        for place, tile in self.layout.tiles.items():
            inward = frozenset(arm for arm in tile.arms if arrows[place, arm])
            inside = tiling(tile.kind, tile.arms, inward)
            if inside is None:
                raise InternalError(f"The tile at {place} has no state {sorted(inward)}.")
            row, column = SIZE * place[0], SIZE * place[1]
            found += [(row + a, column + b, row + c, column + d) for a, b, c, d in inside]
            # Only north and west: the cell across a border is counted by the tile that has its
            # pair.
            for arm, (down, right) in (("N", (1, 0)), ("W", (0, 1))):
                if arm in tile.arms and reaches_out(arm, arm in inward):
                    pair_row, pair_column = row + PORTS[arm][0], column + PORTS[arm][1]
                    single = (pair_row - down, pair_column - right)
                    found.append((*single, pair_row + 1, pair_column + 1))
        return found

    def _to_answer(self, solution: Grouping) -> Matching:
        def active(place: Place) -> bool:
            row, column = SIZE * place[0], SIZE * place[1]
            part = np.s_[row : row + SIZE, column : column + SIZE]
            # The three singles of the tuple are one cell if no wire takes them.
            members = self.locations[part][self.drawing[part] == "t"]
            return len(np.unique(solution.classes[members])) == 1

        return self.layout.matching(active)


def lattice(layout: TileLayout) -> tuple[NDArray[np.str_], NDArray[np.int64]]:
    """A drawing's places and the points that they hold: blockers wherever no tile is."""
    places = np.full((SIZE * layout.rows, SIZE * layout.columns), "#")
    weights = np.full(places.shape, 3, dtype=np.int64)
    for (row, column), tile in layout.tiles.items():
        part = np.s_[SIZE * row : SIZE * (row + 1), SIZE * column : SIZE * (column + 1)]
        places[part] = drawing(tile.kind, tile.arms)
        weights[part] = points(tile.kind, tile.arms)
    return places, weights
