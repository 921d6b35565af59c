"""What all problems and solutions have in common: weighted items, grouped into classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InternalError, InvalidInput, closest
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.core.result import Certificate

Objective = Literal["max-size", "quadratic"]

AT_ONCE = 1 << 16
"""Items whose classes are added up at once."""


@dataclass(frozen=True, eq=False, init=False)
class GroupingProblem:
    """Group items, the i-th with ``weights[i]`` records, into classes of at least k records.

    objective
        ``max-size``: the largest class as small as possible; among equals the smaller quadratic
        cost is preferred. ``quadratic``: the sum over classes E of |E| (|E| - k).
    """

    problem_kind: ClassVar[str]
    item: ClassVar[str]

    weights: NDArray[np.int64]
    k: int
    objective: Objective
    largest: int
    """The records of the heaviest item."""
    total: int

    def __init__(self, weights: ArrayLike, k: int, objective: Objective = "max-size") -> None:
        self._set(validate.counts(weights), k, objective)

    def _set(self, weights: NDArray[np.int64], k: int, objective: Objective) -> None:
        """Check and set all fields; the weights are checked, and nobody else may change them."""
        if objective not in get_args(Objective):
            raise InvalidInput(
                f"Unknown objective {objective!r}.",
                hint=closest(str(objective), get_args(Objective)),
                given=objective,
            )
        # The dataclass is frozen: nothing can be set in another way, and fields are set once
        # checked.
        object.__setattr__(self, "k", validate.threshold(k))
        weights.flags.writeable = False
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "objective", objective)
        object.__setattr__(self, "largest", int(self.weights.max()))
        object.__setattr__(self, "total", validate.total(self.weights, self.largest))

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        """What can prove a lower bound for this kind of problem."""
        # lower_bounds imports this module.
        from covey.core.lower_bounds import CERTIFICATES

        return CERTIFICATES

    @property
    def description(self) -> str:
        return f"{plural(len(self.weights), self.item)}, {plural(self.total, 'record')}"

    @property
    def highest_cost(self) -> int:
        """What all records cost in one class: no answer costs more."""
        return self.total if self.objective == "max-size" else self.total * (self.total - self.k)

    def require_feasible(self) -> None:
        if self.total < self.k:
            raise Infeasible(
                f"Only {plural(self.total, 'record')} in all, fewer than k = {self.k:,}:"
                " no class can have k.",
                hint="Lower k, or add records.",
                given=self.total,
            )

    def cost(self, sizes: NDArray[np.int64]) -> int:
        """What classes of these sizes cost."""
        if self.objective == "max-size":
            return int(sizes.max())
        return quadratic_cost(sizes, self.k)

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        """Refuse a solution that is not one: shares no code with the solvers.

        ``at_least`` replaces k as the least class size, for a method that relaxes it.
        """
        least = self.k if at_least is None else at_least
        classes, sizes = solution.classes, solution.sizes
        if len(classes) != len(self.weights):
            raise InternalError(f"{len(classes)} {self.item}s got a class, of {len(self.weights)}.")
        # numpy would take -1 for the last class without a word.
        if classes.min() < 0 or classes.max() >= len(sizes):
            raise InternalError(f"A {self.item} has a class that does not exist.")
        recounted = np.zeros(len(sizes), dtype=np.int64)
        # Places of numpy's own type: it would convert others bit by bit. Some at a time, so that
        # the copy takes no new memory.
        for at in range(0, len(classes), AT_ONCE):
            some = slice(at, at + AT_ONCE)
            np.add.at(recounted, classes[some].astype(np.intp), self.weights[some])
        if not np.array_equal(recounted, sizes):
            raise InternalError("Class sizes are not the sums of their members.")
        if int(sizes.min()) < least:
            raise InternalError(f"A class has {int(sizes.min())} records, fewer than {least}.")


@dataclass(frozen=True, eq=False)
class Grouping:
    """``classes[i]`` is the class of item i; ``sizes[c]`` the records in class c."""

    classes: NDArray[np.int32]
    sizes: NDArray[np.int64]

    def __post_init__(self) -> None:
        # Frozen fields alone would still let anybody change what is in the arrays.
        self.classes.flags.writeable = False
        self.sizes.flags.writeable = False


def quadratic_cost(sizes: NDArray[np.int64], k: int) -> int:
    """The sum of s (s - k) over class sizes s, exactly.

    >>> quadratic_cost(np.array([5, 4]), k=4)
    5
    """
    # No term is above the square of the largest size. Where so many of these fit into 64 bits,
    # numpy may add them up; it would not tell of an overflow.
    largest = int(sizes.max())
    if largest * largest * len(sizes) <= validate.MAX_TOTAL:
        return int((sizes * (sizes - k)).sum())
    return sum(size * (size - k) for size in sizes.tolist())
