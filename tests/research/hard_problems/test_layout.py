"""A drawing of a matching instance means what the instance means."""

from __future__ import annotations

from itertools import pairwise

import pytest

from covey import InvalidInput
from covey.research.hard_problems.known import draw_source
from covey.research.hard_problems.layout import OPPOSITE, STEPS, TileLayout, build_layout
from covey.research.hard_problems.matching import ThreeDimensionalMatching

SIZES = [(1, 1), (2, 2), (2, 3), (2, 6), (3, 3), (3, 7), (3, 20), (4, 10), (5, 30)]


def drawings() -> list[tuple[ThreeDimensionalMatching, TileLayout]]:
    sources = [draw_source(ThreeDimensionalMatching, n, m, seed).source for n, m in SIZES
               for seed in range(5)]  # fmt: skip
    return [(source, build_layout(source)) for source in sources]


def test_wires_meet_at_every_border() -> None:
    for _, layout in drawings():
        for (row, column), tile in layout.tiles.items():
            assert 0 <= row < layout.rows
            assert 0 <= column < layout.columns
            for arm in tile.arms:
                beside = (row + STEPS[arm][0], column + STEPS[arm][1])
                assert OPPOSITE[arm] in layout.tiles[beside].arms


def test_every_tuple_is_wired_to_its_elements() -> None:
    for source, layout in drawings():
        assert sorted(layout.tuples) == list(range(len(source.triples)))
        for number, place in layout.tuples.items():
            assert layout.tiles[place].arms == "ESW"
            ends = set()
            for arm in "ESW":
                *_, (end, entered) = layout.walk(place, arm, "wire crossing")
                assert layout.tiles[end].kind == "choice"
                assert entered in "EW"
                ends.add(layout.tiles[end].number)
            x, y, z = source.triples[number]
            assert ends == {x, source.n + y, 2 * source.n + z}


def test_an_element_is_one_column_of_choices() -> None:
    """One junction for each of its triples, joined from top to bottom and to nothing else."""
    for source, layout in drawings():
        for element in range(3 * source.n):
            places = [
                place for place in layout.of_kind("choice") if layout.tiles[place].number == element
            ]
            axis, member = divmod(element, source.n)
            holders = sum(triple[axis] == member for triple in source.triples)
            assert len(places) == max(holders, 1)
            for above, below in pairwise(places):
                *_, (end, _) = layout.walk(above, "S", "wire crossing")
                assert end == below
            arms = [layout.tiles[place].arms for place in places]
            assert "N" not in arms[0]
            assert "S" not in arms[-1]


def test_a_matching_gives_every_tile_one_of_its_states() -> None:
    checked = 0
    for n, m in SIZES:
        for seed in range(5):
            known = draw_source(ThreeDimensionalMatching, n, m, seed, plant=True)
            layout = build_layout(known.source)
            arrows = layout.arrows(known.answer or ())
            for place, tile in layout.tiles.items():
                inward = frozenset(arm for arm in tile.arms if arrows[place, arm])
                assert inward in tile.states
                for arm in tile.arms:
                    step = STEPS[arm]
                    beside = (place[0] + step[0], place[1] + step[1])
                    assert arrows[place, arm] != arrows[beside, OPPOSITE[arm]]
                checked += 1
            active = {place for place in layout.tuples.values() if not arrows[place, "E"]}
            assert layout.matching(active.__contains__) == known.answer
    assert checked > 1000


def test_elements_in_no_triple_stand_alone() -> None:
    layout = build_layout(ThreeDimensionalMatching(3, [(0, 0, 0)]))
    alone = [tile for tile in layout.tiles.values() if not tile.arms]
    assert sorted(tile.number for tile in alone) == [1, 2, 4, 5, 7, 8]
    assert all(not tile.states for tile in alone)


def test_a_drawing_that_would_be_too_large_is_refused() -> None:
    source = draw_source(ThreeDimensionalMatching, 100, 1000, 0, plant=True).source
    with pytest.raises(InvalidInput, match="at most 20,000"):
        build_layout(source)
