"""The question of every role. It knows no solver, for those who verify ask it, too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.engine.protocol import Counted, Staged
from covey.release.job import Job
from covey.release.maps import MapOf, read_map
from covey.release.question import Choices, Question
from covey.release.roles import Labels, Ordered, Points, Regions, Role

if TYPE_CHECKING:
    from covey.release.population import People


def build_question(
    job: Job,
    staged: Staged,
    counted: Counted,
    map_of: MapOf = read_map,
    joint: bool | None = None,
) -> Question:
    """The problem of a job, with cells for classes where it asks for what only they have, or where
    ``joint`` says so."""
    choices = Choices(job.k, job.objective, job.missing, job.unmapped, map_of)
    if joint is None:
        joint = _needs_cells(job) or _few_missing(job, counted)
    if not joint:
        ((name, role),) = job.quasi.items()
        return build_single(name, role, staged, counted, choices)
    from covey.release.cells.question import build_cells

    weights = [job.weights.get(name, 1.0) for name in job.quasi] if job.weights else None
    asked = [column for column in job.kinds if column in job.sensitive]
    people: People | None = None
    requirements = list(job.requirements)
    if job.k_map is not None:
        from covey.release.population import people_of
        from covey.requirements.population import PopulationK

        table, column = split_population(job.population)
        kinds = {c: staged.kinds[c] for name, role in job.quasi.items() for c in role.columns(name)}
        people = people_of(table, counted, kinds, column, job.header)
        requirements.append(PopulationK(job.k_map))
    question = build_cells(
        job.quasi, staged, counted, choices, requirements, asked, weights, job.suppress,
        job.tight, None if people is None else people.each,
    )  # fmt: skip
    if people is None:
        return question
    about = question.about | {"population": people.about}
    return replace(question, notes=(*question.notes, people.note), about=about)


def _needs_cells(job: Job) -> bool:
    """Whether a job asks for what only cells have: sets that are chosen for all columns at once."""
    more = job.requirements or job.suppress or job.tight or job.k_map
    return len(job.quasi) > 1 or bool(more) or job.recoding == "global"


def _few_missing(job: Job, counted: Counted) -> bool:
    """Whether some records lack the only quasi-identifier, and they or the others are too few for
    classes of their own: cells have a place for them."""
    ((name, role),) = job.quasi.items()
    if isinstance(role, Labels) or job.missing != "own":
        return False
    without = np.any([counted.missing(column) for column in role.columns(name)], axis=0)
    few = int(counted.counts[without].sum())
    return 0 < few < job.k or (few > 0 and 0 < counted.records - few < job.k)


def build_single(
    name: str, role: Role, staged: Staged, counted: Counted, choices: Choices
) -> Question:
    """The problem of one role, each from its own room."""
    if isinstance(role, Labels):
        from covey.release.labels import build_labels

        return build_labels(name, role, staged, counted, choices)
    if isinstance(role, Ordered):
        from covey.release.ordered import build_ordered

        return build_ordered(name, role, staged, counted, choices)
    if isinstance(role, Points):
        from covey.release.points import build_points

        return build_points(name, role, staged, counted, choices)
    assert isinstance(role, Regions)
    from covey.release.regions import build_regions

    return build_regions(name, role, staged, counted, choices)


def split_population(given: Any) -> tuple[Any, str]:
    """
    >>> split_population("people.csv:count"), split_population("people.csv")
    (('people.csv', 'count'), ('people.csv', ''))
    >>> split_population("all.db::people:count"), split_population("all.db::people")
    (('all.db::people', 'count'), ('all.db::people', ''))
    """
    if not isinstance(given, str) or Path(given).exists():
        return given, ""
    table, colon, column = given.rpartition(":")
    # A double colon names a part of the file.
    counted = colon and "/" not in column and not table.endswith(":")
    return (table, column) if counted else (given, "")
