"""What looks like a dependence between published columns and quasi-identifiers.

Some rows are looked at, as numbers for their values: every published column beside every
quasi-identifier, and pairs of either or of both, as many as time allows. How many of these are
counted in all rows depends on how many rows there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.holders import Holders
from covey.core.words import plural
from covey.engine.sampling import one_in
from covey.measures.dependence import Telling, telling
from covey.report.facts import LookedAt

Numbers = NDArray[np.int64]

LOOKED_AT = 10_000
"""Rows that are looked at first."""
FEWEST_ROWS = 1_000
WORK = 10_000_000
"""Rows times pairs of columns that are looked at: a fraction of a second. The more pairs there are,
the fewer rows."""
PAIRS_WORK = 5_000_000
"""Limit on rows times pairs of columns times what they may tell, for pairs of published columns,
for pairs of quasi-identifiers, and for pairs of one of each. Pairs beyond it are skipped."""
PAIRS_WORK_EXACT = 200_000_000
"""The same limit where all rows are looked at: less than a minute."""
LIKELY = 0.8
"""Of columns that look so sure in some rows, all rows are counted."""
LIKELY_NEAR = 0.3
"""The same for ordered values, which may be known to within one: as ages are by years of birth."""
PROMISING = 0.1
"""What tells so much alone is tried together with others first."""
STARTS = 2
"""How many of the columns that tell most are tried in pairs."""
PARTNERS = 12
"""How many others each of these is paired with."""
MORE = 0.3
"""Least share of the remaining uncertainty that a published column and a quasi-identifier must
remove together to be counted in all rows."""
AGAIN = 0.1
"""Rows of which a telling value must occur again: of one that occurs once nothing is known."""
COUNTED_AT_LEAST = 8
"""Columns, or pairs of them, that are counted in all rows, however many rows there are."""
COUNTED_WORK = 20_000_000
"""Rows times columns, or pairs of them, that are counted: some seconds."""


class Sampled(Protocol):
    """Where rows are of which some are looked at."""

    def sample(self, columns: Sequence[str], most: int) -> tuple[Numbers, ...]: ...


class Rows(Sampled, Protocol):
    """The same where all rows are counted: an engine's snapshot, or what verifies a release."""

    def holders(self, columns: Sequence[str]) -> Holders | None: ...


@dataclass(frozen=True)
class Quasi:
    """A quasi-identifier: its columns, and whether its values have an order."""

    name: str
    columns: tuple[str, ...]
    ordered: bool


@dataclass(frozen=True)
class Candidates:
    """What looks like a dependence.

    looked_at
        What is counted in all rows: single columns before pairs, the surest of every column before
        the second surest of any.
    uncounted
        How many more columns, or pairs of them, look like one and are not counted.
    untried
        How many pairs of columns or quasi-identifiers were not looked at.
    """

    looked_at: tuple[LookedAt, ...] = ()
    uncounted: int = 0
    untried: int = 0

    @property
    def none_counted(self) -> Candidates:
        """The same where rows cannot be counted by other columns."""
        columns = {each.columns for each in self.looked_at}
        return Candidates((), self.uncounted + len(columns), self.untried)


def words_on_uncounted(uncounted: int, *, advice: bool = True) -> tuple[str, ...]:
    """The warning that some were not counted, if any were not; with ``advice`` where there is an
    option."""
    if not uncounted:
        return ()
    more = "; --dependence exact counts all" if advice else ""
    return (
        f"{uncounted:,} more of the columns published as they are, or of their pairs, may undo"
        f" quasi-identifiers and were not counted in all records{more}",
    )


def words_on_untried(untried: int, *, advice: bool = True) -> tuple[str, ...]:
    """The note that some pairs were not tried, if any were not."""
    if not untried:
        return ()
    one = untried == 1
    more = "; --dependence exact tries more of them" if advice else ""
    return (
        f"{plural(untried, 'pair')} of columns published as they are, of quasi-identifiers, or of"
        f" one of each, {'was' if one else 'were'} not tested for what only both tell: there are"
        f" too many pairs{more}",
    )


def is_sampled(rows: int, published: int, quasi: int) -> bool:
    """Whether not all of so many rows are looked at first. If all are, the candidates are the same
    wherever the table is."""
    return one_in(rows, sampled_rows(published, quasi)) > 1


def sampled_rows(columns: int, quasi: int) -> int:
    """How many rows are looked at first."""
    return min(LOOKED_AT, max(FEWEST_ROWS, WORK // max(1, columns * quasi)))


def note_on_sample(
    records: int,
    columns: int,
    quasi: int,
    exact: bool,
    *,
    advice: bool = True,
    counted: bool = True,
) -> tuple[str, ...]:
    """That not all rows were looked at, and whether what was found there is ``counted`` in all."""
    some = sampled_rows(columns, quasi)
    # Below twice as many rows all are taken: see one_in.
    if exact or not columns or records < 2 * some:
        return ()
    in_all = " counted in all where one was found" if counted else " could not be counted in all"
    more = "; --dependence exact looks at all from the beginning" if advice and counted else ""
    return (
        f"columns that undo others were looked for in one of {records // some:,} records, and"
        f"{in_all}{more}",
    )


def codes_of(
    rows: Sampled, quasi: Sequence[Quasi], columns: Sequence[str], most: int
) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
    """Numbers for the values of some rows, by column and by quasi-identifier."""
    names = list(dict.fromkeys([*(c for each in quasi for c in each.columns), *columns]))
    codes = dict(zip(names, rows.sample(names, most), strict=True))
    # A place is two columns, which are known together.
    known = {each.name: mixed([codes[c] for c in each.columns]) for each in quasi}
    return {column: codes[column] for column in columns}, known


def all_are_looked_at(records: int, exact: bool) -> bool:
    """Whether columns are judged by the values of all records: those of a person are not together
    in a sample."""
    return exact or one_in(records, LOOKED_AT) == 1


def counted_at_most(rows: int) -> int:
    """How many columns, or pairs of them, are counted in so many rows.

    >>> counted_at_most(20_000), counted_at_most(10_000_000)
    (1000, 8)
    """
    return max(COUNTED_AT_LEAST, COUNTED_WORK // max(1, rows))


def candidates(
    rows: Sampled,
    records: int,
    quasi: Sequence[Quasi],
    published: Sequence[str],
    exact: bool = False,
) -> Candidates:
    """What looks like a dependence between columns that are ``published`` as they are and
    quasi-identifiers in some of so many ``records``. With ``exact`` all rows are looked at, and all
    that looks like a dependence is counted."""
    if not published:
        return Candidates()
    # First every column beside every quasi-identifier.
    most = records if exact else sampled_rows(len(published), len(quasi))
    codes, known = codes_of(rows, quasi, published, most)
    # Every row of the sample counts once.
    ones = np.ones(len(next(iter(codes.values()))), dtype=np.int64)
    single: list[tuple[float, LookedAt]] = []
    pairs: list[tuple[float, LookedAt]] = []
    gains: dict[tuple[str, str, bool], float] = {}
    for column in published:
        for each in quasi:
            # Also what follows from a quasi-identifier: who knows that value knows the published
            # one.
            for tells in (True, False):
                own, other = codes[column], known[each.name]
                seen = telling(own, other, ones) if tells else telling(other, own, ones)
                gains[column, each.name, tells] = _gain(seen)
                if _likely(seen, near=tells and each.ordered):
                    single.append((_rank(seen), LookedAt((column,), (each.name,), tells)))
    # Then pairs, beginning with what each of the two tells alone.
    told = {each.name: {c: gains[c, each.name, True] for c in published} for each in quasi}
    follows = {c: {each.name: gains[c, each.name, False] for each in quasi} for c in published}
    # In questions: a pair of columns and one thing that it may tell.
    most_pairs = (PAIRS_WORK_EXACT if exact else PAIRS_WORK) // max(1, len(ones))
    tried, untried = _pairs(codes, told, most_pairs)
    for two, asked in tried.items():
        together = mixed([codes[c] for c in two])
        # Most pairs of fine columns end here, before the costly part.
        if _repeated(together) < AGAIN:
            continue
        for name in asked:
            seen = telling(together, known[name], ones)
            if _likely(seen, near=False):
                pairs.append((_rank(seen), LookedAt(two, (name,), True)))
    # The other way round: what follows from two quasi-identifiers together.
    known_together, more_untried = _pairs(known, follows, most_pairs)
    for two, asked in known_together.items():
        together = mixed([known[name] for name in two])
        for column in asked:
            seen = telling(together, codes[column], ones)
            if _likely(seen, near=False):
                pairs.append((_rank(seen), LookedAt((column,), two, False)))
    knowing, still_untried = _to_those_who_know(codes, known, quasi, told, most_pairs)
    pairs += knowing
    ordered = [*_in_turn(single), *_in_turn(pairs)]
    # Counting costs a pass over the rows for each set of columns, whatever it is compared with: the
    # limit is on these.
    sets = list(dict.fromkeys(each.columns for each in ordered))
    kept = set(sets if exact else sets[: counted_at_most(records)])
    looked_at = tuple(each for each in ordered if each.columns in kept)
    untried += more_untried + still_untried
    return Candidates(looked_at, len(sets) - len(kept), untried)


def _to_those_who_know(
    codes: Mapping[str, Numbers],
    known: Mapping[str, Numbers],
    quasi: Sequence[Quasi],
    told: Mapping[str, Mapping[str, float]],
    most: int,
) -> tuple[list[tuple[float, LookedAt]], int]:
    """Published columns that tell a quasi-identifier only to those who know another, and how many
    pairs of a column and what is known are left out. ``told`` says what each column tells of each
    quasi-identifier alone."""
    found: list[tuple[float, LookedAt]] = []
    usable = _usable(known, known)
    ones = np.ones(len(next(iter(known.values()))), dtype=np.int64)
    # What is known of each quasi-identifier by another one, without any published column.
    alone = {
        (first, each.name): _gain(telling(known[first], known[each.name], ones))
        for first in usable
        for each in quasi
        if first != each.name
    }
    # What was just computed is part of the work.
    room, untried = most - len(alone), 0
    for column in _usable(codes, codes):
        for first in (each.name for each in quasi if each.name in usable):
            asked = [
                (each, max(told[each.name][column], alone[first, each.name]))
                for each in quasi
                if each.name != first
            ]
            # What one of the two tells alone is a finding about that one.
            asked = [(each, most_alone) for each, most_alone in asked if most_alone < LIKELY]
            if len(asked) > room:
                untried += 1
                continue
            room -= len(asked)
            together = mixed([codes[column], known[first]])
            if _repeated(together) < AGAIN:
                continue
            for each, most_alone in asked:
                seen = telling(together, known[each.name], ones)
                # Of what the better one of the two leaves open, the share that both close together.
                more = (seen.gain - most_alone) / (1 - most_alone)
                if more >= MORE and _likely(seen, near=each.ordered):
                    asks = LookedAt((column,), (each.name,), True, (first,))
                    found.append((_rank(seen), asks))
    return found, untried


def _gain(seen: Telling) -> float:
    """What is known by values that repeat."""
    return seen.gain if seen.supported >= AGAIN else 0.0


def _rank(seen: Telling) -> float:
    """The surest first. What differs only by the order of a sum is equal."""
    return -round(seen.gain, 9)


def _in_turn(found: Sequence[tuple[float, LookedAt]]) -> list[LookedAt]:
    """The surest of all columns first, then the second of each: a column that tells much does not
    keep another from being counted."""
    place: dict[tuple[str, ...], int] = {}
    turns = []
    for rank, each in sorted(found, key=lambda one: one[0]):
        turn = place[each.columns] = place.get(each.columns, -1) + 1
        turns.append((turn, rank, each))
    return [each for _, _, each in sorted(turns, key=lambda one: one[:2])]


def _likely(seen: Telling, *, near: bool) -> bool:
    if seen.supported < AGAIN:
        return False
    return seen.gain >= (LIKELY_NEAR if near else LIKELY)


def _pairs(
    codes: Mapping[str, Numbers], told: Mapping[str, Mapping[str, float]], most: int
) -> tuple[dict[tuple[str, str], list[str]], int]:
    """Pairs of published columns with the quasi-identifiers that they may tell together, or pairs
    of quasi-identifiers with the published columns that follow from them; and how many pairs are
    left out: what looks promising is always tried, of all others as many as make ``most`` with what
    they may tell. ``told`` says what each tells alone."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, gains in told.items():
        for two in _promising(gains):
            found.setdefault(two, []).append(name)
    room, untried = most, 0
    # All inner mappings have the same names, so any of them will do.
    for two in combinations(_usable(codes, next(iter(told.values()), {})), 2):
        # A pair has nothing to add where one of the two tells it already.
        asked = [name for name, gains in told.items() if max(map(gains.__getitem__, two)) < LIKELY]
        more = [name for name in asked if name not in found.get(two, [])]
        # Not the end of the loop: a later pair may have fewer questions and still fit.
        if len(more) > room:
            untried += 1
            continue
        room -= len(more)
        if more:
            found.setdefault(two, []).extend(more)
    return found, untried


def _usable(codes: Mapping[str, Numbers], columns: Iterable[str]) -> list[str]:
    """Columns that are not constant, and whose values repeat."""
    # Numbers run from 0 on without gaps: a highest one of 0 means a constant column.
    return [c for c in columns if int(codes[c].max(initial=0)) and _repeated(codes[c]) >= AGAIN]


def _repeated(codes: Numbers) -> float:
    """The share of rows whose value occurs again."""
    sizes = np.bincount(codes)
    return float(sizes[sizes > 1].sum()) / max(1, len(codes))


def _promising(gains: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Pairs of names that may tell together what none of them tells alone: one tells something, the
    other may tell nothing by itself."""
    place = {name: at for at, name in enumerate(gains)}
    some = sorted((name for name in gains if gains[name] < LIKELY), key=lambda name: -gains[name])
    for at, first in enumerate(some[:STARTS]):
        # In descending order: none of the rest tells more.
        if gains[first] < PROMISING:
            return
        for second in some[at + 1 : PARTNERS]:
            # In the order of the table, so that a pair has one key.
            one, other = sorted((first, second), key=place.__getitem__)
            yield one, other


def mixed(codes: Sequence[Numbers]) -> Numbers:
    """One number for several."""
    found = codes[0]
    for own in codes[1:]:
        found = found * (int(own.max(initial=0)) + 1) + own
        # Numbered without gaps after every column: the product of many sizes would be beyond 64
        # bits.
        found = np.unique(found, return_inverse=True)[1].astype(np.int64)
    return found
