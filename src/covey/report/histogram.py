"""The class sizes against k, as an SVG that needs no script."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from covey.core.dataclass import dataclass
from covey.core.picture import size_bins
from covey.core.words import plural

WIDTH, HEIGHT = 640, 190
LEFT, RIGHT, TOP, BOTTOM = 8, 8, 28, 30
BINS = 24


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    low: str
    safe: bool
    words: str


@dataclass(frozen=True)
class Histogram:
    """Bars, and where k stands between or left of them."""

    bars: tuple[Bar, ...]
    k_at: float
    k: int
    words: str
    ticks: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    base: int = HEIGHT - BOTTOM


def histogram(sizes: ArrayLike, k: int, units: str = "records") -> Histogram:
    """How many classes there are of each size; a bar is never on both sides of k."""
    found = np.sort(np.asarray(sizes, dtype=np.int64))
    # Both sides of k are binned apart, so that no bar mixes safe and unsafe classes.
    bins = [*size_bins(found[found < k], 4), *size_bins(found[found >= k], BINS)]
    most = max(count for _, _, count in bins)
    # At least six places: one or two bars would fill the whole width.
    step = (WIDTH - LEFT - RIGHT) / max(len(bins), 6)
    inner = HEIGHT - TOP - BOTTOM
    bars = []
    for at, (low, high, count) in enumerate(bins):
        # One class among thousands still shows as a line.
        tall = max(inner * count / most, 1.5 if count else 0.0)
        name = f"{low:,}" if high - low == 1 else f"{low:,} to {high - 1:,}"
        bars.append(
            Bar(
                x=round(LEFT + at * step + 1, 2),
                y=round(HEIGHT - BOTTOM - tall, 2),
                width=round(step - 2, 2),
                height=round(tall, 2),
                low=f"{low:,}",
                safe=low >= k,
                words=f"{plural(count, 'class')} of {name} {units}",
            )
        )
    below = sum(not bar.safe for bar in bars)
    # Eight labels at most, or they would overlap.
    every = -(-len(bars) // 8)
    ticks = tuple((bar.x, bar.low) for bar in bars[::every])
    words = (
        f"{plural(len(found), 'class')} of {int(found[0]):,} to {int(found[-1]):,} {units};"
        f" {int((found < k).sum()):,} below k = {k:,}"
    )
    return Histogram(tuple(bars), round(LEFT + below * step, 2), k, words, ticks)
