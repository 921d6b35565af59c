"""What the user should know of a release, besides its figures."""

from __future__ import annotations

from covey.core.words import listed, plural
from covey.release.job import Job

MANY = 15
"""With more quasi-identifiers than these, classes say little."""
NOBODY = "k = 1 protects nobody: a class may be a single person"


def notes_on_classes(job: Job, total: int, published: int, requirements: bool) -> tuple[str, ...]:
    """``published`` are the records that are in classes, of a ``total`` that could be;
    ``requirements`` says whether something is asked besides k."""
    return (
        *_crowded(job),
        *_tight(job),
        *_weightless(job),
        *(_without() if requirements else ()),
        *(_withheld(total - published, total) if job.suppress else ()),
    )


def _crowded(job: Job) -> tuple[str, ...]:
    """A note on many quasi-identifiers: few records agree in all of them."""
    if len(job.quasi) <= MANY:
        return ()
    return (
        f"{len(job.quasi)} quasi-identifiers: few records agree in so many, so most of them are"
        " generalized far; see the loss, and leave out what others cannot know",
    )


def _tight(job: Job) -> tuple[str, ...]:
    """A note on ``--tight``: the end of a range is often the value of one person."""
    ranged = [
        column for name, role in job.quasi.items() if role.ranged for column in role.columns(name)
    ]
    if not job.tight or not ranged:
        return ()
    return (
        f"--tight: ranges and rectangles of {listed(map(repr, ranged))} are shrunk to the values in"
        " each class, so the lowest and the highest of these become known; there may be gaps"
        " between them",
    )


def _weightless(job: Job) -> tuple[str, ...]:
    """A note on weights of 0: a loss near 0 then says little."""
    free = [name for name, weight in job.weights.items() if weight == 0]
    if not free:
        return ()
    counts = "has weight 0: it counts" if len(free) == 1 else "have weight 0: they count"
    return (
        f"{listed(map(repr, free))} {counts} for nothing in the loss, and may be generalized as far"
        " as it spares the others",
    )


def _withheld(gone: int, total: int) -> tuple[str, ...]:
    """A note on the loss, which withheld records can raise although all others lose less."""
    if not gone:
        # Not all choices of records were tried: there may be better ones.
        return (
            "no record withheld: none was found without which the largest class or the loss is"
            " smaller",
        )
    return (
        f"{plural(gone, 'record')} withheld, so that the largest classes are smaller or the others"
        f" lose less detail; they count as lost entirely: {gone / total:.4f} of the loss",
    )


def _without() -> tuple[str, ...]:
    return (
        "the lower bound ignores what is asked besides k: the best possible may well be above it",
    )
