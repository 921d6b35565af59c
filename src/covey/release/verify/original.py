"""The release against the table that it was made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from covey.certificates import read_certificate
from covey.engine.protocol import Counted
from covey.errors import CoveyError, InvalidInput
from covey.release.compare import no_others, recoded, rows_of, same_rows
from covey.release.locate import NOWHERE, find_classes
from covey.release.maps import MapOf
from covey.release.questions import build_question
from covey.release.recount import Table
from covey.release.roles import Regions
from covey.release.verify.claims import Check, Claimed

INSIDE = "every value is inside its class, and no record is lost, added or changed"
BOUND = "the lower bound follows from the table"


def not_compared(claimed: Claimed) -> Iterator[Check]:
    """What is left open without that table."""
    for claim in (INSIDE, BOUND) if claimed.data.get("proof") else (INSIDE,):
        yield Check(claim, None, "give the table it was made of with --against")


def compared(claimed: Claimed, table: Table, before: Table, map_of: MapOf) -> Iterator[Check]:
    """That the release is what the codebook makes of that table, and its bound what follows."""
    data = claimed.data
    yield Check(
        "the table given is the one that the release was made of",
        before.staging.fingerprint == data["input"]["fingerprint"],
    )
    rows = before.rows
    yield Check(
        "the table given has as many records as the certificate says",
        rows == data["records"]["input"],
        f"{rows:,} of {data['records']['input']:,}",
    )
    try:
        counted = before.count(claimed.kinds)
        classes = find_classes(claimed.roles, claimed.book, claimed.cells, counted, data["read"])
        classes[np.isin(classes + 1, data.get("withheld", []))] = NOWHERE
        yield _inside(claimed, table, before, counted, classes)
    except CoveyError as error:
        yield Check(INSIDE, False, error.message)
        return
    if data.get("proof") is not None:
        yield _bound(claimed, before, counted, map_of)


def _inside(claimed: Claimed, table: Table, before: Table, counted: Counted, classes: Any) -> Check:
    suppressed = int(counted.counts[classes == NOWHERE].sum())
    stated, withheld = claimed.data["records"]["suppressed"], claimed.data.get("suppress")
    most = suppressed + int((withheld or 0) * before.rows)
    if not suppressed <= stated <= most:
        return Check(INSIDE, False, f"{suppressed:,} records have no class in the codebook")
    dropped = set(claimed.data.get("dropped", ()))
    columns = [column for column in before.columns if column not in dropped]
    if columns != list(table.columns):
        return Check(INSIDE, False, "the columns of the release are not those that were kept")
    same_format = before.format == table.format
    if not same_format:
        # Another format may write the other columns in its own way.
        columns = list(claimed.columns)
    expected = recoded(before, claimed.kinds, classes, claimed.texts, columns)
    found = rows_of(table, columns)
    held = no_others(expected, found) if withheld else same_rows(expected, found)
    if held:
        words = "" if same_format else "in the recoded columns; the others are in another format"
        return Check(INSIDE, True, words)
    return Check(INSIDE, False, "the rows are not those that the codebook makes of the table")


def _bound(claimed: Claimed, before: Table, counted: Counted, map_of: MapOf) -> Check:
    """The problem anew from the table, and the proof held against it."""
    data = claimed.data
    maps = [role.map for role in claimed.roles.values() if isinstance(role, Regions)]
    if None in maps:
        return Check(BOUND, None, "give the map with --map")
    # The job does not know the population, without which a bound holds all the more.
    staged = before.staged(claimed.kinds)
    question = build_question(claimed.job, staged, counted, map_of, joint=claimed.joint)
    proof = {name: value for name, value in data["proof"].items() if name != "words"}
    try:
        found = read_certificate(question.problem.house, json.dumps(proof))
        held = bool(found.holds(question.problem))
    except (InvalidInput, KeyError, TypeError, ValueError, IndexError, OverflowError):
        held = False
    return Check(BOUND, held, f"{data['lower_bound']:,}, {data['proof'].get('words', '')}")
