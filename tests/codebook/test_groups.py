"""What hangs together, against plain loops."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from covey.codebook.groups import NOBODY, Owners, blocks, taken
from covey.core.components import components
from covey.core.spans import expanded


def test_parts_are_those_of_a_graph() -> None:
    rng = np.random.default_rng(0)
    for _ in range(300):
        count = int(rng.integers(1, 40))
        pairs = rng.integers(0, count, (int(rng.integers(0, 40)), 2))
        graph = nx.empty_graph(count)
        graph.add_edges_from(pairs.tolist())
        found = components(count, *pairs.T)
        parts = sorted(nx.connected_components(graph), key=min)
        assert [found[list(part)].tolist() for part in parts] == [
            [number] * len(part) for number, part in enumerate(parts)
        ]


def test_long_rows_are_one_part() -> None:
    for order in (
        np.arange(5000),
        np.arange(5000)[::-1],
        np.random.default_rng(0).permutation(5000),
    ):
        assert not components(5000, order[1:], order[:-1]).any()


def stars(rng: np.random.Generator, kind: str, backwards: bool) -> tuple[int, NDArray[np.int64]]:
    """Pairs that join everything, of things that many others hang on."""
    count = 5000
    if kind == "centre last":
        pairs = np.array([(count - 1, leaf) for leaf in range(count - 1)])
    elif kind == "centre first":
        pairs = np.array([(0, leaf) for leaf in range(1, count)])
    else:
        # The leaves of the next star are lower than those of the one before.
        pairs = np.array([(max(0, at // 50 - 1), at) for at in range(1, count)])
        pairs = rng.permutation(count)[pairs] if kind == "mixed" else count - 1 - pairs
    return count, pairs[::-1] if backwards else pairs


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("kind", ["centre last", "centre first", "of stars", "mixed"])
def test_stars_are_joined_in_few_rounds(
    kind: str, backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, pairs = stars(np.random.default_rng(2), kind, backwards)
    rounds: list[int] = []
    arange = np.arange

    def counted(size: int) -> NDArray[np.int64]:
        """It is called once in every round."""
        rounds.append(size)
        return arange(size)

    monkeypatch.setattr(np, "arange", counted)
    assert not components(count, *pairs.T).any()
    assert len(rounds) < 2 * np.log2(count) + 2


@pytest.mark.parametrize("size", [3, 200])
def test_values_are_taken_one_by_one_or_together(size: int) -> None:
    rng = np.random.default_rng(size)
    values = rng.integers(0, 100, 1000)
    starts, sizes = rng.integers(0, 800, 10), rng.integers(0, size, 10)
    parts = [values[at : at + own] for at, own in zip(starts, sizes, strict=True)]
    expected = np.concatenate(parts).tolist()
    assert taken(values, starts, sizes).tolist() == expected
    assert values[expanded(starts, sizes)].tolist() == expected
    assert not len(taken(values, starts[:0], sizes[:0]))


@pytest.mark.parametrize("sparse", [False, True])
def test_owners_are_known_in_a_table_and_in_a_list(sparse: bool) -> None:
    owners = Owners(4, 10, sparse=sparse)
    assert owners.found(np.array([0, 3]), np.array([0, 9])).tolist() == [NOBODY, NOBODY]
    owners.give(np.array([39, 0, 12]), np.array([7, 8, 9]))
    groups, items = np.array([3, 0, 1, 1, 0, 3]), np.array([9, 0, 2, 3, -1, -1])
    assert owners.found(groups, items).tolist() == [7, 8, 9, NOBODY, NOBODY, NOBODY]


def test_tables_are_small_or_lists() -> None:
    """A hundred thousand groups of few of a million items would fill no memory with a table."""
    found = list(blocks(np.full(100_000, 3), 1_000_000))
    assert all(owners.sparse for _, _, owners in found)
    assert not any(owners.sparse for _, _, owners in blocks(np.full(1000, 500), 1000))
