"""The optimum of a job on a tiny table, from what was asked alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from attacks.brute.search import fewer, least, partitions, price, together
from attacks.recount.asked import Areas, Asked, Quasi
from attacks.recount.rules import meets
from attacks.recount.sets import value_of

ANY, GONE = "any", "gone"
"""A set of everything, and the one of missing values."""


def optimum(asked: Asked, kinds: dict[str, str]) -> int | None:
    """The least cost of any answer; None if there is none. ``kinds`` is how ordered columns are
    read. Records without a value are a class of their own. Where they are too few for that they
    count as another value: this is then the highest of the optima, one for each value that it may
    be."""
    return max(_optima(asked, kinds), default=None)


def optimum_of_values(asked: Asked, kinds: dict[str, str]) -> int | None:
    """The optimum of one column by itself, whose records without a value are left out unless it
    has labels: the problem of its own solver."""
    (quasi,) = asked.quasi
    counts = Counter(values[0] for values, _ in _rows(asked, kinds))
    if quasi.role == "labels":
        return least(list(counts.values()), asked.k, asked.objective, lambda group: True)
    counts.pop(None, 0)
    return _with_values(asked, quasi, counts)


def cheapest(asked: Asked, kinds: dict[str, str]) -> int | None:
    """The same, but the lowest of these optima: no answer costs less."""
    return min(_optima(asked, kinds), default=None)


def _optima(asked: Asked, kinds: dict[str, str]) -> list[int]:
    rows = _rows(asked, kinds)
    if asked.plain:
        (quasi,) = asked.quasi
        found = [_single(asked, quasi, Counter(values[0] for values, _ in rows))]
    else:
        found = [_cells(asked, placed) for placed in _with_places(asked, rows)]
    return [cost for cost in found if cost is not None]


def _with_places(
    asked: Asked, rows: list[tuple[tuple[Any, ...], tuple[Any, ...]]]
) -> Iterator[list[tuple[tuple[Any, ...], tuple[Any, ...]]]]:
    """The rows with another value for each that is missing and shares a class, in all ways."""
    choices = []
    for at, quasi in enumerate(asked.quasi):
        present = {values[at] for values, _ in rows} - {None}
        choices.append(sorted(present) if asked.shares(quasi) and present else [None])
    for chosen in product(*choices):
        yield [
            (
                tuple(
                    own if value is None else value
                    for value, own in zip(values, chosen, strict=True)
                ),
                sensitive,
            )
            for values, sensitive in rows
        ]


def _rows(asked: Asked, kinds: dict[str, str]) -> list[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """What every record has in the quasi-identifiers, and its sensitive values."""
    found = []
    sensitive = [asked.table.columns.index(column) for column in asked.sensitive]
    for row in asked.table.rows:
        values = []
        for quasi in asked.quasi:
            own = [row[asked.table.columns.index(column)] for column in quasi.columns]
            values.append(value_of(quasi, own, {"read_as": kinds.get(quasi.name, "")}))
        lost = any(v is None for v in values) and asked.missing == "suppress"
        strange = any(
            quasi.areas is not None and value is not None and value not in quasi.areas.codes
            for quasi, value in zip(asked.quasi, values, strict=True)
        )
        if not (lost or strange):
            found.append((tuple(values), tuple(row[at] for at in sensitive)))
    return found


def _single(asked: Asked, quasi: Quasi, counts: Counter[Any]) -> int | None:
    k, objective = asked.k, asked.objective
    if quasi.role == "labels":
        return least(list(counts.values()), k, objective, lambda group: True)
    gone = counts.pop(None, 0)
    found = _with_values(asked, quasi, counts)
    if found is None or not gone:
        return found
    return together(objective, found, price(objective, k, gone))


def _with_values(asked: Asked, quasi: Quasi, counts: Counter[Any]) -> int | None:
    """The optimum of the records that have a value, which is no label."""
    k, objective = asked.k, asked.objective
    if quasi.role == "points":
        return tilings(counts, k, objective)
    if quasi.role == "regions":
        assert quasi.areas is not None
        return regions(quasi.areas, counts, k, objective)
    order = list(quasi.order) if quasi.order else sorted(counts)
    weights = [counts[value] for value in order]
    return least(weights, k, objective, lambda group: group[-1] - group[0] + 1 == len(group))


def regions(areas: Areas, counts: Counter[Any], k: int, objective: str) -> int | None:
    """Connected regions of the parts of the map that have records."""
    used = [part for part in areas.parts() if any(counts[code] for code in part)]
    codes = [code for code in areas.codes if any(code in part for part in used)]

    def connected(group: tuple[int, ...]) -> bool:
        return len(areas.parts([codes[at] for at in group])) == 1

    return least([counts[code] for code in codes], k, objective, connected)


def tilings(counts: Counter[Any], k: int, objective: str) -> int | None:
    """Rectangles that tile the grid of all coordinates: the first place that is not covered is the
    corner of one."""
    xs, ys = (sorted({place[axis] for place in counts}) for axis in (0, 1))
    sides = range(len(xs)), range(len(ys))
    best: int | None = None

    def place(covered: frozenset[tuple[int, int]], cost: int) -> None:
        nonlocal best
        if best is not None and cost >= best:
            return
        corner = next((at for at in product(*sides) if at not in covered), None)
        if corner is None:
            best = cost
            return
        for right, top in product(sides[0][corner[0] :], sides[1][corner[1] :]):
            tile = set(product(range(corner[0], right + 1), range(corner[1], top + 1)))
            size = sum(counts[xs[i], ys[j]] for i, j in tile)
            if size >= k and not tile & covered:
                more = together(objective, cost, price(objective, k, size))
                place(covered | tile, more)

    place(frozenset(), 0)
    return best


def _cells(asked: Asked, rows: Sequence[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> int | None:
    """Any disjoint cells, with any records withheld that may be."""
    alike = Counter(rows)
    kinds, weights = list(alike), list(alike.values())
    spare = int(asked.suppress * len(asked.table.rows))
    found = [
        cost
        for left in set(fewer(weights, spare))
        if any(left) and (cost := _best_cells(asked, kinds, left)) is not None
    ]
    return min(found, default=None)


def _best_cells(
    asked: Asked, kinds: Sequence[tuple[tuple[Any, ...], tuple[Any, ...]]], weights: Sequence[int]
) -> int | None:
    """``kinds`` are records that are alike, with their numbers."""
    places: dict[tuple[Any, ...], list[int]] = {}
    for at, (values, _) in enumerate(kinds):
        if weights[at]:
            places.setdefault(values, []).append(at)
    combos = list(places)
    whole = _sensitive(kinds, weights, range(len(kinds)))
    best: int | None = None
    for found in partitions(range(len(combos))):
        cost, fits = 0, True
        for group in found:
            own = [at for number in group for at in places[combos[number]]]
            size = sum(weights[at] for at in own)
            cost = together(asked.objective, cost, price(asked.objective, asked.k, size))
            fits = fits and size >= asked.k and _meets(asked, kinds, weights, own, whole)
        if fits and (best is None or cost < best):
            classes = [[combos[number] for number in group] for group in found]
            if can_be_cells(asked.quasi, classes):
                best = cost
    return best


def _sensitive(kinds: Any, weights: Sequence[int], which: Sequence[int]) -> list[list[Any]]:
    """For every sensitive column the values of some records."""
    columns = len(kinds[0][1]) if kinds else 0
    return [
        [kinds[at][1][column] for at in which for _ in range(weights[at])]
        for column in range(columns)
    ]


def _meets(
    asked: Asked, kinds: Any, weights: Sequence[int], own: list[int], whole: list[list[Any]]
) -> bool:
    values = _sensitive(kinds, weights, own)
    return all(
        meets(rule, value, values[at], whole[at])
        for at, rules in enumerate(asked.sensitive.values())
        for rule, value in rules.items()
    )


def can_be_cells(quasi: Sequence[Quasi], classes: list[list[tuple[Any, ...]]]) -> bool:
    """Whether sets exist for these classes that keep any two apart."""
    choices = [
        list(product(*(_around(own, [c[at] for c in group]) for at, own in enumerate(quasi))))
        for group in classes
    ]
    return next(_chosen(choices, []), None) is not None


def _chosen(choices: Sequence[Any], chosen: list[Any]) -> Iterator[list[Any]]:
    if len(chosen) == len(choices):
        yield chosen
        return
    for cell in choices[len(chosen)]:
        if all(any(_apart(a, b) for a, b in zip(cell, other, strict=True)) for other in chosen):
            yield from _chosen(choices, [*chosen, cell])


def _around(quasi: Quasi, values: list[Any]) -> list[Any]:
    """The sets that may stand for some values: the least, or for areas all connected ones."""
    if quasi.role == "labels":
        return [frozenset(values)]
    there = [value for value in values if value is not None]
    if not there:
        return [GONE]
    if len(there) < len(values):
        return [ANY]
    if quasi.role == "points":
        sides = ([value[axis] for value in there] for axis in (0, 1))
        return [tuple((min(side), max(side)) for side in sides)]
    if quasi.role == "regions":
        assert quasi.areas is not None
        return _regions_around(quasi.areas, frozenset(there))
    if quasi.order:
        there = [quasi.order.index(value) for value in there]
    return [((min(there), max(there)),)]


def _regions_around(areas: Areas, inside: frozenset[str]) -> list[Any]:
    others = [code for code in areas.codes if code not in inside]
    found = [
        inside | frozenset(more)
        for count in range(len(others) + 1)
        for more in combinations(others, count)
    ]
    connected = [own for own in found if len(areas.parts(list(own))) == 1]
    # Who has records in several parts of the map is on all of it.
    return connected or [frozenset(areas.codes)]


def _apart(one: Any, other: Any) -> bool:
    if ANY in (one, other):
        return False
    if GONE in (one, other):
        return bool(one != other)
    if isinstance(one, frozenset):
        return not one & other
    pairs = zip(one, other, strict=True)
    return any(high < low or top < bottom for (bottom, high), (low, top) in pairs)
