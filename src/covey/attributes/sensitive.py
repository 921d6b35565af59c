"""Sensitive columns of a counted table: their spread over its classes, and what that does not
meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from covey.codebook.ordinals import ORDINALS
from covey.engine.protocol import Counted
from covey.measures.spread import Spread
from covey.requirements.requirement import Requirement


def spread(counted: Counted, quasi: Sequence[str], column: str, kind: str = "text") -> Spread:
    """How the values of a sensitive column are spread over the classes of a table."""
    ranks = np.stack(counted.of(quasi).ranks)
    classes = np.unique(ranks, axis=1, return_inverse=True)[1].ravel()
    own = counted.of([column])
    ordinal = ORDINALS.get(kind)
    places = None
    if ordinal is not None:
        ordinals = [ordinal(text.strip()) for text in own.values[0].tolist()]
        order = {value: at for at, value in enumerate(sorted(set(ordinals)), start=1)}
        # Missing comes before all others.
        places = np.array([0, *(order[value] for value in ordinals)])
    pairs, at = np.unique(np.stack([classes, own.ranks[0] + 1]), axis=1, return_inverse=True)
    counts = np.zeros(pairs.shape[1], dtype=np.int64)
    np.add.at(counts, at.ravel(), counted.counts)
    return Spread.from_entries(column, pairs[0], pairs[1], counts, places)


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
        if not each.met(spread(counted, quasi, each.column, kinds.get(each.column, ""))).all():
            found.append(each)
    return found
