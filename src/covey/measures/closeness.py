"""t-closeness (Li, Li, Venkatasubramanian 2007), a figure for each class: the earth mover's
distance between the values of the class and those of the table. A table attains the largest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.measures.spread import Spread


def variational_distance(spread: Spread) -> NDArray[np.float64]:
    """With all values equally far apart: half the sum of |p - q| over all values.

    >>> spread = Spread.from_rows("illness", [0, 0, 1, 1], ["flu", "flu", "flu", "cold"])
    >>> variational_distance(spread).tolist()
    [0.25, 0.25]
    """
    table = np.bincount(spread.values, weights=spread.counts)
    whole = (table / table.sum())[spread.values]
    # A value that the class does not have adds its share q of the table; those add up to 1 less
    # the shares of the values that it has.
    parts = np.abs(spread.shares - whole) - whole
    return np.clip((1.0 + np.add.reduceat(parts, spread.starts)) / 2, 0.0, 1.0)


def ordered_distance(spread: Spread) -> NDArray[np.float64]:
    """With values as far apart as they are in the order: the sum of |P - Q| over all m values, P
    and Q being cumulated shares, divided by m - 1.

    Between two values that a class has, P does not change while Q grows: the sum over such a
    stretch is found from sums of Q, so that time goes with the entries, not classes x values.

    >>> equally = Spread.from_rows("age", [0, 0, 1, 1], [20, 30, 40, 50], ordered=True)
    >>> ordered_distance(equally).round(3).tolist()
    [0.333, 0.333]
    """
    # Entry i: records of the table with the values up to place i.
    table = np.cumsum(np.bincount(spread.places, weights=spread.counts))
    values = len(table)
    if values == 1:
        return np.zeros(len(spread.starts))
    whole = table / table[-1]
    # sums[j] - sums[i] is the sum of Q over the places from i to j - 1.
    sums = np.concatenate([[0.0], np.cumsum(whole)])
    records = np.cumsum(spread.counts)
    # Records of all classes before, so that the cumulated share begins again in each class.
    earlier = records[spread.starts] - spread.counts[spread.starts]
    cumulated = (records - np.repeat(earlier, spread.distinct)) / np.repeat(
        spread.sizes, spread.distinct
    )
    # P is constant from the place of an entry to that of the next one in its class, or to the end.
    begin = spread.places
    end = np.append(begin[1:], values)
    end[np.append(spread.starts[1:], len(end)) - 1] = values
    # Q grows: it is below P before this place, and above it from here on.
    crossing = np.clip(np.searchsorted(whole, cumulated), begin, end)
    above = cumulated * (crossing - begin) - (sums[crossing] - sums[begin])
    under = (sums[end] - sums[crossing]) - cumulated * (end - crossing)
    # Before the first value of a class P is 0, and the sum is that of Q alone.
    distance: NDArray[np.float64] = (
        np.add.reduceat(above + under, spread.starts) + sums[begin[spread.starts]]
    )
    return np.clip(distance / (values - 1), 0.0, 1.0)
