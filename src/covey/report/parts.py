"""Parts of a report, from what was counted and written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from covey.engine.protocol import Counted
from covey.report.facts import Example

REPORT_FILE = "report.html"


def example_of(recounted: Counted) -> Example:
    """A typical class, of median size; of equals the one in the middle."""
    # A typical class, not the smallest: an example must not point at the rarest people.
    in_order = np.argsort(recounted.counts, kind="stable")
    typical = int(in_order[(len(in_order) - 1) // 2])
    texts = [part[typical] for part in recounted.texts]
    published = tuple(zip(recounted.columns, texts, strict=True))
    return Example(published, int(recounted.counts[typical]))


def read_shapes(file: Path | None) -> dict[str, Any] | None:
    """None also where no class has a shape, as where all places are missing."""
    if file is None:
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found if any(feature["geometry"] for feature in found["features"]) else None
