"""Maps and bars as SVG that needs no script: for paper, for readers without scripts, and for
notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.words import plural

RAMP = ("#e3f0d8", "#a4d4b4", "#5fb0b0", "#2f7f9c", "#2b4f85", "#2a2760")
"""From few records to many: the colours of words.js."""
ACROSS = 1000
"""Steps that a map is wide or high: fewer than those of the page, which can be zoomed."""
CORNERS_AT_MOST = 40_000
"""A map with more corners is drawn by scripts alone: it would weigh as much as the rest."""
WIDE, TALL = 640, 200
BARS_AT_MOST = 320


@dataclass(frozen=True)
class Shape:
    """An area, or a bar: its path, its colour, and what it is."""

    path: str
    fill: str
    words: str


@dataclass(frozen=True)
class Drawing:
    """``line`` is where k is, of bars."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    line: float | None = None


def map_of(
    packed: Mapping[str, Any], values: Sequence[float], words: Sequence[str]
) -> Drawing | None:
    """A map on the grid of ``covey.report.shapes``, darker where values are greater; ``words`` say
    what each shape is. None if it has too many corners."""
    # Steps of the page's grid for one of this drawing.
    step = max(packed["width"], packed["height"]) / ACROSS
    shapes, corners = [], 0
    low, high = min(values), max(values)
    for rings, value, what in zip(packed["rings"], values, words, strict=True):
        parts = []
        for ring in rings:
            places = _places(ring, step)
            corners += len(places)
            # On the coarser grid, small rings fall together to a line or a point.
            if len(places) > 2:
                parts.append("M" + "L".join(f"{x} {y}" for x, y in places) + "Z")
        # Asked after each shape, so that a huge map is not drawn to its end first.
        if corners > CORNERS_AT_MOST:
            return None
        share = (value - low) / (high - low) if high > low else 0.0
        shapes.append(Shape("".join(parts), shade(share), what))
    width, height = (max(1, round(packed[side] / step)) for side in ("width", "height"))
    return Drawing(width, height, tuple(shapes))


def _places(ring: Sequence[int], step: float) -> list[tuple[int, int]]:
    """The corners of a ring on the coarser grid, without those that fall on the one before."""
    found: list[tuple[int, int]] = []
    x = y = 0
    for across, down in zip(ring[::2], ring[1::2], strict=True):
        # Rings are stored as steps from corner to corner: see `shapes.packed`.
        x, y = x + across, y + down
        place = (round(x / step), round(y / step))
        if not found or place != found[-1]:
            found.append(place)
    return found


def bars_of(names: Sequence[str], sizes: Sequence[int], k: int) -> Drawing | None:
    """A bar for every interval, in their order; None if they are too many to see."""
    if len(sizes) > BARS_AT_MOST:
        return None
    # Room above the highest bar, and for the line of k where all bars are below it.
    most, wide = max(*sizes, k) * 1.08, WIDE / len(sizes)
    # Narrow bars would vanish between gaps.
    gap = 1 if wide > 4 else 0
    shapes = []
    for at, (name, size) in enumerate(zip(names, sizes, strict=True)):
        left, right = round(at * wide, 1), round((at + 1) * wide - gap, 1)
        top = round(TALL * (1 - size / most), 1)
        path = f"M{left} {TALL}V{top}H{right}V{TALL}Z"
        shapes.append(Shape(path, RAMP[3], f"{name}: {plural(size, 'record')}"))
    return Drawing(WIDE, TALL, tuple(shapes), round(TALL * (1 - k / most), 1))


def shade(share: float) -> str:
    """
    >>> shade(0.0), shade(1.0), shade(0.1)
    ('#e3f0d8', '#2a2760', '#c4e2c6')
    """
    at = share * (len(RAMP) - 1)
    # A share of 1 is the end of the last step, not the beginning of one more.
    low = min(int(at), len(RAMP) - 2)
    pairs = zip(_parts(RAMP[low]), _parts(RAMP[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (at - low) * (b - a)):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
