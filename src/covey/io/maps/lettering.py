"""Words on a map, of which none covers another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RINGS = 12
"""So many times its own height a word may be moved away from its place."""
DIRECTIONS = 12


def write_apart(axes: Axes, places: Mapping[str, tuple[float, float]], **style: Any) -> None:
    """Every word at its place or, where another one stands already, beside it with a line to it.
    First come, first served."""
    from matplotlib.patheffects import withStroke
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox

    # Where words stand on the sheet is known once everything else has its place.
    axes.figure.draw_without_rendering()  # type: ignore[union-attr]
    taken: list[Bbox] = []
    for word, place in places.items():
        text = axes.annotate(
            word,
            place,
            xytext=(0, 0),
            textcoords="offset pixels",
            ha="center",
            va="center",
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
            arrowprops={"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 0},
            **style,
        )
        text.get_window_extent()  # settles where it stands
        own = Text.get_window_extent(text)  # without the line
        assert text.arrow_patch is not None
        text.arrow_patch.set_visible(False)
        for x, y in _offsets(own.height):
            moved = own.translated(x, y)
            if not any(moved.overlaps(other) for other in taken):
                text.set_position((x, y))
                text.arrow_patch.set_visible((x, y) != (0, 0))
                own = moved
                break
        # Where every place is taken, a word stays on its own.
        taken.append(own)


def _offsets(height: float) -> Iterator[tuple[float, float]]:
    """Where a word may go, near places first."""
    yield 0.0, 0.0
    for ring in range(1, RINGS + 1):
        for angle in np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS):
            yield float(ring * height * np.cos(angle)), float(ring * height * np.sin(angle))
