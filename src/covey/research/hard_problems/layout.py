"""A matching instance drawn on a lattice of square tiles, joined by wires that may cross.

A wire carries one bit, the direction that it faces, and *takes* what it ends at on that side. Every
kind of problem draws the same four tiles with what it has, and must allow the states written here:

- a *wire* faces one way;
- a *choice* is taken by exactly one of its wires: an element is a column of them;
- a *tuple* is taken by all three of its wires, or by none of them;
- a *crossing* lets two wires pass each other.

A triple is in the matching if its tuple is taken by none: its wires take its elements instead.

Every triple has two rows::

        Y elements |  X |  T  | Z elements
      o - - - - - -+- -   tuple - - - o        the wires to y and z
                   |      |
                   o - - -                     the wire to x

The triples are sorted by x, so that the elements of X follow each other in one column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Literal

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.research.hard_problems.matching import Matching, ThreeDimensionalMatching

Kind = Literal["wire", "choice", "tuple", "crossing"]
Place = tuple[int, int]
"""Row and column of a tile, from the top left."""
Arrows = Mapping[tuple[Place, str], bool]
"""For each arm of each tile, whether its wire faces into the tile."""

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
TILES_AT_MOST = 20_000


@dataclass(frozen=True)
class Tile:
    """``arms`` are the sides at which wires leave it, a part of NESW in this order; ``number`` is
    that of the triple of a tuple, and that of the element of a choice: those of X, then Y, then Z.
    """

    kind: Kind
    arms: str
    number: int = -1

    @property
    def states(self) -> frozenset[frozenset[str]]:
        """The sets of arms that may face inwards together."""
        if self.kind == "crossing":
            return frozenset(frozenset(pair) for pair in ("NE", "ES", "SW", "WN"))
        if self.kind == "tuple":
            return frozenset([frozenset(), frozenset(self.arms)])
        return frozenset(frozenset(arm) for arm in self.arms)


@dataclass(frozen=True, eq=False)
class TileLayout:
    """Tiles by their places; where there is none, nothing is drawn."""

    rows: int
    columns: int
    tiles: Mapping[Place, Tile]

    def of_kind(self, kind: Kind) -> list[Place]:
        return [place for place, tile in self.tiles.items() if tile.kind == kind]

    @cached_property
    def tuples(self) -> dict[int, Place]:
        """The places of the triples, by their numbers."""
        return {self.tiles[place].number: place for place in self.of_kind("tuple")}

    def walk(self, place: Place, arm: str, through: str) -> Iterator[tuple[Place, str]]:
        """Along the wire that leaves a tile, the arms by which it enters and leaves others; its
        last one is where it enters a tile of a kind that it does not pass through."""
        while True:
            place = (place[0] + STEPS[arm][0], place[1] + STEPS[arm][1])
            entered = OPPOSITE[arm]
            yield place, entered
            tile = self.tiles[place]
            if tile.kind not in through:
                return
            straight = tile.kind == "crossing"
            # A wire has two arms: it leaves by the one that it was not entered by.
            arm = OPPOSITE[entered] if straight else tile.arms.replace(entered, "")
            yield place, arm

    def arrows(self, matching: Matching) -> Arrows:
        """How all wires face when these triples are the matching."""
        found: dict[tuple[Place, str], bool] = {}
        junctions: dict[int, int] = {}
        for number, place in self.tuples.items():
            active = number in matching
            for arm in self.tiles[place].arms:
                self._point(found, place, arm, not active)
                if active:
                    *_, (end, _) = self.walk(place, arm, "wire crossing")
                    # The row in which a chosen triple reaches each of its elements.
                    junctions[self.tiles[end].number] = end[0]
        # In its column an element is taken at the junction of its triple; the wires above that
        # take the choices above it, those below the ones below.
        for place in self.of_kind("choice"):
            tile = self.tiles[place]
            if "S" in tile.arms:
                self._point(found, place, "S", place[0] < junctions[tile.number])
        return found

    def _point(
        self, found: dict[tuple[Place, str], bool], place: Place, arm: str, inward: bool
    ) -> None:
        found[place, arm] = inward
        for at in self.walk(place, arm, "wire crossing"):
            # What leaves one tile enters the next: inward and outward take turns along a wire.
            inward = not inward
            found[at] = inward

    def matching(self, active: Callable[[Place], bool]) -> Matching:
        """The triples whose tuples are taken by none of their wires."""
        return tuple(sorted(number for number, place in self.tuples.items() if active(place)))


def build_layout(source: ThreeDimensionalMatching) -> TileLayout:
    """Draw an instance. Elements of Y and Z have a column each, the shorter ones next to the
    tuples, where fewer wires must cross them; an element in no triple stands alone below."""
    n = source.n
    # By x first, as the picture above needs it.
    order = sorted(range(len(source.triples)), key=source.triples.__getitem__)
    # The rows in which each element is joined to its triples.
    junctions: list[list[int]] = [[] for _ in range(3 * n)]
    for place, number in enumerate(order):
        x, y, z = source.triples[number]
        junctions[x].append(2 * place + 1)
        junctions[n + y].append(2 * place)
        junctions[2 * n + z].append(2 * place)

    def by_length(elements: range) -> list[int]:
        used = [element for element in elements if junctions[element]]
        return sorted(used, key=lambda e: (junctions[e][-1] - junctions[e][0], e))

    # Columns from left to right: Y, X, the tuples, Z.
    west, east = by_length(range(n, 2 * n)), by_length(range(2 * n, 3 * n))
    middle = len(west) + 1
    columns = {element: middle - 2 - step for step, element in enumerate(west)}
    columns |= {element: middle + 1 + step for step, element in enumerate(east)}
    columns |= {element: middle - 1 for element in range(n) if junctions[element]}
    width, height = middle + 1 + len(east), 2 * len(order)
    alone = [element for element in range(3 * n) if not junctions[element]]
    height += -(-len(alone) // width)
    if width * height > TILES_AT_MOST:
        raise InvalidInput(
            f"{n:,} elements and {len(order):,} triples are drawn on {width * height:,} tiles; at"
            f" most {TILES_AT_MOST:,} are.",
            hint="Take a smaller instance.",
            given=width * height,
        )
    arms: dict[Place, set[str]] = {}
    marks: dict[Place, tuple[Kind, int]] = {}

    def join(place: Place, arm: str, end: Place) -> None:
        """A straight wire from one tile to another."""
        while place != end:
            arms.setdefault(place, set()).add(arm)
            place = (place[0] + STEPS[arm][0], place[1] + STEPS[arm][1])
            arms.setdefault(place, set()).add(OPPOSITE[arm])

    for element, column in columns.items():
        rows = junctions[element]
        marks.update({(row, column): ("choice", element) for row in rows})
        join((rows[0], column), "S", (rows[-1], column))
    for place, number in enumerate(order):
        x, y, z = source.triples[number]
        row = 2 * place
        marks[row, middle] = ("tuple", number)
        join((row, middle), "W", (row, columns[n + y]))
        join((row, middle), "E", (row, columns[2 * n + z]))
        join((row, middle), "S", (row + 1, middle))
        join((row + 1, middle), "W", (row + 1, columns[x]))
    # An element in no triple cannot be taken: the answer is no, as it must be.
    for step, element in enumerate(alone):
        place_alone = (2 * len(order) + step // width, step % width)
        marks[place_alone] = ("choice", element)
    tiles = {}
    for at in sorted(set(chain(arms, marks))):
        there = "".join(arm for arm in "NESW" if arm in arms.get(at, ()))
        kind, number = marks.get(at, ("crossing" if len(there) == 4 else "wire", -1))
        tiles[at] = Tile(kind, there, number)
    return TileLayout(height, width, tiles)
