"""What every axis can do, whatever its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.errors import InvalidInput
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.kinds import ColumnKind
from covey.problems.cells.sets import ANY_SET, MISSING_SET, Codes, Sets

if TYPE_CHECKING:
    from covey._native import cells as native
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.map_tree import MapTree
    from covey.problems.cells.problem import CellProblem


class Line(NamedTuple):
    """Where ordered values lie: value r reaches from ``positions[r]`` to ``tops[r]``."""

    positions: NDArray[np.float64]
    tops: NDArray[np.float64]

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest place; both 0, if there is no value."""
        if not len(self.positions):
            return 0.0, 0.0
        return float(self.positions[0]), float(self.tops[-1])

    @property
    def half_width(self) -> float:
        """Half of the distance between the ends: that of two doubles may be beyond all doubles."""
        low, high = self.ends
        return high / 2 - low / 2


class Axis(ABC):
    """A quasi-identifier as the solver of cells takes it.

    column_kind
        What the codes of its columns are: one of :mod:`covey.problems.cells.kinds`.
    codes
        The code of every combination, -1 where the value is missing; among labels, missing is a
        label.
    size
        How many values there are; of places, the different coordinates of one kind at most.
    sides
        On how many sides of a value there can be others; on a map it depends on the map's tree.
    any_set_may_be_cut
        Whether a cut can be made wherever k allows it. Below a tree, it cannot.
    """

    column_kind: ClassVar[ColumnKind]
    sides: ClassVar[int] = 0
    any_set_may_be_cut: ClassVar[bool] = True

    codes: Codes
    size: int

    @property
    def all_codes(self) -> tuple[Codes, ...]:
        """The codes of every coordinate: places have two."""
        return (self.codes,)

    @property
    def column_codes(self) -> tuple[Codes, ...]:
        """The same as compiled loops take them: areas are places in the order of their map's
        tree."""
        return self.all_codes

    @property
    def has_missing(self) -> bool:
        return bool((self.codes < 0).any())

    @property
    def blocked(self) -> NDArray[np.bool_]:
        """The combinations without a value that keep a cell from being cut at the others' values,
        unless they are cut off before."""
        return np.asarray(self.codes < 0)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where the values of every coordinate lie, if they are ordered."""
        return ()

    @property
    def map_tree(self) -> MapTree | None:
        """The tree of the map, if the values are areas."""
        return None

    @property
    def parts(self) -> Codes | None:
        """Of the areas of a map: the part of the map, which no border joins to the rest, that every
        combination is in, -1 where the area is missing."""
        return None

    @property
    @abstractmethod
    def extent(self) -> float:
        """What a penalty of 1 stands for: half of the whole width (of places the mean of both), the
        number of labels, or what is measured of the areas. Only extents of axes of one kind are
        compared."""

    @abstractmethod
    def shares(self, sets: Sets, scale: Axis) -> NDArray[np.float64]:
        """The share that each distinct set has of all that the ``scale`` has, an axis of the same
        kind with further values: the normalized certainty penalty (Xu et al. 2006)."""

    def penalties(self, sets: Sets, scale: Axis | None = None) -> NDArray[np.float64]:
        """Of every class, between 0 and 1: the width of a range as a share of the whole width (a
        band has a width by itself), the mean of both for a rectangle; the share of all labels in
        the set, or of what is measured of all areas, and 0 for a single one. Missing values alone
        lose nothing, and any value at all is lost entirely. Shares are those of the axis itself, if
        no scale is given."""
        each = self.shares(sets, self if scale is None else scale)
        found = np.zeros(len(sets.of_class))
        named = sets.of_class >= 0
        found[named] = each[sets.of_class[named]]
        found[sets.of_class == ANY_SET] = 1.0
        found[sets.of_class == MISSING_SET] = 0.0
        return found

    def of_rows(self, rows: NDArray[np.int64]) -> Self:
        """The same axis with the codes of some rows. What its values are, and how much each of them
        is worth, stays as it is."""
        # A copy keeps what was found for the axis as a whole, such as the tree of a map.
        made = copy(self)
        set_fields(made, codes=owned(self.codes[rows], np.int32))
        return made

    def give_to(self, columns: native.Columns, first: int) -> None:  # noqa: B027 -- most kinds have nothing to tell
        """Tell compiled loops what codes and sizes do not say; ``first`` is the axis's first
        column."""

    @abstractmethod
    def cut_sets(self, cut: CutClasses) -> Sets:
        """The sets of classes as they were cut."""

    @abstractmethod
    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        """The smallest sets that hold what occurs in each class; ``cut`` is how they were cut, if
        they are leaves of a tree of cuts."""

    @abstractmethod
    def sets_of_bounds(self, kind: Codes, bounds: Codes, order: Codes) -> Sets:
        """The sets with these bounds, each distinct one once: see
        :class:`covey.problems.cells.hierarchy.Hierarchy`."""

    @abstractmethod
    def sets_of_nodes(self, of_node: Codes, bounds: Codes, order: Codes) -> Sets:
        """The same with a set for every node, in their order."""

    @abstractmethod
    def shrinks(self, *, ranges: bool, withheld: bool) -> bool:
        """Whether the answer of the attribute's own solver can be made tighter: in its ``ranges``,
        if these may be, or because records are ``withheld``."""

    @abstractmethod
    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        """The axis as the search for one partition of each attribute takes it."""

    @property
    def follows_free_answer(self) -> bool:
        """Whether its first tree follows from the classes of a free answer."""
        return False

    @abstractmethod
    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        """The tree of nested sets that the search begins with; ``free`` are the classes of a free
        answer."""


class CutByValue(Axis):
    """An axis whose best cut follows from the records of each of its values, without the
    combinations: :mod:`covey.problems.cells.top_cuts` makes the cuts of a table that is elsewhere.
    """

    @abstractmethod
    def gain(self, first: NDArray[np.bool_], records: NDArray[np.int64]) -> float:
        """What a cut removes, in records times width or members; ``first`` says of every row
        whether it is on the first side, and ``records`` how many records it stands for."""

    @abstractmethod
    def with_absent(
        self, takes: NDArray[np.bool_], occurring: NDArray[np.int64], *, missing: bool
    ) -> NDArray[np.bool_]:
        """The sides of all values, missing ones first, where ``takes`` is certain for those that
        are ``occurring`` in a cell. ``missing``: some records of the table lack a value."""


def set_fields(axis: Axis, **fields: Any) -> None:
    for name, value in fields.items():
        object.__setattr__(axis, name, value)


def checked_codes(given: ArrayLike, size: int, *, missing: bool) -> Codes:
    found = np.asarray(given)
    if found.ndim != 1 or found.size == 0:
        raise InvalidInput("Codes are one list of whole numbers, with at least one of them.")
    if found.dtype.kind not in "iu":
        raise InvalidInput(f"Codes are whole numbers; given: an array of type {found.dtype}.")
    least = -1 if missing else 0
    outside = (found < least) | (found >= size)
    if outside.any():
        first = int(np.argmax(outside))
        raise InvalidInput(
            f"Codes of this axis are {least} to {size - 1}; the one at position {first} is"
            f" {found[first]}.",
            given=found[first],
        )
    return owned(found, np.int32)


def checked_positions(given: ArrayLike) -> NDArray[np.float64]:
    found = np.asarray(given)
    if found.ndim != 1 or found.dtype.kind not in "iuf":
        raise InvalidInput("Positions are one list of numbers.")
    # Strictly ascending: two values at one position would be one value.
    if not np.isfinite(found).all() or not (found[1:] > found[:-1]).all():
        raise InvalidInput("Positions are finite numbers, each above the one before.")
    return owned(found, np.float64)


def owned(array: NDArray[Any], dtype: type[np.generic]) -> NDArray[Any]:
    """A copy that nobody can change."""
    made: NDArray[Any] = array.astype(dtype, copy=True)
    made.flags.writeable = False
    return made
