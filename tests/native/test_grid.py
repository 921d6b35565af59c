"""The search for partitions at the border: what it refuses, and what it returns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey._native import cells as native


def codes(*given: int) -> Any:
    return np.array(given, dtype=np.int32)


def made() -> native.Grid:
    return native.Grid(np.array([2, 3, 4]), 4)


@pytest.mark.parametrize(
    ("weights", "k"),
    [([], 1), ([0, 1], 1), ([1, -1], 1), ([2**31, 1], 1), ([1], 0)],
)
def test_rows_have_records(weights: list[int], k: int) -> None:
    with pytest.raises(ValueError, match="must"):
        native.Grid(np.array(weights, dtype=np.int64), k)


@pytest.mark.parametrize(
    ("given", "low", "high", "weight"),
    [
        (codes(0, 1), [0.0, 1.0], [0.0, 1.0], 1.0),
        (codes(0, 1, 2), [0.0, 1.0], [0.0, 1.0], 1.0),
        (codes(0, 1, -2), [0.0, 1.0], [0.0, 1.0], 1.0),
        (codes(0, 1, 1), [0.0, 0.5], [0.6, 1.0], 1.0),
        (codes(0, 1, 1), [0.0, float("nan")], [0.0, 1.0], 1.0),
        (codes(0, 1, 1), [0.0, 1.0], [0.0], 1.0),
        (codes(0, 1, 1), [0.0, 1.0], [0.0, 1.0], 2.0),
        (codes(0, 1, 1), [], [], 1.0),
    ],
)
def test_ordered_atoms_ascend(
    given: Any, low: list[float], high: list[float], weight: float
) -> None:
    with pytest.raises(ValueError, match="must"):
        made().add_ordered(given, np.array(low), np.array(high), weight)


def test_labels_are_not_missing_and_atoms_have_some() -> None:
    with pytest.raises(ValueError, match="must"):
        made().add_labels(codes(0, -1, 0), np.array([1]), 1.0)
    with pytest.raises(ValueError, match="must"):
        made().add_labels(codes(0, 0, 0), np.array([0]), 1.0)


@pytest.mark.parametrize("parents", [(0, 0), (-1, 1), (-1, -1), (-1, 0, 2, 0), (-1, 0, 0, 1)])
def test_nodes_are_in_depth_first_order(parents: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="must"):
        made().add_nested(codes(0, 0, 0), codes(*parents), np.zeros(len(parents)), 1.0)


def test_rows_are_at_leaves() -> None:
    with pytest.raises(ValueError, match="leaves"):
        made().add_nested(codes(0, 1, 1), codes(-1, 0), np.zeros(2), 1.0)


def test_a_search_needs_an_axis() -> None:
    with pytest.raises(ValueError, match="axis"):
        made().search(0, 1, 1000, 1.0, 0)


def test_missing_values_are_apart_or_with_all_others() -> None:
    for weights, apart in (([4, 4, 4], True), ([4, 4, 3], False)):
        grid = native.Grid(np.array(weights), 4)
        grid.add_ordered(codes(0, 1, -1), np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1.0)
        (blocks,), withheld, *_ = grid.search(0, 5, 10**6, 10.0, 0)
        assert withheld == 0
        assert (len(set(blocks.tolist())) == 3) == apart
        assert (len(set(blocks.tolist())) == 1) != apart


def test_nested_blocks_are_nodes() -> None:
    grid = native.Grid(np.array([4, 2, 2]), 4)
    grid.add_nested(codes(1, 3, 4), codes(-1, 0, 0, 2, 2), np.array([1, 0, 0.5, 0, 0]), 1.0)
    (blocks,), withheld, loss, *_ = grid.search(0, 5, 10**6, 10.0, 0)
    assert (withheld, loss) == (0, 2.0)
    assert blocks[2] == blocks[3] == blocks[4] != blocks[1]


def test_nothing_is_found_where_every_answer_withholds_too_many() -> None:
    grid = native.Grid(np.array([1, 1]), 3)
    grid.add_labels(codes(0, 1), np.array([1, 1]), 1.0)
    blocks, _, _, cut_off, _ = grid.search(1, 5, 10**6, 10.0, 0)
    assert not blocks
    assert not cut_off


def test_the_clock_is_told() -> None:
    grid = native.Grid(np.array([4, 2, 2]), 4)
    grid.add_labels(codes(0, 1, 2), np.array([1, 1, 1]), 1.0)
    *_, cut_off, _ = grid.search(0, 5, 10**9, 0.0, 0)
    assert cut_off


def random_grid(rng: np.random.Generator) -> tuple[native.Grid, list[np.ndarray]]:
    """200 records with k = 4: an ordered axis of 20 codes, and one of eight labels."""
    ages = rng.integers(0, 20, 200).astype(np.int32)
    kinds = (rng.zipf(1.5, 200) % 8).astype(np.int32)
    grid = native.Grid(np.ones(200, dtype=np.int64), 4)
    grid.add_ordered(ages, np.arange(20) / 19, np.arange(20) / 19, 0.5)
    grid.add_labels(kinds, np.ones(8, dtype=np.int64), 0.5)
    return grid, [ages, kinds]


@pytest.mark.parametrize("seed", range(3))
def test_a_longer_search_is_never_worse(seed: int) -> None:
    grid, _ = random_grid(np.random.default_rng(seed))
    steps = np.geomspace(1, 10**6, 40).astype(np.int64).tolist()
    losses = [grid.search(20, 40, most, 60.0, 0)[2] for most in steps]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("allowed", [0, 5, 60])
def test_a_plain_count_finds_the_same_loss_and_withheld_records(allowed: int) -> None:
    grid, (ages, kinds) = random_grid(np.random.default_rng(allowed))
    (ranges, groups), withheld, loss, *_ = grid.search(allowed, 10, 10**6, 60.0, 0)
    _, cell, size = np.unique(
        np.stack([ranges[ages], groups[kinds]]), axis=1, return_inverse=True, return_counts=True
    )
    kept = size[cell.ravel()] >= 4
    widths = np.array([np.ptp(np.flatnonzero(ranges[:-1] == own)) / 19 for own in ranges[ages]])
    shares = np.bincount(groups[:-1])[groups[kinds]] / 8
    lost = (widths + np.where(shares > 1 / 8, shares, 0)) / 2
    assert withheld == (~kept).sum() <= allowed
    assert loss == pytest.approx(lost[kept].sum() + withheld)


def test_a_search_knows_what_it_finds_without_an_allowance() -> None:
    withholding = 0
    for seed in range(10):
        grid, _ = random_grid(np.random.default_rng(seed))
        alone, *_ = grid.search(0, 10, 10**6, 60.0, 0)
        _, withheld, *_, nobody = grid.search(20, 10, 10**6, 60.0, 0)
        assert [blocks.tolist() for blocks in nobody] == [blocks.tolist() for blocks in alone]
        withholding += withheld > 0
    assert withholding > 2
