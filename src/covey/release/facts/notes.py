"""What the user should know of a release, besides its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes.role import Role
from covey.core.count_notes import HAVE, CountNote
from covey.core.holders import Holders, distinct_pairs
from covey.core.words import listed, plural
from covey.engine.protocol import Counted
from covey.measures.linked import Linked, linked
from covey.release.job import Job

MANY_LEFT_OUT = 0.05
"""The share of suppressed records from which on there is a warning about new records."""
MANY = 15
"""With more quasi-identifiers than these, classes say little."""
LOST = 0.9
"""A column that loses more of its detail than this says next to nothing."""
NOBODY = "k = 1 protects nobody: a class may be a single person"


def notes_on_classes(
    job: Job, total: int, published: int, *, requirements: bool, optimal: bool
) -> tuple[str, ...]:
    """``published`` are the records that are in classes, of a ``total`` that could be;
    ``requirements`` says whether something is asked besides k, ``optimal`` whether the cost equals
    the lower bound."""
    return (
        *_crowded(job),
        *_tight(job),
        *_weightless(job),
        # An answer that attains the bound is optimal, whatever the bound ignores.
        *(_bound_for_k_alone() if requirements and not optimal else ()),
        *(_withheld(total - published, total) if job.suppress else ()),
    )


def warnings_on_loss(
    columns: Mapping[str, float], roles: Mapping[str, Role], suppress: float = 0.0
) -> tuple[str, ...]:
    """Columns of which next to nothing is left, with what each lost; ``suppress`` is the share of
    the records that could be withheld."""
    return tuple(
        f"{name!r} loses {loss:.0%} of its detail: next to nothing is left of it;"
        f" {_less_lost(roles[name], suppress)}"
        for name, loss in columns.items()
        if loss > LOST
    )


def _less_lost(role: Role, suppress: float) -> str:
    """What would leave more of a column."""
    bands = role.stated_bands
    if bands:
        # Nothing else can make ranges narrower than the bands are.
        return (
            f"no range of it may be narrower than its bands ({bands}): give narrower ones with"
            " --bands (bands= in Python), with borders among its values"
        )
    allow = "" if suppress else " allow some records to be withheld,"
    return f"drop it, ask for a smaller k,{allow} or give it more weight"


def warnings_on_far(columns: Sequence[str]) -> tuple[str, ...]:
    """Columns with values far outside of the rest, without these values: they may be one person's,
    and warnings are published."""
    return tuple(
        f"a few values of {column!r} lie far outside of the rest and stretch its range, so that a"
        " small loss may hide wide ranges of the others; if they stand for what is not known, say"
        " so with --na (na= in Python)"
        for column in columns
    )


def warnings_on_weight(column: str | None, unchanged: Sequence[str]) -> tuple[str, ...]:
    """A weight follows from what somebody is: from place, age and sex, say. If it is published, it
    tells them."""
    if not column or column not in unchanged:
        return ()
    return (
        f"{column!r} has the sampling weights, unchanged in the release: weights are made from"
        " quasi-identifiers, and may tell them. Drop it, or round it and name it as a"
        " quasi-identifier",
    )


def words_on_left_out(gone: int, records: int) -> str:
    """The warning of new records of which many are left out."""
    return (
        f"{gone:,} of {plural(records, 'record')} ({gone / records:.1%}) are left out, so what is"
        " published may not speak for all of them"
    )


def words_on_pseudonyms(person: str, k: int, found: Linked) -> str:
    """The warning of a release whose people have pseudonyms, and what these do to k."""
    words = (
        f"{person!r} is published as pseudonyms: others can put the records of one person together,"
        " in this release and in all that are made with the same key, and compare the classes that"
        " they are in"
    )
    if not found.few:
        return f"{words}; by all of their classes in this release, nobody is among fewer than {k:,}"
    return (
        f"{words}; by all of their classes in this release {found.words(k)}: leave --pseudonym"
        " out, or publish one record of each person"
    )


def linked_by_pseudonyms(
    held: Holders | None, person: str, classes: NDArray[np.int64], k: int
) -> Linked:
    """What pseudonyms show of people; ``classes`` are those of the counted combinations, below 0
    for none."""
    assert held is not None, "people have pseudonyms only where they are counted"
    return linked(*held.pairs(person, classes), k)


def in_several_classes(held: Holders, person: str, classes: NDArray[np.int64]) -> int:
    """How many people have published records in more than one class; ``classes`` are those of the
    counted combinations, below 0 for none."""
    # Every pair is one class of one person: who occurs twice is in two classes.
    _, people = held.pairs(person, classes)
    return int((np.bincount(people) > 1).sum())


def several_of(held: Holders | None, person: str, classes: NDArray[np.int64]) -> int | None:
    """The same for the report; None where people are not counted."""
    return None if held is None or not person else in_several_classes(held, person, classes)


def unnamed_in(
    held: Holders | None, person: str, classes: NDArray[np.int64], k: int
) -> tuple[int, int]:
    """How many classes have fewer than k people who are named, so that they reach k only by records
    that do not say whose they are; and how many classes there are."""
    if held is None or not person:
        return 0, 0
    own = classes[held.rows]
    there, named = own >= 0, held.named(person)
    # All published classes, also those in which nobody is named.
    found = np.unique(own[there])
    # Class -1 takes unnamed records out of the count.
    owner, _ = distinct_pairs(np.where(named, own, -1), held.of(person))
    sizes = np.bincount(owner, minlength=int(own.max(initial=-1)) + 1)[found]
    return int((sizes < k).sum()), len(found)


def words_on_unnamed(person: str, low: int, classes: int, k: int) -> tuple[str, ...]:
    """The warning of such classes, if there are any."""
    if not low:
        return ()
    return (
        f"{low:,} of {plural(classes, 'class')} {'reaches' if low == 1 else 'reach'} k = {k:,} only"
        f" because every record without a value in {person!r} counts as a person of its own: if"
        " several are of one person, there are fewer people; find out whose they are, or leave"
        " these records out",
    )


def words_on_spellings(person: str, people: int, alike: int) -> tuple[str, ...]:
    """The warning that people may be counted several times, if some differ only in how they are
    written."""
    if alike >= people:
        return ()
    return (
        f"{person!r} has {people:,} different values, and {alike:,} if blanks around them and"
        " capital letters do not count: if these are the same people, some are counted several"
        " times, and a class may have fewer than k; write everybody's value in one way before, or"
        " read it without blanks (--trim)",
    )


def note_on_several(many: int) -> str:
    if not many:
        return "nobody has records in several classes"
    words = (
        "records in several classes: k holds in each class, but somebody who knows what such a"
        " person's records say in each of them may put these records together"
    )
    return CountNote(many, "person", words, HAVE)


def notes_on_holders(
    job: Job, held: Holders, counted: Counted, classes: NDArray[np.int64]
) -> tuple[str, ...]:
    """How many people there are, how many have records that differ in what is known of them or are
    in several ``classes``, and what became of records that do not say whose they are."""
    records = counted.records
    found: list[str] = []
    for column, missing in zip(held.columns, held.missing, strict=True):
        what = "people" if column == job.person else "groups"
        shown = column == job.person and job.pseudonym
        found.append(
            f"{held.total(column):,} {what} by {column!r} have the {plural(records, 'record')}; the"
            f" column is {'published as pseudonyms' if shown else 'not published'}"
        )
        if missing:
            one = "a person" if column == job.person else "a group"
            words = f"no value in {column!r}: each counts as {one} of its own"
            found.append(CountNote(missing, "record", words, HAVE))
    if job.person:
        for name, role in job.quasi.items():
            own = role.columns(name)
            # A record without a value does not contradict another.
            told = ~np.any([counted.missing(column) for column in own], axis=0)
            many = _differing(held, job.person, np.where(told, counted.numbered(own), -1))
            if many:
                words = (
                    f"records that differ in {name!r}: they are counted in each of their classes;"
                    " if nobody can have two such values, look at these records"
                )
                found.append(CountNote(many, "person", words, HAVE))
        found.append(note_on_several(in_several_classes(held, job.person, classes)))
        # Others can count the pseudonyms, so the note below does not hold.
        if job.pseudonym:
            return tuple(found)
        found.append(
            f"k counts people by {job.person!r}: the released table does not show who is who, so"
            " that only covey verify --against, with the table that it was made of, can count them"
            " again"
        )
    return tuple(found)


def _differing(held: Holders, person: str, values: NDArray[np.int64]) -> int:
    """How many people have more than one of the values that combinations have, which are below 0
    where there is none."""
    there = values[held.rows] >= 0
    people, _ = distinct_pairs(held.of(person)[there], values[held.rows][there])
    return int((np.bincount(people) > 1).sum())


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
        " each class, so the lowest and the highest of these (or their bands) become known; there"
        " may be gaps between them",
    )


def _weightless(job: Job) -> tuple[str, ...]:
    """A note on weights of 0: a loss near 0 then says little."""
    free = [name for name, weight in job.weights.items() if weight == 0]
    if not free:
        return ()
    counts = "has weight 0: it counts" if len(free) == 1 else "have weight 0: they count"
    return (
        f"{listed(map(repr, free))} {counts} for nothing in the loss, and may be generalized as far"
        " as the others gain by it",
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


def _bound_for_k_alone() -> tuple[str, ...]:
    return (
        "the lower bound ignores what is asked besides k: the best possible may well be above it",
    )
