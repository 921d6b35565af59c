"""What the user should know of a release, beside its figures."""

from __future__ import annotations

from covey.core.words import listed, plural
from covey.release.job import Job

MANY = 15
"""Quasi-identifiers from which on classes say little."""


def notes_on_classes(job: Job, total: int, published: int, requirements: bool) -> tuple[str, ...]:
    """``published`` are the records that are in classes, of a ``total`` that could be;
    ``requirements`` says whether something is asked besides k."""
    return (
        *_crowded(job),
        *_weightless(job),
        *(_without() if requirements else ()),
        *(_withheld(total - published, total) if job.suppress else ()),
    )


def _crowded(job: Job) -> tuple[str, ...]:
    """A word on many quasi-identifiers: nobody's records agree in all of them."""
    if len(job.quasi) <= MANY:
        return ()
    return (
        f"{len(job.quasi)} quasi-identifiers: few records agree in so many, so most of them are"
        " generalized far; see the loss, and leave away what others cannot know",
    )


def _weightless(job: Job) -> tuple[str, ...]:
    """A word on weights of 0: a loss near 0 then says little."""
    free = [name for name, weight in job.weights.items() if weight == 0]
    if not free:
        return ()
    counts = "has weight 0: it counts" if len(free) == 1 else "have weight 0: they count"
    return (
        f"{listed(map(repr, free))} {counts} for nothing in the loss, and may be generalized as far"
        " as it spares the others",
    )


def _withheld(gone: int, total: int) -> tuple[str, ...]:
    """A word on the loss, which withheld records can make greater, though all others lose less."""
    if not gone:
        # Not all choices of records were tried: there may be better ones.
        return (
            "no record withheld: none was found without which the largest class or the loss is"
            " smaller",
        )
    return (
        f"{plural(gone, 'record')} withheld to make the largest classes smaller or spare the others"
        f" loss: lost entirely, {gone / total:.4f} of the loss above",
    )


def _without() -> tuple[str, ...]:
    return ("the lower bound is one without what is asked besides k, which only raises it",)
