"""What a notebook shows of a plan or a release: the lines for people as a table, and the class
sizes as a picture. Everything is plain HTML, without a script or a link."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from covey.report.histogram import Histogram, histogram

LABEL = 13
"""Letters of the name in front of a line, blanks included."""
INK, LIGHT = "#2f6f9f", "#8a8a8a"


def as_html(lines: Sequence[str], sizes: Sequence[int] = (), k: int = 0) -> str:
    """The first line is the title. ``sizes`` are those of the classes, if they are to be drawn."""
    rows = "".join(_row(line) for line in lines[1:])
    drawn = _drawn(histogram(sizes, k)) if len(sizes) else ""
    style = "text-align:left;vertical-align:top"
    return (
        f'<div class="covey"><strong>{escape(lines[0])}</strong>'
        f'<table style="{style}">{rows}</table>{drawn}</div>'
    )


def _row(line: str) -> str:
    name, words = line[:LABEL].strip(), line[LABEL:]
    cells = (f'<th style="text-align:left">{escape(name)}</th>', f"<td>{escape(words)}</td>")
    return f'<tr style="background:none">{"".join(cells)}</tr>'


def _drawn(found: Histogram) -> str:
    bars = "".join(
        f'<rect x="{bar.x}" y="{bar.y}" width="{bar.width}" height="{bar.height}" fill="{INK}">'
        f"<title>{escape(bar.words)}</title></rect>"
        for bar in found.bars
    )
    ticks = "".join(
        f'<text x="{at}" y="{found.base + 16}" font-size="11" fill="{LIGHT}"'
        f' text-anchor="middle">{escape(text)}</text>'
        for at, text in found.ticks
    )
    return (
        f'<svg viewBox="0 0 {found.width} {found.height}" width="{found.width}" role="img"'
        f' aria-label="{escape(found.words)}">{bars}{ticks}</svg>'
    )
