"""The loops of cells at their border: small cases against plain Python, and hostile arguments."""

from __future__ import annotations

import itertools
import math
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from covey._native import cells

ORDERED, LABELS, AREAS = 0, 1, 2
LEAF, AT_POSITION, BY_MEMBERS, BY_MISSING, BY_COMPONENT = range(5)
UNEVEN = 0.3


def ints(*values: int) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def longs(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def one_column(kind: int, size: int, positions: Any = (), parents: Any = ()) -> cells.Columns:
    scale = 1 / size if kind != ORDERED else 1 / (positions[-1] - positions[0])
    return cells.Columns(
        ints(kind),
        longs(size),
        np.ones(1),
        np.array([scale]),
        np.array(positions, dtype=np.float64),
        np.array(parents, dtype=np.int32),
    )


def one_rank(worth: float = 1.0, scale: float = 1.0, position: float = 1.0) -> cells.Columns:
    own = [np.full(1, each) for each in (worth, scale, position)]
    return cells.Columns(ints(ORDERED), longs(1), own[0], own[1], own[2], ints())


def score_of(gain: float, left: int, total: int, k: int) -> float:
    """As the definition says, with fractions of plain Python."""
    right = total - left
    lost = total // k - left // k - right // k
    largest = max(math.ceil(left / (left // k)), math.ceil(right / (right // k)))
    score = gain / total - lost / (total // k) - UNEVEN * (largest - k) / k
    return score + 1e-3 * min(left, right) / total


def members_gain(whole: int, inside: int, outside: int, left: int, total: int) -> int:
    def lost(members: int) -> int:
        return members if members > 1 else 0

    return left * (whole - lost(inside)) + (total - left) * (whole - lost(outside))


def random_cell(rng: np.random.Generator, size: int) -> tuple[Any, Any]:
    many = int(rng.integers(2, size + 1))
    codes = np.sort(rng.choice(size, many, replace=False)).astype(np.int32)
    return codes, rng.integers(1, 9, many)


def random_parents(rng: np.random.Generator, count: int) -> list[int]:
    """A tree of places in depth-first order."""
    parents = [-1]
    for place in range(1, count):
        above = place - 1
        for _ in range(int(rng.integers(0, 3))):
            above = parents[above] if parents[above] >= 0 else above
        parents.append(above)
    return parents


def joined(parents: list[int], places: list[int]) -> set[int]:
    """The least subtree with these places, by their ways up."""
    ways = []
    for place in places:
        way = [place]
        while parents[way[-1]] >= 0:
            way.append(parents[way[-1]])
        ways.append(way)
    top = max(set(ways[0]).intersection(*ways))
    return {place for way in ways for place in way if place >= top}


def test_the_best_position_is_the_best_of_all() -> None:
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(200):
        positions = np.cumsum(rng.integers(1, 9, 8)).astype(float)
        codes, weights = random_cell(rng, 8)
        total, k = int(weights.sum()), int(rng.integers(1, 8))
        gaps = np.append(np.diff(positions), 9)
        tops = positions + np.floor(gaps * rng.random(8)) * float(rng.integers(2))
        low, high = positions[codes[0]], tops[codes[-1]]
        scores = [cells.NOTHING]
        for at in range(1, len(codes)):
            left = int(weights[:at].sum())
            if min(left, total - left) >= k:
                gain = left * (high - tops[codes[at - 1]])
                gain += (total - left) * (positions[codes[at]] - low)
                scores.append(score_of(gain / (positions[-1] - positions[0]), left, total, k))
        columns = one_column(ORDERED, 8, positions)
        columns.give_tops(0, tops)
        score, how, low_code, _ = columns.best_cut(0, codes, weights, k, UNEVEN, math.inf)
        assert math.isclose(score, max(scores))
        if score > cells.NOTHING:
            found += 1
            assert how == AT_POSITION
            assert codes[0] <= low_code < codes[-1]
            # What was tried is not had again.
            assert columns.best_cut(0, codes, weights, k, UNEVEN, score)[0] < score
    assert found > 50


def test_the_best_edge_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(200):
        parents = random_parents(rng, 12)
        codes, weights = random_cell(rng, 12)
        total, k = int(weights.sum()), int(rng.integers(1, 8))
        whole = len(joined(parents, codes.tolist()))
        scores = [cells.NOTHING]
        for edge in range(1, 12):
            below = [p for p in range(12) if edge in way_up(parents, p)]
            inside = np.isin(codes, below)
            left = int(weights[inside].sum())
            if min(left, total - left) >= k:
                inner = len(joined(parents, codes[inside].tolist()))
                outer = len(joined(parents, codes[~inside].tolist()))
                gain = members_gain(whole, inner, outer, left, total)
                scores.append(score_of(gain / 12, left, total, k))
        columns = one_column(AREAS, 12, parents=parents)
        score, how, low, high = columns.best_cut(0, codes, weights, k, UNEVEN, math.inf)
        assert math.isclose(score, max(scores))
        if score > cells.NOTHING:
            found += 1
            assert how == BY_MEMBERS
            assert [p for p in range(12) if low in way_up(parents, p)] == list(range(low, high))
    assert found > 50


def way_up(parents: list[int], place: int) -> list[int]:
    found = [place]
    while parents[found[-1]] >= 0:
        found.append(parents[found[-1]])
    return found


def test_labels_are_taken_as_the_score_says() -> None:
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(200):
        codes, weights = random_cell(rng, 7)
        total, k = int(weights.sum()), int(rng.integers(1, 8))
        columns = one_column(LABELS, 7)
        score, how, low, high = columns.best_cut(0, codes, weights, k, UNEVEN, math.inf)
        scores = [cells.NOTHING]
        for taken in subsets(len(codes)):
            left = int(weights[taken].sum())
            if min(left, total - left) >= k:
                sides = len(taken), len(codes) - len(taken)
                gain = members_gain(len(codes), *sides, left, total)
                scores.append(score_of(gain / 7, left, total, k))
        assert score <= max(scores) + 1e-12
        if score == cells.NOTHING:
            # Two even halves exist wherever any cut does, unless one label outweighs the others.
            continue
        found += 1
        assert how == BY_MEMBERS
        labels = columns.taken_labels(0, codes, weights, low, high)
        assert labels.tolist() == sorted(set(labels.tolist()))
        left = int(weights[np.isin(codes, labels)].sum())
        gain = members_gain(len(codes), len(labels), len(codes) - len(labels), left, total)
        assert math.isclose(score, score_of(gain / 7, left, total, k))
    assert found > 50


def subsets(count: int) -> list[list[int]]:
    every = range(1, count)
    return [list(some) for many in every for some in itertools.combinations(range(count), many)]


def test_missing_values_and_components_come_first() -> None:
    ages = one_column(ORDERED, 2, [0, 1])
    assert ages.best_cut(0, ints(-1, 0, 1), longs(4, 4, 4), 4, 0.0, math.inf)[1] == BY_MISSING
    assert ages.best_cut(0, ints(-1, 0, 1), longs(3, 4, 4), 4, 0.0, math.inf)[0] == cells.NOTHING
    islands = one_column(AREAS, 4, parents=[-1, 0, -1, 2])
    codes, weights = ints(0, 1, 2, 3), longs(2, 2, 2, 2)
    assert islands.best_cut(0, codes, weights, 4, 0.0, math.inf)[1] == BY_COMPONENT
    assert islands.best_cut(0, codes, weights, 5, 0.0, math.inf)[0] == cells.NOTHING


def test_hulls_are_the_least_subtrees() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        parents = random_parents(rng, 15)
        classes = [random_cell(rng, 15)[0] for _ in range(3)]
        starts = np.cumsum([0, *map(len, classes)])
        ends, found = cells.hulls(ints(*parents), starts, np.concatenate(classes))
        for number, own in enumerate(classes):
            places = found[ends[number] : ends[number + 1]].tolist()
            assert sorted(places) == sorted(joined(parents, own.tolist()))


def test_a_side_is_empty_or_has_k_records() -> None:
    classes, weights = longs(0, 0, 1, 1), longs(2, 2, 2, 2)
    assert cells.counts_fit(classes, longs(0, 0, 1, 1), weights, 2, 2, 4)
    assert not cells.counts_fit(classes, longs(0, 1, 0, 1), weights, 2, 2, 4)
    assert cells.counts_fit(classes, longs(0, 1, 0, 1), weights, 2, 2, 2)


@pytest.mark.parametrize("apart", [1, 2**27])
def test_memory_is_for_the_rows_not_for_the_numbers_that_classes_may_have(apart: int) -> None:
    """Classes and sides with large numbers are counted as those with small ones."""
    rng = np.random.default_rng(6)
    seen = set()
    for _ in range(100):
        rows = int(rng.integers(1, 12))
        classes, side = rng.integers(0, 4, rows), rng.integers(0, 3, rows)
        weights, k = rng.integers(1, 5, rows), int(rng.integers(1, 8))
        records = np.bincount(classes * 3 + side, weights=weights)
        count, sides = 3 * apart + 1, 2 * apart + 1
        found = cells.counts_fit(classes * apart, side * apart, weights, count, sides, k)
        assert found == all(number >= k for number in records[records > 0])
        seen.add(found)
        _, places = np.unique(np.sort(side), return_inverse=True)
        values = int(places.max()) + 1
        near = cells.open_positions(classes, places, weights, 4, values, k)
        far = cells.open_positions(classes * apart, places, weights, count, values, k)
        assert near.tolist() == far.tolist()
    assert seen == {True, False}


def test_open_positions_are_those_that_fit() -> None:
    rng = np.random.default_rng(4)
    seen = 0
    for _ in range(100):
        rows = int(rng.integers(2, 12))
        _, places = np.unique(np.sort(rng.integers(0, 5, rows)), return_inverse=True)
        classes, weights = rng.integers(0, 3, rows), rng.integers(1, 5, rows)
        records = np.bincount(classes, weights=weights)
        k = int(rng.integers(1, records[records > 0].min() + 1))
        values = int(places.max()) + 1
        found = cells.open_positions(classes, places, weights, 3, values, k).tolist()
        for at in range(values - 1):
            side = (places > at).astype(np.int64)
            assert found[at] == cells.counts_fit(classes, side, weights, 3, 2, k)
            seen += found[at]
    assert seen


def forest(rows: int = 40, threads: int = 1, **changed: Any) -> cells.Forest:
    rng = np.random.default_rng(rows)
    given: dict[str, Any] = {
        "columns": one_column(ORDERED, 9, np.arange(9.0)),
        "codes": rng.integers(0, 9, (rows, 1)).astype(np.int32),
        "weights": np.ones(rows, dtype=np.int64),
        "kept": np.arange(rows, dtype=np.int32),
        "rules": None,
        "k": 2,
        "threads": threads,
    }
    return cells.Forest(**(given | changed))


def test_every_row_is_where_the_cuts_lead_it() -> None:
    rng = np.random.default_rng(6)
    for rows in (1, 2, 3, 50, 9000):
        codes = rng.integers(0, 9, (rows, 1)).astype(np.int32)
        grown = forest(rows, codes=codes)
        assert grown.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)
        fields: Any = grown.tree()
        path = cells.CutPath(ints(ORDERED), *fields)
        leaf = path.route(codes, ints(), longs(0))
        classes, sizes = grown.classes()
        leaves = grown.leaves().tolist()
        assert [leaves[number] for number in classes.tolist()] == leaf.tolist()
        assert sizes.tolist() == np.bincount(classes).tolist()
        assert sizes.min() >= min(2, rows)
        bounds = path.ranges(0, 9)[leaf]
        assert ((bounds[:, 0] <= codes[:, 0]) & (codes[:, 0] <= bounds[:, 1])).all()


class Interrupted(Exception):
    pass


def interrupt(*_: object) -> None:
    raise Interrupted


def test_a_forest_that_was_interrupted_is_refused() -> None:
    """Its rows may stand in no order that its tree knows of."""
    rng = np.random.default_rng(7)
    rows, wide = 1_000_000, 100_000
    grown = forest(
        rows,
        columns=one_column(ORDERED, wide, np.arange(float(wide))),
        codes=rng.integers(0, wide, (rows, 1)).astype(np.int32),
    )
    before = signal.signal(signal.SIGPROF, interrupt)
    # CPU time, and more of it than Python takes before the loop begins, on a busy machine as well.
    signal.setitimer(signal.ITIMER_PROF, 5e-3)
    try:
        with pytest.raises(Interrupted):
            grown.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    for use in (grown.leaves, grown.tree, grown.classes):
        with pytest.raises(ValueError, match="was interrupted while it was cut"):
            use()
    with pytest.raises(ValueError, match="was interrupted while it was cut"):
        grown.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)


def cpu_seconds(call: Callable[[], object], interrupted_after: float = 0.0) -> float:
    """How long the call takes, or how long until it ends if it is interrupted."""
    before = signal.signal(signal.SIGPROF, interrupt)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, interrupted_after)
    try:
        call()
        assert not interrupted_after
    except Interrupted:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return time.process_time() - began


def many_labels() -> tuple[cells.Columns, NDArray[np.int32], NDArray[np.int64]]:
    n = 4_000_000
    weights = np.random.default_rng(7).integers(1, 9, n)
    return one_column(LABELS, n), np.arange(n, dtype=np.int32), weights


def call_of_rules() -> Callable[[], object]:
    n = 6_000_000
    many = rules(
        kinds=ints(2),
        lengths=longs(n // 2),
        values=np.arange(n, dtype=np.int32)[None],
        sizes=ints(n),
        weights=np.random.default_rng(7).integers(1, 1000, n),
    )
    rows = np.arange(n)
    return lambda: many.meets(rows)


def call_of_best_cut() -> Callable[[], object]:
    columns, codes, weights = many_labels()
    return lambda: columns.best_cut(0, codes, weights, 10, 0.0, math.inf)


def call_of_taken_labels() -> Callable[[], object]:
    columns, codes, weights = many_labels()
    return lambda: columns.taken_labels(0, codes, weights, -1, 0)


def call_of_map() -> Callable[[], object]:
    parents = np.arange(-1, 4_000_000 - 1, dtype=np.int32)
    return lambda: one_column(AREAS, len(parents), parents=parents)


@pytest.mark.parametrize(
    "make", [call_of_rules, call_of_best_cut, call_of_taken_labels, call_of_map]
)
def test_a_long_call_ends_soon_after_an_interruption(
    make: Callable[[], Callable[[], object]],
) -> None:
    call = make()
    alone = cpu_seconds(call)
    # Nearly all of it would be left, and a loop looks every fortieth of a second.
    assert cpu_seconds(call, 0.05 * alone) < 0.75 * alone


def test_a_cut_by_weight_of_many_labels_is_interrupted() -> None:
    n = 4_000_000
    _, codes, weights = many_labels()
    columns = cells.Columns(ints(1, 1), longs(n, 2), np.ones(2), np.ones(2), np.zeros(0), ints())
    table = np.column_stack([codes, codes % 2])

    def seconds(interrupted_after: float) -> float:
        grown = cells.Forest(columns, table, weights, codes, None, n)
        cut = (ints(0), ints(0), np.ones(1), 0, math.inf)
        return cpu_seconds(lambda: grown.cut(*cut), interrupted_after)

    alone = seconds(0.0)
    assert seconds(0.05 * alone) < 0.75 * alone


@pytest.mark.parametrize("length", [1, 2, 3, 40, 99, 100])
def test_a_recursive_rule_compares_the_largest_count_with_the_rest(length: int) -> None:
    rng = np.random.default_rng(length)
    for _ in range(20):
        weights = rng.integers(1, 50, 100)
        descending = np.sort(weights)[::-1]
        limit = descending[0] / descending[length - 1 :].sum()
        for amount, expected in ((limit * (1 + 1e-9), True), (limit * (1 - 1e-9), False)):
            own = rules(
                kinds=ints(2),
                amounts=np.array([amount]),
                lengths=longs(length),
                values=rng.permutation(100).astype(np.int32)[None],
                sizes=ints(100),
                weights=weights,
            )
            assert own.meets(np.arange(100)) == expected


def test_a_recursive_rule_takes_no_time_for_every_pair_of_values() -> None:
    n = 100_000
    long = rules(
        kinds=ints(2),
        lengths=longs(n // 2),
        values=np.arange(n, dtype=np.int32)[None],
        sizes=ints(n),
        weights=np.random.default_rng(7).integers(1, 1000, n),
    )
    assert cpu_seconds(lambda: long.meets(np.arange(n))) < 1


def test_time_also_ends_the_search_for_a_cut_that_meets_the_rules() -> None:
    """Each of so many positions is weighed by as many values."""
    n = 100_000
    none_meets = rules(
        kinds=ints(2),
        amounts=np.array([1e-9]),
        lengths=longs(1),
        values=np.arange(n, dtype=np.int32)[None],
        sizes=ints(n),
        weights=np.ones(n, np.int64),
    )
    codes = np.arange(n, dtype=np.int32)
    columns = one_column(ORDERED, n, np.arange(float(n)))
    grown = cells.Forest(columns, codes[:, None], np.ones(n, np.int64), codes, none_meets, 10)
    done = []
    assert cpu_seconds(lambda: done.append(grown.cut(ints(0), ints(0), np.zeros(1), 0, 0.1))) < 1
    assert done == [False]
    assert grown.leaves().tolist() == [0]


def rules(**changed: Any) -> cells.Rules:
    given: dict[str, Any] = {
        "kinds": ints(0),
        "attributes": ints(0),
        "amounts": np.array([2.0]),
        "lengths": longs(0),
        "values": np.array([[0, 1, 0]], dtype=np.int32),
        "sizes": ints(2),
        "weights": longs(1, 1, 1),
        "people": longs(),
        "tolerance": 1e-9,
    }
    return cells.Rules(**(given | changed))


def path(**changed: Any) -> cells.CutPath:
    given: dict[str, Any] = {
        "kinds": ints(LABELS),
        "column": ints(0, 0, 0),
        "how": ints(BY_MEMBERS, LEAF, LEAF),
        "low": ints(0, 0, 0),
        "high": ints(1, 0, 0),
        "parent": ints(-1, 0, 0),
        "first": ints(1, 0, 0),
        "children": ints(2, 0, 0),
        "key": ints(0, 0, 0),
        "pool": ints(3),
    }
    return cells.CutPath(**(given | changed))


def savings(**changed: Any) -> Any:
    given: dict[str, Any] = {
        "codes": np.array([[0], [1], [8]], dtype=np.int32),
        "weights": longs(1, 1, 1),
        "rows": longs(0, 1, 2),
        "starts": longs(0, 3),
        "sizes": longs(3),
    }
    return one_column(ORDERED, 9, np.arange(9.0)).savings(**(given | changed))


def test_what_a_row_saves_is_what_its_class_gains() -> None:
    """Without 8, two records have a range of 1 instead of 8; the row itself is lost then."""
    assert savings().tolist() == pytest.approx([2 * 1 / 8, 0.0, 2 * 7 / 8])


def test_what_a_row_of_a_wide_band_saves() -> None:
    """Bands from 0 to 1, 1 to 5 and 8 to 9, one row in each: without the last one two records have
    a range of 5 instead of 9."""
    one, scale = np.ones(1), np.array([1 / 9])
    columns = cells.Columns(ints(ORDERED), longs(3), one, scale, np.array([0.0, 1.0, 8.0]), ints())
    columns.give_tops(0, np.array([1.0, 5.0, 9.0]))
    codes = np.array([[0], [1], [2]], dtype=np.int32)
    found = columns.savings(codes, longs(1, 1, 1), longs(0, 1, 2), longs(0, 3), longs(3))
    assert found.tolist() == pytest.approx([2 * 1 / 9, 0.0, 2 * 4 / 9])


AREA = one_column(AREAS, 3, parents=[-1, 0, 1])
ORDER: Any = one_column(ORDERED, 9, np.arange(9.0))
LABEL = one_column(LABELS, 3)
# Four labels below two nodes.
PAIRS = [4, 4, 5, 5, 6, 6, -1]


def below_a_tree(ordered: bool, parents: list[int], size: int = 4) -> cells.Columns:
    columns = one_column(LABELS, size)
    columns.give_tree(0, ints(*parents), ordered, -1)
    return columns


@pytest.mark.parametrize("ordered", [False, True])
def test_labels_below_a_tree_are_taken_by_children(ordered: bool) -> None:
    columns = below_a_tree(ordered, PAIRS)
    codes, weights = ints(0, 1, 2, 3), longs(1, 1, 1, 2)
    first = [0, 1] if ordered else [2, 3]
    assert columns.taken_labels(0, codes, weights, 0, 1).tolist() == first
    assert columns.taken_labels(0, codes, weights, 0, 2).tolist() == [0, 1, 2, 3]


def test_a_thread_may_give_a_tree_while_another_looks_for_cuts() -> None:
    """Every answer is that of one tree or of the other."""
    rng = np.random.default_rng(8)
    size = 3000
    trees = [[size + 1 + at % 50 for at in range(size)] for _ in range(2)]
    rng.shuffle(trees[1])
    parents = [ints(*tree, -1, *[size] * 50) for tree in trees]
    codes, weights = np.arange(size, dtype=np.int32), rng.integers(1, 9, size)
    kept, row = np.arange(size, dtype=np.int32), codes[:, None].copy()

    def look(columns: cells.Columns) -> str:
        cut = columns.best_cut(0, codes, weights, 9, UNEVEN, math.inf)
        taken = columns.taken_labels(0, codes, weights, 0, 7)
        grown = cells.Forest(columns, row, weights, kept, None, 9)
        grown.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)
        return f"{cut} {taken.tolist()} {grown.classes()[1].tolist()}"

    columns = one_column(LABELS, size)
    expected = []
    for tree in parents:
        columns.give_tree(0, tree, False, -1)
        expected.append(look(columns).split(" ["))
    ended = threading.Event()

    def give() -> None:
        for number in itertools.count():
            columns.give_tree(0, parents[number % 2], False, -1)
            if ended.is_set():
                break

    giver = threading.Thread(target=give)
    giver.start()
    try:
        for _ in range(20):
            # The tree may change between two calls, but not within one.
            for part, one, other in zip(look(columns).split(" ["), *expected, strict=True):
                assert part in (one, other)
    finally:
        ended.set()
        giver.join()


def test_what_a_loop_has_begun_to_read_stays_as_it_is() -> None:
    """Signals are handled within a loop, and a handler may change the columns that it reads."""
    size, many = 1000, 4_000_000
    columns = one_column(ORDERED, size, np.arange(float(size)))
    codes = np.arange(size, dtype=np.int32)[:, None].copy()
    rows = np.random.default_rng(9).integers(0, size, many)
    starts = np.arange(0, many + 1, 4)
    weights, sizes = np.ones(size, dtype=np.int64), np.full(len(starts) - 1, 4)
    expected = columns.savings(codes, weights, rows, starts, sizes)

    def change(*_: object) -> None:
        columns.give_tops(0, np.arange(float(size)) + 0.5)

    before = signal.signal(signal.SIGPROF, change)
    # CPU time: the loop takes more of it than that.
    signal.setitimer(signal.ITIMER_PROF, 1e-3)
    try:
        found = columns.savings(codes, weights, rows, starts, sizes)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    np.testing.assert_array_equal(found, expected)
    again = columns.savings(codes, weights, rows, starts, sizes)
    assert not np.array_equal(again, expected)


HOSTILE: list[Callable[[], Any]] = [
    # Columns
    lambda: one_column(3, 2),
    lambda: one_column(LABELS, 0 + 2**31),
    lambda: one_column(ORDERED, 5, np.arange(4.0)),
    lambda: one_column(ORDERED, 5, np.arange(6.0)),
    lambda: one_column(AREAS, 3, parents=[-1, 2, 1]),
    lambda: one_column(AREAS, 3, parents=[-1, -2, 1]),
    lambda: one_column(AREAS, 4, parents=[-1, 0, -1, 0]),
    lambda: one_column(AREAS, 3, parents=[-1, 0]),
    lambda: cells.Columns(ints(), longs(), np.ones(0), np.ones(0), np.ones(0), ints()),
    lambda: one_rank(worth=math.nan),
    lambda: one_rank(worth=math.inf),
    lambda: one_rank(worth=-1.0),
    lambda: one_rank(scale=math.nan),
    lambda: one_rank(scale=math.inf),
    lambda: one_rank(scale=-1.0),
    lambda: one_rank(position=math.nan),
    lambda: one_rank(position=math.inf),
    lambda: one_rank(position=-math.inf),
    lambda: one_column(ORDERED, 3, np.array([0.0, 2.0, 1.0])),
    # Tops
    lambda: ORDER.give_tops(1, np.arange(9.0)),
    lambda: LABEL.give_tops(0, np.arange(3.0)),
    lambda: ORDER.give_tops(0, np.arange(8.0)),
    lambda: ORDER.give_tops(0, np.arange(9.0) - 0.5),
    lambda: ORDER.give_tops(0, np.arange(9.0) + 1.5),
    lambda: ORDER.give_tops(0, np.full(9, math.nan)),
    lambda: ORDER.give_tops(0, np.array([*range(8), math.inf])),
    # The best cut
    lambda: ORDER.best_cut(1, ints(0), longs(1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(0, 9), longs(1, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(3, 2), longs(1, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 2), longs(1, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(0, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(2**62, 2**62), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1, 1), 0, 0.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1, 1), 1, -1.0, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1, 1), 1, math.nan, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1, 1), 1, math.inf, 1.0),
    lambda: ORDER.best_cut(0, ints(2, 3), longs(1, 1), 1, 0.0, math.nan),
    lambda: ORDER.taken_labels(0, ints(0, 1), longs(1, 1), 0, 1),
    lambda: LABEL.taken_labels(0, ints(0, 1), longs(1, 1), 0, 3),
    lambda: LABEL.taken_labels(0, ints(0, 1), longs(1, 1), 2, 1),
    lambda: LABEL.taken_labels(0, ints(0, 1), longs(1, 1), -2, 1),
    lambda: LABEL.taken_labels(0, ints(), longs(), -1, 0),
    lambda: LABEL.taken_labels(0, ints(-1), longs(1), -1, 0),
    # Labels below a tree are taken by the children that they are below, of which there are two.
    lambda: below_a_tree(False, PAIRS).taken_labels(0, ints(), longs(), -1, 0),
    lambda: below_a_tree(True, PAIRS).taken_labels(0, ints(), longs(), 0, 0),
    lambda: below_a_tree(False, PAIRS).taken_labels(0, ints(0, 1, 2), longs(1, 1, 1), 0, 3),
    lambda: below_a_tree(True, PAIRS).taken_labels(0, ints(0, 1, 2), longs(1, 1, 1), 0, 3),
    lambda: below_a_tree(True, PAIRS).taken_labels(0, ints(0, 1, 2), longs(1, 1, 1), 0, 0),
    lambda: below_a_tree(True, PAIRS).taken_labels(0, ints(0, 1, 2), longs(1, 1, 1), 1, 2),
    lambda: below_a_tree(True, PAIRS).taken_labels(0, ints(0, 1, 2), longs(1, 1, 1), -1, 1),
    # Savings
    lambda: savings(codes=np.array([[0], [1], [9]], dtype=np.int32)),
    lambda: savings(codes=np.array([[0], [1], [-2]], dtype=np.int32)),
    lambda: savings(codes=np.zeros((3, 2), dtype=np.int32)),
    lambda: savings(weights=longs(1, 1)),
    lambda: savings(weights=longs(1, 1, -1)),
    lambda: savings(rows=longs(0, 1, 3)),
    lambda: savings(rows=longs(0, 1, -1)),
    lambda: savings(starts=longs(0, 2)),
    lambda: savings(starts=longs(0, 4, 3)),
    lambda: savings(starts=longs()),
    lambda: savings(sizes=longs(-1)),
    lambda: LABEL.savings(
        np.array([[-1]], dtype=np.int32), longs(1), longs(0), longs(0, 1), longs(1)
    ),
    # Rules
    lambda: rules(kinds=ints(7)),
    lambda: rules(kinds=ints(-1)),
    lambda: rules(kinds=ints(6)),
    lambda: rules(kinds=ints(2)),
    lambda: rules(attributes=ints(1)),
    lambda: rules(attributes=ints(-1)),
    lambda: rules(amounts=np.ones(2)),
    lambda: rules(amounts=np.full(1, math.nan)),
    lambda: rules(amounts=np.full(1, math.inf)),
    lambda: rules(tolerance=math.nan),
    lambda: rules(tolerance=-1e-9),
    lambda: rules(values=np.array([[0, 2, 0]], dtype=np.int32)),
    lambda: rules(values=np.array([[0, -1, 0]], dtype=np.int32)),
    lambda: rules(values=np.zeros((1, 2), dtype=np.int32)),
    lambda: rules(weights=longs(1, 0, 1)),
    lambda: rules(weights=longs(2**62, 2**62, 1)),
    lambda: rules(people=longs(1)),
    lambda: rules(people=longs(1, -1, 1)),
    lambda: rules().meets(longs(3)),
    lambda: rules().meets(longs(-1)),
    lambda: rules().meets(longs(1, 1)),
    # The forest
    lambda: forest(codes=np.full((40, 1), 9, dtype=np.int32)),
    lambda: forest(codes=np.full((40, 1), -2, dtype=np.int32)),
    lambda: forest(codes=np.zeros((39, 1), dtype=np.int32)),
    lambda: forest(codes=np.zeros((40, 2), dtype=np.int32)),
    lambda: forest(weights=np.zeros(40, dtype=np.int64)),
    lambda: forest(weights=np.full(40, 2**60)),
    lambda: forest(kept=ints()),
    lambda: forest(kept=ints(0, 40)),
    lambda: forest(kept=ints(1, 1)),
    lambda: forest(kept=ints(2, 1)),
    lambda: forest(rules=rules()),
    lambda: forest(k=0),
    lambda: forest(threads=0),
    lambda: forest().cut(ints(1), ints(0), np.zeros(1), 0, 1.0),
    lambda: forest().cut(ints(-1), ints(0), np.zeros(1), 0, 1.0),
    lambda: forest().cut(ints(0, 0), ints(0, 0), np.zeros(2), 0, 1.0),
    lambda: forest().cut(ints(0), ints(-1), np.zeros(1), 0, 1.0),
    lambda: forest().cut(ints(0), ints(0, 0), np.zeros(1), 0, 1.0),
    lambda: forest().cut(ints(0), ints(0), np.array([-0.1]), 0, 1.0),
    lambda: forest().cut(ints(0), ints(0), np.array([math.nan]), 0, 1.0),
    lambda: forest().cut(ints(0), ints(0), np.array([math.inf]), 0, 1.0),
    lambda: forest().cut(ints(0), ints(0), np.zeros(1), 0, math.nan),
    lambda: forest().tried(ints(1), ints(0), np.zeros(1), 1.0),
    lambda: forest().tried(ints(0), ints(0), np.zeros(1), math.nan),
    lambda: forest().recut(ints(0), 9, 1, False, math.nan),
    # Paths
    lambda: path(kinds=ints(3)),
    lambda: path(how=ints(5, LEAF, LEAF)),
    lambda: path(kinds=ints(ORDERED), high=ints(2**30, 0, 0)),
    lambda: path(kinds=ints()).route(np.zeros((0, 0), dtype=np.int32), ints(), longs()),
    lambda: path(column=ints(1, 0, 0)),
    lambda: path(column=ints(-1, 0, 0)),
    lambda: path(first=ints(0, 0, 0)),
    lambda: path(first=ints(2, 0, 0)),
    lambda: path(high=ints(2, 0, 0)),
    lambda: path(low=ints(-1, 0, 0)),
    lambda: path(parent=ints(-1, 0, 2)),
    lambda: path(parent=ints(-1, -1, 0)),
    lambda: path(key=ints(0, 0)),
    lambda: path(kinds=ints(AREAS), how=ints(BY_COMPONENT, LEAF, LEAF), children=ints(3, 0, 0)),
    lambda: path(kinds=ints(AREAS), how=ints(BY_COMPONENT, LEAF, LEAF), children=ints(-1, 0, 0)),
    lambda: path().route(np.zeros((2, 2), dtype=np.int32), ints(), longs(0)),
    lambda: path().route(np.zeros((2, 1), dtype=np.int32), ints(), longs()),
    lambda: path().route(np.zeros((2, 1), dtype=np.int32), ints(), longs(0), 0),
    lambda: path(kinds=ints(AREAS), how=ints(BY_COMPONENT, LEAF, LEAF)).route(
        np.ones((2, 1), dtype=np.int32), ints(0), longs(0)
    ),
    lambda: path(kinds=ints(AREAS), how=ints(BY_COMPONENT, LEAF, LEAF)).route(
        np.ones((2, 1), dtype=np.int32), ints(0), longs(-1)
    ),
    lambda: path().ranges(0, 0),
    lambda: path().member_runs(0, ORDERED, 0, longs(1), np.zeros((1, 2), dtype=np.int32)),
    lambda: path().member_runs(0, LABELS, 0, longs(3), np.zeros((1, 2), dtype=np.int32)),
    lambda: path().member_runs(0, LABELS, 0, longs(1), np.zeros((2, 2), dtype=np.int32)),
    lambda: path().member_runs(0, LABELS, 2**31 - 1, longs(1), np.zeros((1, 2), dtype=np.int32)),
    lambda: cells.top_of(ints(0, 1), np.zeros(2, dtype=bool)),
    lambda: cells.top_of(ints(0, 0), np.zeros(1, dtype=bool)),
    # Maps
    lambda: cells.spanning(longs(), ints()),
    lambda: cells.spanning(longs(0, 1), ints(1)),
    lambda: cells.spanning(longs(0, 2), ints(0)),
    lambda: cells.spanning(longs(1, 1), ints(0)),
    lambda: cells.runs_are_subtrees(ints(-1, 2), ints(2, 2)),
    lambda: cells.runs_are_subtrees(ints(-2), ints(1)),
    lambda: cells.hulls(ints(-1, 0), longs(0, 1), ints(2)),
    lambda: cells.hulls(ints(-1, 0), longs(0, 2), ints(1, 0)),
    lambda: cells.hulls(ints(-1, 1), longs(0, 1), ints(1)),
    lambda: cells.hulls(ints(-1, 0), longs(0, 3), ints(1)),
    # Blocks
    lambda: cells.counts_fit(longs(2), longs(0), longs(1), 2, 2, 1),
    lambda: cells.counts_fit(longs(0), longs(2), longs(1), 2, 2, 1),
    lambda: cells.counts_fit(longs(0), longs(0, 1), longs(1), 2, 2, 1),
    lambda: cells.counts_fit(longs(0), longs(0), longs(-1), 2, 2, 1),
    lambda: cells.counts_fit(longs(0), longs(0), longs(1), 2**40, 2**40, 1),
    lambda: cells.counts_fit(longs(0), longs(0), longs(1), 2, 2, 0),
    lambda: cells.counts_fit(longs(0), longs(0), longs(1), 2, 2, -1),
    lambda: cells.open_positions(longs(0, 0), longs(0, 1), longs(1, 1), 1, 2, 0),
    lambda: cells.open_positions(longs(0, 0), longs(1, 0), longs(1, 1), 1, 2, 1),
    lambda: cells.open_positions(longs(0, 0), longs(0, 2), longs(1, 1), 1, 2, 1),
    lambda: cells.open_positions(longs(0, 1), longs(0, 1), longs(1, 1), 1, 2, 1),
    lambda: cells.open_positions(longs(0, 0), longs(0, 1), longs(1, 1), 1, 0, 1),
    lambda: cells.open_positions(longs(0, 0), longs(0, 1), longs(1, 1), 1, 3, 1),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_what_a_loop_could_not_take_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        HOSTILE[number]()


WRONG_TYPES: list[Callable[[], Any]] = [
    lambda: ORDER.best_cut(0, longs(2, 3), longs(1, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(0, np.arange(8, dtype=np.int32)[::2], longs(1, 1, 1, 1), 1, 0.0, 1.0),
    lambda: ORDER.best_cut(-1, ints(2, 3), longs(1, 1), 1, 0.0, 1.0),
    lambda: forest(weights=np.ones(40)),
    lambda: forest(codes=np.zeros((80, 1), dtype=np.int32)[::2]),
    lambda: forest(columns=None),
    lambda: forest(k=2**70),
    lambda: rules(values=ints(0, 1, 0)),
    lambda: path(pool=longs(3)),
    lambda: cells.top_of(ints(0, 0), np.zeros((2, 1), dtype=bool)),
]


@pytest.mark.parametrize("number", range(len(WRONG_TYPES)))
def test_nothing_is_converted(number: int) -> None:
    with pytest.raises(TypeError):
        WRONG_TYPES[number]()


def test_arrays_belong_to_the_forest_that_was_made_of_them() -> None:
    codes = np.arange(40, dtype=np.int32)[:, None] % 9
    codes = np.ascontiguousarray(codes)
    own = forest(codes=codes)
    codes[:] = 2**30
    assert own.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)
    assert len(own.leaves()) > 1


def test_rules_outlive_their_name() -> None:
    values = np.arange(40, dtype=np.int32)[None, :] % 2
    kept = rules(values=np.ascontiguousarray(values), weights=np.ones(40, dtype=np.int64))
    own = forest(rules=kept)
    del kept
    assert own.cut(ints(0), ints(0), np.zeros(1), 0, math.inf)
    classes, sizes = own.classes()
    for number in range(len(sizes)):
        assert len(set(values[0, classes == number].tolist())) == 2
