"""Whether the classes of a written table meet what was asked besides k, from a count of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from covey.engine.protocol import Counted
from covey.measures.spread import Spread
from covey.release.locate import ORDINALS
from covey.requirements.requirement import Requirement


def unmet(
    requirements: Sequence[Requirement],
    counted: Counted,
    quasi: Sequence[str],
    kinds: Mapping[str, str],
) -> list[Requirement]:
    """Those that some class does not meet. ``counted`` is by the recoded and the sensitive columns,
    ``kinds`` says how the latter were read."""
    ranks = np.stack(counted.of(quasi).ranks)
    classes = np.unique(ranks, axis=1, return_inverse=True)[1].ravel()
    found = []
    for each in requirements:
        if each.column is None:
            continue
        own = counted.of([each.column])
        values = own.ranks[0] + 1
        ordinal = ORDINALS.get(kinds.get(each.column, ""))
        places = None
        if ordinal is not None:
            ordinals = [ordinal(text.strip()) for text in own.values[0].tolist()]
            order = {value: at for at, value in enumerate(sorted(set(ordinals)), start=1)}
            # Missing comes before all others.
            places = np.array([0, *(order[value] for value in ordinals)])
        pairs, at = np.unique(np.stack([classes, values]), axis=1, return_inverse=True)
        counts = np.zeros(pairs.shape[1], dtype=np.int64)
        np.add.at(counts, at.ravel(), counted.counts)
        spread = Spread.from_entries(each.column, pairs[0], pairs[1], counts, places)
        if not each.met(spread).all():
            found.append(each)
    return found
