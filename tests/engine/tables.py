"""Counted combinations from rows in Python, without an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from covey.engine.protocol import Counted
from covey.engine.ranking import ranked


def counted_rows(kinds: Mapping[str, str], rows: Sequence[tuple[str | None, ...]]) -> Counted:
    """The combinations of these rows, with the records of each. ``kinds`` are those of the columns,
    by name; a missing value is None."""
    times = Counter(rows)
    values, places = [], []
    for column in zip(*times, strict=True):
        known = list(dict.fromkeys(value for value in column if value is not None))
        values.append(np.array(known, dtype=object))
        places.append(np.array([-1 if each is None else known.index(each) for each in column]))
    return ranked(kinds, values, places, np.array(list(times.values())))[0]
