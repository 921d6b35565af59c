"""The compiled loops for regions: against plain Python where areas are few, and hostile calls."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Any

import networkx
import numpy as np
import pytest
from numpy.typing import NDArray

from covey._native import regions
from covey._native.regions import Aim, Limits, split_tree
from covey.problems.regions.graph import Graph
from tests.problems.regions.maps import delaunay, grid, with_enclaves

NONE = np.zeros(0, dtype=np.int64)
PATH = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])


def ones(count: int) -> NDArray[np.int64]:
    return np.ones(count, dtype=np.int64)


def any_graph(rng: np.random.Generator) -> Graph:
    count = int(rng.integers(1, 30))
    return Graph.from_edges(count, rng.integers(0, count, (int(rng.integers(0, 2 * count)), 2)))


def plain(graph: Graph) -> Any:
    known = networkx.Graph(graph.edges.tolist())
    known.add_nodes_from(range(graph.count))
    return known


def parts_of(known: Any) -> list[list[int]]:
    return sorted(sorted(part) for part in networkx.connected_components(known))


def members(numbers: NDArray[np.integer[Any]]) -> list[list[int]]:
    return [np.flatnonzero(numbers == each).tolist() for each in range(int(numbers.max()) + 1)]


def test_components_are_numbered_by_their_first_areas() -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        graph = any_graph(rng)
        assert members(graph.native.components()) == parts_of(plain(graph))
        labels = rng.integers(-1, 2, graph.count).astype(np.int32)
        known = plain(graph)
        known.remove_edges_from([(a, b) for a, b in graph.edges.tolist() if labels[a] != labels[b]])
        assert members(graph.native.components_within(labels)) == parts_of(known)


def test_rows_cannot_be_changed() -> None:
    graph = regions.Graph(PATH.count, PATH.edges, PATH.lengths)
    starts = graph.starts
    with pytest.raises(ValueError, match="read-only"):
        starts[0] = 7
    del graph
    assert starts.tolist() == [0, 1, 3, 5, 6]


def test_forests_span_before_and_after_their_repair() -> None:
    rng = np.random.default_rng(2)
    for _ in range(100):
        graph = any_graph(rng)
        first = graph.native.spanning_forest(ones(graph.count), 0, graph.count)
        for chosen in (
            first,
            graph.native.spanning_forest(ones(graph.count), 100, graph.count),
            graph.native.lowered_degree(first, 1),
        ):
            forest = plain(graph.without(~chosen))
            assert networkx.is_forest(forest)
            assert parts_of(forest) == parts_of(plain(graph))


def test_pieces_of_a_forest_reach_both_thresholds() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        graph = any_graph(rng)
        weights, second = rng.integers(0, 5, (2, graph.count))
        chosen = graph.native.spanning_forest(ones(graph.count), 9, 3)
        piece = graph.native.cut(chosen, weights, 4, second, 2)
        forest = plain(graph.without(~chosen))
        for part in parts_of(forest):
            names = set(piece[part].tolist())
            if weights[part].sum() < 4 or second[part].sum() < 2:
                assert names == {-1}
                continue
            for name in names:
                inside = np.flatnonzero(piece == name)
                assert networkx.is_connected(forest.subgraph(inside.tolist()))
                assert weights[inside].sum() >= 4
                assert second[inside].sum() >= 2


def test_the_heaviest_of_the_lightest_sets() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        graph = with_enclaves(delaunay(int(rng.integers(4, 12)), rng), 3, rng)
        weights = rng.integers(0, 9, graph.count)
        k = int(rng.integers(1, weights.sum() + 1))
        areas = rng.permutation(graph.count).astype(np.int32)
        each = [graph.native.lightest_superset(weights, k, v, 0, 10**6)[0] for v in areas.tolist()]
        best = max(each)
        found = graph.native.heaviest_superset(weights, k, areas, 0, 10**6, 10**9)
        assert found == (best, int(areas[each.index(best)]))
        assert graph.native.heaviest_superset(weights, k, areas, best, 10**6, 10**9) == (best, -1)


def test_all_connected_sets_and_no_others() -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        count = int(rng.integers(1, 8))
        graph = Graph.from_edges(count, rng.integers(0, count, (2 * count, 2)))
        weights, second = rng.integers(0, 5, (2, count))
        complete, starts, areas, sums = graph.native.connected_sets(
            weights, 3, 9, second, 1, 10**4, 10**6, 10**6
        )
        assert complete
        listed = [frozenset(areas[a:b].tolist()) for a, b in itertools.pairwise(starts.tolist())]
        assert sums.tolist() == [sum(int(weights[v]) for v in each) for each in listed]
        known = plain(graph)
        expected = {
            frozenset(each)
            for size in range(1, count + 1)
            for each in itertools.combinations(range(count), size)
            if 3 <= weights[list(each)].sum() <= 9
            and second[list(each)].sum() >= 1
            and networkx.is_connected(known.subgraph(each))
        }
        assert len(listed) == len(set(listed))
        assert set(listed) == expected


def test_listing_that_takes_too_long_is_not_complete() -> None:
    graph = grid(5, 5)
    for effort in ((5, 10**6, 10**6), (10**6, 50, 10**6), (10**6, 10**6, 40)):
        complete, *_ = graph.native.connected_sets(ones(25), 1, 25, ones(25), 0, *effort)
        assert not complete


@pytest.mark.parametrize("giant", [False, True])
@pytest.mark.parametrize("with_second", [False, True])
def test_splits_keep_within_their_limits(giant: bool, with_second: bool) -> None:
    rng = np.random.default_rng(6)
    found = 0
    for _ in range(200):
        count = int(rng.integers(1, 60))
        parent = np.array([-1] + [int(rng.integers(0, v)) for v in range(1, count)], dtype=np.int32)
        records = rng.integers(0, 40, count)
        k = int(rng.integers(10, 40)) if giant else 40
        capped = np.minimum(records, k)
        second = rng.integers(0, 3, count) * with_second
        limits = Limits(k, 2 * with_second, 1 << 60 if giant else 4 * k, 4 * k)
        piece, squares, _ = split_tree(parent, records, capped, second, limits)
        if len(piece) == 0:
            assert squares == np.inf
            continue
        found += 1
        tree = networkx.Graph(list(enumerate(parent.tolist()))[1:])
        tree.add_node(0)
        sizes = np.bincount(piece, weights=records)
        assert squares == (sizes**2).sum()
        assert sizes.min() >= limits.k
        assert sizes.max() <= limits.most
        assert np.bincount(piece, weights=capped).max() <= limits.most_capped
        assert np.bincount(piece, weights=second).min() >= limits.second
        assert all(networkx.is_connected(tree.subgraph(each)) for each in members(piece))
    assert found > 20


def search(graph: Graph, weights: NDArray[np.int64], k: int, region: Any = None) -> regions.Regions:
    start = np.zeros(graph.count, dtype=np.int32) if region is None else region
    capped = np.minimum(weights, k)
    return regions.Regions(
        graph.native, weights, capped, np.zeros_like(weights), start, 88172645463
    )


@pytest.mark.parametrize("aim", list(Aim))
def test_every_aim_keeps_regions_connected_and_counted(aim: Aim) -> None:
    rng = np.random.default_rng(7)
    graph = with_enclaves(delaunay(300, rng), 20, rng)
    weights = rng.integers(0, 30, graph.count)
    k = 150
    found = search(graph, weights, k)
    found.allow(1e9)
    for each in (Aim.QUADRATIC, aim):
        limits = Limits(k, 0, 1 << 60, max(3 * k, int(found.capped.max())))
        work, failures, _ = found.descend(limits, each, 0, 14, 0, 1000, 300, 10**7)
        assert work > 0
        assert failures <= 1000
    region, records = found.region, found.records
    used = np.unique(region)
    assert np.array_equal(np.flatnonzero(records >= 0), used)
    assert np.array_equal(np.bincount(region, weights=weights)[used], records[used])
    assert len(np.unique(graph.native.components_within(region))) == len(used)
    assert records[used].min() >= k


def test_regions_are_replaced_as_a_whole() -> None:
    found = search(PATH, ones(4), 1, np.array([0, 0, 1, 1], dtype=np.int32))

    def replace(areas: list[int], piece: list[int]) -> None:
        found.replace(np.array(areas, dtype=np.int32), np.array(piece, dtype=np.int32))

    for areas, piece in (
        ([0], [0]),  # not all of its region
        ([0, 0], [0, 0]),
        ([0, 1, 2, 3], [0, 1, 0, 0]),  # a piece that is not connected
        ([], []),
        ([0, 1], [0]),
        ([0, 4], [0, 0]),
        ([0, 1], [0, 2]),
        ([0, 1], [-1, 0]),
    ):
        with pytest.raises(ValueError, match="must"):
            replace(areas, piece)
    assert found.region.tolist() == [0, 0, 1, 1]
    replace([1, 0], [1, 0])
    assert sorted(found.records.tolist()) == [1, 1, 2]
    assert len(set(found.region.tolist())) == 3


def test_one_thread_at_a_time_changes_regions() -> None:
    rng = np.random.default_rng(8)
    graph = delaunay(2000, rng)
    weights = rng.integers(1, 30, graph.count)
    found = search(graph, weights, 100)
    limits = Limits(100, 0, 1 << 60, int(weights.sum()))
    refused = []

    def descend() -> None:
        try:
            found.descend(limits, Aim.QUADRATIC, 0, 14, 0, 10**9, 10**9, 2 * 10**7)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=descend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"Another thread is changing these regions."}
    assert len(np.unique(graph.native.components_within(found.region))) == len(
        np.unique(found.region)
    )


def rotations(graph: Graph) -> regions.Embedding:
    _, drawing = networkx.check_planarity(plain(graph))
    heads = [u for v in range(graph.count) for u in drawing.neighbors_cw_order(v)]
    return regions.Embedding(graph.starts, np.array(heads, dtype=np.int32))


def test_faces_and_the_ways_around_them() -> None:
    rng = np.random.default_rng(9)
    for _ in range(30):
        graph = delaunay(int(rng.integers(3, 40)), rng)
        drawn = rotations(graph)
        reverse = drawn.reverse
        assert np.array_equal(reverse[reverse], np.arange(len(reverse)))
        assert np.array_equal(drawn.heads[reverse], drawn.tails)
        assert graph.count - len(graph.edges) + drawn.face_count == 2
        for first in range(len(reverse)):
            face = drawn.around(first)
            assert face[0] == first
            assert set(face.tolist()) == set(np.flatnonzero(drawn.faces == drawn.faces[first]))


def test_four_cycles_of_vertices_and_faces() -> None:
    rng = np.random.default_rng(10)
    for _ in range(20):
        drawn = rotations(delaunay(int(rng.integers(4, 25)), rng))
        at = {v: set(drawn.faces[drawn.tails == v].tolist()) for v in set(drawn.tails.tolist())}
        pairs = (len(at[a] & at[b]) for a, b in itertools.combinations(at, 2))
        assert drawn.four_cycles() == sum(n * (n - 1) // 2 for n in pairs)


def test_a_canonical_tree_spans_or_is_none() -> None:
    """From any half-edge of any drawing, planar or not: there is an answer, and no crash."""
    rng = np.random.default_rng(11)
    spanning = 0
    for _ in range(150):
        graph = any_graph(rng)
        heads = graph.neighbours.copy()
        for v in range(graph.count):
            rng.shuffle(heads[graph.starts[v] : graph.starts[v + 1]])
        drawings = [regions.Embedding(graph.starts, heads), rotations(delaunay(9, rng))]
        for drawn in drawings:
            for bottom in range(len(drawn.heads)):
                tree = drawn.canonical_tree(bottom)
                spanning += tree is not None
                assert tree is None or tree.shape[1] == 2
    assert spanning > 0


def graph_of(count: Any, edges: Any, lengths: Any = None) -> regions.Graph:
    pairs = np.array(edges, dtype=np.int32).reshape(-1, 2)
    return regions.Graph(count, pairs, np.ones(len(pairs)) if lengths is None else lengths)


@pytest.mark.parametrize("count", [-1, 2**31, 2**63, 1.5, None])
def test_a_graph_has_a_number_of_areas(count: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        graph_of(count, [])


@pytest.mark.parametrize(
    "edges", [[(0, 3)], [(-1, 0)], [(1, 0)], [(1, 1)], [(0, 1), (0, 1)], [(1, 2), (0, 1)]]
)
def test_borders_that_are_none(edges: Any) -> None:
    with pytest.raises(ValueError, match="borders of a graph"):
        graph_of(3, edges)


def test_borders_of_another_shape_or_type() -> None:
    for edges in (
        np.zeros((1, 2), dtype=np.int64),
        np.zeros((1, 2)),
        np.zeros(2, dtype=np.int32),
        np.zeros((2, 4), dtype=np.int32)[:, ::2],
        [(0, 1)],
    ):
        with pytest.raises(TypeError):
            regions.Graph(3, edges, np.ones(1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 columns"):
        regions.Graph(3, np.zeros((1, 3), dtype=np.int32), np.ones(1))
    with pytest.raises(ValueError, match="lengths must have 1 values"):
        graph_of(3, [(0, 1)], np.ones(2))


WRONG_WEIGHTS = [
    ones(3),
    np.ones(4),
    np.ones(4, dtype=np.int32),
    ones(8)[::2],
    np.array([1, -1, 1, 1]),
    np.array([2**62, 2**62, 0, 0]),
]


@pytest.mark.parametrize("weights", WRONG_WEIGHTS)
def test_weights_that_are_none(weights: Any) -> None:
    own, fine = PATH.native, ones(4)
    chosen = np.ones(3, dtype=bool)
    region = np.zeros(4, dtype=np.int32)
    areas = np.zeros(1, dtype=np.int32)
    calls: list[Any] = [
        lambda: own.cut(chosen, weights, 1, fine, 0),
        lambda: own.cut(chosen, fine, 1, weights, 0),
        lambda: own.pockets(weights, 1),
        lambda: own.lightest_ways(weights, 1),
        lambda: own.lightest_superset(weights, 1, 0, 0, 9),
        lambda: own.heaviest_superset(weights, 1, areas, 0, 9, 9),
        lambda: own.connected_sets(weights, 1, 9, fine, 0, 9, 9, 9),
        lambda: own.connected_sets(fine, 1, 9, weights, 0, 9, 9, 9),
        lambda: regions.Regions(own, weights, fine, fine, region, 1),
        lambda: regions.Regions(own, fine, weights, fine, region, 1),
        lambda: regions.Regions(own, fine, fine, weights, region, 1),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)):
            call()


@pytest.mark.parametrize("length", [np.nan, np.inf, -np.inf, -1.0])
def test_lengths_that_are_none(length: float) -> None:
    with pytest.raises(ValueError, match="lengths must be"):
        regions.Graph(3, np.array([[0, 1], [1, 2]], dtype=np.int32), np.array([1.0, length]))


@pytest.mark.parametrize("slack", [np.nan, np.inf, -1.0])
def test_slack_that_is_none(slack: float) -> None:
    with pytest.raises(ValueError, match="slack must be"):
        search(PATH, ones(4), 1).allow(slack)


@pytest.mark.parametrize("k", [0, -1, -(2**63)])
def test_nothing_has_less_than_one_record(k: int) -> None:
    own, fine = PATH.native, ones(4)
    chosen, areas = np.ones(3, dtype=bool), np.zeros(1, dtype=np.int32)
    calls: list[Callable[[], Any]] = [
        lambda: own.cut(chosen, fine, k, fine, 0),
        lambda: own.pockets(fine, k),
        lambda: own.lightest_ways(fine, k),
        lambda: own.lightest_superset(fine, k, 0, 0, 9),
        lambda: own.heaviest_superset(fine, k, areas, 0, 9, 9),
        lambda: own.connected_sets(fine, k, 9, fine, 0, 9, 9, 9),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="k must be 1 or more"):
            call()


def test_limits_below_zero_are_refused() -> None:
    own, fine = PATH.native, ones(4)
    chosen, areas = np.ones(3, dtype=bool), np.zeros(1, dtype=np.int32)
    calls: list[Callable[[], Any]] = [
        lambda: own.cut(chosen, fine, 1, fine, -1),
        lambda: own.lightest_superset(fine, 1, 0, -1, 9),
        lambda: own.lightest_superset(fine, 1, 0, 0, -1),
        lambda: own.heaviest_superset(fine, 1, areas, -1, 9, 9),
        lambda: own.heaviest_superset(fine, 1, areas, 0, -1, 9),
        lambda: own.heaviest_superset(fine, 1, areas, 0, 9, -1),
        *(
            lambda at=at: own.connected_sets(
                fine, 1, *(-1 if at == 0 else 9,), fine, *(-(at == each) for each in range(1, 5))
            )
            for at in range(5)
        ),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="must be 0 or more"):
            call()


@pytest.mark.parametrize("area", [-1, 4, 2**31, 2**63, -(2**63), 10**30])
def test_areas_that_are_not_there(area: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        PATH.native.lightest_superset(ones(4), 1, area, 0, 9)
    if -(2**31) <= area < 2**31:
        with pytest.raises(ValueError, match="areas must be from 0 to 3"):
            PATH.native.heaviest_superset(ones(4), 1, np.array([area], dtype=np.int32), 0, 9, 9)


@pytest.mark.parametrize("chosen", [[1, 1, 0], [0, 0, 0], [1, 1], [1, 1, 1, 1]])
def test_forests_that_do_not_span(chosen: list[int]) -> None:
    mask = np.array(chosen, dtype=bool)
    for call in (
        lambda: PATH.native.cut(mask, ones(4), 1, ones(4), 0),
        lambda: PATH.native.lowered_degree(mask, 1),
    ):
        with pytest.raises(ValueError, match="chosen must"):
            call()


def test_forests_with_a_cycle() -> None:
    triangle = Graph.from_edges(4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    mask = triangle.edges.max(axis=1) < 3
    with pytest.raises(ValueError, match="spanning forest"):
        triangle.native.lowered_degree(mask, 1)


def test_truth_is_any_byte_but_zero() -> None:
    mask = np.array([1, 7, 255], dtype=np.uint8).view(bool)
    assert PATH.native.lowered_degree(mask, 1).view(np.uint8).tolist() == [1, 1, 1]


@pytest.mark.parametrize("targets", [[-1] * 4, [2**40] * 4, [1] * 3])
def test_targets_that_are_none(targets: list[int]) -> None:
    with pytest.raises(ValueError, match="targets must"):
        PATH.native.spanning_forest(np.array(targets), 9, 3)


@pytest.mark.parametrize("region", [[0, 1, 0, 1], [0, 0, 2, 2], [0, 0, 0, 4], [-1] * 4, [0] * 5])
def test_regions_that_are_none(region: list[int]) -> None:
    with pytest.raises(ValueError, match="must"):
        search(PATH, ones(4), 1, np.array(region, dtype=np.int32))


def test_searches_that_cannot_be_run() -> None:
    for wrong in ((0, 0, 1, 1), (-5, 0, 1, 1), (1, 0, 1, -1)):
        with pytest.raises(ValueError, match="or more"):
            Limits(*wrong)
    region = np.zeros(4, dtype=np.int32)
    with pytest.raises(ValueError, match="must not be 0"):
        regions.Regions(PATH.native, ones(4), ones(4), ones(4), region, 0)
    found = search(PATH, ones(4), 1)
    limits = Limits(1, 0, 9, 9)
    for floor, united, failures in ((-1, 2, 0), (0, 1, 0), (0, 2, -1)):
        with pytest.raises(ValueError, match="must be"):
            found.descend(limits, Aim.RECORDS, floor, united, failures, 9, 9, 9)
    with pytest.raises(TypeError):
        found.descend(limits, 7, 0, 2, 0, 9, 9, 9)  # type: ignore[arg-type]
    nobody = Graph.from_edges(0, [])
    with pytest.raises(ValueError, match="must be a region"):
        search(nobody, NONE, 1).descend(limits, Aim.MEND, 0, 2, 0, 9, 9, 9)


def test_limits_that_nothing_meets() -> None:
    for limits in (Limits(1, 0, -(2**63), 0), Limits(2**62, 2**62, 0, 2**62)):
        found = search(PATH, ones(4), 1)
        found.descend(limits, Aim.QUADRATIC, 0, 2, 0, 50, 50, 10**6)
        assert found.records.tolist() == [4]


@pytest.mark.parametrize("parent", [[], [-1, 1], [-1, -1], [-1, 2, 0], [-1, 0, 9]])
def test_trees_that_are_none(parent: list[int]) -> None:
    weights = ones(len(parent))
    with pytest.raises(ValueError, match="vert"):
        split_tree(np.array(parent, dtype=np.int32), weights, weights, weights, Limits(1, 0, 9, 9))


@pytest.mark.parametrize(
    ("starts", "heads"),
    [
        ([], []),
        ([0], [0]),
        ([1, 1], [0]),
        ([0, 1, 1], [1]),
        ([0, 2, 1, 2], [1, 0]),
        ([0, 1, 2], [1, 1]),
        ([0, 1, 2], [1, 2]),
        ([0, 2, 4], [1, 1, 0, 0]),
        ([0, 2], [0, 0]),
        ([0, 1, 2, 3], [1, 2, 0]),
    ],
)
def test_drawings_that_are_none(starts: list[int], heads: list[int]) -> None:
    with pytest.raises(ValueError, match="must"):
        regions.Embedding(np.array(starts, dtype=np.int64), np.array(heads, dtype=np.int32))


@pytest.mark.parametrize("half_edge", [-1, 6, 2**40, 2**64])
def test_half_edges_that_are_not_there(half_edge: int) -> None:
    drawn = regions.Embedding(PATH.starts, PATH.neighbours)
    for call in (drawn.around, drawn.canonical_tree):
        with pytest.raises((TypeError, ValueError)):
            call(half_edge)


def test_empty_graphs() -> None:
    nobody = Graph.from_edges(0, []).native
    assert nobody.components().tolist() == []
    assert nobody.spanning_forest(NONE, 9, 3).tolist() == []
    assert nobody.lowered_degree(np.zeros(0, dtype=bool), 1).tolist() == []
    assert nobody.cut(np.zeros(0, dtype=bool), NONE, 1, NONE, 1).tolist() == []
    assert [each.tolist() for each in nobody.pockets(NONE, 1)] == [[], []]
    complete, starts, areas, sums = nobody.connected_sets(NONE, 1, 1, NONE, 0, 1, 1, 1)
    assert (complete, starts.tolist(), areas.tolist(), sums.tolist()) == (True, [0], [], [])
    drawn = regions.Embedding(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))
    assert (drawn.face_count, drawn.four_cycles()) == (0, 0)


def test_regions_to_relieve_are_checked() -> None:
    weights = ones(4)
    for start, k in (([0, 0, 0, 2], 1), ([0, 1, 0, 1], 1), ([0, 0, 1, 1], 3), ([0, 0, 0, 0], 0)):
        with pytest.raises(ValueError, match=r"must be|must have"):
            PATH.native.relieved(weights, k, np.array(start, dtype=np.int32), 9, 1.0)
    with pytest.raises(ValueError, match="must have 4 values"):
        PATH.native.relieved(weights, 1, np.zeros(3, dtype=np.int32), 9, 1.0)
