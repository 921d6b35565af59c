"""certificate.json of a table of counts, as typed objects.

``docs/reference/counts.schema.json`` is generated from them. What makes such a table writes one,
and what checks it reads one: neither loads the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.json_types import (
    Between,
    Malformed,
    OneOf,
    Schema,
    build_schema,
    plain_json,
    read_json,
)
from covey.core.records import JsonObject
from covey.core.thresholds import PRESETS
from covey.io.notation import Notation
from covey.io.outputs.folder import COUNTS_FORMAT

FORMAT = f"{COUNTS_FORMAT} 1"
"""A new number whenever a field is new, or means something else."""
ANY_FORMAT = re.compile(rf"{COUNTS_FORMAT} \d{{1,4}}")
TABLE_FILE = "table.csv"

# Ranges are computed with doubles, which are exact up to there.
Count = Annotated[int, Between("a whole number from 0 to below 2^53", lowest=0, below=2**53)]
AtLeastOne = Annotated[int, Between("a whole number from 1 to below 2^53", lowest=1, below=2**53)]


@dataclass(frozen=True)
class Read(JsonObject):
    """How the table that was counted is read: marks of missing values change the categories."""

    na: Annotated[Mapping[str, tuple[str, ...]], "Marks of missing values, by column; * is any."]
    trim: Annotated[bool, "Whether blanks around values are no part of them."]

    @property
    def notation(self) -> Notation:
        return Notation.of(na=self.na or None, trim=self.trim)


@dataclass(frozen=True, kw_only=True)
class CountsCertificate(JsonObject):
    """The certificate of ``covey tabulate``: no number of 1 to k - 1 is in the table, and none can
    be derived. It does not say how many records the hidden cells have: with the table that would
    tell about single cells."""

    format: Annotated[str, OneOf((FORMAT,)), "The version of this format."]
    covey: Annotated[str, "The version of covey that made the table."]
    by: Annotated[tuple[str, ...], "The columns that were counted by, one or more."]
    person: Annotated[
        str | None, "The column that identifies a person, if people are counted; null for records."
    ]
    k: AtLeastOne
    preset: Annotated[str | None, "The preset whose k is met, or null."]
    rounded_to: Annotated[
        AtLeastOne | None, "What all numbers are multiples of; null if numbers are hidden instead."
    ]
    cells: Annotated[Count, "Cells of the table, with all totals."]
    hidden: Annotated[Count, "Those without a number."]
    names_without_total: Annotated[
        Mapping[str, Count],
        "By column, the categories that have a name in the table and no total: readers learn that"
        " somebody has them.",
    ]
    read: Read
    files: Annotated[Mapping[str, str], "The fingerprint of the table, by the name of its file."]

    @classmethod
    def from_json(cls, content: bytes) -> CountsCertificate:
        """What :meth:`to_json` wrote. It comes from anybody: :class:`Malformed` says what is not as
        covey writes it."""
        data = plain_json(content)
        # Before the fields are read: those of another version are no mistake of the file.
        said = format_in(data)
        if said and said != FORMAT:
            raise Malformed(
                f"it is in the format {said!r} of another version of covey, and this one reads"
                f" {FORMAT!r}: verify it with the version that wrote it"
            )
        found: CountsCertificate = read_json(cls, data)
        found._refuse_inconsistent()
        return found

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"

    def _refuse_inconsistent(self) -> None:
        if not self.by:
            raise Malformed("a table is counted by one column or more", "by")
        if self.person == "":
            raise Malformed("it is the name of a column, or null", "person")
        asked = PRESETS[self.preset].k if self.preset in PRESETS else None
        if self.preset is not None and (asked is None or self.k < asked):
            raise Malformed("it is a preset whose k is met, or null", "preset")
        try:
            _ = self.read.notation
        except InvalidInput as error:
            raise Malformed(error.message, "read") from None


def format_in(data: Any) -> str:
    """The format that a certificate states, if it is that of a table of counts in any version; else
    an empty text."""
    said = data.get("format") if isinstance(data, dict) else None
    return said if isinstance(said, str) and ANY_FORMAT.fullmatch(said) else ""


def counts_schema() -> Schema:
    return build_schema("certificate.json of a table of counts by covey", CountsCertificate)


def schema_text() -> str:
    return json.dumps(counts_schema(), indent=2) + "\n"
