"""Cells that overlap are refused wherever they do, and others told from each other."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from covey import InvalidInput
from covey.codebook import groups as joined
from covey.codebook import locating as locate
from covey.codebook.dimensions import Dimension, Members, Runs
from covey.codebook.locating import NOWHERE, locate_cells

Cell = tuple[frozenset[int], ...]


def dimensions(cells: list[Cell], runs: list[bool], width: int) -> list[Dimension]:
    """The columns of some cells, and all combinations of their pieces."""
    found: list[Dimension] = []
    pieces = np.array(list(product(range(width), repeat=len(runs))), dtype=np.int64).T
    for sets, run, own in zip(zip(*cells, strict=True), runs, pieces, strict=True):
        distinct = list(dict.fromkeys(sets))
        of_class = np.array([distinct.index(each) for each in sets])
        if run:
            low, high = ([end(each) for each in distinct] for end in (min, max))
            found.append(Runs(np.array(low), np.array(high) + 1, of_class, own))
        else:
            starts = np.cumsum([0, *map(len, distinct)])
            members = np.array([piece for each in distinct for piece in each], dtype=np.int32)
            found.append(Members(starts, members, width, of_class, own))
    return found


def random_set(rng: np.random.Generator, run: bool, width: int) -> frozenset[int]:
    if run:
        low = int(rng.integers(width))
        return frozenset(range(low, int(rng.integers(low + 1, width + 1))))
    return frozenset(rng.choice(width, int(rng.integers(1, 3)), replace=False).tolist())


@pytest.mark.parametrize("items", [2, 1 << 21])
@pytest.mark.parametrize("sparse", [0, 16])
def test_overlap_is_refused(items: int, sparse: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "ITEMS", items)
    monkeypatch.setattr(joined, "SPARSE", sparse)
    monkeypatch.setattr(joined, "TABLE_SIZE", items)
    rng = np.random.default_rng(items)
    refused = kept = 0
    for _ in range(400):
        runs = (rng.random(int(rng.integers(1, 4))) < 0.5).tolist()
        sets = [[random_set(rng, run, 4) for run in runs] for _ in range(int(rng.integers(1, 5)))]
        cells = [tuple(own) for own in sets]
        overlap = any(
            all(a & b for a, b in zip(one, other, strict=True))
            for one, other in combinations(cells, 2)
        )
        own = dimensions(cells, runs, 4)
        count = len(own[0].pieces)
        if overlap:
            with pytest.raises(InvalidInput, match="overlap"):
                locate_cells(own, len(cells), 0)
            refused += 1
        elif len(cells) < 4:
            # Fewer than four cells that are disjoint can be split one from the others.
            found = locate_cells(own, len(cells), count)
            spots = product(range(4), repeat=len(runs))
            for spot, number in zip(spots, found.tolist(), strict=True):
                inside = [
                    at
                    for at, cell in enumerate(cells)
                    if all(piece in part for piece, part in zip(spot, cell, strict=True))
                ]
                assert ([number] if number >= 0 else []) == inside
            kept += 1
    assert min(refused, kept) > 40


def staircase(steps: int) -> list[Cell]:
    """Cells that a cut separates only one from all that follow, by the two columns in turn."""
    on = range(steps)
    return [
        (frozenset([at]) if at % 2 else frozenset(on[at:]), frozenset(on[at:] if at % 2 else [at]))
        for at in on
    ]


@pytest.mark.parametrize("runs", [[True, True], [True, False], [False, False]])
def test_cells_that_need_a_cut_each_are_separated(runs: list[bool]) -> None:
    cells = staircase(24)
    own = dimensions(cells, runs, 24)
    found = locate_cells(own, len(cells), len(own[0].pieces)).tolist()
    for spot, number in zip(product(range(24), repeat=2), found, strict=True):
        cell = cells[min(spot)]
        inside = all(piece in part for piece, part in zip(spot, cell, strict=True))
        assert number == (min(spot) if inside else NOWHERE)


@pytest.mark.parametrize("runs", [[True, True], [True, False], [False, False]])
def test_cells_that_need_too_many_cuts_are_refused(
    runs: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locate, "FREE", 0)
    monkeypatch.setattr(locate, "ROUNDS", 4)
    cells = staircase(24)
    own = dimensions(cells, runs, 24)
    with pytest.raises(InvalidInput, match="too many cuts, one after the other"):
        locate_cells(own, len(cells), 0)
    # A grid needs two rounds, whatever its size.
    grid: list[Cell] = [(frozenset([x]), frozenset([y])) for x in range(24) for y in range(24)]
    assert (locate_cells(dimensions(grid, runs, 24), len(grid), 24 * 24) >= 0).all()
