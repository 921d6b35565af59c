"""audit.json as typed objects. ``docs/reference/audit.schema.json`` is generated from them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated

from covey.core.dataclass import dataclass
from covey.core.json_types import Malformed, Needs, OneOf, plain_json, read_json
from covey.core.records import JsonObject
from covey.release.certificate.fields import Count
from covey.release.certificate.record import InputFile, Records
from covey.release.job.context import CONTEXT

AUDIT_FILE = "audit.json"
FORMAT = "covey audit 2"
"""A new number whenever a field is new, or means something else."""
OTHER_FORMAT = re.compile(r"covey audit \d{1,4}")
ORIGINS = ("asked", "default")
STANDINGS = ("safe", "caution", "unsafe")


@dataclass(frozen=True)
class Column(JsonObject):
    """A column of the table that was read."""

    column: str
    role: str
    treatment: Annotated[str, "What became of it."]
    reason: Annotated[str, "Who said so, or that it is the default."]
    exposed: Annotated[
        str, "Why people may be found by it though it is published as it is, or an empty text."
    ]


@dataclass(frozen=True)
class Option(JsonObject):
    """An option of the run."""

    option: str
    value: Annotated[str, "In words; empty where the choice is left to covey."]
    origin: Annotated[
        str, OneOf(ORIGINS), "Whether the value was asked for, or is the one of the default."
    ]
    why: Annotated[str, "The reason for a default, or an empty text."]


@dataclass(frozen=True)
class Source(JsonObject):
    """Another file that was read: a map, a tree, or the population."""

    what: str
    name: str
    fingerprint: str


@dataclass(frozen=True)
class LookedAt(JsonObject):
    """Columns that may undo quasi-identifiers, which was counted in all records."""

    columns: Annotated[tuple[str, ...], "Published as they are."]
    quasi: tuple[str, ...]
    tells: Annotated[bool, "Whether the columns seemed to tell these, or the other way round."]
    knowing: Annotated[
        tuple[str, ...], "Quasi-identifiers that must be known for that, or an empty list."
    ]


@dataclass(frozen=True)
class Outcome(JsonObject):
    """What was published."""

    headline: str
    standing: Annotated[str, OneOf(STANDINGS), "How the report marks it."]
    unit: Annotated[str, OneOf(("record", "person")), "What k and the sizes count."]
    k: Annotated[Count, "What was asked."]
    classes: Count
    smallest: Count
    largest: Count
    requirements: Annotated[tuple[str, ...], "What every class has besides k."]


@dataclass(frozen=True)
class RiskFigure(JsonObject):
    """A risk in the original and in the release."""

    figure: str
    before: Annotated[str, "Empty where it is not known."]
    after: str


@dataclass(frozen=True)
class Trial(JsonObject):
    """What was tried before the release was published, and what came of it."""

    trial: str
    outcome: str
    found: str


@dataclass(frozen=True, kw_only=True)
class Audit(JsonObject):
    """The record of a release. It has no clock, no path and no value of a single record."""

    format: Annotated[str, OneOf((FORMAT,)), "The version of this format."]
    input: InputFile
    sources: tuple[Source, ...]
    records: Records
    context: Annotated[
        Mapping[Annotated[str, OneOf(CONTEXT)], str], "The circumstances in the owner's words."
    ]
    columns: Annotated[tuple[Column, ...], "In the order of the table."]
    options: tuple[Option, ...]
    run: Annotated[
        Mapping[str, str | bool | float | None],
        "Options that no other file of the release shows. Nothing checks them.",
    ]
    looked_at: Annotated[
        tuple[LookedAt, ...],
        "What looked like a dependence in the rows that were looked at first, which depend on where"
        " the table was.",
    ]
    uncounted: Annotated[
        Count, "How many more columns, or pairs of them, looked so and were not counted."
    ]
    untried: Annotated[Count, "How many pairs of columns were not looked at."]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    outcome: Outcome
    risk: tuple[RiskFigure, ...]
    trials: tuple[Trial, ...]
    versions: Annotated[Mapping[str, str], Needs(("covey", "python"))]

    @classmethod
    def from_json(cls, content: bytes) -> Audit:
        """What :meth:`to_json` wrote. It comes from anybody: :class:`Malformed` says what is not as
        covey writes it."""
        data = plain_json(content)
        said = data.get("format") if isinstance(data, dict) else None
        # Before the fields are read: another version has other fields, which is no mistake of the
        # file.
        if isinstance(said, str) and said != FORMAT and OTHER_FORMAT.fullmatch(said):
            raise Malformed(
                f"it is in the format {said!r} of another version of covey, and this one reads"
                f" {FORMAT!r}: verify it with the version that wrote it, or release the table again"
            )
        if said != FORMAT:
            raise Malformed(f'it does not say "format": "{FORMAT}"')
        found: Audit = read_json(cls, data)
        return found

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"
