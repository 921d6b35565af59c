"""Requirements inside compiled loops. The definitions are those of docs/cells.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel, wide
from covey.requirements.requirement import TOLERANCE, Kind, Requirement, Sensitive

DISTINCT, ENTROPY, RECURSIVE, ALPHA = (
    int(kind) for kind in (Kind.DISTINCT, Kind.ENTROPY, Kind.RECURSIVE, Kind.ALPHA)
)
EQUAL, ORDERED, POPULATION = (int(kind) for kind in (Kind.EQUAL, Kind.ORDERED, Kind.POPULATION))

STRICT = TOLERANCE / 2
"""Stricter than the check that comes after, which adds up in another order."""


class Rules(NamedTuple):
    """Rule r is of kind ``kinds[r]`` on the sensitive attribute ``columns[r]``; rules on the same
    attribute stand together. The values of attribute s have their shares of the table from
    ``at[s]`` on in ``shares``, and the shares of all values up to them in ``cumulated``.

    ``tally`` and ``seen`` are room to count in.
    """

    kinds: NDArray[np.int32]
    columns: NDArray[np.int64]
    amounts: NDArray[np.float64]
    lengths: NDArray[np.int64]
    at: NDArray[np.int64]
    shares: NDArray[np.float64]
    cumulated: NDArray[np.float64]
    tally: NDArray[np.int64]
    seen: NDArray[np.int32]


def rules_of(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    weights: NDArray[np.int64],
) -> Rules:
    names = [attribute.column for attribute in sensitive]
    numbered = sorted(
        (-1 if each.column is None else names.index(each.column), place)
        for place, each in enumerate(requirements)
    )
    rules = [requirements[place].rule for _, place in numbered]
    shares, cumulated = [np.zeros(0)], [np.zeros(0)]
    for attribute in sensitive:
        own = np.bincount(attribute.codes, weights=weights, minlength=attribute.size)
        shares.append(own / own.sum())
        cumulated.append(np.cumsum(own) / own.sum())
    widest = max((attribute.size for attribute in sensitive), default=0)
    ends = np.cumsum([0, *(attribute.size for attribute in sensitive)])
    return Rules(
        np.array([rule.kind for rule in rules], dtype=np.int32),
        np.array([column for column, _ in numbered], dtype=np.int64),
        np.array([rule.amount for rule in rules], dtype=np.float64),
        np.array([rule.length for rule in rules], dtype=np.int64),
        ends.astype(np.int64),
        np.concatenate(shares),
        np.concatenate(cumulated),
        np.zeros(widest, dtype=np.int64),
        np.zeros(widest, dtype=np.int32),
    )


@kernel
def meets(
    weights: NDArray[np.int64],
    secrets: NDArray[np.int32],
    people: NDArray[np.int64],
    begin: int,
    end: int,
    rules: Rules,
) -> bool:
    """Whether the rows from begin to end meet all rules as one class."""
    tally = rules.tally
    seen = rules.seen
    counted = -1
    distinct = wide(0)
    total = wide(0)
    good = True
    for r in range(len(rules.kinds)):
        kind = rules.kinds[r]
        if kind == POPULATION:
            reached = 0
            for i in range(begin, end):
                reached += people[i]
            good = reached >= rules.lengths[r]
        else:
            column = rules.columns[r]
            # Rules on the same attribute stand together, so that it is counted once for all.
            if column != counted:
                for j in range(distinct):
                    tally[seen[j]] = 0
                distinct = wide(0)
                total = wide(0)
                counted = column
                for i in range(begin, end):
                    value = secrets[i, column]
                    if tally[value] == 0:
                        seen[distinct] = value
                        distinct += 1
                    tally[value] += weights[i]
                    total += weights[i]
            good = has(rules, r, distinct, total)
        if not good:
            break
    # Only what was counted is cleared: an attribute may have many more values than a class.
    for j in range(distinct):
        tally[seen[j]] = 0
    return good


@kernel
def has(rules: Rules, r: int, distinct: int, total: int) -> bool:
    """Whether the counted class meets a rule."""
    kind = rules.kinds[r]
    amount = rules.amounts[r]
    tally = rules.tally
    seen = rules.seen
    at = rules.at[rules.columns[r]]
    if kind == DISTINCT:
        return bool(distinct >= amount)
    if kind == ENTROPY:
        uncertain = 0.0
        for j in range(distinct):
            share = tally[seen[j]] / total
            uncertain -= share * np.log2(share)
        return bool(np.exp2(uncertain) >= amount * (1 - STRICT))
    if kind == ALPHA:
        most = 0
        for j in range(distinct):
            most = max(most, tally[seen[j]])
        return bool(most / total <= amount * (1 + STRICT))
    if kind == RECURSIVE:
        length = rules.lengths[r]
        if distinct < length:
            return False
        # The largest length - 1 of them, the largest first, and what is left of the total.
        top = np.zeros(length, np.int64)
        for j in range(distinct):
            count = tally[seen[j]]
            for place in range(length):
                if count > top[place]:
                    top[place], count = count, top[place]
        rest = total
        for place in range(length - 1):
            rest -= top[place]
        return bool(top[0] / rest < amount)
    if kind == EQUAL:
        # Values that the class lacks add their share of the table, and all shares add up to 1: so
        # begin with 1, and correct it for the values that occur.
        apart = 1.0
        for j in range(distinct):
            whole = rules.shares[at + seen[j]]
            apart += abs(tally[seen[j]] / total - whole) - whole
        return bool(apart / 2 <= amount + STRICT)
    size = rules.at[rules.columns[r] + 1] - at
    # What has to be moved past each value is the difference of the shares up to it.
    own = 0
    moved = 0.0
    for value in range(size):
        own += tally[value]
        moved += abs(own / total - rules.cumulated[at + value])
    return bool(size == 1 or moved / (size - 1) <= amount + STRICT)
