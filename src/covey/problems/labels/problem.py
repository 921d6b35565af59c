"""Unordered values: any grouping is a solution."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping, GroupingProblem

if TYPE_CHECKING:
    from covey.core.result import Certificate
    from covey.problems.labels.items import Items


class LabelProblem(GroupingProblem):
    """Group n labels, the i-th with ``weights[i]`` records, into classes of at least k records.

    >>> LabelProblem([5, 3, 2, 2], k=4).description
    '4 values, 12 records'
    """

    problem_kind: ClassVar[str] = "labels"
    item: ClassVar[str] = "value"

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.labels.bound import CERTIFICATES

        return CERTIFICATES

    @cached_property
    def items(self) -> Items:
        """The labels as the algorithms see them: sizes, heaviest first."""
        from covey.problems.labels.items import Items

        return Items.of(self.weights, self.k)

    def solution(self, bins: NDArray[np.int32]) -> LabelSolution:
        """The solution behind bins by sorted position, its classes numbered from the largest."""
        return LabelSolution(*self.items.by_label(bins, self.weights))


class LabelSolution(Grouping):
    """``classes[i]`` is the class of label i; ``sizes[c]`` the records in class c."""
