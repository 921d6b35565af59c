"""Fixed settings of each requirement, from loose to tight.

A class that meets a tighter setting meets a looser one. A solver that also tries all tighter
settings of a fixed ladder, and takes the best answer, gives no worse an answer to a looser setting
than to a tighter one of the ladder.
"""

from __future__ import annotations

from dataclasses import replace

from covey.requirements.closeness import Closeness
from covey.requirements.diversity import (
    Alpha,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from covey.requirements.population import PopulationK
from covey.requirements.requirement import Requirement

COUNTS = tuple(many for power in range(1, 20) for many in (2**power, 3 * 2 ** (power - 1)))
"""2, 3, 4, 6, 8, 12, ..."""

# Fixed once for all: another list would change answers, and the promise that a looser demand never
# loses more.
SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05)
FACTORS = (8.0, 6.0, 4.0, 3.0, 2.0, 1.5, 1.0, 0.5)


def tighter_than(requirement: Requirement) -> list[Requirement]:
    """The settings of the requirement's ladder that are tighter than it, the loosest first.

    >>> [tighter.l for tighter in tighter_than(DistinctDiversity("illness", 3))][:3]
    [4, 6, 8]
    """
    match requirement:
        case DistinctDiversity():
            return [replace(requirement, l=many) for many in COUNTS if many > requirement.l]
        case EntropyDiversity():
            return [replace(requirement, l=float(many)) for many in COUNTS if many > requirement.l]
        case RecursiveDiversity():
            return [replace(requirement, c=c) for c in FACTORS if c < requirement.c]
        case Alpha():
            return [
                replace(requirement, alpha=share) for share in SHARES if share < requirement.alpha
            ]
        case Closeness():
            return [replace(requirement, t=share) for share in SHARES if share < requirement.t]
        case PopulationK():
            return [replace(requirement, k=many) for many in COUNTS if many > requirement.k]
    return []
