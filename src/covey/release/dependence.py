"""Columns that undo others: what is published as it is may determine a quasi-identifier, or
be determined by one.

Some rows are looked at first, as numbers for their values, for every published column and every
quasi-identifier. What looks like a dependence there is counted in all rows, and said only if it
brings a class below k.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.core.errors import NotAttained
from covey.core.holders import Holders
from covey.core.words import plural, plural_of
from covey.engine.protocol import Counted
from covey.engine.sampling import one_in
from covey.measures.dependence import Exposed, Telling, exposed, percent_down, telling, told_by
from covey.report.facts import UNDOES, LookedAt

Numbers = NDArray[np.int64]

LOOKED_AT = 10_000
"""Rows that are looked at first."""
FEWEST_ROWS = 1_000
WORK = 10_000_000
"""Rows times pairs of columns that are looked at: a fraction of a second. The more pairs there are,
the fewer rows."""
LIKELY = 0.8
"""Of columns that look so sure in some rows, all rows are counted."""
LIKELY_NEAR = 0.3
"""The same for ordered values, which may be told to within one: as ages are by years of birth."""
PROMISING = 0.1
"""What tells so much alone is tried together with others."""
STARTS = 2
"""So many columns that tell most are tried in pairs,"""
PARTNERS = 12
"""each with so many others."""
COUNTED_AT_MOST = 8
"""Dependences that are counted in all rows."""

EXPOSED = "can be singled out, and"
EXACT = "exact"
SAMPLED = "sampled"


class Rows(Protocol):
    """Where rows are: an engine's snapshot, or what verifies a release."""

    def sample(self, columns: Sequence[str], most: int) -> tuple[Numbers, ...]: ...
    def holders(self, columns: Sequence[str]) -> Holders | None: ...


@dataclass(frozen=True)
class Quasi:
    """A quasi-identifier: its columns, and whether its values have an order."""

    name: str
    columns: tuple[str, ...]
    ordered: bool


@dataclass(frozen=True, eq=False)
class Dependence:
    """Columns that are published as they are and a quasi-identifier, of which one tells the other.

    columns, quasi
        What is published, and what it has to do with.
    tells
        Whether the columns tell the quasi-identifier, or the other way round.
    share
        Of the records, those for which that is right.
    near
        Whether it is told to within one value only.
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

    def exposes(self, classes: Numbers, k: int) -> Exposed:
        """Whom it brings into groups below k; ``classes`` are those of the combinations."""
        own = classes[self.rows]
        near = int(self.near)
        return exposed(own, self.seen, self.counts, k, self.people, near, self.right)

    def words(self, found: Exposed, k: int, unit: str) -> str:
        """The warning."""
        named = " and ".join(map(repr, self.columns))
        quasi = " and ".join(map(repr, self.quasi))
        share = percent_down(self.share)
        if self.tells:
            what = "determines" if len(self.columns) == 1 else "together determine"
            within = " to within one value" if self.near else ""
            first = f"{named} {what} {quasi}{within} in {share} of the records"
        else:
            first = f"{named} follows from {quasi} in {share} of the records"
        it = "it" if len(self.columns) == 1 else "them"
        # The same words for all numbers: which records were withheld, verify cannot know.
        whom = (
            f"by {it}, {found.unique:,} of the {plural_of(unit)} {EXPOSED}"
            f" {found.below:,} found in groups of fewer than k = {k:,}"
        )
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
    """Those of some candidates that are dependences in all rows."""
    found: list[Dependence] = []
    by_name = {each.name: each for each in quasi}
    for asked in looked_at:
        known = tuple(by_name[name] for name in asked.quasi)
        done = [e for e in found if e.tells == asked.tells and e.quasi == asked.quasi]
        if any(set(each.columns) <= set(asked.columns) for each in done):
            continue  # one of the columns alone does
        found += _counted_in_all(rows, counted, asked.columns, known, asked.tells, person)
    return tuple(found)


def is_sampled(rows: int, published: int, quasi: int) -> bool:
    """Whether not all of so many rows are looked at first. If all are, the candidates are the same
    wherever the table is."""
    return one_in(rows, sampled_rows(published, quasi)) > 1


def quasi_of_roles(roles: Mapping[str, Role]) -> list[Quasi]:
    return [
        Quasi(name, tuple(role.columns(name)), role.is_interval(name))
        for name, role in roles.items()
    ]


def names_of(quasi: Sequence[Quasi]) -> tuple[str, ...]:
    return tuple(each.name for each in quasi)


def sampled_rows(columns: int, quasi: int) -> int:
    """How many rows are looked at first."""
    return min(LOOKED_AT, max(FEWEST_ROWS, WORK // max(1, columns * quasi)))


def candidates(
    rows: Rows,
    counted: Counted,
    quasi: Sequence[Quasi],
    published: Sequence[str],
    exact: bool = False,
) -> tuple[LookedAt, ...]:
    """What looks like a dependence between columns that are ``published`` as they are and
    quasi-identifiers in some rows, the surest first: single columns before pairs. With ``exact``
    all rows are looked at."""
    if not published:
        return ()
    most = counted.records if exact else sampled_rows(len(published), len(quasi))
    names = list(dict.fromkeys([*(c for each in quasi for c in each.columns), *published]))
    codes = dict(zip(names, rows.sample(names, most), strict=True))
    known = {each.name: _mixed([codes[c] for c in each.columns]) for each in quasi}
    ones = np.ones(len(next(iter(codes.values()))), dtype=np.int64)
    single: list[tuple[float, LookedAt]] = []
    pairs: list[tuple[float, LookedAt]] = []
    gains: dict[tuple[str, str, bool], float] = {}
    for column in published:
        for each in quasi:
            for tells in (True, False):
                own, other = codes[column], known[each.name]
                seen = telling(own, other, ones) if tells else telling(other, own, ones)
                gains[column, each.name, tells] = seen.gain if seen.supported >= 0.1 else 0.0
                if _likely(seen, near=tells and each.ordered):
                    single.append((-seen.gain, LookedAt((column,), (each.name,), tells)))
    for each in quasi:
        for two in _promising({c: gains[c, each.name, True] for c in published}):
            seen = telling(_mixed([codes[c] for c in two]), known[each.name], ones)
            if _likely(seen, near=False):
                pairs.append((-seen.gain, LookedAt(two, (each.name,), True)))
    for column in published:
        for names_ in _promising({each.name: gains[column, each.name, False] for each in quasi}):
            seen = telling(_mixed([known[name] for name in names_]), codes[column], ones)
            if _likely(seen, near=False):
                pairs.append((-seen.gain, LookedAt((column,), names_, False)))
    ordered = [*sorted(single, key=lambda each: each[0]), *sorted(pairs, key=lambda each: each[0])]
    return tuple(candidate for _, candidate in ordered[:COUNTED_AT_MOST])


def _likely(seen: Telling, *, near: bool) -> bool:
    if seen.supported < 0.1:
        return False
    return seen.gain >= (LIKELY_NEAR if near else LIKELY)


def _promising(gains: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Pairs of names that may tell together what none of them tells alone: one tells something, the
    other may tell nothing by itself."""
    place = {name: at for at, name in enumerate(gains)}
    some = sorted((name for name in gains if gains[name] < LIKELY), key=lambda name: -gains[name])
    for at, first in enumerate(some[:STARTS]):
        if gains[first] < PROMISING:
            return
        for second in some[at + 1 : PARTNERS]:
            one, other = sorted((first, second), key=place.__getitem__)
            yield one, other


def _mixed(codes: Sequence[Numbers]) -> Numbers:
    """One number for several."""
    found = codes[0]
    for own in codes[1:]:
        found = found * (int(own.max(initial=0)) + 1) + own
        found = np.unique(found, return_inverse=True)[1].astype(np.int64)
    return found


def _counted_in_all(
    rows: Rows,
    counted: Counted,
    columns: tuple[str, ...],
    quasi: tuple[Quasi, ...],
    tells: bool,
    person: str,
) -> Iterator[Dependence]:
    """The dependence, if it is one in all rows."""
    places, own, counts, people = _entries(rows, counted, columns, person)
    known = _mixed([_codes(counted, each) for each in quasi])[places]
    weights = counts
    if people is not None:
        # Somebody's records are alike: each person counts once for a pair of values.
        keys = np.stack([own, known, people])
        first = np.unique(keys, axis=1, return_index=True)[1]
        weights = np.zeros(len(own), dtype=np.int64)
        weights[first] = 1
    by, told = (own, known) if tells else (known, own)
    for near in (False, True):
        if near and not (tells and len(quasi) == 1 and quasi[0].ordered):
            continue
        seen = telling(by, told, weights, int(near))
        if not seen.tells:
            continue
        expected = told_by(by, told, weights)[by]
        right = None if tells else own == expected
        # To within one value, the most frequent one is told less often than the range.
        share = seen.alike if near else seen.share
        names, sight = names_of(quasi), expected if tells else own
        yield Dependence(columns, names, tells, share, near, places, sight, counts, people, right)
        return


def _codes(counted: Counted, quasi: Quasi) -> Numbers:
    """Numbers of a quasi-identifier's values, in their order where they have one."""
    if len(quasi.columns) == 1:
        return counted.ranks[counted.columns.index(quasi.columns[0])] + 1
    return counted.numbered(quasi.columns)


def _entries(
    rows: Rows, counted: Counted, columns: tuple[str, ...], person: str
) -> tuple[Numbers, Numbers, Numbers, Numbers | None]:
    """All records by combination and what the columns have: the combination of each entry, a number
    for the values, the records, and whose they are where people are counted."""
    inside = [column for column in columns if column in counted.columns]
    asked = [column for column in columns if column not in inside]
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
        codes.append(np.minimum(numbers, int(numbers.max(initial=0)) + 1 - gone))
    return places, _mixed(codes), counts, people


def words_on_dependences(
    found: Sequence[Dependence], classes: Numbers, k: int, person: str = ""
) -> dict[tuple[str, ...], str]:
    """By published columns a warning for each that brings somebody below k."""
    unit = "person" if person else "record"
    worst: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[int, str]] = {}
    for each in found:
        people, pair = each.exposes(classes, k), (each.columns, each.quasi)
        # Of two columns that tell each other one warning is enough.
        if people.below > worst.get(pair, (0, ""))[0]:
            worst[pair] = people.below, each.words(people, k, unit)
    told: dict[tuple[str, ...], str] = {}
    for (columns, _), (_, words) in worst.items():
        told[columns] = f"{told[columns]}; {words}" if columns in told else words
    return told


def reasons_with_undoing(
    reasons: Mapping[str, str], undoing: Mapping[tuple[str, ...], str]
) -> dict[str, str]:
    """Why each of these columns may give people away."""
    more = {column: UNDOES for columns in undoing for column in columns}
    return {**reasons, **more}


def with_undoing(
    suspects: Sequence[str], undoing: Mapping[tuple[str, ...], str]
) -> tuple[str, ...]:
    """All columns that may give people away, each once."""
    more = (column for columns in undoing for column in columns)
    return tuple(dict.fromkeys([*suspects, *more]))


def note_on_sample(records: int, columns: int, quasi: int, exact: bool) -> tuple[str, ...]:
    """That not all rows were looked at."""
    some = sampled_rows(columns, quasi)
    if exact or not columns or records < 2 * some:
        return ()
    return (
        f"columns that undo others were looked for in one of {records // some:,} records, and"
        " counted in all where one was found; --dependence exact looks at all from the beginning",
    )


def refuse_exposed(warnings: Sequence[str]) -> None:
    """Refuse a release of a job that is strict."""
    if warnings:
        raise NotAttained(
            f"--strict: {warnings[0]}."
            + (f" And {plural(len(warnings) - 1, 'more warning')}." if len(warnings) > 1 else ""),
            hint="Do what it says, or leave --strict out, which makes it a warning.",
        )
