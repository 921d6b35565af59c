"""The facts of a release for its report: classes and counts, no value of a single record."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey import __version__
from covey.attributes.attribute import weights_of
from covey.attributes.population import size_of_population
from covey.attributes.sensitive import spread, spread_of_people
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, write_cells, write_codebook
from covey.core.count_notes import for_others
from covey.core.dataclass import dataclass
from covey.io.outputs.files import replacing
from covey.measures.measures import measure
from covey.release.audit import AUDIT_FILE, audit_of
from covey.release.facts.decisions import decisions, told_by
from covey.release.facts.inventory import inventory, kind_of
from covey.release.facts.loss import column_losses
from covey.release.facts.notes import NOBODY, linked_by_pseudonyms, several_of, unnamed_in
from covey.release.facts.utility import measured
from covey.release.risks.exposure import exposure_before
from covey.report.facts import Answer, Attribute, Facts
from covey.report.parts import REPORT_FILE, example_of, read_shapes
from covey.report.render import CLASSES_AT_MOST, template, write_report

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.attributes.description import Drawn
    from covey.codebook.book import Book
    from covey.codebook.lines import Entry
    from covey.engine.protocol import Counted
    from covey.measures.loss import Loss
    from covey.measures.spread import Spread
    from covey.release.certificate import SolvedCertificate
    from covey.release.facts.utility import Predicting
    from covey.release.pipeline import Solved


@dataclass(frozen=True, eq=False)
class Books:
    """What was written beside the table: the shapes of its classes, and the codebook, read back."""

    drawn: Drawn
    book: Book


def write_books(folder: Path, solved: Solved) -> Books:
    """What goes beside the table and can be known before it is counted again; what the report takes
    long for is done ahead of time."""
    description, escape = solved.description, solved.job.escape_formulas
    write_codebook(folder / CODEBOOK_FILE, description.entries, escape=escape)
    write_cells(folder / CELLS_FILE, description.texts, escape=escape)
    # jinja2 takes a while to load, and this thread has time for it. The template is cached.
    template()
    # Read back from the file, so that the report is about what others read.
    book = read_book(folder / CODEBOOK_FILE, escape=escape)
    return Books(description.draw(folder), book)


def write(
    folder: Path,
    solved: Solved,
    described: SolvedCertificate,
    recounted: Counted,
    beside: Counted,
    books: Books,
    predicting: Predicting | None = None,
) -> Facts:
    """Write the report and audit.json, and hand back what they say. ``described`` is the
    certificate, as far as it is known; ``recounted`` is what was found in the written table,
    ``beside`` with its sensitive columns, ``predicting`` with the target of models: its measures
    are those of the release, not of the plan."""
    found = facts(solved, described, recounted, beside, books.drawn, books.book, predicting)
    write_report(found, folder / REPORT_FILE)
    with replacing(folder / AUDIT_FILE) as file:
        file.write(audit_of(described, found, told_by(solved.job)).to_json())
    return found


def facts(
    solved: Solved,
    described: SolvedCertificate,
    recounted: Counted,
    beside: Counted,
    drawn: Drawn,
    book: Book,
    predicting: Predicting | None = None,
) -> Facts:
    plan, job = solved.plan, solved.job
    published = recounted.records
    sizes, people = _sizes(solved, recounted), solved.people
    return Facts(
        k=job.k,
        records_read=plan.records,
        records_published=published,
        suppressed=plan.records - published,
        attributes=tuple(_attributes(solved, drawn)),
        answer=Answer.from_result(solved.result),
        sizes=tuple(sizes.tolist()),
        requirements=plan.requirements,
        rules=described.sensitive,
        # One quasi-identifier needs no example: its list of sets shows all.
        example=example_of(recounted) if len(plan.quasi) > 1 else None,
        input_name=Path(solved.staged.name).name,
        written=solved.job.notation.words(),
        fingerprint=described.input.fingerprint,
        covey_version=__version__,
        python_version=platform.python_version(),
        measures=measure(
            sizes,
            [_spread(solved, beside, column) for column in job.sensitive],
            # The bound of another objective is no size of a class.
            bound=solved.result.lower_bound if job.objective == "max-size" else None,
            loss=_losses(solved),
            quasi=recounted.columns,
            k=job.k,
            suppressed=plan.records - published,
            population=_people(solved, recounted, sizes),
            population_size=size_of_population(people, job.population_size),
            unit="person" if job.person else "record",
        ),
        dropped=plan.dropped,
        sensitive=tuple(job.sensitive),
        passing=tuple(column for column in plan.unchanged if column not in job.sensitive),
        identifying=solved.identifying,
        repeated=solved.repeated,
        # Of k = 1 the page speaks at its top.
        warnings=tuple(warning for warning in plan.warnings if warning != NOBODY),
        notes=for_others(plan.notes, job.k),
        looked_at=solved.candidates.looked_at,
        uncounted=solved.candidates.uncounted,
        untried=solved.candidates.untried,
        utility=None
        if solved.counted is None
        else measured(
            job.quasi, book, solved.reading["columns"], solved.counted, beside, predicting
        ),
        person=job.person,
        pseudonym=bool(job.pseudonym),
        several=several_of(solved.held, job.person, solved.description.classes),
        linked=linked_by_pseudonyms(solved.held, job.person, solved.description.classes, job.k)
        if job.pseudonym
        else None,
        unnamed=unnamed_in(solved.held, job.person, solved.description.classes, job.k)[0],
        context=job.context,
        variables=inventory(described, solved.columns, solved.exposed),
        decisions=decisions(described, told_by(job)),
        before=None
        if solved.counted is None
        else exposure_before(
            solved.counted,
            described.columns,
            solved.held,
            job.person,
            job.k,
            job.population_size,
            None if people is None else people.each,
            people is not None and bool(people.weight),
        ),
        kept=job.keep_combinations,
    )


def _sizes(solved: Solved, recounted: Counted) -> NDArray[np.int64]:
    """The records of every class that was found, or its people, where these are counted."""
    people = solved.description.people
    if people is None:
        return recounted.counts
    # The recount has its own order of classes: their texts find the people.
    of = dict(zip(zip(*solved.texts.values(), strict=True), people, strict=True))
    own = zip(*recounted.of(list(solved.texts)).texts, strict=True)
    return np.array([of[texts] for texts in own], dtype=np.int64)


def _spread(solved: Solved, beside: Counted, column: str) -> Spread:
    coded, description = solved.description.coded, solved.description
    kind = coded.sensitive.get(column, "")
    if not solved.job.person or solved.held is None or solved.counted is None:
        return spread(beside, coded.columns, column, kind)
    return spread_of_people(
        solved.counted, description.classes, solved.held, solved.job.person, column, kind
    )


def _people(
    solved: Solved, recounted: Counted, sizes: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """Where a population was given, the people that every class stands for, as far as they are
    known: no fewer than its own."""
    known = solved.people
    if known is None:
        return None
    people = weights_of(solved.description.classes, known.each, len(solved.sizes))
    of = dict(zip(zip(*solved.texts.values(), strict=True), people.tolist(), strict=True))
    own = zip(*recounted.of(list(solved.texts)).texts, strict=True)
    # A population that lacks some people of the table would make a class look smaller than it is.
    return np.maximum([of[texts] for texts in own], sizes)


def _losses(solved: Solved) -> Loss:
    description = solved.description
    published = [named.of_class for named in description.named]
    pairs = zip(description.penalties, published, strict=True)
    covered = dict(zip(solved.job.quasi, pairs, strict=True))
    return column_losses(solved.job, solved.counted, description.classes, solved.sizes, covered)


def _attributes(solved: Solved, drawn: Drawn) -> Iterator[Attribute]:
    """The sets of every column; where they overlap, without a map of them."""
    description = solved.description
    for quasi, classes in zip(solved.plan.quasi, description.listed(), strict=True):
        role = solved.job.quasi[quasi.name]
        # Sets that overlap cannot be drawn beside each other, and very many cannot be read.
        pictured = description.one_partition and len(classes) <= CLASSES_AT_MOST
        shapes = drawn.files.get(quasi.name) if pictured else None
        yield Attribute(
            columns=quasi.columns,
            kind=kind_of(role),
            distinct=quasi.distinct,
            classes=tuple(classes),
            shapes=read_shapes(shapes),
            begins=begins_of(role, description.entries, quasi.name, len(classes)),
            degrees=role.degrees,
        )


def begins_of(
    role: Role, codebook: Sequence[Entry], name: str, count: int
) -> tuple[str, ...] | None:
    """Where the ranges of a column begin; None if they are no ranges of numbers or times, or too
    many to be drawn."""
    if not role.is_interval(name) or count > CLASSES_AT_MOST:
        return None
    own = [entry for entry in codebook if entry.column == name and entry.holds == "range"]
    lows = {entry.number: entry.low for entry in own}
    return tuple(lows.get(number) or "" for number in range(count))
