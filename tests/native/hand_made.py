"""At least one call of every function at the border that returns: a start for the fuzzer where the
problems that tests.native.examples solves make none."""

from __future__ import annotations

from collections.abc import Callable

import networkx
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from covey._native import cells, intervals, labels, maps, people, rectangles, regions, trees

ORDERED, LABELS, AREAS = 0, 1, 2

PAIRS = (4, 4, 5, 5, 6, 6, -1)
"""Four leaves, two and two below a node, and a root."""


def ints(*values: int) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def ones(count: int) -> NDArray[np.int64]:
    return np.ones(count, dtype=np.int64)


def of_cells(random: Generator) -> None:
    of_cuts(random)
    of_rules(random)
    of_map_trees(random)
    of_blocks(random)
    of_grids(random)
    of_nested_sets(random)


def columns_of(ordered: bool, missing: int) -> cells.Columns:
    """An ordered column of six, four labels below a tree, and a path of four areas, whose nested
    regions are halves."""
    path = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int32)
    measure = ones(4)
    found = cells.nested(path, np.array([1.0, 3.0, 2.0]), measure, ints(0, 0, 0, 0))
    order, parent, _, leaf, split, low, high = found
    columns = cells.Columns(
        ints(ORDERED, LABELS, AREAS), np.array([6, 4, 4]), np.ones(3), np.full(3, 0.2),
        np.arange(6.0), parent,
    )  # fmt: skip
    columns.give_tops(0, np.arange(6.0) + 0.5)
    columns.give_tree(
        1, ints(4, 4, 4, 5, 5, -1) if missing >= 0 else ints(*PAIRS), ordered, missing
    )
    columns.nest(2, leaf, split, low, high, measure[order])
    return columns


def of_cuts(random: Generator) -> None:
    rows = 40
    codes = np.stack([random.integers(0, size, rows) for size in (6, 4, 4)], axis=1).astype(
        np.int32
    )
    weights = random.integers(1, 4, rows)
    kept, all_rows = np.arange(rows, dtype=np.int32), np.arange(rows)
    for ordered in (False, True):
        columns = columns_of(ordered, 3 if ordered else -1)
        for column, values in ((0, 6), (1, 4), (2, 4)):
            distinct = np.arange(values, dtype=np.int32)
            cut = columns.best_cut(column, distinct, random.integers(3, 9, values), 3, 0.1, 1e9)
            if column == 1:
                columns.taken_labels(column, distinct, ones(values), 0, max(1, cut[3] % 2))
        columns.savings(codes, weights, all_rows, np.array([0, 20, rows]), np.array([90, 90]))
        forest = cells.Forest(columns, codes, weights, kept, None, 4, 2)
        forest.tried(ints(0), ints(0), np.zeros(1), 1.0)
        forest.cut(ints(0), ints(0), np.zeros(1), 0, 1.0)
        forest.leaves(0)
        forest.recut(forest.tops(30), 40, 3, False, 1.0)
        forest.settle()
        forest.classes()
        fields = forest.tree()
        path = cells.CutPath(ints(ORDERED, LABELS, AREAS), *fields)
        path.route(codes, ints(*[0] * 14), np.array([0, 6, 10]), 2)
        path.ranges(0, 6)
        leaves = forest.leaves(0).astype(np.int64)
        path.member_runs(1, LABELS, 0, leaves, np.zeros((len(leaves), 2), dtype=np.int32))
        cells.Forest(columns, codes, weights, kept, None, 4, 1).adopt(path)
        cells.top_of(fields[4], fields[1] == 0)


def of_rules(random: Generator) -> None:
    rows = 20
    weights = random.integers(1, 4, rows)
    values = random.integers(0, 3, (1, rows)).astype(np.int32)
    columns = columns_of(False, -1)
    codes = np.stack([random.integers(0, size, rows) for size in (6, 4, 4)], axis=1).astype(
        np.int32
    )
    for kind in range(7):
        rules = cells.Rules(
            ints(kind), ints(0), np.ones(1), np.ones(1, dtype=np.int64), values, ints(3), weights,
            weights, 1e-9,
        )  # fmt: skip
        rules.meets(np.arange(0, rows, 2))
        forest = cells.Forest(columns, codes, weights, np.arange(rows, dtype=np.int32), rules, 3)
        forest.cut(ints(0), ints(0), np.zeros(1), 0, 1.0)
        forest.leaves()


def of_map_trees(random: Generator) -> None:
    cells.spanning(np.array([0, 1, 3, 4]), ints(1, 0, 2, 1))
    parents = ints(-1, 0, 1, 1, 0)
    cells.runs_are_subtrees(parents, ints(5, 4, 3, 4, 5))
    cells.hulls(parents, np.array([0, 2, 4]), ints(2, 3, 0, 4))


def of_blocks(random: Generator) -> None:
    classes, places = np.repeat(np.arange(3), 4), np.sort(random.integers(0, 4, 12))
    _, places = np.unique(places, return_inverse=True)
    weights = random.integers(1, 5, 12)
    for k in (1, 3):
        cells.counts_fit(classes, places, weights, 3, 4, k)
        cells.open_positions(classes, places, weights, 3, int(places.max()) + 1, k)


def of_grids(random: Generator) -> None:
    for count in (3, 30):
        grid = cells.Grid(random.integers(2, 5, count), 4)
        low = np.arange(6) / 5
        grid.add_ordered(random.integers(-1, 6, count).astype(np.int32), low, low, 0.4)
        grid.add_labels(random.integers(0, 4, count).astype(np.int32), ones(4), 0.3)
        leaves = random.choice([1, 3, 4], count).astype(np.int32)
        loss = np.array([1.0, 0.0, 0.5, 0.0, 0.0])
        grid.add_nested(leaves, ints(-1, 0, 0, 2, 2), loss, 0.3)
        grid.search(2, 5, 1000, 1.0, 0, 2)


def of_nested_sets(random: Generator) -> None:
    loss = np.array([0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.0])
    for count in (3, 30):
        table = cells.Nested(random.integers(1, 5, count), 3)
        leaves = [random.integers(0, 4, count).astype(np.int32) for _ in range(3)]
        places = np.arange(4) / 3
        groups = ints(0, 0, 0)
        table.add_fixed(leaves[0], ints(*PAIRS), loss, 4)
        table.add_labels(leaves[1], ints(*PAIRS), ones(4), groups, 0.5)
        table.add_ordered(leaves[2], ints(*PAIRS), places, places, places * 0, places > 0, groups)
        table.add_holders(random.integers(0, count, count).astype(np.int32), 2)
        table.search(9, 0, 10, 10, 10, 1.0, 2)


def of_intervals(random: Generator) -> None:
    weights = random.integers(1, 9, 20)
    intervals.sweep(weights, 5)
    intervals.smallest_cap(weights, 5, 9, 40)
    intervals.cheapest_chain(weights, 5, 40)
    low = np.cumsum(random.random(20))
    intervals.narrowest_chain(weights, low, low + 0.1, 5, 40)


def of_labels(random: Generator) -> None:
    # Eight labels, of which the first is alone, in three bins.
    distinct, copies = np.array([9, 4, 2, 1]), np.array([1, 3, 2, 2])
    labels.rebalance(distinct, copies, 1, ints(0, 1, 1, 1, 2, 2, 3, 3), 3, 50, 1)
    labels.rebalance(distinct, copies, 0, ints(0, 1, 1, 1, 2, 2, 0, 1), 3, 9, 2)
    bins, weights = ints(0, 1, 1, 1, 2, 2, 0, 1), np.array([1, 4, 2, 9, 4, 1, 4, 2])
    labels.tally(weights)
    labels.loads(bins, distinct, copies)
    labels.by_label(weights, ints(), distinct, copies, bins)
    labels.fill(distinct, copies, 1, np.array([9, 9]))
    labels.worst_fit(weights, np.array([20, 10]))
    sizes = random.integers(1, 9, 20)
    for way in (labels.next_fit, labels.fold, labels.spread):
        way(sizes, 5)
    for spread in (False, True):
        labels.curve(sizes, np.array([1, 2, 5, 9]), spread)


def of_maps(random: Generator) -> None:
    line = np.cumsum(random.normal(0, 0.1, (2, 12, 2)), axis=1)
    segments = np.concatenate([np.column_stack([each[:-1], each[1:]]) for each in line])
    for threads in (1, 2):
        maps.beside(
            np.array([[0, 1]]), np.full(1, 0.1), np.ones(1), np.array([[-9.0, -9.0, 9.0, 9.0]]),
            np.array([0, 11, 22]), segments, threads,
        )  # fmt: skip


def of_people(random: Generator) -> None:
    starts, visits = np.array([0, 2, 3, 5, 6, 8]), np.array([0, 1, 2, 0, 3, 1, 2, 4])
    for k in (1, 2, 3):
        people.runs(starts, visits, 5, k, 5)
        people.groups(starts, visits, 5, k, k - 1)


def of_rectangles(random: Generator) -> None:
    x, y = random.integers(0, 9, (2, 60)).astype(np.float64)
    box = np.array([-1.0, -1.0, 10.0, 10.0])
    for surface in (rectangles.Surface.FLAT, rectangles.Surface.GLOBE):
        rectangles.search(x, y, ones(60), box, 5, 12, 0.5, 1.0, surface, 10**5, 1.0)
        rectangles.half_perimeters(random.random((3, 4)), surface)
        rectangles.aspects(random.random((3, 4)), surface)
    rectangles.merge_equal(x, y)
    rule = rectangles.Rule.PROPORTIONAL
    classes, _, found = rectangles.grow(x, y, ones(60), box, 5, 9, rule, surface)
    rectangles.all_inside(x, y, classes, found)
    rectangles.tiles(found, box)
    rectangles.best_guillotine(random.integers(0, 5, (3, 3)), 5, True)
    order, _ = rectangles.order_of(x)
    axis = rectangles.Axis.X
    rectangles.slabs(x, y, ones(60), box, 5, axis, order)
    rectangles.search(x, y, ones(60), box, 5, 12, 0.5, 1.0, surface, 10**5, 1.0, order, 3.0)
    rectangles.round_between(0.12, 0.34)
    rectangles.guillotine_within(random.integers(0, 5, (4, 5)), 5, 12, 10**5, 1.0)


def of_regions(random: Generator) -> None:
    for known in (networkx.path_graph(5), networkx.wheel_graph(6), networkx.grid_2d_graph(3, 4)):
        of_graph(networkx.convert_node_labels_to_integers(known), random)


def of_graph(known: networkx.Graph, random: Generator) -> None:
    count = len(known)
    edges = np.array(sorted(tuple(sorted(edge)) for edge in known.edges), dtype=np.int32)
    graph = regions.Graph(count, edges, random.random(len(edges)))
    weights, second = random.integers(0, 5, count), ones(count)
    graph.components()
    graph.components_within(random.integers(0, 2, count).astype(np.int32))
    chosen = graph.spanning_forest(np.full(count, 2), 9, 2)
    graph.lowered_degree(chosen, 2)
    graph.cut(chosen, weights, 3, second, 1)
    graph.pockets(weights, 3)
    graph.lightest_ways(weights, 3)
    graph.lightest_superset(weights, 3, 0, 0, 100)
    areas = np.arange(count, dtype=np.int32)
    graph.heaviest_superset(weights, 3, areas, 0, 100, 500)
    for twice in (False, True):
        graph.stranded(weights, 3, areas, 3, 9, 100, 100, 500, twice, 1.0)
    graph.connected_sets(weights, 3, 6, second, 1, 100, 1000, 1000)
    whole = np.zeros(count, dtype=np.int32)
    graph.relieved(weights + 1, 3, whole, 9, 1.0)
    of_search(graph, weights + 1, whole)
    _, drawing = networkx.check_planarity(known)
    heads = [u for v in range(count) for u in drawing.neighbors_cw_order(v)]
    embedding = regions.Embedding(graph.starts, np.array(heads, dtype=np.int32))
    embedding.four_cycles()
    for half_edge in range(3):
        embedding.around(half_edge)
        embedding.canonical_tree(half_edge)


def of_search(graph: regions.Graph, weights: NDArray[np.int64], whole: NDArray[np.int32]) -> None:
    count = len(weights)
    limits = regions.Limits(3, 0, 1 << 60, 12)
    capped, none = np.minimum(weights, 3), np.zeros(count, dtype=np.int64)
    parent = np.arange(-1, count - 1, dtype=np.int32)
    regions.split_tree(parent, weights, capped, none, limits)
    for aim in regions.Aim:
        search = regions.Regions(graph, weights, capped, none, whole, 88172645463)
        search.allow(9.0)
        search.descend(limits, aim, 0, 5, 0, 20, 20, 1000)
        own = np.flatnonzero(search.region == search.region[0]).astype(np.int32)
        search.replace(own, np.zeros(len(own), dtype=np.int32))


def of_trees(random: Generator) -> None:
    parents, weights = ints(*PAIRS), random.integers(2, 9, 4)
    for k in (2, 3):
        trees.best_bound(parents, weights, k)
        bins, _, _ = trees.solve_stars(parents, weights, k, 2 * k, False, False, 3)
        classes = trees.classes_of(parents, weights, k, bins)
        trees.first_misshapen(parents, weights, classes)
        trees.whole_nodes(parents, weights, k)
        trees.solve_chains(parents, weights, k, True)
    for ordered in (False, True):
        trees.hulls(parents, 4, ordered, np.array([0, 2, 4]), ints(0, 1, 1, 2))


CALLS: dict[str, Callable[[Generator], None]] = {
    "cells": of_cells,
    "intervals": of_intervals,
    "labels": of_labels,
    "maps": of_maps,
    "people": of_people,
    "rectangles": of_rectangles,
    "regions": of_regions,
    "trees": of_trees,
}
