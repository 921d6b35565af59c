"""l-diversity (Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam 2007), a figure for each class:
a table attains the worst of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.measures.spread import Spread


def distinct(spread: Spread) -> NDArray[np.int64]:
    """l: how many different values a class has; by people, how many of them can have different
    ones, so that one person with three values counts as one."""
    return spread.distinct if spread.people is None else spread.people.matched


def by_entropy(spread: Spread) -> NDArray[np.float64]:
    """Entropy l: as many equally frequent values would be as uncertain as the class is.

    >>> illness = Spread.from_rows("illness", [0, 0, 1, 1], ["flu", "cold", "flu", "flu"])
    >>> by_entropy(illness).tolist()
    [2.0, 1.0]
    """
    # No share is 0: an entry is a value that occurs.
    shares = spread.shares
    return np.exp2(np.add.reduceat(-shares * np.log2(shares), spread.starts))


def recursive(spread: Spread, length: int) -> NDArray[np.float64]:
    """The c of recursive (c, l)-diversity for l = ``length``: with counts r1 >= r2 >= ... a class
    has it for every c above r1 / (rl + ... + rm); infinite where there are fewer than l values.

    >>> recursive(Spread.from_rows("illness", [0, 0, 0], ["flu", "flu", "cold"]), 2).tolist()
    [2.0]
    """
    if length < 1:
        raise InvalidInput(f"l is a positive whole number; given: {length}.", given=length)
    # Within each class from the most frequent value down: the places of r1, r2, ...
    order = np.lexsort([-spread.counts, spread.classes])
    counts = spread.counts[order]
    place = np.arange(len(counts)) - np.repeat(spread.starts, spread.distinct)
    # rl + ... + rm: all but the l - 1 most frequent values.
    rest = np.add.reduceat(np.where(place >= length - 1, counts, 0), spread.starts)
    found = np.full(len(rest), np.inf)
    np.divide(counts[spread.starts], rest, out=found, where=rest > 0)
    return found


def alpha(spread: Spread) -> NDArray[np.float64]:
    """The share of a class's most frequent value, the alpha of (alpha, k)-anonymity (Wong, Li, Fu,
    Wang 2006) with every value taken as sensitive; by people, the share of those who have it."""
    if spread.people is not None:
        return np.maximum.reduceat(spread.counts, spread.starts) / spread.people.sizes
    return np.maximum.reduceat(spread.shares, spread.starts)
