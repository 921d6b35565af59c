"""Columns as covey proposes to treat them. Nothing is applied before somebody accepts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from covey.app.draft import DROP, PERSON, POINTS, SENSITIVE, Draft

OTHER = {"latitude": "longitude", "longitude": "latitude"}


def accepted(draft: Draft, columns: Sequence[str], looks: Mapping[str, Mapping[str, Any]]) -> Draft:
    """A draft in which some columns are what they look like. What somebody decided stays."""
    for column in columns:
        if column in looks and column not in draft.decided:
            draft = _accepted(draft, column, looks)
    return draft


def _accepted(draft: Draft, column: str, looks: Mapping[str, Mapping[str, Any]]) -> Draft:
    treatment = looks[column]["treatment"]
    if treatment in OTHER:
        free = [name for name in draft.undecided if looks[name]["treatment"] == OTHER[treatment]]
        # A latitude alone is a number like others.
        if not free:
            return draft.treated(column, "ordered", {})
        lat, lon = (column, free[0]) if treatment == "latitude" else (free[0], column)
        return draft.treated(column, POINTS, {"lat": lat, "lon": lon})
    # Only one column identifies people: another identifier is left out.
    if treatment == PERSON and draft.data.get("person"):
        return draft.treated(column, DROP, {})
    options = dict(looks[column]["rules"]) if treatment == SENSITIVE else {}
    return draft.treated(column, treatment, options)
