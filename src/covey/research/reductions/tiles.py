"""The tiles of hard point sets, drawn as text: square, with one interface at every border.

Each character is a place of the lattice: ``#`` holds three points, a *blocker*, which no cell of
three shares with others; ``2`` two points at one place, a *pair*; ``1``, ``o`` and ``t`` a single
point; ``.`` none. A *corridor* of pairs and singles in turn is a wire: a cell of three points is a
pair with a single next to it, on the one side or on the other, so that all pairs face the same way.
``o`` is a choice: a single with pairs on several sides. ``ttt`` is a tuple: a cell of its own, or
each with the pair at its side. As nearly every place holds a point, there are no other cells of
three but blockers.

Wires cross borders in the seventh column and in the third row, where the pair is in the tile on the
right or below, the single in that on the left or above. Elsewhere the left column and the top row
are blockers: so nothing else is joined across a border. On a chessboard the pairs of wires have one
colour and their singles the other, except the middle of a tuple: its wire changes step at an empty
place, which goes to a cell beside it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from covey.research.hard_problems.layout import STEPS, Kind

SIZE = 10
PORTS = {"N": (0, 6), "W": (2, 0), "S": (9, 6), "E": (2, 9)}
"""The row and column in which the wire of each arm enters a tile."""
HERE = "NW"
"""The sides at which the pair of the border is in this tile; at others it is in the next one."""
POINTS = {"#": 3, "2": 2, "1": 1, "o": 1, "t": 1, ".": 0}

Rectangle = tuple[int, int, int, int]
"""First row, first column, the row below the last one, the column right of it."""

DRAWINGS: dict[tuple[Kind, str], str] = {
    ("wire", "EW"): """
        ##########
        ##########
        2121212121
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
    """,
    ("wire", "NS"): """
        ######2###
        ######1###
        ######2###
        ######1###
        ######2###
        ######1###
        ######2###
        ######1###
        ######2###
        ######1###
    """,
    ("wire", "NW"): """
        ######2###
        ######1###
        2121212###
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
    """,
    ("choice", "NESW"): """
        ######2###
        ######1###
        21212#2#21
        ####12o21#
        ######2###
        ######1###
        ######2###
        ######1###
        ######2###
        ######1###
    """,
    ("tuple", "ESW"): """
        ##########
        ##########
        212ttt2121
        ####2#####
        ####1#####
        ####.#####
        ####2#####
        ####1#####
        ####212###
        ######1###
    """,
    ("crossing", "NESW"): """
        ######2###
        #212#2o2##
        2o#ttt#1#1
        #2t#2#t2#2
        ##t2o2t##1
        #2t#2#t2#2
        #1#ttt#o21
        #2o2#212##
        ##2#######
        ##12121###
    """,
}


@cache
def drawing(kind: Kind, arms: str) -> NDArray[np.str_]:
    """The places of a tile. A choice is drawn with all four arms; those that it does not have are
    walled up."""
    full = "NESW" if kind == "choice" else arms
    lines = DRAWINGS[kind, full].split()
    places = np.array([list(line) for line in lines])
    for arm in set(full) - set(arms):
        row, column = PORTS[arm]
        # Along the arm from the border to the choice, place by place.
        while places[row, column] != "o":
            places[row, column] = "#"
            (row, column) = next(
                (row + down, column + right)
                for down, right in STEPS.values()
                if 0 <= row + down < SIZE
                and 0 <= column + right < SIZE
                and places[row + down, column + right] != "#"
            )
    # Cached and shared by all tiles of a kind.
    places.flags.writeable = False
    return places


@cache
def points(kind: Kind, arms: str) -> NDArray[np.int64]:
    """How many points each place of a tile holds."""
    lines = drawing(kind, arms).tolist()
    counted = np.array([[POINTS[place] for place in line] for line in lines], dtype=np.int64)
    counted.flags.writeable = False
    return counted


def reaches_out(arm: str, inward: bool) -> bool:
    """Whether the pair and the single at a border are one cell. The pair takes the single across
    the border if its wire faces there: out of this tile if the pair is here, else into it."""
    return inward != (arm in HERE)


@cache
def tiling(kind: Kind, arms: str, inward: frozenset[str]) -> tuple[Rectangle, ...] | None:
    """Rectangles of three points that tile the places of a tile while just these arms face inwards,
    except the places that cells across its borders have; None if there are none."""
    weights = points(kind, arms)
    free = np.ones((SIZE, SIZE), dtype=bool)
    for arm in arms:
        free[PORTS[arm]] = not reaches_out(arm, arm in inward)
    found: list[Rectangle] = []

    def fill() -> bool:
        """The first free place is the upper left corner of some rectangle."""
        if not free.any():
            return True
        row, column = divmod(int(np.argmax(free)), SIZE)
        # Every rectangle from this corner: too many points end a row of them, three are tried.
        for below in range(row + 1, SIZE + 1):
            for right in range(column + 1, SIZE + 1):
                part = (slice(row, below), slice(column, right))
                weight = int(weights[part].sum())
                if weight > 3 or not free[part].all():
                    break
                if weight == 3:
                    free[part] = False
                    found.append((row, column, below, right))
                    if fill():
                        return True
                    found.pop()
                    free[part] = True
        return False

    return tuple(found) if fill() else None
