"""What a notebook shows of a plan or a release: the lines for people as a table, the class sizes
and, where classes have shapes, a map. Everything is plain HTML, without a script or a link, in
colours that can be read on light and on dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from covey.core.notebook import lines_as_html
from covey.report.drawing import Drawing
from covey.report.histogram import Histogram, histogram

INK, MARK = "#3d86b0", "#d1491f"
MAP_WIDE = 480


def as_html(
    lines: Sequence[str],
    sizes: Sequence[int] = (),
    k: int = 0,
    units: str = "records",
    maps: Sequence[Drawing] = (),
) -> str:
    """The first line is the title. ``sizes`` are those of the classes, if they are to be drawn."""
    # An empty sequence may be an array, which has no truth value.
    drawn = _drawn(histogram(sizes, k, units)) if len(sizes) else ""
    return lines_as_html(lines, drawn + "".join(map(_map, maps)))


def _drawn(found: Histogram) -> str:
    bars = "".join(
        f'<rect x="{bar.x}" y="{bar.y}" width="{bar.width}" height="{bar.height}"'
        f' fill="{INK if bar.safe else MARK}"><title>{escape(bar.words)}</title></rect>'
        for bar in found.bars
    )
    ticks = "".join(
        f'<text x="{at}" y="{found.base + 16}" font-size="11" fill="currentColor"'
        f' opacity="0.75">{escape(text)}</text>'
        for at, text in found.ticks
    )
    at = found.k_at
    limit = (
        f'<line x1="{at}" x2="{at}" y1="10" y2="{found.base}" stroke="{MARK}" stroke-width="2"'
        f' stroke-dasharray="5 4"/>'
        f'<text x="{at + 5}" y="18" font-size="12" fill="{MARK}">k = {found.k:,}</text>'
    )
    return (
        f'<svg viewBox="0 0 {found.width} {found.height}" width="{found.width}"'
        f' style="display:block;max-width:100%" role="img" aria-label="{escape(found.words)}">'
        f"{bars}{ticks}{limit}</svg>"
    )


def _map(drawing: Drawing) -> str:
    paths = "".join(
        f'<path d="{shape.path}" fill="{shape.fill}" fill-rule="evenodd" stroke="#7d8a91"'
        f' stroke-width="0.6"><title>{escape(shape.words)}</title></path>'
        for shape in drawing.shapes
        if shape.path
    )
    return (
        f'<svg viewBox="0 0 {drawing.width} {drawing.height}" width="{MAP_WIDE}" role="img"'
        ' style="display:block;max-width:100%;max-height:420px;margin-top:.6em"'
        f' aria-label="Map of {len(drawing.shapes):,} shapes; what each is, its title says">'
        f"{paths}</svg>"
    )
