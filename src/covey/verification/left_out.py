"""The records of the table that the release lacks, and how many of them it may lack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.codebook.locating import NOWHERE
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.verification.claims import Claimed
from covey.verification.holders import people_of_classes


def too_many_gone(
    claimed: Claimed,
    counted: Counted,
    classes: NDArray[np.int64],
    by_rule: NDArray[np.bool_],
) -> str:
    """What is wrong with the number of suppressed records; nothing, if it may be what is claimed.

    Records without a class are not published. Nor are those that were withheld, some of which have
    a class: a record that is withheld leaves no trace in the codebook, but others may have the
    values.
    """
    # At least these are not published, and at most those that a rule or --suppress allows.
    gone = int(counted.counts[classes == NOWHERE].sum())
    stated = claimed.certificate.records.suppressed
    # covey apply withholds nobody: only records without a class of k are left out.
    if claimed.solved is None:
        most = gone
    else:
        withheld = int(claimed.solved.suppress * counted.records)
        if claimed.solved.withholds_nobody:
            # Its bound holds for no others.
            withheld = 0
        most = int(counted.counts[by_rule].sum()) + withheld
    if gone > stated:
        return f"{gone:,} records have no class in the codebook; {stated:,} suppressed are claimed"
    if stated > most:
        return f"{stated:,} records are suppressed, {most:,} at most may be"
    return ""


def left_out_whole(
    claimed: Claimed, counted: Counted, classes: NDArray[np.int64], held: Holders | None = None
) -> str:
    """Whether a class was left out though enough records are in it, in words. A release that
    recodes new records leaves out whole classes of fewer than k; all classes of others have
    records."""
    there = classes >= 0
    records = np.bincount(classes[there], counted.counts[there], len(claimed.sizes))
    # Somebody may take all rows of a class out of the table, and write 0 for its size.
    wrong = (np.array(claimed.sizes) == 0) & (records >= claimed.k)
    if held is not None:
        data = claimed.certificate
        least = dict(data.groups or {}) | ({data.person: data.k} if data.person else {})
        for column, asked in least.items():
            wrong &= people_of_classes(held, column, classes, len(claimed.sizes)) >= asked
    if not wrong.any():
        return ""
    at = int(np.argmax(wrong))
    return f"class {at + 1} is left out, though {int(records[at]):,} records of the table are in it"


def left_out(claimed: Claimed, counted: Counted) -> NDArray[np.bool_]:
    """The combinations that are suppressed by a rule of the job: those without a value, those
    whose code is excluded, and those whose code the map lacks."""
    found = np.zeros(len(counted), dtype=bool)
    if claimed.solved is None:
        return found
    if claimed.solved.missing == "suppress":
        for name, role in claimed.roles.items():
            found |= role.without_value(name, counted)
    for name, role in claimed.regions.items():
        excluded = set[str | None](role.exclude)
        if excluded:
            # `_lacking` says what is in no list: its negation, what is excluded.
            found |= ~_lacking(excluded, counted.of([name]))
    if claimed.solved.unmapped == "suppress":
        for name in claimed.regions:
            found |= _unmapped(claimed, name, counted)
        for name in claimed.trees:
            # Which labels the whole tree has is not said: all that the codebook lacks may be such.
            found |= _lacking(set(claimed.book.of(name).listed.places), counted.of([name]))
    return found


def _unmapped(claimed: Claimed, name: str, counted: Counted) -> NDArray[np.bool_]:
    """Without the map all codes that the codebook lacks may be such."""
    own, role = counted.of([name]), claimed.regions[name]
    known: set[str | None] = set(claimed.book.of(name).listed.places)
    if role.map is not None:
        known = set(claimed.map_of(role).areas.keys)
    return _lacking(known, own)


def _lacking(known: set[str | None], own: Counted) -> NDArray[np.bool_]:
    lacking = [text not in known for text in own.values[0].tolist()]
    # -1, for missing values, finds the last entry: these are a matter of another rule.
    return np.array([*lacking, False])[own.ranks[0]]
