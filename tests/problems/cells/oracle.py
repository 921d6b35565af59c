"""What the laws trust about cells: all partitions into typed cells, and plain sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis, TreeAxis
from covey.problems.cells.sets import ANY_SET, MISSING_SET, MemberSets, OrderedSets, PlaceSets, Sets
from tests.problems.trees import oracle as trees_oracle

GONE = ("missing",)


def value(axis: Axis, row: int) -> Any:
    """What a row has on an axis, as a member of plain sets."""
    if axis.codes[row] < 0:
        return GONE
    if isinstance(axis, PlaceAxis):
        return int(axis.x_codes[row]), int(axis.y_codes[row])
    return int(axis.codes[row])


def everything(axis: Axis) -> frozenset[Any]:
    if isinstance(axis, PlaceAxis):
        a, b = len(axis.x_positions), len(axis.y_positions)
        return frozenset((i, j) for i in range(a) for j in range(b))
    return frozenset(range(axis.size))


def spelled_out(axis: Axis, sets: Sets, number: int) -> frozenset[Any]:
    """The set of a class, member by member."""
    own = int(sets.of_class[number])
    if own == MISSING_SET:
        return frozenset([GONE])
    if own == ANY_SET:
        return everything(axis) | {GONE}
    if isinstance(sets, OrderedSets):
        return frozenset(range(int(sets.low[own]), int(sets.high[own]) + 1))
    if isinstance(sets, PlaceSets):
        return frozenset(
            (i, j)
            for i in range(int(sets.x_low[own]), int(sets.x_high[own]) + 1)
            for j in range(int(sets.y_low[own]), int(sets.y_high[own]) + 1)
        )
    assert isinstance(sets, MemberSets)
    members = sets.members_of(own).tolist()
    run = sets.members[sets.starts[own] : sets.starts[own + 1]].tolist()
    assert members == run
    assert members == sorted(set(members))
    assert len(members) == sets.sizes[own]
    return frozenset(members)


def is_connected(members: frozenset[int], edges: list[list[int]]) -> bool:
    left = set(members)
    waiting = [left.pop()]
    while waiting:
        here = waiting.pop()
        for a, b in edges:
            for one, other in ((a, b), (b, a)):
                if one == here and other in left:
                    left.remove(other)
                    waiting.append(other)
    return not left


def along(axis: TreeAxis, labels: frozenset[int]) -> frozenset[Any]:
    """All labels below the children of the lowest node above some labels that have one of these,
    and where siblings are in order, below the children between them."""
    ways = []
    for label in labels:
        way = [label]
        while axis.parents[way[-1]] >= 0:
            way.append(int(axis.parents[way[-1]]))
        ways.append(way[::-1])
    deep = next(
        (at for at, nodes in enumerate(zip(*ways, strict=False)) if len(set(nodes)) > 1),
        min(map(len, ways)),
    )
    children = {way[deep] if deep < len(way) else way[-1] for way in ways}
    found = [label for label in range(axis.size) if children & {label, *above_of(axis, label)}]
    return frozenset(range(found[0], found[-1] + 1) if axis.ordered else found)


def above_of(axis: TreeAxis, label: int) -> list[int]:
    found, node = [], int(axis.parents[label])
    while node >= 0:
        found.append(node)
        node = int(axis.parents[node])
    return found


def is_shaped(axis: Axis, members: frozenset[Any]) -> bool:
    """Whether a set is of the kind that the axis asks for."""
    if members in (frozenset([GONE]), everything(axis) | {GONE}, everything(axis)):
        return True
    if GONE in members or not members:
        return False
    if isinstance(axis, TreeAxis):
        return members == along(axis, members)
    if isinstance(axis, LabelAxis):
        return True
    if isinstance(axis, AreaAxis):
        return is_connected(members, axis.graph.edges.tolist())
    if isinstance(axis, OrderedAxis):
        return bool(len(members) == max(members) - min(members) + 1)
    columns = {i for i, _ in members}
    rows = {j for _, j in members}
    whole = (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    return bool(len(members) == whole)


def refuse_unless_cells(axes: tuple[Axis, ...], classes: list[int], sets: tuple[Sets, ...]) -> None:
    """Every row inside of its class's sets, sets of the right kinds, any two classes apart on some
    axis."""
    count = max(classes) + 1
    cells = [[spelled_out(a, s, c) for a, s in zip(axes, sets, strict=True)] for c in range(count)]
    for row, own in enumerate(classes):
        for axis, members in zip(axes, cells[own], strict=True):
            assert own < 0 or value(axis, row) in members
    for cell in cells:
        assert all(is_shaped(axis, members) for axis, members in zip(axes, cell, strict=True))
    for one in range(count):
        for other in range(one):
            pairs = zip(cells[one], cells[other], strict=True)
            assert any(not (a & b) for a, b in pairs)
    for axis, own_sets in zip(axes, sets, strict=True):
        named = [c for c in range(count) if own_sets.of_class[c] >= 0]
        spelled = {own_sets.of_class[c]: spelled_out(axis, own_sets, c) for c in named}
        assert len(set(spelled.values())) == len(spelled)


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, *others = items
    for found in partitions(others):
        for place in range(len(found)):
            yield [*found[:place], [first, *found[place]], *found[place + 1 :]]
        yield [[first], *found]


def smallest(axis: Axis, rows: list[int]) -> frozenset[Any] | None:
    """The least set of an axis around some rows; None for areas, where there may be several."""
    values = {value(axis, row) for row in rows}
    if values == {GONE}:
        return frozenset(values)
    if GONE in values:
        return everything(axis) | {GONE}
    if isinstance(axis, TreeAxis):
        return along(axis, frozenset(values))
    if isinstance(axis, LabelAxis):
        return frozenset(values)
    if isinstance(axis, OrderedAxis):
        return frozenset(range(min(values), max(values) + 1))
    if isinstance(axis, PlaceAxis):
        i, j = [a for a, _ in values], [b for _, b in values]
        return frozenset(
            (a, b) for a in range(min(i), max(i) + 1) for b in range(min(j), max(j) + 1)
        )
    return None


def around(axis: Axis, rows: list[int]) -> list[frozenset[Any]]:
    """All sets that may stand for some rows on an axis; for others than areas the least is enough,
    as larger ones only meet more."""
    least = smallest(axis, rows)
    if least is not None:
        return [least]
    assert isinstance(axis, AreaAxis)
    inside = frozenset(value(axis, row) for row in rows)
    edges = axis.graph.edges.tolist()
    others = sorted(set(range(axis.size)) - inside)
    found = [
        inside | {area for bit, area in enumerate(others) if mask >> bit & 1}
        for mask in range(1 << len(others))
    ]
    connected = [members for members in found if is_connected(members, edges)]
    return connected or [everything(axis)]


def can_be_cells(axes: tuple[Axis, ...], classes: list[list[int]]) -> bool:
    """Whether sets exist for these classes that are apart, by trying all of them."""
    choices: list[list[list[frozenset[Any]]]] = []
    for rows in classes:
        cells: list[list[frozenset[Any]]] = [[]]
        for axis in axes:
            cells = [[*cell, members] for cell in cells for members in around(axis, rows)]
        choices.append(cells)

    def place(number: int, chosen: list[list[frozenset[Any]]]) -> bool:
        if number == len(choices):
            return True
        return any(
            all(any(not (a & b) for a, b in zip(cell, other, strict=True)) for other in chosen)
            and place(number + 1, [*chosen, cell])
            for cell in choices[number]
        )

    return place(0, [])


def optimum(
    axes: tuple[Axis, ...],
    weights: list[int],
    k: int,
    objective: str,
    allowed: Callable[[list[int]], bool] = lambda rows: True,
) -> int:
    """Over all partitions of the rows whose classes can be cells; rows that are alike are one."""
    best = optimum_if_any(axes, weights, k, objective, allowed)
    assert best is not None
    return best


def optimum_if_any(
    axes: tuple[Axis, ...],
    weights: list[int],
    k: int,
    objective: str,
    allowed: Callable[[list[int]], bool],
) -> int | None:
    alike: dict[tuple[Any, ...], list[int]] = {}
    for row in range(len(weights)):
        alike.setdefault(tuple(value(axis, row) for axis in axes), []).append(row)
    places = list(alike.values())
    best: int | None = None
    for found in partitions(list(range(len(places)))):
        classes = [[row for place in part for row in places[place]] for part in found]
        sizes = [sum(weights[row] for row in rows) for rows in classes]
        if min(sizes) < k:
            continue
        cost = max(sizes) if objective == "max-size" else sum(s * (s - k) for s in sizes)
        if best is not None and cost >= best:
            continue
        if all(map(allowed, classes)) and can_be_cells(axes, classes):
            best = cost
    return best


def optimum_withholding(
    axes: tuple[Axis, ...],
    weights: list[int],
    k: int,
    objective: str,
    suppress: int,
    allowed: Callable[[list[int], list[int]], bool] = lambda rows, weights: True,
) -> int | None:
    """Over all ways to withhold up to so many single records, whoever shares their combination;
    None if there is no answer. ``allowed`` judges the rows of a class by what they weigh then."""
    costs = []
    for left in after_withholding(weights, suppress):
        rows = [row for row, weight in enumerate(left) if weight]
        if sum(left) >= k:
            few = tuple(only(axis, rows) for axis in axes)
            judge = _among(rows, left, allowed)
            costs.append(optimum_if_any(few, [left[row] for row in rows], k, objective, judge))
    return min((cost for cost in costs if cost is not None), default=None)


def after_withholding(weights: list[int], most: int) -> Iterator[list[int]]:
    """What weights can become if up to so many records are withheld."""
    if not weights:
        yield []
        return
    for gone in range(min(weights[0], most) + 1):
        for others in after_withholding(weights[1:], most - gone):
            yield [weights[0] - gone, *others]


def _among(
    rows: list[int], left: list[int], allowed: Callable[[list[int], list[int]], bool]
) -> Callable[[list[int]], bool]:
    return lambda own: allowed([rows[row] for row in own], left)


def only(axis: Axis, rows: list[int]) -> Axis:
    """The same axis for some of its rows."""
    if isinstance(axis, PlaceAxis):
        return PlaceAxis(axis.x_codes[rows], axis.y_codes[rows], axis.x_positions, axis.y_positions)
    if isinstance(axis, OrderedAxis):
        return OrderedAxis(axis.codes[rows], axis.positions)
    if isinstance(axis, AreaAxis):
        return AreaAxis(axis.codes[rows], axis.graph)
    if isinstance(axis, TreeAxis):
        return TreeAxis(axis.codes[rows], axis.size, axis.parents, ordered=axis.ordered)
    return LabelAxis(axis.codes[rows], axis.size)


def random_axes(rng: np.random.Generator, rows: int, kinds: str = "olpa") -> tuple[Axis, ...]:
    """One to three axes of any kind, with missing values now and then."""
    return tuple(
        random_axis(rng, rows, kinds[int(rng.integers(len(kinds)))])
        for _ in range(int(rng.integers(1, 4)))
    )


def random_axis(rng: np.random.Generator, rows: int, kind: str) -> Axis:
    from covey.problems.regions.graph import Graph

    size = int(rng.integers(1, 6))
    codes = rng.integers(0, size, rows)
    gone = rng.random(rows) < rng.choice([0.0, 0.0, 0.3])
    positions = np.cumsum(rng.integers(1, 5, size)).astype(float)
    if kind == "l":
        return LabelAxis(codes, size)
    if kind == "t":
        parents = trees_oracle.random_parents(rng, size)
        if rng.random() < 0.5:
            return TreeAxis(codes, size, trees_oracle.along(parents, size), ordered=True)
        return TreeAxis(codes, size, parents)
    if kind == "o":
        return OrderedAxis(np.where(gone, -1, codes), positions)
    if kind == "p":
        other = int(rng.integers(1, 4))
        y = rng.integers(0, other, rows)
        return PlaceAxis(
            np.where(gone, -1, codes), np.where(gone, -1, y), positions, np.arange(other) / 3
        )
    size = int(rng.integers(1, 6))
    tree = [(v, int(rng.integers(max(0, v - 2), v))) for v in range(1, size)]
    if rng.random() < 0.3:
        tree = tree[: size // 2]
    more = rng.integers(0, size, (int(rng.integers(0, 3)), 2)).tolist()
    edges = np.array([*tree, *more], dtype=np.int64).reshape(-1, 2)
    return AreaAxis(np.where(gone, -1, rng.integers(0, size, rows)), Graph.from_edges(size, edges))
