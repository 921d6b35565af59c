"""The measures from the rows, in plain Python, by their definitions and nothing else."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

Groups = list[list[Hashable]]


def groups(keys: Sequence[Hashable], values: Sequence[Hashable]) -> Groups:
    found: dict[Hashable, list[Hashable]] = defaultdict(list)
    for key, value in zip(keys, values, strict=True):
        found[key].append(value)
    return list(found.values())


def distinct(classes: Groups) -> int:
    return min(len(set(each)) for each in classes)


def entropy_l(classes: Groups) -> float:
    def entropy(each: list[Hashable]) -> float:
        return -sum(n / len(each) * math.log(n / len(each)) for n in Counter(each).values())

    return math.exp(min(map(entropy, classes)))


def recursive_c(classes: Groups, length: int) -> float:
    worst = 0.0
    for each in classes:
        counts = sorted(Counter(each).values(), reverse=True)
        rest = sum(counts[length - 1 :])
        worst = max(worst, counts[0] / rest if rest else math.inf)
    return worst


def alpha(classes: Groups) -> float:
    return max(max(Counter(each).values()) / len(each) for each in classes)


def t_equal(classes: Groups) -> float:
    table = [value for each in classes for value in each]
    return max(
        sum(abs(each.count(v) / len(each) - table.count(v) / len(table)) for v in set(table)) / 2
        for each in classes
    )


def t_ordered(classes: Groups, order: Sequence[Hashable]) -> float:
    table = [value for each in classes for value in each]
    worst = 0.0
    for each in classes:
        carried = moved = 0.0
        for value in order:
            carried += each.count(value) / len(each) - table.count(value) / len(table)
            moved += abs(carried)
        worst = max(worst, moved / (len(order) - 1) if len(order) > 1 else 0.0)
    return worst


def records_at_risk(sizes: Sequence[int], threshold: float) -> float:
    risks = [1 / size for size in sizes for _ in range(size)]
    return sum(risk > threshold for risk in risks) / len(risks)


def average_risk(sizes: Sequence[int]) -> float:
    risks = [1 / size for size in sizes for _ in range(size)]
    return math.fsum(risks) / len(risks)


def discernibility(sizes: Sequence[int], suppressed: int) -> int:
    records = [size for size in sizes for _ in range(size)]
    return sum(records) + suppressed * (len(records) + suppressed)


def entropy_loss(values: Sequence[int], classes: Sequence[int]) -> float:
    """ARX's: the sum over records of -log2(records of the value / records of what is published),
    over the sum for a table that is suppressed as a whole."""
    total = sum(values)
    lost = most = 0.0
    for count, number in zip(values, classes, strict=True):
        alike = [n for n, other in zip(values, classes, strict=True) if other == number]
        published = total if number < 0 else sum(alike)
        lost += count * math.log2(published / count)
        most += count * math.log2(total / count)
    return lost / most if most else 0.0
