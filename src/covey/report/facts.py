"""What a report says, as plain values, which the release fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural_of
from covey.measures.linked import Linked
from covey.measures.measures import Measures

if TYPE_CHECKING:
    from covey.core.result import Result
    from covey.measures.exposure import Exposure
    from covey.measures.utility.utility import Utility


@dataclass(frozen=True)
class Kind:
    """A kind of quasi-identifier: the ``name`` of its role, what one ``value`` and its ``sets`` are
    called, and how they are drawn: as bars on a line, or as areas of a map."""

    name: str
    value: str
    sets: str
    on_a_line: bool = False
    on_a_map: bool = False

    def __post_init__(self) -> None:
        if not (self.name and self.value and self.sets):
            raise InvalidInput("A kind of quasi-identifier has words for a value and for its sets.")


@dataclass(frozen=True)
class Answer:
    """How good the classes are, and what proves it.

    objective, cost, lower_bound, status, gap, nobody
        As in ``covey.core.result.Result``; the gap is a share, None where it is not known.
    certificate_kind, certificate
        The kind of the lower bound's proof, and the proof in a sentence.
    method, guarantee, runtime, seed, options
        As in ``Result``, the guarantee as text. ``runtime`` is None where the same facts are to
        give the same bytes.
    """

    objective: str
    cost: int
    lower_bound: int
    status: str
    gap: float | None
    certificate_kind: str
    certificate: str
    method: str
    guarantee: str
    runtime: float | None = None
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    nobody: bool = False

    @classmethod
    def from_result(cls, result: Result) -> Answer:
        """What a solver found, without its runtime."""
        problem = result.problem
        return cls(
            objective=problem.objective,
            cost=result.cost,
            lower_bound=result.lower_bound,
            status=result.status.value,
            gap=result.gap,
            nobody=result.nobody,
            certificate_kind=result.certificate.kind,
            certificate=result.certificate.words(problem),
            method=result.method,
            guarantee=result.guarantee.text,
            seed=result.seed,
            options=dict(result.options),
        )


@dataclass(frozen=True)
class Attribute:
    """A quasi-identifier and what became of it.

    columns
        The column, or the two columns of points.
    kind
        What its values and sets are called, and how they are drawn.
    distinct
        How many different values it had.
    classes
        Name and size of every class, in the order of their numbers; of several quasi-identifiers
        at once, of every set of this one. A name is what is published, never a value of a record.
    shapes
        Of rectangles and regions: a GeoJSON FeatureCollection. A feature's property ``class`` is
        the number of its class from 1 on; without one, features are in the order of the classes.
    degrees
        Whether shapes are in longitude and latitude rather than in a plane's own units.
    edges
        Of intervals over numbers: their limits, one more than there are classes. None for what is
        no number, and where missing is a class too: then bars are of one width.
    begins
        Of intervals without such edges: where each begins, as text, empty where that is open or
        there is no such thing, as for missing. Without it bars are marked by their names.
    colours
        Of every class, a number from 0 on by which neighbours differ; found from the shapes, if not
        given.
    """

    columns: tuple[str, ...]
    kind: Kind
    distinct: int
    classes: tuple[tuple[str, int], ...]
    shapes: Mapping[str, Any] | None = None
    degrees: bool = False
    edges: tuple[float, ...] | None = None
    begins: tuple[str, ...] | None = None
    colours: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not self.classes:
            raise InvalidInput(f"{self.name} has no classes: there is nothing to report.")
        if self.edges is not None and len(self.edges) != len(self.classes) + 1:
            raise InvalidInput(
                f"{len(self.classes):,} intervals have {len(self.classes) + 1:,} limits; given:"
                f" {len(self.edges):,}."
            )
        if self.begins is not None and len(self.begins) != len(self.classes):
            raise InvalidInput(
                f"{len(self.classes):,} intervals have as many beginnings; given:"
                f" {len(self.begins):,}."
            )
        if self.colours is not None and len(self.colours) != len(self.classes):
            raise InvalidInput(
                f"Every one of {len(self.classes):,} classes has a colour; given:"
                f" {len(self.colours):,}."
            )

    @property
    def name(self) -> str:
        return ", ".join(self.columns)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.classes)


@dataclass(frozen=True)
class Example:
    """One published class: every column with its text, None for missing, and the records."""

    published: tuple[tuple[str, str | None], ...]
    records: int


UNDOES = "it undoes a quasi-identifier"
"""Why a column is exposed that gives a quasi-identifier away, or which follows from one."""


@dataclass(frozen=True)
class Variable:
    """A column of the table that was read: what it is, what became of it, and why.

    role
        Such as ``quasi-identifier``.
    treatment, reason
        In words.
    exposed
        Why people may be found by it though it is published as it is; empty if nothing says so.
    """

    column: str
    role: str
    treatment: str
    reason: str
    exposed: str = ""


@dataclass(frozen=True)
class LookedAt:
    """A dependence that some rows suggested, and that was counted in all: whether ``columns``,
    which are published as they are, tell quasi-identifiers, or the other way round; ``knowing``
    are other quasi-identifiers without which they do not."""

    columns: tuple[str, ...]
    quasi: tuple[str, ...]
    tells: bool
    knowing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """An option of the run: its value in words, whether it was asked for or is the default, and the
    reason for a default."""

    option: str
    value: str
    asked: bool
    why: str = ""


@dataclass(frozen=True)
class Facts:
    """All that a report says.

    k
        What was asked.
    records_read, records_published, suppressed
        The first is the sum of the others.
    dropped, sensitive, passing
        Columns that were left out, and columns that were published as they are, the second because
        they are what the table is about.
    attributes, answer
        The quasi-identifiers, and how good their classes are; None if they were made for other
        records, so that nothing is claimed of that.
    requirements
        What every class meets besides k, in words.
    rules
        What is asked of each sensitive column, by the names of the rules: ``{"cost": {"t": 0.2}}``.
    example
        Of several quasi-identifiers, a class to show what one is. It has at least k records.
    person
        The column that identifies a person, if k counts these; then sizes are those of people.
    pseudonym
        Whether that column is published as pseudonyms.
    several
        How many people have records in more than one class; None where people are not counted.
    linked
        Where people have pseudonyms: how many are among fewer than k by all of their classes.
    unnamed
        How many classes reach k people only by records that do not say whose they are.
    sizes
        Of the classes of all quasi-identifiers together. May be empty for a single one, whose own
        classes they are.
    input_name, fingerprint, written
        What was read. A name without folders, or the report tells where it lay; and how its values
        are written, in words, where that is not covey's own way.
    date
        As it is to be read. None where the same facts are to give the same bytes on every day.
    measures
        Of the published table.
    utility
        What an analyst can still find in it; None where that is not known.
    identifying
        Columns, published as they are, by which people may be found; the warnings say why.
    repeated
        Columns by which, if they distinguish people, some class has fewer than k of them.
    warnings, notes
        What to look at before publishing, and how values were read and treated.
    looked_at
        Dependences that were counted in all records. Which they are depends on the rows that were
        looked at first, and these on where the table was.
    uncounted, untried
        How many more columns, or pairs of them, looked like dependences and were not counted, and
        how many pairs were not looked at.
    variables, decisions
        Every column of the table that was read, and every option of the run. May be empty.
    before
        What others could find in the original table; None where that is not known.
    kept
        Whether the combinations stayed in the engine: what takes all of them was not measured.
    context
        The owner's words on the circumstances: see ``covey.release.job.context``.
    """

    k: int
    records_read: int
    records_published: int
    suppressed: int
    attributes: tuple[Attribute, ...]
    answer: Answer | None
    input_name: str
    fingerprint: str
    covey_version: str
    python_version: str
    measures: Measures
    written: str = ""
    date: str | None = None
    sizes: tuple[int, ...] = ()
    dropped: tuple[str, ...] = ()
    sensitive: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()
    identifying: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    looked_at: tuple[LookedAt, ...] = ()
    uncounted: int = 0
    untried: int = 0
    requirements: tuple[str, ...] = ()
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    example: Example | None = None
    utility: Utility | None = None
    person: str = ""
    pseudonym: bool = False
    several: int | None = None
    linked: Linked | None = None
    unnamed: int = 0
    context: Mapping[str, str] = field(default_factory=dict)
    variables: tuple[Variable, ...] = ()
    decisions: tuple[Decision, ...] = ()
    before: Exposure | None = None
    kept: bool = False

    def __post_init__(self) -> None:
        if not self.attributes:
            raise InvalidInput("A report is about at least one quasi-identifier; given: none.")
        # Counts that do not add up would show a mistake of the run: no report is written then.
        if self.records_read != self.records_published + self.suppressed:
            raise InvalidInput(
                f"{self.records_read:,} records were read, but {self.records_published:,} published"
                f" and {self.suppressed:,} suppressed: they do not add up."
            )
        # An example below k would publish what the release hides.
        if self.example is not None and self.example.records < self.k:
            raise InvalidInput(
                f"An example is a class of at least k = {self.k:,} records; given: one of"
                f" {self.example.records:,}."
            )
        if not self.sizes and len(self.attributes) > 1:
            raise InvalidInput(
                "The sizes of the classes of several quasi-identifiers together are needed."
            )

    @property
    def unit(self) -> str:
        """What sizes of classes count."""
        return "person" if self.person else "record"

    @property
    def units(self) -> str:
        return plural_of(self.unit)

    @property
    def class_sizes(self) -> tuple[int, ...]:
        # One quasi-identifier alone: its sets are the classes.
        return self.sizes or self.attributes[0].sizes

    @property
    def safe(self) -> bool:
        """Whether every class has at least k records, or people."""
        # Both the sizes of the plan and what was counted in the written table.
        return min(self.class_sizes) >= self.k and self.measures.k >= self.k
