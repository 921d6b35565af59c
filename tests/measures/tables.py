"""Sensitive columns, measured from rows."""

from __future__ import annotations

from typing import Any

from covey.measures.measures import Sensitive, measure_sensitive
from covey.measures.spread import Spread


def measured(rows: list[tuple[Any, Any]], ordered: bool = False) -> Sensitive:
    classes, values = zip(*rows, strict=True)
    return measure_sensitive(Spread.from_rows("s", list(classes), list(values), ordered))
