"""Hard instances of regions: 3-Dimensional Matching as a planar graph with three neighbours each.

From Du, Eppstein, Goodrich, Lueker, section "Generalization for Zip-codes is Hard": all weights are
1 and k is 3; regions of 3 (paths of length 2) exist if, and only if, a matching does.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import Grouping
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.research.hard_problems.layout import OPPOSITE, Arrows, Place, TileLayout, build_layout
from covey.research.hard_problems.matching import Matching, ThreeDimensionalMatching
from covey.research.hard_problems.reduction import Reduction
from covey.research.reductions.gadgets import (
    CORNERS,
    QUADRANTS,
    UPPER,
    Board,
    Gadget,
    Key,
    Link,
    Point,
)


@dataclass(frozen=True, eq=False)
class HardRegions(Reduction):
    """``gadgets[v]`` is what area v is part of and ``points[v]`` where it is drawn; ``links``,
    ``triangles`` and ``caps`` are the parts, by the tiles of ``layout``."""

    source_kinds: ClassVar[tuple[str, ...]] = (ThreeDimensionalMatching.name,)

    source: ThreeDimensionalMatching
    problem: RegionProblem
    layout: TileLayout
    gadgets: list[Gadget]
    points: NDArray[np.float64]
    links: list[Link]
    triangles: dict[Key, tuple[int, ...]]
    caps: list[tuple[int, ...]]

    @classmethod
    def from_matching(cls, source: ThreeDimensionalMatching) -> HardRegions:
        """Yes: regions of 3. No: some region has at least 4, a gap of 4/3.

        >>> hard = HardRegions.from_matching(ThreeDimensionalMatching(1, [(0, 0, 0)]))
        >>> hard.problem.description
        '48 areas, 48 records, 72 borders'
        >>> hard.solution((0,)).sizes.max()
        np.int64(3)
        """
        layout = build_layout(source)
        board = _board(layout)
        problem = RegionProblem(np.ones(len(board.at), dtype=np.int64), board.edges, 3)
        return cls(
            source=source,
            problem=problem,
            yes=3,
            no=4,
            layout=layout,
            gadgets=board.gadgets,
            points=np.array(board.at),
            links=board.links,
            triangles=board.triangles,
            caps=board.caps,
        )

    def _to_solution(self, answer: Matching) -> Grouping:
        takes_one = self._facing(self.layout.arrows(answer))
        groups: list[tuple[int, ...]] = [
            (link.u, link.p, link.one if takes_one[link.key] else link.two) for link in self.links
        ]
        groups += [corners for key, corners in self.triangles.items() if not takes_one[key]]
        groups += self.caps
        classes = np.empty(len(self.problem.weights), dtype=np.int32)
        for number, members in enumerate(groups):
            classes[list(members)] = number
        return RegionSolution(classes, np.bincount(classes).astype(np.int64))

    def _facing(self, arrows: Arrows) -> dict[Key, bool]:
        """For every link, whether it takes its first end; for every triangle, whether its links
        take its corners."""
        facing = {Key(place, arm): inward for (place, arm), inward in arrows.items()}
        for place in self.layout.tuples.values():
            facing[Key(place, "tuple")] = arrows[place, "E"]
        for place in self.layout.of_kind("crossing"):
            outward = {arm for arm in "NESW" if not arrows[place, arm]}
            # The two terminals that face outwards lie side by side, and name the triangle that is a
            # class.
            (active,) = (quadrant for quadrant in QUADRANTS if set(quadrant) == outward)
            facing |= {Key(place, quadrant): quadrant != active for quadrant in QUADRANTS}
            facing[Key(place, "centre")] = active not in UPPER
        return facing

    def _to_answer(self, solution: Grouping) -> Matching:
        def active(place: Place) -> bool:
            corners = self.triangles[Key(place, "tuple")]
            return len({int(solution.classes[corner]) for corner in corners}) == 1

        return self.layout.matching(active)


def _board(layout: TileLayout) -> Board:
    """The graph of a drawing: vertices at its choices, triangles at its tuples, and a link for each
    wire between them and the terminals of crossings."""
    board = Board()
    ends: dict[tuple[Place, str], int] = {}
    for place, tile in layout.tiles.items():
        x, y = _centre(place)
        if tile.kind == "crossing":
            terminals = board.crossing(place, (x, y))
            ends |= {(place, arm): terminal for arm, terminal in terminals.items()}
        elif tile.kind == "tuple":
            corners = [(x + CORNERS[arm][0], y + CORNERS[arm][1]) for arm in tile.arms]
            found = board.triangle("tuple", corners, Key(place, "tuple"))
            ends |= {(place, arm): v for arm, v in zip(tile.arms, found, strict=True)}
        elif tile.kind == "choice":
            v = board.vertex("choice", (x, y))
            ends |= {(place, arm): v for arm in tile.arms}
    for place, arm in ends:
        *passed, end = layout.walk(place, arm, "wire")
        # Each wire is found from both of its ends; one of them makes the link.
        if end > (place, arm):
            bends = [_centre(at) for at, by in passed if OPPOSITE[by] not in layout.tiles[at].arms]
            one, two = ends[place, arm], ends[end]
            board.link(one, two, Key(place, arm), 0.12, bends[0] if bends else None)
    board.cap_all()
    return board


def _centre(place: Place) -> Point:
    return float(place[1]), float(-place[0])
