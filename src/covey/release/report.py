"""The facts of a release for its report: classes and counts, no value of a single record."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from covey import __version__
from covey.measures.measures import measure
from covey.release.losses import losses
from covey.release.required import spread
from covey.release.roles import Ordered, Points
from covey.report.facts import Answer, Attribute, Example, Facts
from covey.report.render import CLASSES_AT_MOST, template, write_report

if TYPE_CHECKING:
    from covey.codebook.rows import Entry
    from covey.engine.protocol import Counted
    from covey.measures.loss import Loss
    from covey.release.plan import Solved
    from covey.release.question import Drawn
    from covey.release.roles import Role
    from covey.report.facts import Kind

FILE = "report.html"


def prepare() -> None:
    """What takes a while, ahead of time."""
    template()


def write(
    folder: Path,
    solved: Solved,
    fingerprint: str,
    recounted: Counted,
    beside: Counted,
    drawn: Drawn,
) -> None:
    """``fingerprint`` is what the certificate says of the table; ``recounted`` is what was found in
    the written table, ``beside`` with its sensitive columns: its measures are those of the release,
    not of the plan."""
    write_report(facts(solved, fingerprint, recounted, beside, drawn), folder / FILE)


def facts(
    solved: Solved, fingerprint: str, recounted: Counted, beside: Counted, drawn: Drawn
) -> Facts:
    plan, job, kinds = solved.plan, solved.job, solved.sensitive_kinds
    published = recounted.records
    return Facts(
        k=job.k,
        records_read=plan.records,
        records_published=published,
        suppressed=plan.records - published,
        attributes=tuple(_attributes(solved, drawn)),
        answer=Answer.from_result(solved.result),
        sizes=tuple(recounted.counts.tolist()),
        requirements=plan.requirements,
        example=example_of(recounted) if len(plan.quasi) > 1 else None,
        missing=plan.missing,
        input_name=Path(solved.staged.name).name,
        fingerprint=fingerprint,
        covey_version=__version__,
        python_version=platform.python_version(),
        measures=measure(
            recounted.counts,
            [
                spread(beside, solved.question.columns, column, kinds.get(column, ""))
                for column in job.sensitive
            ],
            bound=solved.result.lower_bound if job.objective == "max-size" else None,
            loss=_losses(solved),
            quasi=recounted.columns,
            k=job.k,
            suppressed=plan.records - published,
            population=_people(solved, recounted),
        ),
        dropped=plan.dropped,
        sensitive=tuple(job.sensitive),
        passing=tuple(column for column in plan.unchanged if column not in job.sensitive),
        suspects=solved.suspects,
        warnings=plan.warnings,
        notes=plan.notes,
    )


def _people(solved: Solved, recounted: Counted) -> NDArray[np.int64] | None:
    """Where a population was given, the people that every class stands for, as far as they are
    known: no fewer than its records."""
    known = getattr(solved.question.problem, "population", None)
    if known is None:
        return None
    people = np.zeros(len(solved.sizes), dtype=np.int64)
    classes = solved.result.solution.classes
    np.add.at(people, classes[classes >= 0], known[classes >= 0])
    of = dict(zip(zip(*solved.texts.values(), strict=True), people.tolist(), strict=True))
    own = zip(*recounted.of(list(solved.texts)).texts, strict=True)
    return np.maximum([of[texts] for texts in own], recounted.counts)


def _losses(solved: Solved) -> Loss:
    solution, question = solved.result.solution, solved.question
    pairs = zip(question.penalties(solution), question.published(solution), strict=True)
    covered = dict(zip(solved.job.quasi, pairs, strict=True))
    classes = question.classes(solution)
    return losses(solved.job, solved.counted, classes, question.sizes(solution), covered)


def example_of(recounted: Counted) -> Example:
    """A typical class, of median size; of equals the one in the middle."""
    in_order = np.argsort(recounted.counts, kind="stable")
    typical = int(in_order[(len(in_order) - 1) // 2])
    texts = [part[typical] for part in recounted.texts]
    published = tuple(zip(recounted.columns, texts, strict=True))
    return Example(published, int(recounted.counts[typical]))


def _attributes(solved: Solved, drawn: Drawn) -> Iterator[Attribute]:
    """Of cells the sets of every column are shown; where they overlap, without a map of them."""
    listed = solved.question.listed(solved.result.solution, solved.names)
    for quasi, classes in zip(solved.plan.quasi, listed, strict=True):
        role = solved.job.quasi[quasi.name]
        overlap = solved.question.joint and solved.job.recoding != "global"
        alone = not overlap or len(solved.plan.quasi) == 1
        pictured = alone and len(classes) <= CLASSES_AT_MOST
        shapes = drawn.files.get(quasi.name) if pictured else None
        yield Attribute(
            columns=quasi.columns,
            kind=cast("Kind", role.role),
            distinct=quasi.distinct,
            classes=tuple(classes),
            shapes=read_shapes(shapes),
            begins=begins_of(role, solved.codebook, quasi.name, len(classes)),
            degrees=not (isinstance(role, Points) and not role.globe),
        )


def begins_of(
    role: Role, codebook: Sequence[Entry], name: str, count: int
) -> tuple[str, ...] | None:
    """Where the ranges of a column begin; None if they are no ranges of numbers or times."""
    if not isinstance(role, Ordered) or role.order is not None:
        return None
    own = [entry for entry in codebook if entry.column == name and entry.holds == "range"]
    lows = {entry.number: entry.low for entry in own}
    return tuple(lows.get(number) or "" for number in range(count))


def read_shapes(file: Path | None) -> dict[str, Any] | None:
    """None also where no class has a shape, as where all places are missing."""
    if file is None:
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found if any(feature["geometry"] for feature in found["features"]) else None
