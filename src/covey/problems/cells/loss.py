"""What generalizing costs: the normalized certainty penalty of sets (Xu et al. 2006)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.sets import ANY, MISSING, MemberSets, OrderedSets, PlaceSets, Sets


def penalties(axis: Axis, sets: Sets, scale: Axis | None = None) -> NDArray[np.float64]:
    """Of every class, on one axis, between 0 and 1: the width of a range as a share of the whole
    width (a band has a width by itself), the mean of both for a rectangle; the share of all labels
    in the set, or of what is measured of all areas, and 0 for a single one. Missing values alone
    lose nothing, and any value at all is lost entirely. Shares are those of all that the ``scale``
    has, an axis of the same kind with further values; of the axis itself, if it is not given."""
    scale = axis if scale is None else scale
    if isinstance(axis, OrderedAxis) and isinstance(sets, OrderedSets):
        assert isinstance(scale, OrderedAxis)
        whole = _whole(scale.positions, scale.tops)
        each = _width(axis.positions, sets.low, sets.high, whole, axis.tops)
    elif isinstance(axis, PlaceAxis) and isinstance(sets, PlaceSets):
        assert isinstance(scale, PlaceAxis)
        wide = _width(axis.x_positions, sets.x_low, sets.x_high, _whole(scale.x_positions))
        high = _width(axis.y_positions, sets.y_low, sets.y_high, _whole(scale.y_positions))
        each = (wide + high) / 2
    elif isinstance(axis, AreaAxis):
        assert isinstance(sets, MemberSets)
        shares = sets.sums(axis.measure) / extent(scale)
        each = np.where(sets.sizes > 1, shares, 0.0)
    else:
        assert isinstance(axis, LabelAxis)
        assert isinstance(sets, MemberSets)
        each = np.where(sets.sizes > 1, sets.sizes / extent(scale), 0.0)
    found = np.zeros(len(sets.of_class))
    named = sets.of_class >= 0
    found[named] = each[sets.of_class[named]]
    found[sets.of_class == ANY] = 1.0
    found[sets.of_class == MISSING] = 0.0
    return found


def extent(axis: Axis) -> float:
    """What a penalty of 1 stands for on an axis: its whole width (of places the mean of both, as if
    both were the same), its labels, or what is measured of its areas."""
    if isinstance(axis, OrderedAxis):
        return _whole(axis.positions, axis.tops)
    if isinstance(axis, PlaceAxis):
        return (_whole(axis.x_positions) + _whole(axis.y_positions)) / 2
    return float(axis.measure.sum()) if isinstance(axis, AreaAxis) else float(axis.size)


def _whole(positions: NDArray[np.float64], tops: NDArray[np.float64] | None = None) -> float:
    """Half the width: that of two doubles may be beyond all doubles."""
    tops = positions if tops is None else tops
    return float(tops[-1] / 2 - positions[0] / 2) if len(positions) else 0.0


def _width(
    positions: NDArray[np.float64],
    low: NDArray[np.int32],
    high: NDArray[np.int32],
    whole: float,
    tops: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The share of the whole width that ranges have; ``tops`` are those of an ordered axis."""
    if not len(positions):
        return np.zeros(len(low))
    tops = positions if tops is None else tops
    if not whole > 0:
        return np.zeros(len(low))
    found: NDArray[np.float64] = (tops[high] / 2 - positions[low] / 2) / whole
    return found
