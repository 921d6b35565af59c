"""Few regions of a map, any two of which are nested or apart."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey import InvalidInput
from covey._native import cells as native
from covey.codebook.connected import in_pieces
from covey.problems.cells.nesting import Nesting


def random_map(rng: np.random.Generator, count: int) -> tuple[covey.Graph, NDArray[np.int32]]:
    edges = [(v, int(rng.integers(max(0, v - 4), v))) for v in range(1, count)]
    edges += [tuple(rng.choice(count, 2, replace=False).tolist()) for _ in range(count // 2)]
    edges = [edge for edge in edges if rng.random() < 0.9]
    graph = covey.Graph.from_edges(count, edges, rng.random(len(edges)).round(1))
    return graph, rng.integers(0, 3, count).astype(np.int32)


def regions(nesting: Nesting) -> list[set[int]]:
    return [set(nesting.order[low:high].tolist()) for low, high in nesting.runs.tolist()]


def test_regions_are_connected_and_nested_or_apart() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        graph, groups = random_map(rng, int(rng.integers(2, 25)))
        nesting = Nesting.of(graph, rng.integers(0, 9, graph.count), groups)
        nesting.tree.refuse_unless_spanning(graph)
        found = regions(nesting)
        for one, other in itertools.combinations(found, 2):
            assert one <= other or other <= one or not one & other
        members = [np.array(sorted(own), dtype=np.int32) for own in found]
        if members:
            starts = np.cumsum([0, *map(len, members)])
            places = np.arange(graph.count)
            assert not in_pieces(graph, starts, np.concatenate(members), places).any()
        components = len(set(graph.components.tolist()))
        assert len(found) == graph.count - components


def test_areas_of_one_group_are_joined_first() -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        graph, groups = random_map(rng, 20)
        across = groups[graph.edges[:, 0]] != groups[graph.edges[:, 1]]
        parts = graph.without(across).components
        wholes = [set(np.flatnonzero(parts == part).tolist()) for part in range(parts.max() + 1)]
        for own in regions(Nesting.of(graph, np.ones(20, np.int64), groups)):
            # A region is inside a connected part of a group, or made of whole ones.
            inside = [whole for whole in wholes if own <= whole]
            assert inside or set().union(*(w for w in wholes if w & own)) == own


def test_the_least_region_around_two_leaves() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        graph, groups = random_map(rng, 15)
        nesting = Nesting.of(graph, rng.integers(0, 9, 15), groups)
        component = np.empty(15, dtype=np.int32)
        component[nesting.leaf] = nesting.tree.component
        runs = [tuple(run) for run in nesting.runs.tolist()]
        for low, high in itertools.combinations(range(15), 2):
            if component[low] != component[high]:
                continue
            expected = next(run for run in runs if run[0] <= low and high < run[1])
            found = nesting.around(np.array([low], np.int32), np.array([high], np.int32))
            assert tuple(found[0].tolist()) == expected
        alone = np.arange(15, dtype=np.int32)
        assert nesting.around(alone, alone).tolist() == [[at, at + 1] for at in range(15)]


def test_weights_and_groups_are_those_of_the_map() -> None:
    graph = covey.Graph.from_edges(3, [(0, 1), (1, 2)])
    with pytest.raises(InvalidInput, match="3 areas, but 2 weights and 3 groups"):
        Nesting.of(graph, np.ones(2, np.int64))
    with pytest.raises(InvalidInput, match="3 weights and 1 groups"):
        Nesting.of(graph, np.ones(3, np.int64), np.zeros(1, np.int32))


def columns() -> native.Columns:
    return native.Columns(
        np.array([2], np.int32),
        np.array([4]),
        np.ones(1),
        np.array([0.25]),
        np.zeros(0),
        np.array([-1, 0, 1, 2], np.int32),
    )


def test_the_parts_of_the_least_region_are_cut_first() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    nesting = Nesting.of(graph, np.ones(4, np.int64))
    found = native.Columns(
        np.array([2], np.int32),
        np.array([4]),
        np.ones(1),
        np.array([0.25]),
        np.zeros(0),
        nesting.tree.parent,
    )
    found.nest(0, nesting.leaf, nesting.split, nesting.low, nesting.high, np.ones(4, np.int64))
    weights = np.array([9, 1, 1, 1])[nesting.tree.order]
    places = np.arange(4, dtype=np.int32)
    _, how, low, high = found.best_cut(0, places, weights, 2, 0.0, np.inf)
    inside = set(nesting.tree.order[low:high].tolist())
    assert how == 2
    assert inside in ({0, 1}, {2, 3})
    # Where these are too few, any other edge may do.
    _, how, low, high = found.best_cut(0, places, weights, 3, 0.0, np.inf)
    assert (how, set(nesting.tree.order[low:high].tolist()) in ({0}, {1, 2, 3})) == (2, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"leaf": [0, 1, 2, 2]}, "must be runs"),
        ({"leaf": [0, 1, 2, 4]}, "leaf"),
        ({"split": [-1, 1, 1, 3]}, "must be runs"),
        ({"split": [1, -1, 2, 3]}, "no root may"),
        ({"low": [0, 1, 0, 0]}, "must be runs"),
        ({"high": [4, 2, 3, 5]}, "must be runs"),
        ({"measure": [1, 1, 1, -1]}, "measure"),
        ({"measure": [1, 1]}, "measure"),
    ],
)
def test_what_is_no_nesting_is_refused(change: dict[str, list[int]], message: str) -> None:
    given = {"leaf": [0, 1, 2, 3], "split": [-1, 1, 2, 3], "low": [0] * 4, "high": [4, 2, 3, 4]}
    given["measure"] = [1, 1, 1, 1]
    types = {"measure": np.int64}
    arrays: dict[str, Any] = {
        name: np.array(values, types.get(name, np.int32))
        for name, values in (given | change).items()
    }
    with pytest.raises((ValueError, InvalidInput), match=message):
        columns().nest(0, **arrays)
    with pytest.raises((ValueError, InvalidInput), match="one of areas"):
        columns().nest(1, **arrays)
