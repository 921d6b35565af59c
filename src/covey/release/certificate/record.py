"""certificate.json as typed objects.

Every release has a :class:`ReleaseCertificate`: a :class:`SolvedCertificate`, whose classes were
found for its own records and which proves how good they are, or an :class:`AppliedCertificate`,
whose records were put into the classes of another release.
``docs/reference/certificate.schema.json`` is generated from these classes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from covey.attributes import ROLES, Role, role_from_dict
from covey.attributes.attribute import Attribute
from covey.core.dataclass import dataclass
from covey.core.json_types import Malformed, Needs, OneOf, Others, plain_json, read_json
from covey.core.missing import MISSING_CHOICES
from covey.core.records import JsonObject
from covey.io.inputs.csv import DELIMITERS
from covey.io.layout import ENDINGS, FRAME, SERVER
from covey.io.outputs.folder import CERTIFICATE_FORMAT
from covey.io.trees.read import hierarchy_of
from covey.problems.cells.bound import Withheld
from covey.release.certificate.fields import (
    AtLeastOne,
    Count,
    FileName,
    NonNegative,
    Rules,
    Share,
    Whole,
)
from covey.release.certificate.reading import ColumnReading, Reading
from covey.release.job import (
    DEPENDENCE,
    OBJECTIVES,
    RANGE_COLUMNS,
    RECODINGS,
    SUPPRESS_FOR,
    UNMAPPED_CHOICES,
)
from covey.release.job.context import CONTEXT

FORMAT = f"{CERTIFICATE_FORMAT}1"


@dataclass(frozen=True)
class Records(JsonObject):
    """How many records were read, published and left out."""

    input: Count
    published: Count
    suppressed: Count


@dataclass(frozen=True)
class TableFile(JsonObject):
    """The published table, and how it is to be read."""

    file: FileName
    format: Annotated[str, OneOf((*ENDINGS, FRAME, SERVER))]
    delimiter: Annotated[str, OneOf(tuple(DELIMITERS)), "Of CSV; other formats have a comma here."]
    part: Annotated[str, "The sheet of a workbook or the table of a database, or an empty text."]


@dataclass(frozen=True, kw_only=True)
class QuasiIdentifier(JsonObject):
    """The role of a quasi-identifier, the options of that role that are not at their default, and
    its columns. Where a map or a tree lies is not said; ``read`` has its name and fingerprint."""

    role: Annotated[str, OneOf(tuple(ROLES))]
    order: Annotated[tuple[str, ...] | None, "Ordered labels, from the lowest to the highest."] = (
        None
    )
    kind: Annotated[str | None, "What ordered values are, if that was stated."] = None
    bands: Annotated[
        str | None, "The only places where ranges begin and end, as docs/reference/bands.md says."
    ] = None
    lat: str | None = None
    lon: str | None = None
    x: str | None = None
    y: str | None = None
    key: Annotated[str | None, "The field of the map with the codes of its areas."] = None
    layer: str | None = None
    contiguity: str | None = None
    tolerance: NonNegative | None = None
    islands: str | None = None
    within: Annotated[
        str | None,
        "What no region crosses the borders of: a field of the map such as the state, prefix:N, or"
        " column:NAME for a column of the table.",
    ] = None
    cross: Annotated[str | None, "Whether one may where a part inside is below k."] = None
    exclude: Annotated[
        tuple[str, ...] | None, "Codes whose areas and records are left out by choice."
    ] = None
    exclude_more: Annotated[
        Count | None,
        "How many more codes were left out that the map lacks. They are values of records that are"
        " not published, so they are not listed.",
    ] = None
    assign: Annotated[
        tuple[tuple[str, str], ...] | None,
        "Codes that were joined to an area by choice, each with that area.",
    ] = None
    assign_more: Annotated[
        Count | None,
        "How many more codes were joined that the map lacks and of which no record is published.",
    ] = None
    names: Annotated[str | None, "The field of the map by which areas are called."] = None
    loss: Annotated[
        str | None, "What the loss of a region counts, if not people: areas, or size."
    ] = None
    ordered: Annotated[
        bool | None, "Whether the siblings of a tree are in order, that of its hierarchy."
    ] = None
    columns: Annotated[tuple[str, ...], "The columns of the table."]

    @classmethod
    def of(cls, attribute: Attribute) -> QuasiIdentifier:
        columns = list(attribute.role.columns(attribute.name))
        found: QuasiIdentifier = read_json(cls, attribute.public() | {"columns": columns})
        return found

    def to_role(self, name: str, read: ColumnReading, map_: Any = None) -> Role:
        """``read`` says how the column was read, ``map_`` is the map of regions."""
        options = self.to_dict()
        options.pop("columns")
        if ROLES[self.role].needs_map:
            options["map"] = map_
            # Nobody but the owner knows which codes these are.
            for unlisted in ("exclude_more", "assign_more"):
                options.pop(unlisted, None)
        if ROLES[self.role].has_tree and read.tree is not None:
            source = f"the tree of {name!r}"
            options["tree"] = hierarchy_of(read.tree.hierarchy, source, read.tree.missing_below)
        return role_from_dict(name, options)


@dataclass(frozen=True)
class PeopleOfClasses(JsonObject):
    """How many people the classes have."""

    smallest: Count
    largest: Count
    sizes: tuple[Count, ...]


@dataclass(frozen=True)
class Classes(JsonObject):
    """How many classes there are, and how large they are. A class of an applied release may have
    no records: it does not count, but has a size of 0."""

    count: Count
    smallest: Annotated[Count, "In records, as largest and sizes."]
    largest: Count
    sizes: tuple[Count, ...]
    people: Annotated[
        PeopleOfClasses | None, "The same in people, where k counts these. Absent if it does not."
    ] = None


@dataclass(frozen=True)
class Proof(JsonObject):
    """What proves the lower bound. The other fields depend on the kind, and are checked against the
    problem when the release is verified."""

    kind: str
    bound: Whole
    details: Annotated[Mapping[str, Any], Others()]
    words: Annotated[
        str | None, "The proof in a sentence. A check of the proof does not rely on it."
    ] = None


@dataclass(frozen=True)
class Promise(JsonObject):
    """What the method guaranteed before it ran: a largest class of at most ratio * optimum + added,
    and of at most limit. Null promises nothing."""

    text: str
    source: str
    ratio: float | None
    added: float
    limit: Whole | None


@dataclass(frozen=True)
class InputFile(JsonObject):
    """The table that was read. The fingerprint is keyed; the owner's receipt has the key."""

    name: str
    fingerprint: str


@dataclass(frozen=True)
class SourceRelease(JsonObject):
    """The release whose classes were applied, by the fingerprint of its certificate."""

    certificate: str


@dataclass(frozen=True, kw_only=True)
class ReleaseCertificate(JsonObject):
    """What every certificate has."""

    format: Annotated[str, OneOf((FORMAT,)), "The version of this format."]
    k: Annotated[Count, "The least number of records in a class, or of people, with person."]
    records: Records
    table: TableFile
    quasi: Annotated[Mapping[str, QuasiIdentifier], "The quasi-identifiers, by name."]
    sensitive: Annotated[
        Mapping[str, Rules], "The sensitive columns, and what every class must meet in each."
    ]
    k_map: Annotated[
        AtLeastOne | None, "How many people of the population every class stands for at least."
    ]
    missing: Annotated[str, OneOf(MISSING_CHOICES), "What became of records without a value."]
    dropped: Annotated[tuple[str, ...], "Columns that are not published."]
    shuffled: Annotated[bool, "Whether the order of the rows says nothing."]
    escape_formulas: Annotated[
        bool, "Whether texts in CSV that begin like a formula have a quote in front."
    ]
    range_columns: Annotated[
        str, OneOf(RANGE_COLUMNS), "Whether a range is one text, or two columns, low and high."
    ]
    read: Reading
    classes: Classes
    input: InputFile
    versions: Annotated[
        Mapping[str, str],
        Needs(("covey", "python")),
        "The version of covey, of Python and of the libraries that made the release.",
    ]
    files: Annotated[
        Mapping[FileName, str], "The fingerprint of every other file of the release, by its name."
    ]
    person: Annotated[
        str | None,
        "The column that identifies a person, where k, cost and bound count these. It is not"
        " published, unless as pseudonyms.",
    ] = None
    pseudonym: Annotated[
        bool | None,
        "True, if the column of person is published as keyed pseudonyms. Absent if it is not"
        " published.",
    ] = None
    groups: Annotated[
        Mapping[str, AtLeastOne] | None,
        "How many different values of a column every class has at least. It is not published.",
    ] = None
    context: Annotated[
        Mapping[Annotated[str, OneOf(CONTEXT)], str] | None,
        "The circumstances of the release in the words of its owner. Absent if there are none.",
    ] = None

    @classmethod
    def from_json(cls, content: bytes) -> ReleaseCertificate:
        """What :meth:`to_json` wrote. It comes from anybody: :class:`Malformed` says what is not as
        covey writes it."""
        from covey.release.certificate.consistency import refuse_inconsistent

        found = read_structure(plain_json(content))
        refuse_inconsistent(found)
        return found

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"

    @property
    def readings(self) -> dict[str, dict[str, Any]]:
        """How each quasi-identifier was read, as plain data."""
        return {name: said.to_dict() for name, said in self.read.columns.items()}

    def read_of(self, name: str) -> ColumnReading:
        """How a quasi-identifier was read."""
        return self.read.columns.get(name, ColumnReading())

    def kinds(self, roles: Mapping[str, Role]) -> dict[str, str]:
        """How the columns of the quasi-identifiers are read: see ``covey.io.kinds``."""
        found = {}
        for name, role in roles.items():
            read_as = self.read_of(name).read_as
            for column, kind in role.kinds(name).items():
                # "ordered" leaves open what the values are: the certificate says what they turned
                # out to be.
                found[column] = (read_as or kind) if kind == "ordered" else kind
        return found

    @property
    def columns(self) -> list[str]:
        """The columns of all quasi-identifiers."""
        return [column for quasi in self.quasi.values() for column in quasi.columns]

    @property
    def holders(self) -> tuple[str, ...]:
        """The columns that say who a record is of."""
        return (*([self.person] if self.person else []), *(self.groups or {}))

    @property
    def unpublished(self) -> tuple[str, ...]:
        """The columns that are not published."""
        person = [self.person] if self.person and not self.pseudonym else []
        return (*self.dropped, *person, *(self.groups or {}))

    def to_roles(self, map_: Any = None) -> dict[str, Role]:
        """The quasi-identifiers with their roles; ``map_`` is the map of regions."""
        return {
            name: quasi.to_role(name, self.read_of(name), map_)
            for name, quasi in self.quasi.items()
        }


@dataclass(frozen=True, kw_only=True)
class SolvedCertificate(ReleaseCertificate):
    """The certificate of ``covey anonymize``: the classes were found for these records."""

    recoding: Annotated[str, OneOf(RECODINGS)]
    suppress: Annotated[Share, "The share of the records that could be withheld."]
    suppress_for: Annotated[
        str, OneOf(SUPPRESS_FOR), "What they were withheld for: less loss, or smaller classes."
    ]
    weights: Annotated[
        Mapping[str, NonNegative],
        "What the loss of a quasi-identifier counts, if not 1.",
    ]
    tight: Annotated[bool, "Whether ranges and rectangles are shrunk to what occurs in a class."]
    unmapped: Annotated[
        str, OneOf(UNMAPPED_CHOICES), "What became of records whose code the map lacks."
    ]
    objective: Annotated[str, OneOf(OBJECTIVES), "What the cost measures."]
    cost: Whole
    lower_bound: Annotated[
        Whole,
        "No answer to the problem costs less; if the verdict says so, none that withholds nobody.",
    ]
    gap: Annotated[float | None, "(cost - lower bound) / lower bound, or null if that is not known"]
    status: str
    verdict: Annotated[str, "How good the answer is, in words."]
    proof: Proof
    reveals: Annotated[str, "What the proof says of the records beyond the sizes of classes."]
    guarantee: Promise
    method: str
    options: Annotated[Mapping[str, str | bool | float | None], "Of the method."]
    notes: tuple[str, ...]
    seed: Whole
    preset: Annotated[str, "The preset that was asked for, empty for none."]
    dependence: Annotated[
        str,
        OneOf(DEPENDENCE),
        "Whether all records were looked at for columns that undo others.",
    ]
    target: Annotated[
        str | None,
        "The column of which the report says how well models predict it that are trained on the"
        " release. Absent if there is none.",
    ] = None
    population_size: Annotated[
        AtLeastOne | None, "How many people the table is a sample of. Absent if that is not known."
    ] = None
    keep_combinations: Annotated[
        bool | None,
        "True, if the distinct combinations stayed in the engine: the report lacks what takes all"
        " of them. Absent otherwise.",
    ] = None

    @property
    def withholds_nobody(self) -> bool:
        """Whether records might have been withheld, and the bound is one for answers that withhold
        nobody: this one must be such."""
        may = int(self.suppress * self.records.input) > 0
        return may and self.person is None and self.proof.kind != Withheld.kind


@dataclass(frozen=True, kw_only=True)
class AppliedCertificate(ReleaseCertificate):
    """The certificate of ``covey apply``: k holds, but there is no bound, since the classes were
    made for other records. A class without new records and one with too few, whose records were
    left out, both have a size of 0: which of the two it is would tell about single people."""

    proof: None
    applied: SourceRelease


def read_structure(data: Any) -> ReleaseCertificate:
    """A certificate whose fields have the right types; whether they agree with each other is not
    looked at."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Malformed(f'it does not say "format": "{FORMAT}"')
    # Absent is not the same as null: a solved certificate without its proof must not pass as an
    # applied one.
    applied = "proof" in data and data["proof"] is None
    kind = AppliedCertificate if applied else SolvedCertificate
    found: ReleaseCertificate = read_json(kind, data)
    return found
