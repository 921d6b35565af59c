"""The release against the table that it was made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from covey.certificates import certificate_of
from covey.engine.protocol import Counted
from covey.errors import CoveyError
from covey.release.locate import NOWHERE, find_classes
from covey.release.questions import build_question
from covey.release.recount import Table, no_others, rows_digest
from covey.release.roles import Regions
from covey.release.verify.claims import Check, Claimed
from covey.stop import Stop

INSIDE = "every value is inside its class, and no record is lost, added or changed"
BOUND = "the lower bound follows from the table"


def not_compared(claimed: Claimed) -> Iterator[Check]:
    """What is left open without that table."""
    for claim in (INSIDE, BOUND) if claimed.data.get("proof") else (INSIDE,):
        yield Check(claim, None, "give the table it was made of with --against")


def compared(claimed: Claimed, table: Table, before: Table, stop: Stop) -> Iterator[Check]:
    """That the release is what the codebook makes of that table, and its bound what follows;
    ``stop`` is for a bound that is checked by searching again."""
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
        classes = find_classes(claimed.roles, claimed.entries, claimed.cells, counted, data["read"])
        classes[np.isin(classes + 1, data.get("withheld", []))] = NOWHERE
        yield _inside(claimed, table, before, counted, classes)
    except CoveyError as error:
        yield Check(INSIDE, False, error.message)
        return
    if data.get("proof") is not None:
        yield _bound(claimed, before, counted, stop)


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
    _upload(before, counted, classes, claimed.texts)
    coded = {column: f"p{at}" for at, column in enumerate(claimed.columns)}
    fields = [coded.get(column) or before.text(column) for column in columns]
    keys = [before.key(column, kind) for column, kind in claimed.kinds.items()]
    on = " AND ".join(
        f"CAST({key} AS VARCHAR) IS NOT DISTINCT FROM t{at}" for at, key in enumerate(keys)
    )
    source = f"{before.staging.scan} JOIN codes ON {on} WHERE class >= 0"
    own = [table.text(column) for column in columns]
    if withheld:
        held = no_others(before, fields, source, table, own)
    else:
        expected = rows_digest(before, fields, source)
        held = expected == rows_digest(table, own, table.staging.scan)
    if held:
        words = "" if same_format else "in the recoded columns; the others are in another format"
        return Check(INSIDE, True, words)
    return Check(INSIDE, False, "the rows are not those that the codebook makes of the table")


def _upload(
    before: Table, counted: Counted, classes: Any, texts: dict[str, list[str | None]]
) -> None:
    """Every value with its class and the texts of that."""
    columns: dict[str, Any] = {f"t{at}": text for at, text in enumerate(counted.texts)}
    columns["class"] = classes
    for at, text in enumerate(texts.values()):
        published = np.empty(len(classes), dtype=object)
        published[:] = [None if number < 0 else text[number] for number in classes.tolist()]
        columns[f"p{at}"] = published
    casts = ", ".join(
        f"CAST({name} AS {'BIGINT' if name == 'class' else 'VARCHAR'}) AS {name}"
        for name in columns
    )
    before.connection.register("arriving", columns)
    before.connection.execute(f"CREATE TEMP TABLE codes AS SELECT {casts} FROM arriving")
    before.connection.unregister("arriving")


def _bound(claimed: Claimed, before: Table, counted: Counted, stop: Stop) -> Check:
    """The problem anew from the table, and the proof held against it."""
    maps = [role.map for role in claimed.roles.values() if isinstance(role, Regions)]
    if None in maps:
        return Check(BOUND, None, "give the map with --map")
    try:
        # The job does not know the population, without which a bound holds all the more.
        staged = before.staged(claimed.kinds)
        question = build_question(claimed.job, staged, counted, joint=claimed.joint)
        found = certificate_of(question.problem.house, claimed.data["proof"])
    except CoveyError as error:
        return Check(BOUND, False, error.message)
    held = found.check(question.problem, stop.start().remaining)
    if held is None:
        words = f"its proof is a search, which was not finished again in {stop.seconds:g} seconds"
        return Check(BOUND, None, f"{words}; --time-limit gives it more")
    return Check(BOUND, held, f"{found.bound:,}, {found.words(question.problem)}")
