"""In which order labels are joined, two nodes at a time."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.first_trees.tree import ends, upwards
from covey.problems.cells.sets import Codes


def rare_first(records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, the two lightest first (Huffman 1952)."""
    # Between equal weights the lower number decides, so that the tree is the same everywhere.
    heap = [(int(weight), leaf) for leaf, weight in enumerate(records)]
    heapq.heapify(heap)
    found: list[tuple[int, int]] = []
    while len(heap) > 1:
        (light, one), (heavy, other) = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (light + heavy, len(records) + len(found)))
        found.append((one, other))
    return found


def neighbours(records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, each a run of what has these records; both of a pair have
    about as many, or, if that is all the same, are about as long."""
    found: list[tuple[int, int]] = []
    before = np.append(0, np.cumsum(records))

    def join(low: int, high: int) -> int:
        if high - low == 1:
            return low
        places = np.arange(low + 1, high)
        uneven = np.abs(2 * before[places] - before[low] - before[high])
        off_middle = np.abs(2 * places - low - high)
        middle = int(places[np.lexsort((off_middle, uneven))[0]])
        found.append((join(low, middle), join(middle, high)))
        return len(records) + len(found) - 1

    join(0, len(records))
    return found


def together(
    axis: LabelAxis, weights: NDArray[np.int64], classes: NDArray[np.int32]
) -> NDArray[np.float64]:
    """How many records of each label are in classes with each other label."""
    kept = classes >= 0
    pairs = classes[kept].astype(np.int64) * axis.size + axis.codes[kept]
    keys, number = np.unique(pairs, return_inverse=True)
    records = np.zeros(len(keys))
    np.add.at(records, number, weights[kept])
    found = np.zeros((axis.size, axis.size))
    owner, label = keys // axis.size, keys % axis.size
    starts = np.flatnonzero(np.append(True, owner[1:] != owner[:-1]))
    stops = np.append(starts[1:], len(keys))
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
        own = label[start:stop]
        # Row by row the records of a label, beside every label of the same class.
        found[own[:, None], own] += records[start:stop, None]
    return found


def linked(together: NDArray[np.float64], records: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Pairs of nodes that are joined, those first whose labels share most classes on average."""
    least = np.minimum.outer(records, records)
    # As a share of the records of the rarer label: frequent labels share classes with everybody.
    alike = (together + together.T) / np.maximum(least, 1)
    np.fill_diagonal(alike, -1.0)
    size = len(records)
    node, many = list(range(size)), np.ones(size)
    found = []
    for step in range(size - 1):
        one, other = sorted(divmod(int(np.argmax(alike)), size))
        found.append((node[one], node[other]))
        node[one] = size + step
        # Average linkage: the mean over all pairs of a label here and a label there.
        mean = (many[one] * alike[one] + many[other] * alike[other]) / (many[one] + many[other])
        gone = alike[one] < 0
        # A row of -1 is a node that is gone, or the node itself: it is never the largest.
        alike[one] = alike[:, one] = np.where(gone | (alike[other] < 0), -1.0, mean)
        alike[one, one] = -1.0
        alike[other] = alike[:, other] = -1.0
        many[one] += many[other]
    return found


def of_pairs(leaves: int, pairs: Sequence[tuple[int, int]]) -> Codes:
    parents = np.full(leaves + len(pairs), -1, dtype=np.int32)
    for at, pair in enumerate(pairs):
        parents[list(pair)] = leaves + at
    return parents


def refined(given: Codes, records: NDArray[np.int64], ordered: bool = False) -> tuple[Codes, Codes]:
    """A tree of two children each, whose nodes are those of the given one, or have some children of
    one of its nodes, neighbours if siblings are ``ordered``; and of every inner node that node."""
    leaves = len(records)
    weight = np.zeros(len(given), dtype=np.int64)
    weight[:leaves] = records
    # The node of the new tree that stands for each given one, and the parents of all.
    stands = list(range(leaves)) + [-1] * (len(given) - leaves)
    children: list[list[int]] = [[] for _ in given]
    parents: list[int] = [-1] * leaves
    groups: list[int] = []
    first, _ = ends(given, leaves)
    join = neighbours if ordered else rare_first
    # Children before their parents: the weights of a node's children are known when they are
    # joined.
    for node in upwards(given):
        own = sorted(children[node], key=lambda child: int(first[child]))
        if own:
            weight[node] = sum(weight[child] for child in own)
            nodes = [stands[child] for child in own]
            for one, other in join(weight[own]):
                parents[nodes[one]] = parents[nodes[other]] = len(parents)
                nodes.append(len(parents))
                parents.append(-1)
                groups.append(node)
            stands[node] = nodes[-1]
        # A given node without labels below it is not in the new tree.
        if given[node] >= 0 and stands[node] >= 0:
            children[int(given[node])].append(node)
    return np.array(parents, dtype=np.int32), np.array(groups, dtype=np.int32)
