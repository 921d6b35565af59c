"""Requirements as compiled loops take them. The definitions are those of
docs/reference/cells.md."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey._native.cells import Rules
from covey.requirements.requirement import TOLERANCE, Requirement, Sensitive

STRICT = TOLERANCE / 2
"""Stricter than the check that comes after, which adds up in another order."""


def rules_of(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    weights: NDArray[np.int64],
    population: NDArray[np.int64] | None,
) -> Rules:
    """The requirements of a table, and the sensitive values of its rows."""
    names = [attribute.column for attribute in sensitive]
    # Rules on the same attribute stand together, so that its values are counted once for all.
    numbered = sorted(
        (-1 if each.column is None else names.index(each.column), place)
        for place, each in enumerate(requirements)
    )
    rules = [requirements[place].rule for _, place in numbered]
    # The border of the compiled loops checks shapes: no attribute is an array without rows.
    none = np.zeros((0, len(weights)), dtype=np.int32)
    return Rules(
        np.array([rule.kind for rule in rules], dtype=np.int32),
        np.array([attribute for attribute, _ in numbered], dtype=np.int32),
        np.array([rule.amount for rule in rules], dtype=np.float64),
        np.array([rule.length for rule in rules], dtype=np.int64),
        np.stack([attribute.codes for attribute in sensitive]) if sensitive else none,
        np.array([attribute.size for attribute in sensitive], dtype=np.int32),
        weights,
        np.zeros(0, dtype=np.int64) if population is None else population,
        STRICT,
    )
