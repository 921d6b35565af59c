"""Lines for people as a table of HTML, for a notebook: plain, without a script or a link, in the
colours of the notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

LABEL = 13
"""Letters of the name in front of a line, blanks included."""
INHERIT = "color:inherit;font-size:inherit"
CELL = (
    "text-align:left;vertical-align:top;padding:.15em .9em .15em 0;background:none;border:none;"
    + INHERIT
)


def lines_as_html(lines: Sequence[str], more: str = "") -> str:
    """The first line is the title; ``more`` is HTML that follows the others.

    >>> "<strong>a title</strong>" in lines_as_html(["a title", "loss         0.1 < 1"])
    True
    """
    rows = "".join(map(_row, lines[1:]))
    return (
        f'<div class="covey"><strong>{escape(lines[0])}</strong>'
        f'<table style="border-collapse:collapse;margin:.4em 0;{INHERIT}">{rows}</table>'
        f"{more}</div>"
    )


def _row(line: str) -> str:
    name, words = line[:LABEL].strip(), line[LABEL:]
    # A notebook has a style of its own for tables, which only the cells themselves can overrule.
    cells = (f'<th style="{CELL}">{escape(name)}</th>', f'<td style="{CELL}">{escape(words)}</td>')
    return f'<tr style="background:none">{"".join(cells)}</tr>'
