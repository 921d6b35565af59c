"""The release against the table that it was made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from covey.certificates import read_certificate
from covey.engine.protocol import Counted
from covey.errors import CoveyError, InvalidInput
from covey.release.locate import NOWHERE, find_classes
from covey.release.question import Question
from covey.release.questions import build_question
from covey.release.recount import Table, no_others, rows_digest
from covey.release.roles import Regions
from covey.release.verify.claims import Check, Claimed

INSIDE = "every value is inside its class, and no record is lost, added or changed"
BOUND = "the lower bound follows from the table"
REPORT = "the report follows from the table and the release"


def not_compared(claimed: Claimed) -> Iterator[Check]:
    """What is left open without that table."""
    for claim in (INSIDE, BOUND, REPORT) if claimed.data.get("proof") else (INSIDE,):
        yield Check(claim, None, "give the table it was made of with --against")


class Beside(NamedTuple):
    """What else is known of a release: the population that was given, and whether its parts were
    found to fit together."""

    population: Any
    sound: bool


def compared(claimed: Claimed, table: Table, before: Table, beside: Beside) -> Iterator[Check]:
    """That the release is what the codebook makes of that table, and its bound and its report what
    follows."""
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
        inside = _inside(claimed, table, before, counted, classes)
        yield inside
    except CoveyError as error:
        yield Check(INSIDE, False, error.message)
        return
    if data.get("proof") is not None:
        beside = beside._replace(sound=beside.sound and bool(inside.held))
        yield from _followed(claimed, table, before, counted, classes, beside)


def _inside(claimed: Claimed, table: Table, before: Table, counted: Counted, classes: Any) -> Check:
    suppressed = int(counted.counts[classes == NOWHERE].sum())
    stated, withheld = claimed.data["records"]["suppressed"], claimed.data.get("suppress")
    most = suppressed + int((withheld or 0) * before.rows)
    if not suppressed <= stated <= most:
        return Check(INSIDE, False, f"{suppressed:,} records have no class in the codebook")
    dropped = set(claimed.data.get("dropped", ()))
    if not dropped <= set(before.columns):
        return Check(INSIDE, False, "a column that was dropped is not one of the table given")
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


def _followed(
    claimed: Claimed,
    table: Table,
    before: Table,
    counted: Counted,
    classes: Any,
    beside: Beside,
) -> Iterator[Check]:
    """The problem built from the table again: its bound, and the report on it."""
    from covey.release.verify.report import Read, reported

    maps = [role.map for role in claimed.roles.values() if isinstance(role, Regions)]
    if None in maps:
        for claim in (BOUND, REPORT):
            yield Check(claim, None, "give the map with --map")
        return
    try:
        # The job does not know the population, without which a bound holds all the more.
        staged = before.staged(claimed.kinds)
        question = build_question(claimed.job, staged, counted, claimed.map_of, claimed.joint)
    except CoveyError as error:
        for claim in (BOUND, REPORT):
            yield Check(claim, False, error.message)
        return
    held, because = _proved(claimed, question)
    yield Check(BOUND, held, f"{claimed.data['lower_bound']:,}, {because}")
    read = Read(claimed, table, before, counted, classes, question, because)
    yield from reported(read, *beside)


def _proved(claimed: Claimed, question: Question) -> tuple[bool, str]:
    """Whether the proof holds for the problem and is told as it is, and what it says in words."""
    told = claimed.data["proof"].get("words", "")
    proof = {name: value for name, value in claimed.data["proof"].items() if name != "words"}
    try:
        found = read_certificate(question.problem.house, json.dumps(proof))
        words = found.words(question.problem)
        return bool(found.holds(question.problem)) and told == words, words
    except (InvalidInput, KeyError, TypeError, ValueError, IndexError, OverflowError):
        return False, str(told)
