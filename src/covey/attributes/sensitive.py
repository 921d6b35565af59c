"""Sensitive columns of a counted table: their spread over its classes, and what that does not
meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.codebook.ordinals import ORDINALS
from covey.core.holders import Holders, distinct_pairs
from covey.engine.protocol import Counted
from covey.measures.spread import Spread
from covey.requirements.requirement import Requirement


def spread(counted: Counted, quasi: Sequence[str], column: str, kind: str = "text") -> Spread:
    """How the values of a sensitive column are spread over the classes of a table."""
    # A class is a distinct row of published texts: found from the table alone, not from the solver.
    ranks = np.stack(counted.of(quasi).ranks)
    classes = np.unique(ranks, axis=1, return_inverse=True)[1].ravel()
    own = counted.of([column])
    places = _places(own, kind)
    # Rows with the same class and value become one entry; rank -1, missing, becomes value 0.
    pairs, at = np.unique(np.stack([classes, own.ranks[0] + 1]), axis=1, return_inverse=True)
    counts = np.zeros(pairs.shape[1], dtype=np.int64)
    np.add.at(counts, at.ravel(), counted.counts)
    return Spread.from_entries(column, pairs[0], pairs[1], counts, places)


def spread_of_people(
    counted: Counted, classes: NDArray[np.int64], held: Holders, person: str, column: str, kind: str
) -> Spread:
    """The same counted by people: ``classes`` are those of the counted combinations, below 0 for
    what is not published, ``held`` says who is in which combination."""
    own = counted.of([column])
    size = len(own.values[0]) + 1
    number = classes[held.rows]
    # Class and value in one number; -1 is dropped by `distinct_pairs`.
    keys = np.where(number < 0, -1, number * size + own.ranks[0][held.rows] + 1)
    keys, people = distinct_pairs(keys, held.of(person))
    return Spread.by_people(column, keys // size, keys % size, people, _places(own, kind))


def _places(own: Counted, kind: str) -> NDArray[np.int64] | None:
    """Where missing and then every value of the only column stand in its order, if it has one."""
    ordinal = ORDINALS.get(kind)
    if ordinal is None:
        return None
    ordinals = [ordinal(text.strip()) for text in own.values[0].tolist()]
    order = {value: at for at, value in enumerate(sorted(set(ordinals)), start=1)}
    # Missing comes before all others.
    return np.array([0, *(order[value] for value in ordinals)])


def unmet(
    requirements: Sequence[Requirement],
    counted: Counted,
    quasi: Sequence[str],
    kinds: Mapping[str, str],
) -> list[Requirement]:
    """Those that some class does not meet. ``counted`` is by the recoded and the sensitive columns,
    ``kinds`` says how the latter were read."""
    found = []
    for each in requirements:
        if each.column is None:
            continue
        # An unknown kind has no order: then values are compared for equality only.
        if not each.met(spread(counted, quasi, each.column, kinds.get(each.column, ""))).all():
            found.append(each)
    return found
