"""The cell of every combination, found from the codebook alone: classes are split by one column
after the other, wherever their sets fall apart into groups that share no value. All that is open is
split at once, for there may be a hundred thousand classes. Cells that are disjoint by such cuts are
separated to the last; others are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.dimensions import Dimension, Members, Runs
from covey.codebook.groups import NOBODY, Owners, blocks, merged, taken
from covey.core.errors import InvalidInput
from covey.core.spans import ITEMS, spans

Numbers = NDArray[np.int64]

NOWHERE = -1
"""The class of a value that the codebook lacks."""

FEW = 16
"""One of so many members is looked at first."""
FREE = 100_000_000
ROUNDS = 512
"""Items that may be looked at for any release, and how often all of its own items besides. Each
round of cuts looks at what is still open, and cells of covey need some dozens of rounds. A codebook
can be made to need as many rounds as it has classes."""


class Work:
    """What is left of the items that may be looked at."""

    def __init__(self, dimensions: Sequence[Dimension], classes: int, combinations: int) -> None:
        # What one look at everything costs: classes and combinations in each column, and the
        # members of the sets of each class.
        once = (classes + combinations) * len(dimensions)
        for dimension in dimensions:
            if isinstance(dimension, Members):
                once += int(np.diff(dimension.starts)[dimension.of_class].sum())
        self.left = FREE + ROUNDS * once

    def spend(self, items: int) -> None:
        self.left -= items
        if self.left < 0:
            raise InvalidInput(
                "The cells of the release need too many cuts, one after the other, until each is by"
                " itself. covey makes no such cells."
            )


class Open(NamedTuple):
    """What is not settled: classes, or combinations, in the order of the nodes that they are in."""

    which: Numbers
    nodes: Numbers

    def only(self, kept: NDArray[np.bool_]) -> Open:
        return Open(self.which[kept], self.nodes[kept])

    def moved(self, nodes: Numbers) -> Open:
        """Into other nodes; those without one are left out."""
        order = np.argsort(nodes, kind="stable")
        order = order[np.searchsorted(nodes[order], 0) :]
        return Open(self.which[order], nodes[order])


def locate_cells(dimensions: Sequence[Dimension], classes: int, combinations: int) -> Numbers:
    """The class of every combination, NOWHERE for one that no cell has. Refuses cells that overlap,
    also where no combination is."""
    # The usual case of one column of labels needs no cuts.
    if len(dimensions) == 1 and isinstance(dimensions[0], Members):
        owned = _owned(dimensions[0], classes)
        if owned is not None:
            return owned
    # Cuts leave one class that may have each combination. Whether it has it is asked column by
    # column below.
    found = _candidates(dimensions, classes, combinations)
    for dimension in dimensions:
        there = np.flatnonzero(found >= 0)
        sets, pieces = dimension.of_class[found[there]], dimension.pieces[there]
        found[there[~_held(dimension, sets, pieces)]] = NOWHERE
    return found


def _owned(dimension: Members, classes: int) -> Numbers | None:
    """The same for a single column, whose sets need no cuts if no value is in two of them; None if
    one is, or if two classes have one set."""
    sets, places = len(dimension.starts) - 1, np.arange(classes)
    own = np.repeat(np.arange(sets, dtype=np.int32), np.diff(dimension.starts))
    # The last is for values without a piece, which is -1, as nobody is.
    owners = np.full(dimension.count + 1, NOBODY, dtype=np.int32)
    owners[dimension.members] = own
    class_of = np.full(sets + 1, NOWHERE, dtype=np.int64)
    class_of[dimension.of_class] = places
    if (owners[dimension.members] != own).any() or (class_of[dimension.of_class] != places).any():
        return None
    return class_of[owners[dimension.pieces]]


def _candidates(dimensions: Sequence[Dimension], classes: int, combinations: int) -> Numbers:
    """The only class that may have each combination, if there is one."""
    if classes == 1:
        return np.zeros(combinations, dtype=np.int64)
    found = np.full(combinations, NOWHERE, dtype=np.int64)
    here = Open(np.arange(classes), np.zeros(classes, dtype=np.int64))
    inside = Open(np.arange(combinations), np.zeros(combinations, dtype=np.int64))
    # Columns that are cheap to split come first.
    in_order = sorted(dimensions, key=_effort)
    work = Work(dimensions, classes, combinations)
    # Each round splits every open node by one column; nodes of one class are settled.
    while len(here.which):
        own, rows = _split(in_order, here, inside, work)
        alone = np.bincount(own) == 1
        # The class of a node that has no other; the last is for combinations without a node.
        only = np.full(len(alone) + 1, NOWHERE, dtype=np.int64)
        only[own] = here.which
        settled = np.append(alone, True)[rows]
        found[inside.which[settled]] = only[rows[settled]]
        numbers = np.append(np.where(alone, NOWHERE, np.cumsum(~alone) - 1), NOWHERE)
        here, inside = here.moved(numbers[own]), inside.moved(numbers[rows])
    return found


def _effort(dimension: Dimension) -> int:
    """Runs are split by looking at two ends, others by looking at all members."""
    return 0 if isinstance(dimension, Runs) else len(dimension.members)


def _split(
    dimensions: Sequence[Dimension], here: Open, inside: Open, work: Work
) -> tuple[Numbers, Numbers]:
    """The new nodes of classes and combinations, each node split by the first column that can;
    NOWHERE for a combination that is in none."""
    # Groups that each node was split into, 0 as long as no column splits it.
    parts = np.zeros(int(here.nodes[-1]) + 1, dtype=np.int64)
    own, rows = np.zeros(len(here.which), np.int64), np.zeros(len(inside.which), np.int64)
    for dimension in dimensions:
        whole = parts == 0
        if not whole.any():
            break
        classes, combinations = whole[here.nodes], whole[inside.nodes]
        groups, of_rows = _apart(dimension, here.only(classes), inside.only(combinations), work)
        count = np.zeros(len(parts), dtype=np.int64)
        np.maximum.at(count, here.nodes[classes], groups + 1)
        parts = np.where(whole & (count > 1), count, parts)
        own[classes], rows[combinations] = groups, of_rows
    # Some node has several classes that no column separates.
    if not parts.all():
        stuck = int((here.nodes == np.argmin(parts)).sum())
        raise InvalidInput(
            f"{stuck:,} cells of the release overlap, or cannot be separated by cuts."
        )
    # The new nodes of a node are numbered one after the other.
    first = np.cumsum(parts) - parts
    return first[here.nodes] + own, np.where(rows < 0, NOWHERE, first[inside.nodes] + rows)


def _apart(dimension: Dimension, here: Open, inside: Open, work: Work) -> tuple[Numbers, Numbers]:
    """The group of every class among those of its node, and that of every combination, NOWHERE if
    it is in none. Groups share no value."""
    work.spend(len(here.which) + len(inside.which))
    if isinstance(dimension, Runs):
        return _runs_apart(dimension, here, inside)
    return _members_apart(dimension, here, inside, work)


def _runs_apart(dimension: Runs, here: Open, inside: Open) -> tuple[Numbers, Numbers]:
    # The pieces of a node come after those of all nodes before it.
    width = int(dimension.high.max()) + 1
    sets, offset = dimension.of_class[here.which], here.nodes * width
    low, high = dimension.low[sets] + offset, dimension.high[sets] + offset
    order = np.argsort(low, kind="stable")
    # A run that begins where all earlier ones have ended begins a new group.
    reach = np.maximum.accumulate(high[order])
    begins = np.append(True, low[order][1:] >= reach[:-1])
    groups = np.empty(len(sets), dtype=np.int64)
    groups[order] = np.cumsum(begins) - 1
    first, split = _by_node(here.nodes, groups)
    rows = np.zeros(len(inside.which), dtype=np.int64)
    # Only nodes that are split here need the groups of their combinations.
    asked = inside.only(chosen := split[inside.nodes])
    pieces = np.maximum(dimension.pieces[asked.which], 0) + asked.nodes * width
    # What lies below all of them is in none, and is found out at the end.
    at = np.searchsorted(low[order][begins], pieces, side="right") - 1
    rows[chosen] = np.maximum(at - first[asked.nodes], 0)
    return groups - first[here.nodes], rows


def _by_node(nodes: Numbers, groups: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
    """The first group of every node, and whether it has another."""
    first = np.full(int(nodes[-1]) + 1, len(groups), dtype=np.int64)
    last = np.full(len(first), NOBODY, dtype=np.int64)
    np.minimum.at(first, nodes, groups)
    np.maximum.at(last, nodes, groups)
    return first, last > first


def _members_apart(
    dimension: Members, here: Open, inside: Open, work: Work
) -> tuple[Numbers, Numbers]:
    count = len(dimension.starts) - 1
    # Classes of a node often share a set: each pair of node and set is handled once.
    keys, at = np.unique(here.nodes * count + dimension.of_class[here.which], return_inverse=True)
    nodes, sets = np.divmod(keys, count)
    groups = np.empty(len(keys), dtype=np.int64)
    rows = np.zeros(len(inside.which), dtype=np.int64)
    own, begin, local = np.unique(nodes, return_index=True, return_inverse=True)
    begin = np.append(begin, len(keys))
    sizes = np.diff(dimension.starts)[sets]
    work.spend(int(sizes.sum()))
    for first, last, owners in blocks(np.add.reduceat(sizes, begin[:-1]), dimension.count):
        part = slice(begin[first], begin[last])
        groups[part] = _shared(dimension, sets[part], local[part] - first, owners)
        of_first, split = _by_node(nodes[part], groups[part])
        groups[part] -= of_first[nodes[part]]
        # Combinations are in the order of their nodes: those of a block are a slice.
        among = slice(*np.searchsorted(inside.nodes, [own[first], own[last - 1] + 1]))
        asked = np.flatnonzero(split[inside.nodes[among]]) + among.start
        place = np.searchsorted(own, inside.nodes[asked]) - first
        owner = owners.found(place, dimension.pieces[inside.which[asked]])
        rows[asked] = np.where(owner < 0, NOWHERE, groups[part][owner])
    return groups[at], rows


def _shared(dimension: Members, sets: Numbers, nodes: Numbers, owners: Owners) -> Numbers:
    """The group of every set: those of one node are in a group that share a member."""
    starts, sizes = dimension.starts[sets], np.diff(dimension.starts)[sets]
    # In pieces, so that the keys of all members are never in memory at once. A sparse `Owners` must
    # be given all of them together.
    some = list(spans(sizes, len(sizes), int(sizes.sum()) if owners.sparse else ITEMS))

    def members(first: int, last: int) -> Numbers:
        keys = np.repeat(nodes[first:last] * owners.items, sizes[first:last])
        keys += taken(dimension.members, starts[first:last], sizes[first:last])
        return keys

    def numbers(first: int, last: int) -> Numbers:
        return np.repeat(np.arange(first, last), sizes[first:last])

    # First every set takes its members; of several takers one has it in the end.
    for part in some:
        keys = members(*part)
        owners.give(keys, numbers(*part))
    groups = np.arange(len(sets))
    # Then every set is joined with who has its members now.
    for part in some:
        keys = members(*part) if len(some) > 1 else keys
        own, other = numbers(*part), owners.of(keys)
        # A few members mostly join all that share many.
        for step in (FEW, 1):
            groups = merged(groups, own[::step], other[::step])
    return groups


def _held(dimension: Dimension, sets: Numbers, pieces: Numbers) -> NDArray[np.bool_]:
    """Whether each set has the piece that goes with it."""
    if isinstance(dimension, Runs):
        return (dimension.low[sets] <= pieces) & (pieces < dimension.high[sets])
    held = np.zeros(len(sets), dtype=bool)
    order = np.argsort(sets, kind="stable")
    sizes, starts = np.diff(dimension.starts), dimension.starts
    for first, last, owners in blocks(sizes, dimension.count):
        asked = order[slice(*np.searchsorted(sets, [first, last], sorter=order))]
        own = np.repeat(np.arange(last - first), sizes[first:last])
        owners.give(own * owners.items + dimension.members[starts[first] : starts[last]], own)
        held[asked] = owners.found(sets[asked] - first, pieces[asked]) >= 0
    return held
