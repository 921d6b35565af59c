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


def entropy_loss(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """From the original and the published value of every record, None for one that is suppressed:
    the sum of -log2(records with both / records published alike), over the sum for a table that is
    suppressed as a whole."""
    values, became, both = (
        Counter(v for v, _ in pairs),
        Counter(p for _, p in pairs),
        Counter(pairs),
    )
    lost = most = 0.0
    for value, published in pairs:
        unsaid = math.log2(len(pairs) / values[value])
        most += unsaid
        is_out = published is None
        lost += unsaid if is_out else math.log2(became[published] / both[value, published])
    return lost / most if most else 0.0


def penalty_of_labels(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """NCP of a column of labels, from the same pairs."""
    domain = {value for value, _ in pairs}
    lost = 0.0
    for _, published in pairs:
        alike = {value for value, other in pairs if other == published}
        lost += 1.0 if published is None else (len(alike) > 1) * len(alike) / len(domain)
    return lost / len(pairs)


def penalty_of_numbers(pairs: Sequence[tuple[float | None, Hashable]]) -> float:
    """NCP of a column of numbers, None being a missing one."""
    numbers = [value for value, _ in pairs if value is not None]
    width = max(numbers, default=0.0) - min(numbers, default=0.0)
    lost = 0.0
    for _, published in pairs:
        alike = {value for value, other in pairs if other == published}
        known = [value for value in alike if value is not None]
        if published is None or (known and None in alike):
            lost += 1.0
        elif width and known:
            lost += (max(known) - min(known)) / width
    return lost / len(pairs)


def journalist(
    sizes: Sequence[int], population: Sequence[int], threshold: float
) -> tuple[float, float, float]:
    """Highest, average and records at risk, as ARX has them."""
    risks = [1 / among for size, among in zip(sizes, population, strict=True) for _ in range(size)]
    average = max(math.fsum(risks) / len(risks), len(sizes) / sum(population))
    return max(risks), average, sum(risk > threshold for risk in risks) / len(risks)
