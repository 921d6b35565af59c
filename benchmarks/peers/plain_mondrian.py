"""A plain Mondrian (LeFevre, DeWitt, Ramakrishnan 2006): the widest attribute, at its median."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]


def mondrian(table: Array, counts: Array, k: int) -> list[Array]:
    """The rows of each class. The first column is ordered; of the others, which are labels, the
    values that occur are halved."""
    whole = [float(table[:, 0].max() - table[:, 0].min())]
    whole += [float(table[:, column].max() + 1) for column in range(1, table.shape[1])]
    found, waiting = [], [np.arange(len(table))]
    while waiting:
        part = waiting.pop()
        own, weights = table[part], counts[part]
        values = [np.unique(own[:, column]) for column in range(table.shape[1])]
        width = [(values[0][-1] - values[0][0]) / whole[0]]
        width += [len(each) / size for each, size in zip(values[1:], whole[1:], strict=True)]
        for column in sorted(range(table.shape[1]), key=lambda at: -width[at]):
            if len(values[column]) < 2:
                continue
            left = own[:, column] < middle(own[:, column], weights, values[column], column == 0)
            if weights[left].sum() >= k and weights[~left].sum() >= k:
                waiting += [part[left], part[~left]]
                break
        else:
            found.append(part)
    return found


def middle(own: Array, weights: Array, values: Array, ordered: bool) -> int:
    """The first value of the upper half, by records if the values are ordered."""
    if not ordered:
        return int(values[len(values) // 2])
    order = np.argsort(own, kind="stable")
    sums = np.cumsum(weights[order])
    at = int(np.searchsorted(sums, sums[-1] / 2))
    return max(int(own[order[at]]), int(values[1]))
