"""Published longitudes back on the plane that was cut into rectangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.attributes.places import seam_of
from covey.core.dataclass import dataclass
from covey.io.globe import DECIMALS
from covey.problems.rectangles.problem import around

Floats = NDArray[np.float64]
NEAR = 10.0**-DECIMALS
"""Borders beyond 180 are rounded when they are counted back."""


@dataclass(frozen=True)
class Plane:
    """The plane begins at the meridian ``seam``: what lies west of it on the globe was counted on
    beyond 180."""

    seam: float

    @classmethod
    def of(cls, x: Floats) -> Plane:
        """The one of these longitudes, as they were counted on it."""
        # The outermost borders lie up to a tenth outside of the points. Where that is more than a
        # turn of the globe, both are one meridian, as in `PointAttribute._rectangles`.
        low, high = around(x)
        return cls(seam_of(x) if high - low > 360 else low)

    def counted_on(self, borders: Floats, upper: bool) -> NDArray[np.bool_]:
        """Which borders were: an upper one at the seam is the plane's last, a lower one its
        first."""
        found: NDArray[np.bool_] = borders <= self.seam + NEAR if upper else borders < self.seam
        return found

    def flat(self, borders: Floats, upper: bool) -> Floats:
        """Borders as they were on the plane, about."""
        return np.where(self.counted_on(borders, upper), borders + 360, borders)

    def ranks(self, borders: Floats, upper: bool, x: Floats, lon: Floats) -> NDArray[np.int64]:
        """How many of the longitudes ``x``, ascending on the plane, are below each border; ``lon``
        are the same on the globe, where they are compared as they were published."""
        # x[:here] were not counted on, x[here:] were. Counting on rounds, so those beyond 180 are
        # compared by their longitudes on the globe, which ascend as well.
        here = int(np.searchsorted(x, 180.0))
        beyond = here + np.searchsorted(lon[here:], borders)
        return np.where(self.counted_on(borders, upper), beyond, np.searchsorted(x[:here], borders))
