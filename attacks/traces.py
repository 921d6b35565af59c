"""Whoever is not published, and whatever is dropped, is in no file of a release."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from attacks.broken import require
from attacks.calls import arguments
from attacks.case import Campaign, Case
from attacks.make.files import FORMATS, write_table
from attacks.make.jobs import Drawn
from attacks.make.maps import draw_map
from attacks.recount.asked import Asked, Quasi, Rows
from attacks.recount.files import read_table
from attacks.recount.release import Published
from attacks.recount.values import text

LETTERS = "bcdfghjklmnpqrstvwxz"
HIDDEN = ("secret", "number")
"""Columns that are dropped."""
SHORT = 5


def token(rng: Random) -> str:
    """A word that stands nowhere by chance."""
    return "".join(rng.choices(LETTERS, k=12))


def attack(case: Case) -> None:
    import covey

    drawn = _draw(case)
    case.trying(f"{drawn.format} to {drawn.output or drawn.format}")
    out = case.folder / "out"
    try:
        covey.anonymize(drawn.path, out=out, format=drawn.output, **arguments(drawn))
    except (covey.InvalidInput, covey.Infeasible):
        case.tally("refused")
        return
    gone = _unpublished(drawn, out)
    case.tally("records withheld", len(gone))
    secrets = list(_secrets(drawn, gone))
    _judge(out, secrets, case.folder)
    again = case.folder / "again"
    try:
        covey.apply(out, drawn.path, out=again, unknown="suppress", below_k="suppress")
    except covey.Infeasible:
        return
    gone = _unpublished(drawn, again)
    # What the release has published already is no secret any more.
    _judge(again, [each for each in _secrets(drawn, gone) if each.column in HIDDEN], case.folder)


@dataclass(frozen=True)
class Secret:
    """A value of a record that must not be found, and whose it is."""

    column: str
    value: Any

    def shapes(self) -> Iterator[bytes]:
        """How it may stand in a file."""
        yield str(text(self.value)).encode()
        if isinstance(self.value, int):
            yield f"{self.value:,}".encode()
            yield struct.pack("<q", self.value)


def _draw(case: Case) -> Drawn:
    rng, count = case.rng, case.rng.randint(20, 80)
    towns = [token(rng) for _ in range(rng.randint(2, 6))]
    map_, areas = draw_map(rng, case.folder, most=8)
    rare = rng.choice((0.0, 0.1))

    def label() -> str:
        return token(rng) if rng.random() < 0.1 else rng.choice(towns)

    def code() -> str:
        return token(rng) if rng.random() < rare else rng.choice(areas.codes)

    columns: dict[str, list[Any]] = {
        "id": [token(rng) for _ in range(count)],
        "secret": [token(rng) for _ in range(count)],
        "number": [rng.randrange(10**14, 9 * 10**14) for _ in range(count)],
        "note": [token(rng) for _ in range(count)],
        "town": [label() for _ in range(count)],
        "age": [round(rng.uniform(0, 90), 9) for _ in range(count)],
        "zip": [code() for _ in range(count)],
        "ill": [rng.choice("uvw") for _ in range(count)],
    }  # fmt: skip
    for name in ("town", "age", "zip"):
        columns[name] = [None if rng.random() < rare else value for value in columns[name]]
    format_ = rng.choice(FORMATS)
    table = Rows(tuple(columns), list(zip(*columns.values(), strict=True)))
    path, table = write_table(rng, case.folder, "table", format_, table)
    roles = [
        Quasi("town", "labels", ("town",)),
        Quasi("age", "ordered", ("age",)),
        Quasi("zip", "regions", ("zip",), areas=areas),
    ]
    quasi = tuple(rng.sample(roles, rng.randint(1, 3)))
    asked = Asked(
        table,
        rng.randint(2, 5),
        quasi,
        HIDDEN + tuple(c for c in ("town", "age", "zip") if all(c != q.name for q in quasi)),
        suppress=rng.choice((0.0, 0.05, 0.2, 0.4)),
        recoding=rng.choice(("local", "global")),
        missing=rng.choice(("suppress", "suppress", "own")),
        unmapped="suppress",
        objective=rng.choice(("max-size", "quadratic")),
        id="id",
    )
    if rng.random() < 0.3:
        asked = replace(asked, sensitive={"ill": {"l": 2}})
    return Drawn(asked, path, format_, rng.choice(("", *FORMATS)), map_)


def _unpublished(drawn: Drawn, out: Path) -> list[dict[str, Any]]:
    """The records of the table that the release has not."""
    seen = set(Published.read(out).table.column("id"))
    rows = (
        dict(zip(drawn.asked.table.columns, row, strict=True)) for row in drawn.asked.table.rows
    )
    return [row for row in rows if row["id"] not in seen]


def _secrets(drawn: Drawn, gone: list[dict[str, Any]]) -> Iterator[Secret]:
    """All that is dropped, and all that only those have who are not published; without codes of
    the map and what else may stand anywhere."""
    return (each for each in _all_secrets(drawn, gone) if _stands_out(each.value))


def _stands_out(value: Any) -> bool:
    said = str(value)
    return len(said) > SHORT and (set(said) <= set(LETTERS) or set(said) <= set("0123456789.-"))


def _all_secrets(drawn: Drawn, gone: list[dict[str, Any]]) -> Iterator[Secret]:
    table = drawn.asked.table
    for column in drawn.asked.drop:
        yield from (Secret(column, value) for value in table.column(column) if value is not None)
    hidden = {row["id"] for row in gone}
    kept = [row for row in table.rows if row[table.columns.index("id")] not in hidden]
    known = {code for quasi in drawn.asked.quasi if quasi.areas for code in quasi.areas.codes}
    for at, column in enumerate(table.columns):
        there = {row[at] for row in kept} | known
        if column not in drawn.asked.drop:
            values = (row[column] for row in gone if row[column] is not None)
            yield from (Secret(column, value) for value in values if value not in there)
    ages = [age for age in map(_number, table.column("age")) if age is not None]
    if any(quasi.name == "age" for quasi in drawn.asked.quasi) and ages:
        yield from (Secret("age, the outermost", end) for end in (min(ages), max(ages)))


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _judge(out: Path, secrets: list[Secret], folder: Path) -> None:
    for name, content in contents(out):
        for secret in secrets:
            for shape in secret.shapes():
                at = content.find(shape)
                require(
                    at < 0,
                    f"{name} has {shape!r} of {secret.column!r}:"
                    f" {content[max(at - 60, 0) : at + 60]!r}",
                )
        require(str(folder).encode() not in content, f"{name} names the folder of the table")


def contents(out: Path) -> Iterator[tuple[str, bytes]]:
    """Every file as it is, and what is packed in it."""
    described = json.loads((out / "certificate.json").read_text(encoding="utf-8"))["table"]
    for file in sorted(out.iterdir()):
        raw = file.read_bytes()
        yield file.name, raw
        if raw[:2] == b"\x1f\x8b":
            yield f"{file.name}, unpacked", gzip.decompress(raw)
        if raw[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                for name in archive.namelist():
                    yield f"{file.name}, {name}", archive.read(name)
        if file.name == described["file"]:
            rows = read_table(file, described)
            said = "\n".join(str(value) for row in rows.rows for value in row)
            yield f"the rows of {file.name}", f"{rows.columns}\n{said}".encode()


CAMPAIGN = Campaign(
    "traces",
    "values of withheld records and of dropped columns in any file of a release",
    attack,
    smoke=3,
)
