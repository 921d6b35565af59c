"""What the laws trust about trees: all solutions, from the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray


def random_parents(rng: np.random.Generator, labels: int) -> NDArray[np.int64]:
    """A tree above so many labels: random, with chains and with inner nodes that have no label."""
    if labels == 1 and rng.random() < 0.3:
        return np.array([-1])
    inner = int(rng.integers(1, max(2, labels)))
    deep = rng.random() < 0.5
    above = [
        labels + (node - 1 if deep and rng.random() < 0.6 else int(rng.integers(0, node)))
        for node in range(1, inner)
    ]
    return np.array([*(labels + rng.integers(0, inner, labels)), -1, *above])


def along(parents: NDArray[Any], labels: int) -> NDArray[Any]:
    """The same tree with its labels numbered along it, so that its siblings are in order."""
    children = children_of(parents.tolist())
    (root,) = children[-1]
    order = labels_below(root, labels, children)
    return np.concatenate([parents[order], parents[labels:]])


def children_of(parents: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for node, parent in enumerate(parents):
        found.setdefault(parent, []).append(node)
    return found


def labels_below(node: int, labels: int, children: dict[int, list[int]]) -> list[int]:
    if node < labels:
        return [node]
    return [
        each for child in children.get(node, []) for each in labels_below(child, labels, children)
    ]


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            left = [item for item in rest if item not in others]
            for more in partitions(left):
                yield [[first, *others], *more]


def runs(items: list[int]) -> Iterator[list[list[int]]]:
    """All ways to cut a row."""
    if not items:
        yield []
    for size in range(1, len(items) + 1):
        for more in runs(items[size:]):
            yield [items[:size], *more]


def in_runs(row: list[int], whole: list[int]) -> Iterator[list[list[int]]]:
    """All ways to part some items of a row into runs, between which others may stand."""
    stretches: list[list[int]] = [[]]
    for item in row:
        if item in whole:
            stretches[-1].append(item)
        else:
            stretches.append([])
    for each in product(*(list(runs(stretch)) for stretch in stretches)):
        yield [run for stretch in each for run in stretch]


def solutions(
    weights: list[int], parents: list[int], *, ordered: bool = False
) -> Iterator[list[int]]:
    """The class sizes of every way to part the labels along the tree, whatever they weigh. Nodes
    without records are left out. ``ordered``: a class has neighbours among siblings only, which
    are in the order of the labels below them."""
    children = children_of(parents)
    labels = len(weights)
    if ordered:
        least = {v: min(labels_below(v, labels, children), default=0) for v in range(len(parents))}
        children = {v: sorted(own, key=least.__getitem__) for v, own in children.items()}
    weigh = {
        node: sum(weights[label] for label in labels_below(node, labels, children))
        for node in range(len(parents))
    }

    def divided(node: int) -> Iterator[list[int]]:
        """The labels below a node, by classes at it and at nodes below it: each child is divided
        itself, or whole in a class of some whole children."""
        own = [child for child in children.get(node, []) if weigh[child] > 0]
        for many in range(len(own) + 1):
            for whole in combinations(own, many):
                others = [child for child in own if child not in whole]
                if any(child < labels for child in others):
                    continue
                ways = in_runs(own, list(whole)) if ordered else partitions(list(whole))
                for classes in ways:
                    sizes = [sum(weigh[child] for child in each) for each in classes]
                    for more in together(others):
                        yield sizes + more

    def together(nodes: list[int]) -> Iterator[list[int]]:
        if not nodes:
            yield []
            return
        for first in divided(nodes[0]):
            for rest in together(nodes[1:]):
                yield first + rest

    (root,) = children[-1]
    if root < labels:
        yield [weights[root]]
        return
    yield from divided(root)


def optimum(instance: Any, objective: str, *, ordered: bool = False) -> int:
    weights, parents, k = instance
    costs = []
    for sizes in solutions(weights.tolist(), parents.tolist(), ordered=ordered):
        if min(sizes) >= k:
            quadratic = sum(size * (size - k) for size in sizes)
            costs.append(max(sizes) if objective == "max-size" else quadratic)
    return min(costs)


def refuse_unless_along(instance: Any, classes: list[int], *, ordered: bool = False) -> None:
    """Every class, by its labels with records, is what lies below one node or below some children
    of one node; ``ordered``: and its labels follow each other, of all with records."""
    weights, parents = instance[0].tolist(), instance[1].tolist()
    children, labels = children_of(parents), len(weights)
    below = {
        node: {each for each in labels_below(node, labels, children) if weights[each]}
        for node in range(len(parents))
    }
    for number in set(classes):
        own = {label for label in range(labels) if classes[label] == number and weights[label]}
        if ordered and own:
            within = range(min(own), max(own) + 1)
            assert own == {label for label in within if weights[label]}
        assert any(
            own == set().union(*(below[child] for child in some if below[child] <= own))
            for some in [*children.values(), *([node] for node in range(len(parents)))]
        )
