"""The records of the table that the release lacks, and how many of them it may lack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.codebook.locate import NOWHERE
from covey.codebook.rows import values_of
from covey.engine.protocol import Counted
from covey.release.roles import Points, Regions, Role
from covey.verification.claims import Claimed


def too_many_gone(
    claimed: Claimed,
    counted: Counted,
    classes: NDArray[np.int64],
    by_rule: NDArray[np.bool_],
) -> str:
    """What is wrong with the number of suppressed records; nothing, if it may be what is claimed.

    Records without a class are not published. Nor are those that were withheld, some of which have
    a class: whoever is withheld leaves no trace in the codebook, but others may have the values.
    """
    gone = int(counted.counts[classes == NOWHERE].sum())
    stated = int(claimed.data["records"]["suppressed"])
    if "applied" in claimed.data:
        most = gone
    else:
        withheld = int(claimed.data.get("suppress", 0.0) * counted.records)
        most = int(counted.counts[by_rule].sum()) + withheld
    if gone > stated:
        return f"{gone:,} records have no class in the codebook; {stated:,} suppressed are claimed"
    if stated > most:
        return f"{stated:,} records are suppressed, {most:,} at most may be"
    return ""


def left_out(claimed: Claimed, counted: Counted) -> NDArray[np.bool_]:
    """The combinations that are suppressed by a rule of the job: those without a value, and those
    whose code the map lacks."""
    found = np.zeros(len(counted), dtype=bool)
    if "applied" in claimed.data:
        return found
    for name, role in claimed.roles.items():
        if claimed.data.get("missing") == "suppress":
            found |= _without_value(name, role, counted)
        if claimed.data.get("unmapped") == "suppress" and isinstance(role, Regions):
            found |= _unmapped(claimed, name, role, counted)
    return found


def _without_value(name: str, role: Role, counted: Counted) -> NDArray[np.bool_]:
    if not isinstance(role, Points):
        return counted.missing(name)
    # Half a place is none.
    return np.isnan(counted.numbers(role.across)) | np.isnan(counted.numbers(role.along))


def _unmapped(claimed: Claimed, name: str, role: Regions, counted: Counted) -> NDArray[np.bool_]:
    """Without the map all codes that the codebook lacks may be such."""
    own = counted.of([name])
    known = _codes_listed(claimed, name)
    if role.map is not None:
        known = set(claimed.map_of(role)[0].keys)
    lacking = [text not in known for text in own.values[0].tolist()]
    return np.array([*lacking, False])[own.ranks[0]]


def _codes_listed(claimed: Claimed, name: str) -> set[str]:
    listed = (entry for entry in claimed.entries if entry.column == name)
    lists = (values_of(entry) for entry in listed if entry.holds in ("value", "values"))
    return {code for codes in lists for code in codes if code is not None}
