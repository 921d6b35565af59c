"""What hard graphs are built of: choices, links, triangles, crossings and caps.

A *link* is the paper's connector: a vertex u with a neighbour p of its own, joined to one vertex on
either side. As nobody else can have p, the class of u and p takes exactly one of the two. A
*choice* is a vertex all of whose edges lead to links: exactly one of them takes it. The corners of
a *triangle* are taken by their three links, or are a class together.

Every vertex has three neighbours in the end: a *cap* hangs at each that has fewer. It has a
multiple of three vertices behind one cut vertex, so that classes of three cannot reach into it.
"""

from __future__ import annotations

from dataclasses import field
from math import hypot
from typing import Literal, NamedTuple

from covey.core.dataclass import dataclass

Point = tuple[float, float]
Gadget = Literal["choice", "link", "tuple", "crossing", "cap"]

QUADRANTS = ("NE", "ES", "SW", "WN")
"""The triangles of a crossing, each between two of its terminals."""
UPPER = ("NE", "WN")
"""Those that are linked to the upper of the two vertices in the centre of a crossing."""
TOWARDS: dict[str, Point] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

CORNERS: dict[str, Point] = {"W": (-0.16, 0.06), "E": (0.16, 0.06), "S": (0, -0.16)}
"""Where the corners of a triple's triangle lie in its tile."""

# For one missing edge: a cube, one of its edges cut by a vertex to hang it at.
CUBE = ((0, 1), (0, 2), (1, 3), (3, 4), (4, 2), (5, 6), (6, 7), (7, 8), (8, 5), (1, 5), (3, 6),
        (4, 7), (2, 8))  # fmt: skip
CUBE_AT: tuple[Point, ...] = ((0, 1), (-1, 1.6), (1, 1.6), (-1, 3.2), (1, 3.2), (-0.4, 2.1),
                              (-0.4, 2.7), (0.4, 2.7), (0.4, 2.1))  # fmt: skip
CUBE_CLASSES = ((1, 0, 2), (3, 6, 5), (4, 7, 8))
# For two missing edges: the prism of two triangles, less one edge between them.
PRISM = ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (1, 4), (2, 5))
PRISM_AT: tuple[Point, ...] = ((-0.7, 1), (-0.5, 2), (-1.6, 2.2), (0.7, 1), (0.5, 2), (1.6, 2.2))
PRISM_CLASSES = ((0, 1, 2), (3, 4, 5))


class Key(NamedTuple):
    """A link or triangle by its tile and what it is there: an arm, a quadrant, or a name."""

    place: tuple[int, int]
    part: str


class Link(NamedTuple):
    """Takes ``one`` or ``two``."""

    u: int
    p: int
    one: int
    two: int
    key: Key


@dataclass
class Board:
    """A graph under construction: every vertex with its gadget and where it is drawn."""

    at: list[Point] = field(default_factory=list)
    gadgets: list[Gadget] = field(default_factory=list)
    edges: list[tuple[int, int]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    triangles: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    caps: list[tuple[int, ...]] = field(default_factory=list)
    """The classes into which the caps fall."""

    def vertex(self, gadget: Gadget, at: Point) -> int:
        self.at.append(at)
        self.gadgets.append(gadget)
        return len(self.at) - 1

    def link(
        self, one: int, two: int, key: Key, size: float, at: Point | None = None, side: int = 1
    ) -> None:
        """A link between two vertices, drawn half-way unless it is said where; its p is on the left
        of the way from one to two, on the right if ``side`` is -1."""
        (ax, ay), (bx, by) = self.at[one], self.at[two]
        x, y = at or ((ax + bx) / 2, (ay + by) / 2)
        far = hypot(bx - ax, by - ay) or 1.0
        u = self.vertex("link", (x, y))
        # At a right angle to the way: (dx, dy) turned is (-dy, dx).
        aside = (x - side * size * (by - ay) / far, y + side * size * (bx - ax) / far)
        p = self.vertex("link", aside)
        self.edges += [(one, u), (u, two), (u, p)]
        self.links.append(Link(u, p, one, two, key))

    def triangle(self, gadget: Gadget, corners: list[Point], key: Key) -> tuple[int, ...]:
        a, b, c = (self.vertex(gadget, corner) for corner in corners)
        self.edges += [(a, b), (b, c), (c, a)]
        self.triangles[key] = (a, b, c)
        return a, b, c

    def crossing(self, place: tuple[int, int], centre: Point) -> dict[str, int]:
        """Four terminals around, four triangles between them, and a centre that takes one: a choice
        of four, in two vertices of three edges each. Hands back the terminals.

        The triangle whose corners are a class has its links take two terminals side by side and the
        centre; all others' links take their corners. So the other two terminals are taken from
        outside, and what passes from one side to the opposite one goes on.
        """
        x, y = centre
        terminals = {
            arm: self.vertex("choice", (x + 0.38 * dx, y + 0.38 * dy))
            for arm, (dx, dy) in TOWARDS.items()
        }
        upper = self.vertex("choice", (x, y + 0.1))
        lower = self.vertex("choice", (x, y - 0.1))
        self.link(upper, lower, Key(place, "centre"), 0.03)
        for quadrant in QUADRANTS:
            first, second = (TOWARDS[arm] for arm in quadrant)
            corners = [
                (x + 0.27 * a[0] + 0.19 * b[0], y + 0.27 * a[1] + 0.19 * b[1])
                for a, b in ((first, second), (second, first))
            ]
            inner = (x + 0.17 * (first[0] + second[0]), y + 0.17 * (first[1] + second[1]))
            key = Key(place, quadrant)
            one, two, three = self.triangle("crossing", [*corners, inner], key)
            self.link(one, terminals[quadrant[0]], key, 0.03, side=1)
            self.link(two, terminals[quadrant[1]], key, 0.03, side=-1)
            self.link(three, upper if quadrant in UPPER else lower, key, 0.03)
        return terminals

    def cap_all(self, only: int | None = None) -> None:
        """Hang caps at every vertex with fewer than three neighbours, or at one of them alone, away
        from those it has."""
        # Neighbours before any cap hangs: caps are complete by themselves.
        near: dict[int, list[int]] = {v: [] for v in range(len(self.at))}
        for a, b in self.edges:
            near[a].append(b)
            near[b].append(a)
        for v, neighbours in near.items() if only is None else [(only, near[only])]:
            x, y = self.at[v]
            ways = [(x - self.at[w][0], y - self.at[w][1]) for w in neighbours]
            across = sum(dx / (hypot(dx, dy) or 1) for dx, dy in ways)
            up = sum(dy / (hypot(dx, dy) or 1) for dx, dy in ways)
            # Small enough not to reach the neighbours of the picture.
            size = min([0.07, *(0.25 * hypot(dx, dy) for dx, dy in ways)])
            lacking = 3 - len(neighbours)
            # Two missing edges take a prism, one a cube, three take both on opposite sides.
            if lacking >= 2:
                self._hang(v, (across, up), size, PRISM, PRISM_AT, PRISM_CLASSES, (0, 3))
            if lacking % 2:
                way = (-across, -up) if lacking == 3 else (across, up)
                self._hang(v, way, size, CUBE, CUBE_AT, CUBE_CLASSES, (0,))

    def _hang(
        self,
        v: int,
        way: Point,
        size: float,
        edges: tuple[tuple[int, int], ...],
        places: tuple[Point, ...],
        classes: tuple[tuple[int, ...], ...],
        by: tuple[int, ...],
    ) -> None:
        far = hypot(*way)
        # Neighbours that cancel out leave no direction: then it hangs upwards.
        dx, dy = (way[0] / far * size, way[1] / far * size) if far > 1e-9 else (0.0, size)
        x, y = self.at[v]
        first = len(self.at)
        for right, ahead in places:
            self.vertex("cap", (x + right * dy + ahead * dx, y - right * dx + ahead * dy))
        self.edges += [(first + a, first + b) for a, b in edges]
        self.edges += [(v, first + a) for a in by]
        self.caps += [tuple(first + member for member in members) for members in classes]
