"""Columns that undo others: what is published as it is may determine a quasi-identifier, or
be determined by one.

What looks like a dependence in some rows (``covey.release.risks.candidates``) is counted in all of
them, and said only if it brings a class below k.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.core.dataclass import dataclass
from covey.core.errors import NotAttained
from covey.core.words import plural_of
from covey.engine.protocol import Counted
from covey.measures.dependence import (
    SUPPORTED,
    Exposed,
    exposed,
    percent_down,
    telling,
    told_by,
)
from covey.measures.known import Known
from covey.release.risks.candidates import Numbers, Quasi, Rows, mixed
from covey.report.facts import UNDOES, LookedAt

Entries = tuple[Numbers, Numbers, Numbers, Numbers | None]

EXPOSED = "can be singled out, and"
SUPPORTED_TOGETHER = 0.25
"""Records whose values of two columns occur again. These are fewer than of one column, and what is
not known of the others is not counted as exposed."""
SUPPORTED_KNOWING = 0.1
"""The same where one of the two is a quasi-identifier, whose values are often many."""
RECORDS_KNOWING = 100
"""So many records at least must be among them: fewer may be chance."""
EXACT = "exact"


@dataclass(frozen=True, eq=False)
class Dependence:
    """Columns that are published as they are and a quasi-identifier: one of the two determines the
    other.

    columns, quasi
        What is published, and what it has to do with.
    tells
        Whether the columns determine the quasi-identifier, or the other way round.
    share
        Of the records, those for which that is right.
    near
        Whether it is determined to within one value only.
    rows, seen, counts, people
        The counted combinations, what of the quasi-identifier (or of the columns) is known of their
        records, and how many records, or whose, these are.
    """

    columns: tuple[str, ...]
    quasi: tuple[str, ...]
    tells: bool
    share: float
    near: bool
    rows: Numbers
    seen: Numbers
    counts: Numbers
    people: Numbers | None = None
    right: NDArray[np.bool_] | None = None
    """For which entries it is right, where others are known by the columns."""
    knowing: tuple[str, ...] = ()
    """Another quasi-identifier without which the columns do not tell it,"""
    known: Known | None = None
    """and what both give."""

    @property
    def about(self) -> tuple[tuple[str, ...], frozenset[str]]:
        """The key by which findings are merged: three columns of which any two tell the third are
        one warning."""
        return self.columns, frozenset((*self.quasi, *self.knowing))

    def exposes(self, classes: Numbers, k: int) -> Exposed:
        """Whom it brings into groups below k; ``classes`` are those of the combinations."""
        own = classes[self.rows]
        near = int(self.near)
        if self.known is not None:
            return self.known.exposes(own, self.counts, k, self.people, near)
        return exposed(own, self.seen, self.counts, k, self.people, near, self.right)

    def words(self, found: Exposed, k: int, unit: str) -> str:
        """The warning."""
        named = " and ".join(map(repr, self.columns))
        quasi = " and ".join(map(repr, self.quasi))
        share = percent_down(self.share)
        if self.tells:
            what = "determines" if len(self.columns) == 1 else "together determine"
            within = " to within one value" if self.near else ""
            known = " and ".join(map(repr, self.knowing))
            to = f" for those who know {known}," if known else ""
            first = f"{named} {what} {quasi}{within}{to} in {share} of the records"
        else:
            first = f"{named} follows from {quasi} in {share} of the records"
        it = "it" if len(self.columns) == 1 else "them"
        # The same words for all numbers: which records were withheld, verify cannot know.
        whom = (
            f"by {it}, {found.unique:,} of the {plural_of(unit)} {EXPOSED}"
            f" {found.below:,} found in groups of fewer than k = {k:,}"
        )
        # Of a pair it is enough to drop one, and the first is as good as the other.
        drop = f"--drop {shlex.quote(self.columns[0])}"
        one = "it" if len(self.columns) == 1 else "one of them"
        as_ = "as a quasi-identifier" if len(self.columns) == 1 else "as quasi-identifiers"
        return f"{first}: {whom}; drop {one} ({drop}), or name {it} {as_}"


def find_dependences(
    rows: Rows,
    counted: Counted,
    quasi: Sequence[Quasi],
    looked_at: Sequence[LookedAt],
    person: str = "",
) -> tuple[Dependence, ...]:
    """Those of some candidates that are dependences in all rows, in their order."""
    found: dict[LookedAt, Dependence] = {}
    by_name = {each.name: each for each in quasi}
    # Rows are counted once for all that is asked of the same columns. Single columns come first.
    for columns in dict.fromkeys(each.columns for each in looked_at):
        entries: Entries | None = None
        for asked in looked_at:
            if asked.columns != columns or any(_is_part(one, asked) for one in found):
                continue  # one of the columns alone does
            entries = entries or _entries(rows, counted, columns, person)
            known = tuple(by_name[name] for name in asked.quasi)
            if asked.knowing:
                others = tuple(by_name[name] for name in asked.knowing)
                dependence = _with_known(entries, counted, columns, others, known)
            else:
                dependence = _counted_in_all(entries, counted, columns, known, asked.tells)
            if dependence is not None:
                found[asked] = dependence
    return tuple(found[asked] for asked in looked_at if asked in found)


def _is_part(one: LookedAt, of: LookedAt) -> bool:
    """Whether a dependence says what another would say."""
    same = one.tells == of.tells and one.quasi == of.quasi
    return same and set(one.columns) <= set(of.columns) and set(one.knowing) <= set(of.knowing)


def quasi_of_roles(roles: Mapping[str, Role]) -> list[Quasi]:
    return [
        Quasi(name, tuple(role.columns(name)), role.is_interval(name))
        for name, role in roles.items()
    ]


def names_of(quasi: Sequence[Quasi]) -> tuple[str, ...]:
    return tuple(each.name for each in quasi)


def _counted_in_all(
    entries: Entries,
    counted: Counted,
    columns: tuple[str, ...],
    quasi: tuple[Quasi, ...],
    tells: bool,
) -> Dependence | None:
    """The dependence, if it is one in all rows."""
    places, own, counts, people = entries
    # One number for every entry, in the order of `places`.
    known = mixed([_codes(counted, each) for each in quasi])[places]
    weights = _weights(counts, people, own, known)
    by, told = (own, known) if tells else (known, own)
    supported = SUPPORTED if len(columns) == 1 else SUPPORTED_TOGETHER
    may_be_near = tells and len(quasi) == 1 and quasi[0].ordered
    sure = _surely(by, told, weights, supported, may_be_near)
    if sure is None:
        return None
    share, near = sure
    expected = told_by(by, told, weights)[by]
    # Somebody who knows the quasi-identifier expects this value of the column. Records that have
    # another one are not found by it.
    right = None if tells else own == expected
    names, sight = names_of(quasi), expected if tells else own
    return Dependence(columns, names, tells, share, near, places, sight, counts, people, right)


def _with_known(
    entries: Entries,
    counted: Counted,
    columns: tuple[str, ...],
    knowing: tuple[Quasi, ...],
    quasi: tuple[Quasi, ...],
) -> Dependence | None:
    """The same of columns that tell a quasi-identifier to those who know another."""
    places, own, counts, people = entries
    known, told = (
        mixed([_codes(counted, each) for each in some])[places] for some in (knowing, quasi)
    )
    by = mixed([own, known])
    weights = _weights(counts, people, by, told)
    may_be_near = len(quasi) == 1 and quasi[0].ordered
    # RECORDS_KNOWING is more than all records of a small table: there the usual share is enough.
    enough = max(SUPPORTED_KNOWING, RECORDS_KNOWING / max(1, int(weights.sum())))
    sure = _surely(by, told, weights, min(SUPPORTED_TOGETHER, enough), may_be_near)
    if sure is None:
        return None
    share, near = sure
    expected = told_by(by, told, weights)[by]
    return Dependence(
        columns,
        names_of(quasi),
        True,
        share,
        near,
        places,
        expected,
        counts,
        people,
        knowing=names_of(knowing),
        known=Known(own, known, told, expected),
    )


def _weights(counts: Numbers, people: Numbers | None, own: Numbers, known: Numbers) -> Numbers:
    """How much every entry counts for what one tells of the other. Somebody's records are alike:
    each person counts once for a pair of values."""
    if people is None:
        return counts
    # The first entry of every (value, known value, person).
    first = np.unique(np.stack([own, known, people]), axis=1, return_index=True)[1]
    weights = np.zeros(len(own), dtype=np.int64)
    weights[first] = 1
    return weights


def _surely(
    by: Numbers, told: Numbers, weights: Numbers, supported: float, may_be_near: bool
) -> tuple[float, bool] | None:
    """In which share of the records one tells the other, and whether to within one value only; None
    if it does not."""
    for near in (False, True) if may_be_near else (False,):
        seen = telling(by, told, weights, int(near))
        if seen.tells_by(supported):
            # If a value is known to within one only, counting the most frequent one alone would say
            # too little: its neighbours are right as well.
            return seen.alike if near else seen.share, near
    return None


def _codes(counted: Counted, quasi: Quasi) -> Numbers:
    """Numbers of a quasi-identifier's values, in their order where they have one."""
    if len(quasi.columns) == 1:
        # Missing has rank -1 and becomes 0: it is a value like any other here.
        return counted.ranks[counted.columns.index(quasi.columns[0])] + 1
    return counted.numbered(quasi.columns)


def _entries(rows: Rows, counted: Counted, columns: tuple[str, ...], person: str) -> Entries:
    """All records by combination and what the columns have: the combination of each entry, a number
    for the values, the records, and whose they are where people are counted."""
    inside = [column for column in columns if column in counted.columns]
    asked = [column for column in columns if column not in inside]
    # A pass over the rows, unless all columns were counted already.
    held = rows.holders([*asked, *([person] if person else [])]) if asked or person else None
    if held is None:
        places = np.arange(len(counted))
        counts, people = counted.counts, None
    else:
        places, counts = held.rows, held.counts
        people = held.of(person) if person else None
    codes = [counted.ranks[counted.columns.index(column)][places] + 1 for column in inside]
    for column in asked:
        assert held is not None
        numbers = held.of(column)
        # Records without a value are holders of their own, and here one value.
        gone = held.missing[held.columns.index(column)]
        # Those without a value have the `gone` highest numbers: all of them become the lowest of
        # these.
        codes.append(np.minimum(numbers, int(numbers.max(initial=0)) + 1 - gone))
    return places, mixed(codes), counts, people


def words_on_dependences(
    found: Sequence[Dependence], classes: Numbers, k: int, person: str = ""
) -> dict[tuple[str, ...], str]:
    """By published columns a warning for each that brings somebody below k."""
    unit = "person" if person else "record"
    worst: dict[tuple[tuple[str, ...], frozenset[str]], tuple[int, str]] = {}
    for each in found:
        people = each.exposes(classes, k)
        # Of two columns that tell each other one warning is enough.
        # Above the 0 that is put there first: a dependence that exposes nobody has no words.
        if people.below > worst.setdefault(each.about, (0, ""))[0]:
            worst[each.about] = people.below, each.words(people, k, unit)
    told: dict[tuple[str, ...], str] = {}
    for (columns, _), (below, words) in worst.items():
        if below:
            told[columns] = f"{told[columns]}; {words}" if columns in told else words
    return told


def reasons_with_undoing(
    reasons: Mapping[str, str], undoing: Mapping[tuple[str, ...], str]
) -> dict[str, str]:
    """Why each of these columns may give people away."""
    more = {column: UNDOES for columns in undoing for column in columns}
    return {**reasons, **more}


def with_undoing(
    identifying: Sequence[str], undoing: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """All columns that may give people away, each once."""
    more = (column for columns in undoing for column in columns)
    return tuple(dict.fromkeys([*identifying, *more]))


def refuse_exposed(warnings: Sequence[str]) -> None:
    """Refuse a release of a job that is strict."""
    if warnings:
        raise NotAttained(
            f"--strict: {'. And '.join(warnings)}.",
            hint="Do what it says, or leave --strict out, which makes it a warning.",
        )
