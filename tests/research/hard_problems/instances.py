"""Small matching instances, yes and no, for hard instances of each kind; and tiles on their own."""

from __future__ import annotations

from itertools import chain, combinations, product

from covey.research.hard_problems.known import Known, draw_source
from covey.research.hard_problems.layout import OPPOSITE, STEPS, Tile, TileLayout
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from tests.effort import cases

SIZES = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7), (4, 6), (4, 8), (5, 10)]
PER_SIZE = cases(24, quick=8)
SHARDS = 4
AT_LEAST = cases(300, quick=100)

TILES = [
    Tile("wire", "NS"),
    Tile("wire", "EW"),
    Tile("wire", "NW"),
    Tile("tuple", "ESW", 0),
    Tile("crossing", "NESW"),
    *(Tile("choice", up + side + down, 0) if side == "E" else Tile("choice", up + down + side, 0)
      for up, side, down in product(("N", ""), "EW", ("S", ""))),
]  # fmt: skip
"""All kinds of tile that a drawing has."""


def instances(shard: int) -> list[Known[ThreeDimensionalMatching]]:
    """As many with a planted matching as drawn freely, most of which have none; and every instance
    of two elements in some shard."""
    seeds = range(shard, PER_SIZE, SHARDS)
    drawn = [
        draw_source(ThreeDimensionalMatching, n, m, seed, plant=seed % 8 < 4)
        for n, m in SIZES
        for seed in seeds
    ]
    every = list(product(range(2), repeat=3))
    chosen = chain.from_iterable(combinations(every, count) for count in range(1, 9))
    few = [triples for number, triples in enumerate(chosen) if number % (4 * SHARDS) == shard]
    return drawn + [Known.searched(ThreeDimensionalMatching(2, triples)) for triples in few]


def alone(tile: Tile) -> TileLayout:
    """A tile in the middle of three by three, a choice at the end of each of its wires."""
    around = {
        (1 + STEPS[arm][0], 1 + STEPS[arm][1]): Tile("choice", OPPOSITE[arm], 1 + place)
        for place, arm in enumerate(tile.arms)
    }
    return TileLayout(3, 3, {(1, 1): tile, **around})


def all_states(tile: Tile) -> list[frozenset[str]]:
    every = chain.from_iterable(combinations(tile.arms, n) for n in range(len(tile.arms) + 1))
    return [frozenset(inward) for inward in every]
