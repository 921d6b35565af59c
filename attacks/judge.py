"""What every release of a job is held against, however it was made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attacks.broken import Broken, require
from attacks.make.files import csv_text
from attacks.make.jobs import Drawn
from attacks.recount.asked import Asked, Rows
from attacks.recount.feasible import reasons
from attacks.recount.letters import read_csv
from attacks.recount.release import Published, Recounted, check_claims, recount
from attacks.recount.values import alike

HEAVIEST = "every region is named after an area of all its classes, the one with the most records"
"""The claim of covey's, in its words, that nobody can check where records were withheld."""
WITHOUT_EMPTY = "xlsx"
"""The format that reads an empty text back as missing."""


def judge_refusal(drawn: Drawn, kind: str, message: str) -> None:
    """A refusal needs a reason."""
    if reasons(drawn.asked):
        return
    output = drawn.output or drawn.format
    if output == WITHOUT_EMPTY and "Excel" in message:
        return
    raise Broken(f"refused without a reason ({kind}): {message}")


def judge_release(drawn: Drawn, folder: Path) -> Recounted:
    """A release counted again."""
    why = reasons(drawn.asked)
    require(not why, f"published, though {why[0] if why else ''}")
    exact = (drawn.output or drawn.format) == drawn.format
    return recount(Published.read(folder), drawn.asked, exact)


def judge_withheld(drawn: Drawn, folder: Path, withheld: Path) -> None:
    """The list of withheld records is what is not published."""
    asked = drawn.asked
    if not asked.id:
        return
    listed = read_csv(withheld.read_text(encoding="utf-8"))
    published = Published.read(folder).table.column(asked.id)
    expected = sorted(set(asked.table.column(asked.id)) - set(published))
    found = sorted(listed.column(asked.id))
    require(found == expected, f"the list of withheld records has {found}, not {expected}")


def judge_verification(found: Any, asked: Asked) -> None:
    """What verify says of a sound release: everything held, and nothing was left out. Which area of
    a region has the most records is not known where it is not known who was withheld."""
    for check in found["checks"]:
        left_open = bool(asked.suppress) and check["held"] is None and check["claim"] == HEAVIEST
        require(
            check["held"] is True or left_open,
            f"verify of a sound release: {check['claim']}: {check['found']}",
        )


def judge_applied(drawn: Drawn, before: Recounted, folder: Path) -> None:
    """The records of the table itself, recoded once more: in the same classes, and all those that
    were published are again."""
    again = Published.read(folder)
    sizes = list(again.certificate["classes"]["sizes"])
    check_claims(again.certificate, drawn.asked.k, sizes)
    require(len(sizes) == len(before.sizes), "another number of classes after apply")
    fewer = [n for n, (now, then) in enumerate(zip(sizes, before.sizes, strict=True)) if now < then]
    require(not fewer, f"classes {fewer} have fewer records after apply")
    asked = drawn.asked
    if not asked.id:
        return
    own = again.table.columns.index(asked.id)
    at = [again.table.columns.index(column) for column in asked.columns]
    texts = before.book.texts()
    places = dict(zip(asked.table.column(asked.id), before.places, strict=True))
    for row in again.table.rows:
        place = places[row[own]]
        shown = tuple(row[column] for column in at)
        require(
            place is not None and shown == texts[place], f"apply puts {row[own]!r} into {shown}"
        )


def same_rows(one: Rows, other: Rows) -> bool:
    """Whether two tables are the same except for the order of their rows."""
    if one.columns != other.columns or len(one.rows) != len(other.rows):
        return False
    pairs = zip(sorted(one.rows, key=repr), sorted(other.rows, key=repr), strict=True)
    return all(all(map(alike, a, b)) for a, b in pairs)


def table_text(drawn: Drawn) -> str:
    return csv_text(drawn.asked.table)
