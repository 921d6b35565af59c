"""The attributes of a table as arrays, one kind of axis for each kind of attribute.

A *combination* is a row of the counted table: what several records have in common. Every axis holds
a code for each combination; the codes of values that are missing are -1.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.errors import InvalidInput
from covey.problems.regions.graph import Graph
from covey.problems.trees.problem import checked_parents

if TYPE_CHECKING:
    from covey.problems.cells.nesting import Nesting


@dataclass(frozen=True, eq=False)
class OrderedAxis:
    """Ordered values: ``codes`` are ranks, ``positions[r]`` is where the value of rank r lies. What
    has a rank may be wide, as a band is: then it reaches from there up to ``tops[r]``.

    roundness
        Says how round the border below each rank is: whole numbers, of which greater ones are
        rounder; below 0 where nested recoding must not cut. The first one is of no meaning.

    >>> OrderedAxis([0, 2, -1], [10, 20, 50]).size
    3
    """

    codes: NDArray[np.int32]
    positions: NDArray[np.float64]
    tops: NDArray[np.float64]
    roundness: Callable[[], ArrayLike] | None

    def __init__(
        self,
        codes: ArrayLike,
        positions: ArrayLike,
        tops: ArrayLike | None = None,
        roundness: Callable[[], ArrayLike] | None = None,
    ) -> None:
        _set(self, positions=_positions(positions), roundness=roundness)
        _set(self, tops=self.positions if tops is None else _tops(tops, self.positions))
        _set(self, codes=_codes(codes, len(self.positions), missing=True))

    @property
    def all_codes(self) -> tuple[NDArray[np.int32], ...]:
        """The codes of every coordinate: places have two."""
        return (self.codes,)

    @property
    def size(self) -> int:
        return len(self.positions)

    @cached_property
    def borders(self) -> NDArray[np.int32]:
        """How round the border below each rank is; all are alike, if nobody says."""
        if self.roundness is None:
            return np.zeros(self.size, dtype=np.int32)
        found = np.asarray(self.roundness(), dtype=np.int32)
        if found.shape != (self.size,):
            raise InvalidInput(
                f"There are {self.size:,} values, but {found.size:,} borders below them."
            )
        return found


@dataclass(frozen=True, eq=False)
class PlaceAxis:
    """Points in the plane: ranks of both coordinates, -1 in both where the place is missing."""

    x_codes: NDArray[np.int32]
    y_codes: NDArray[np.int32]
    x_positions: NDArray[np.float64]
    y_positions: NDArray[np.float64]

    def __init__(
        self, x_codes: ArrayLike, y_codes: ArrayLike, x_positions: ArrayLike, y_positions: ArrayLike
    ) -> None:
        _set(self, x_positions=_positions(x_positions), y_positions=_positions(y_positions))
        _set(self, x_codes=_codes(x_codes, len(self.x_positions), missing=True))
        _set(self, y_codes=_codes(y_codes, len(self.y_positions), missing=True))
        if len(self.x_codes) != len(self.y_codes):
            raise InvalidInput(
                f"There are {len(self.x_codes):,} x codes, but {len(self.y_codes):,} y codes."
            )
        if ((self.x_codes < 0) != (self.y_codes < 0)).any():
            raise InvalidInput("A place is missing as a whole: -1 in both coordinates or in none.")

    @property
    def codes(self) -> NDArray[np.int32]:
        return self.x_codes

    @property
    def all_codes(self) -> tuple[NDArray[np.int32], ...]:
        return self.x_codes, self.y_codes


@dataclass(frozen=True, eq=False)
class LabelAxis:
    """Unordered values, numbered 0 to ``size`` - 1; a missing value is one more label."""

    codes: NDArray[np.int32]
    size: int

    def __init__(self, codes: ArrayLike, size: int) -> None:
        if not isinstance(size, int | np.integer) or size < 1:
            raise InvalidInput(f"A label axis has one label or more; given: {size!r}.", given=size)
        _set(self, codes=_codes(codes, int(size), missing=False), size=int(size))

    @property
    def all_codes(self) -> tuple[NDArray[np.int32], ...]:
        return (self.codes,)


class JoinedBy(NamedTuple):
    """The ``records`` of each area, and the group that it is in, such as its state: areas of one
    group are joined first."""

    records: NDArray[np.int64]
    groups: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class TreeAxis(LabelAxis):
    """Labels below a tree: a set is what lies below one node, or below some children of one node.
    ``parents`` are those of the ``size`` labels and then of the inner nodes, -1 for the root. A
    missing value is one more label, wherever it is in the tree. ``ordered``: siblings are in order,
    which the numbers of labels give, and the children of a set are neighbours."""

    parents: NDArray[np.int32]
    ordered: bool

    def __init__(
        self, codes: ArrayLike, size: int, parents: ArrayLike, *, ordered: bool = False
    ) -> None:
        super().__init__(codes, size)
        _set(self, parents=checked_parents(parents, self.size, ordered=ordered), ordered=ordered)


@dataclass(frozen=True, eq=False)
class AreaAxis:
    """Areas of a map: ``codes`` number the areas of ``graph``. An area without records keeps the
    regions around it connected.

    measure
        What the loss of a region counts of each area, such as its people: whole numbers. One for
        each area, if not given.
    joined_by
        How areas are joined to nested regions, which are preferred to all others, so that few
        different ones are published. Without it every class has the least region around its areas.
    """

    codes: NDArray[np.int32]
    graph: Graph
    measure: NDArray[np.int64]
    joined_by: JoinedBy | None

    def __init__(
        self,
        codes: ArrayLike,
        graph: Graph,
        *,
        measure: ArrayLike | None = None,
        joined_by: JoinedBy | None = None,
    ) -> None:
        if graph.count < 1:
            raise InvalidInput("A map has one area or more.")
        own = np.ones(graph.count, np.int64) if measure is None else validate.counts(measure)
        if len(own) != graph.count:
            raise InvalidInput(
                f"There are {graph.count:,} areas, but {len(own):,} measures of them."
            )
        _set(self, codes=_codes(codes, graph.count, missing=True), graph=graph)
        # An area without anybody counts nothing; if there is nobody at all, every area counts.
        _set(self, measure=own if own.any() else np.ones_like(own), joined_by=joined_by)

    @cached_property
    def nesting(self) -> Nesting | None:
        """The nested regions."""
        from covey.problems.cells.nesting import Nesting

        how = self.joined_by
        return None if how is None else Nesting.of(self.graph, how.records, how.groups)

    @property
    def all_codes(self) -> tuple[NDArray[np.int32], ...]:
        return (self.codes,)

    @property
    def size(self) -> int:
        return self.graph.count


Axis = OrderedAxis | PlaceAxis | LabelAxis | AreaAxis


def some_rows(axis: Axis, rows: NDArray[np.int64]) -> Axis:
    """The same axis with the codes of some rows. What its values are, and how much each of them is
    worth, stays as it is."""
    made = copy(axis)
    for name in ("x_codes", "y_codes") if isinstance(axis, PlaceAxis) else ("codes",):
        _set(made, **{name: _owned(getattr(axis, name)[rows], np.int32)})
    return made


def line_shares(
    positions: NDArray[np.float64], tops: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where positions and tops lie between the first position and the last top, from 0 to 1."""
    tops = positions if tops is None else tops
    if not len(positions):
        return positions, positions
    # Halved first: the distance of two doubles may be beyond all doubles.
    start, width = positions[0] / 2, tops[-1] / 2 - positions[0] / 2
    if not width > 0:
        return np.zeros(len(positions)), np.zeros(len(positions))
    low, high = (np.clip((line / 2 - start) / width, 0, 1) for line in (positions, tops))
    return low, high


def _set(axis: Any, **fields: Any) -> None:
    for name, value in fields.items():
        object.__setattr__(axis, name, value)


def _codes(given: ArrayLike, size: int, *, missing: bool) -> NDArray[np.int32]:
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
    return _owned(found, np.int32)


def _positions(given: ArrayLike) -> NDArray[np.float64]:
    found = np.asarray(given)
    if found.ndim != 1 or found.dtype.kind not in "iuf":
        raise InvalidInput("Positions are one list of numbers.")
    if not np.isfinite(found).all() or not (found[1:] > found[:-1]).all():
        raise InvalidInput("Positions are finite numbers, each above the one before.")
    return _owned(found, np.float64)


def _tops(given: ArrayLike, positions: NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.asarray(given)
    if found.dtype.kind not in "iuf" or found.shape != positions.shape:
        raise InvalidInput("Tops are numbers, one for each position.")
    apart = (positions <= found).all() and (found[:-1] <= positions[1:]).all()
    if not np.isfinite(found).all() or not apart:
        raise InvalidInput("A top is at or above its position, and not above the next.")
    return _owned(found, np.float64)


def _owned(array: NDArray[Any], dtype: type[np.generic]) -> NDArray[Any]:
    copy: NDArray[Any] = array.astype(dtype, copy=True)
    copy.flags.writeable = False
    return copy
