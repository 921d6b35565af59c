"""Whom a published column exposes to those who know two quasi-identifiers, of which one and the
column determine the other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.holders import distinct_pairs
from covey.core.spans import expanded, spans
from covey.measures.dependence import Exposed, Numbers, found_among, sums_of_near

Sizes = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Known:
    """Entries of a published value ``own``, of two quasi-identifiers ``known`` and ``told``, and
    what the first two give for the third: ``expected``, -1 where these occur once, which gives
    nothing.

    An attacker who knows two values of a person keeps the records of that class whose published
    value, with the known one, gives the told one. A value that never occurs with the known one is
    not that person's.
    """

    own: Numbers
    known: Numbers
    told: Numbers
    expected: Numbers

    def exposes(
        self, classes: Numbers, counts: Numbers, k: int, people: Numbers | None, near: int
    ) -> Exposed:
        """As :func:`covey.measures.dependence.exposed`, of those for whom it is right."""
        right = (self.expected >= 0) & (np.abs(self.expected - self.told) <= near)
        there, asked = np.flatnonzero(classes >= 0), np.flatnonzero((classes >= 0) & right)
        # All published rows make the groups, also those for which the inference is wrong: the
        # attacker cannot distinguish them.
        groups, group_of = _numbered(classes[there], self.own[there])
        weights = None if people is not None else counts[there]
        each = group_of if people is None else distinct_pairs(group_of, people[there])[0]
        size = np.bincount(each, weights).astype(np.float64)
        units, unit_of = _numbered(classes[asked], self.known[asked])
        targets, target_of = _numbered(unit_of, self.told[asked])
        sizes = self._sizes(units, targets, groups, size, near)[target_of]
        whose = None if people is None else people[asked]
        return found_among(sizes, counts[asked], k, whose)

    def _sizes(
        self,
        units: tuple[Numbers, Numbers],
        targets: tuple[Numbers, Numbers],
        groups: tuple[Numbers, Numbers],
        size: Sizes,
        near: int,
    ) -> Sizes:
        """How many records may be of each target. A unit is a class with what is known, a target is
        a unit with what others want to learn, and a group is a class with a published value."""
        given = _Given(self.own, self.known, self.expected)
        # The groups of the class of each unit, side by side.
        first, last = (np.searchsorted(groups[0], units[0], side) for side in ("left", "right"))
        found = np.zeros(len(targets[0]))
        # Units times groups of their class may be far more than rows: some at a time.
        for start, end in spans(last - first, len(first)):
            lengths = (last - first)[start:end]
            unit = np.repeat(np.arange(start, end), lengths)
            group = expanded(first[start:end], lengths)
            told, occurs = given.of(groups[1][group], units[1][unit])
            here = slice(*np.searchsorted(targets[0], [start, end]))
            found[here] = sums_of_near(
                (unit[occurs], told[occurs], size[group[occurs]]),
                (targets[0][here], targets[1][here]),
                near,
            )
        return found


class _Given:
    """What pairs of a published value and a known one give."""

    def __init__(self, own: Numbers, known: Numbers, expected: Numbers) -> None:
        self._width = int(known.max(initial=0)) + 1
        # `expected` is the same for all entries of a pair: the first will do.
        self._keys, first = np.unique(own * self._width + known, return_index=True)
        self._told = expected[first]

    def of(self, own: Numbers, known: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
        """That, and whether the pair occurs at all."""
        keys = own * self._width + known
        # A key beyond all others would be found one place behind the last.
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return self._told[at], self._keys[at] == keys


def _numbered(first: Numbers, second: Numbers) -> tuple[tuple[Numbers, Numbers], Numbers]:
    """The distinct pairs, in order, and which of them each is."""
    width = int(second.max(initial=0)) + 1
    keys, at = np.unique(first * width + second, return_inverse=True)
    return (keys // width, keys % width), at.astype(np.int64)
