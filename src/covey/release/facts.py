"""Every number that a report could show, as plain data without a value of a single record."""

from __future__ import annotations

import json
from typing import Any

from covey.release.codebook import published_texts
from covey.release.plan import class_names
from covey.release.publish import SHAPES, Release

MEMBERS = 20
"""Members of a class that are listed; the codebook has them all."""


def facts(release: Release) -> dict[str, Any]:
    """Of a release: what was asked, what was done, every class, and what proves how good it is.

    ``classes`` has a name, a size and what it holds for every class; ``shapes`` is the GeoJSON of
    those that have shapes, with the class's number in its properties.
    """
    plan, data = release.plan, release.certificate
    sizes = data["classes"]["sizes"]
    ((name, described),) = data["quasi"].items()
    texts = published_texts(release.codebook, described["columns"], len(sizes))
    members: list[list[str]] = [[] for _ in sizes]
    ranges: list[dict[str, tuple[str | None, str | None]]] = [{} for _ in sizes]
    for entry in release.codebook:
        if entry.holds == "range":
            ranges[entry.number][entry.column] = (entry.low, entry.high)
        else:
            members[entry.number].append("(missing)" if entry.value is None else entry.value)
    classes = [
        {
            "class": number + 1,
            "name": called,
            "size": sizes[number],
            "values": len(members[number]) or None,
            "members": members[number][:MEMBERS],
            "ranges": ranges[number],
            "missing": data["classes"]["missing"] == number + 1,
        }
        for number, called in enumerate(class_names(texts))
    ]
    return {
        **{key: value for key, value in data.items() if key not in ("classes", "format", "files")},
        "quasi": {"name": name, **described, "distinct": plan.quasi[0].distinct},
        "role": plan.quasi[0].role,
        "classes": classes,
        "smallest": plan.smallest,
        "largest": plan.largest,
        "unchanged": list(plan.unchanged),
        "warnings": list(plan.warnings),
        "notes": [*plan.notes, *release.notes],
        "shapes": _shapes(release),
    }


def _shapes(release: Release) -> dict[str, Any] | None:
    if release.folder is None or SHAPES not in release.files:
        return None
    found: dict[str, Any] = json.loads((release.folder / SHAPES).read_text(encoding="utf-8"))
    return found
