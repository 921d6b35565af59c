"""What every answer about several attributes tells, however it was found."""

from __future__ import annotations

from abc import ABC, abstractmethod

from covey.core.errors import InternalError
from covey.core.grouping import Grouping
from covey.problems.cells.sets import Sets


class CellAnswer(Grouping, ABC):
    """Classes with the sets that they have on every axis."""

    @property
    @abstractmethod
    def one_partition(self) -> bool:
        """Whether every axis has one partition for all classes."""

    @property
    @abstractmethod
    def sets(self) -> tuple[Sets, ...]:
        """For every axis the sets of the classes."""

    @abstractmethod
    def tight(self, *, ranges: bool = True) -> tuple[Sets, ...]:
        """The same, shrunk to what occurs; without ``ranges``, ordered values and places stay as
        they are."""


def cell_answer(found: Grouping) -> CellAnswer:
    """The solution that a method for cells found."""
    if not isinstance(found, CellAnswer):
        raise InternalError(f"An answer of cells has sets; given: {type(found).__name__}.")
    return found
