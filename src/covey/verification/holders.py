"""Who the records of a release are of, counted again in the table that it was made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes.sensitive import spread_of_people
from covey.core.dataclass import dataclass
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.measures.linked import Linked
from covey.release.risks.dependence import EXACT, quasi_of_roles
from covey.release.risks.identifiers import identifies_people
from covey.release.risks.repeated import repeated_of
from covey.report.risks import ALONE_BY_PSEUDONYM, BELOW_BY_PSEUDONYM
from covey.verification.audit import read_audit
from covey.verification.claims import Check, Claimed
from covey.verification.recount import Table

PEOPLE = "every class has k = {:,} different people or more, in the sizes of the certificate"
GROUPS = "every class has {:,} different values or more of {!r}"
RULE = "every class has {}, counted by people"
UNDECIDED = "some records were withheld, and the release does not say which"
NOT_SHOWN = "the released table does not show who is who; give the table it was made of, --against"
BY_PSEUDONYM = (
    "the released table shows pseudonyms, and whose they are only the table it was made of; give"
    " it, --against"
)
LINKED = "audit.json says how many people their pseudonyms show among fewer than k"


def not_counted(claimed: Claimed) -> Iterator[Check]:
    """What is left open without that table."""
    data = claimed.certificate
    if data.person is not None:
        shown = BY_PSEUDONYM if data.pseudonym else NOT_SHOWN
        yield Check(PEOPLE.format(claimed.k), None, shown)
    for column, least in (data.groups or {}).items():
        yield Check(GROUPS.format(least, column), None, NOT_SHOWN)
    for each in claimed.job.requirements if data.person is not None else ():
        yield Check(RULE.format(each.words()), None, NOT_SHOWN)


def enough_pseudonyms(claimed: Claimed, table: Table) -> Iterator[Check]:
    """That the pseudonyms of the released table are as many in every class as its people."""
    data = claimed.certificate
    if not data.pseudonym or data.person is None or claimed.people is None:
        return
    claim = f"every class of the table has k = {claimed.k:,} different pseudonyms or more"
    if data.person not in table.columns:
        yield Check(claim, False, f"no {data.person}")
        return
    found: dict[tuple[str | None, ...], int] = {}
    for (*texts, pseudonym), records in table.sizes((*claimed.columns, data.person)).items():
        # A record that does not say whose it is, is a person of its own.
        more = records if pseudonym is None else 1
        found[tuple(texts)] = found.get(tuple(texts), 0) + more
    # Pseudonyms stand for people one to one, so that the two counts must be the same in every
    # class.
    named = zip(zip(*claimed.cells.values(), strict=True), claimed.people, strict=True)
    expected = {texts: people for texts, people in named if people}
    least = min(found.values(), default=0)
    held = least >= claimed.k and found == expected
    yield Check(claim, held, f"the smallest class has {least:,}")
    audit = read_audit(claimed)
    if audit is not None:
        few = linked_in(claimed, table)
        said = {each.figure: each.after for each in audit.risk}
        alone, below = said.get(ALONE_BY_PSEUDONYM), said.get(BELOW_BY_PSEUDONYM)
        same = alone == f"{few.alone:,} of {few.people:,}"
        same &= below == f"{few.few:,} of {few.people:,}"
        yield Check(LINKED, same, f"by all of their classes, {few.words(claimed.k)}")


def linked_in(claimed: Claimed, table: Table) -> Linked:
    """How many people have the same set of classes as fewer than k, by the pseudonyms of the
    released table."""
    person = claimed.certificate.person
    assert person is not None
    sets: dict[str, set[tuple[str | None, ...]]] = {}
    alike: Counter[frozenset[tuple[str | None, ...]]] = Counter()
    for (*texts, pseudonym), records in table.sizes((*claimed.columns, person)).items():
        # Each such record is a person of its own, who has this class only.
        if pseudonym is None:
            alike[frozenset([tuple(texts)])] += records
        else:
            sets.setdefault(pseudonym, set()).add(tuple(texts))
    alike.update(map(frozenset, sets.values()))
    counts = list(alike.values())
    few = sum(each for each in counts if each < claimed.k)
    return Linked(sum(counts), few, counts.count(1))


@dataclass(frozen=True, eq=False)
class Rows:
    """Those of the table ``before``, which has just been counted by ``claimed.kinds``."""

    claimed: Claimed
    before: Table

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        return self.before.sample(columns, most)

    def holders(self, columns: Sequence[str]) -> Holders | None:
        return read_holders(self.claimed, self.before, columns)


def holders_that_repeat(claimed: Claimed, before: Table, counted: Counted) -> Holders | None:
    """Who the records are of by columns that may identify people, though the release counts
    records."""
    data = claimed.certificate
    if data.person is not None:
        return None
    asked = [c for c in before.columns if c not in (*data.sensitive, *data.holders)]
    named = [c for c in asked if c not in counted.columns and identifies_people(c)]
    shares = before.shares(named) if named else {}
    exact = claimed.solved is not None and claimed.solved.dependence == EXACT
    quasi = quasi_of_roles(claimed.roles)
    return repeated_of(Rows(claimed, before), counted, quasi, asked, shares, exact)


def read_holders(claimed: Claimed, before: Table, columns: Sequence[str]) -> Holders | None:
    """Who the records of each counted combination are of by some columns of the table ``before``,
    which has just been counted by ``claimed.kinds``; None for no columns."""
    if not columns:
        return None
    keys = [before.key(column, kind) for column, kind in claimed.kinds.items()]
    same = " AND ".join(f"{key} IS NOT DISTINCT FROM v{at}" for at, key in enumerate(keys))
    held = before.held(list(claimed.kinds), columns)
    names = ", ".join(f"h{at}, gone{at}" for at in range(len(columns)))
    # rowid is the place of a combination in `counted`, and so its number in `Counted`.
    found = before.arrays(
        f"SELECT g.rowid AS item, {names}, {held.records} AS n FROM {held.scan} r"
        f" JOIN counted g ON {same} GROUP BY ALL ORDER BY ALL"
    )
    ranks = tuple(found[f"h{at}"].astype(np.int64) for at in range(len(columns)))
    missing = tuple(int(found["n"][found[f"gone{at}"]].sum()) for at in range(len(columns)))
    items, counts = found["item"].astype(np.int64), found["n"].astype(np.int64)
    return Holders(tuple(columns), items, ranks, counts, missing)


def spellings_in(before: Table, person: str | None) -> tuple[int, int]:
    """How many people a column names, and how many if blanks around and capital letters do not
    count."""
    if person is None:
        return 0, 0
    return before.spellings(person)


def marked_in(
    before: Table, columns: Sequence[str], person: str | None
) -> dict[str, tuple[int, ...]]:
    """How many records, or people, have each mark of missing values that may be a person's."""
    return before.staging.marked(
        lambda query: before.ask(query)[0], before.types, columns, person or ""
    )


def people_of_classes(
    held: Holders, column: str, classes: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    """How many different holders every class has: the pairs of a class and a holder are sorted, and
    those that differ from the one before are counted."""
    own, who = classes[held.rows], held.of(column)
    order = np.lexsort([who, own])
    own, who = own[order], who[order]
    new = np.ones(len(own), dtype=bool)
    # Counted by itself, and not by `Holders.per_class`, which the publisher used.
    new[1:] = (own[1:] != own[:-1]) | (who[1:] != who[:-1])
    return np.bincount(own[new & (own >= 0)], minlength=count)


def held_alike(
    claimed: Claimed, held: Holders | None, counted: Counted, classes: NDArray[np.int64]
) -> Iterator[Check]:
    """That classes have the people and the groups that are claimed."""
    data = claimed.certificate
    if held is None:
        return
    # Which of the combinations that have a class were withheld is written nowhere.
    undecided = int(counted.counts[classes >= 0].sum()) != sum(claimed.sizes)
    there = np.array(claimed.sizes) > 0
    for column in held.columns:
        found = people_of_classes(held, column, classes, len(claimed.sizes))
        least = int(found[there].min(initial=len(held.rows)))
        if column == data.person:
            claim, asked = PEOPLE.format(claimed.k), claimed.k
            same = found.tolist() == claimed.people
        else:
            asked = (data.groups or {})[column]
            claim, same = GROUPS.format(asked, column), True
        # With those who were withheld a class has more people than are published. Too few are too
        # few in any case, but enough proves nothing.
        if undecided and least >= asked:
            yield Check(claim, None, UNDECIDED)
            continue
        yield Check(claim, least >= asked and same, f"the smallest class has {least:,}")
    for each in claimed.job.requirements if data.person is not None else ():
        assert each.column is not None
        assert data.person is not None
        kind = claimed.sensitive_kinds.get(each.column, "")
        own = spread_of_people(counted, classes, held, data.person, each.column, kind)
        met = bool(each.met(own).all())
        claim = RULE.format(each.words())
        yield Check(claim, None, UNDECIDED) if undecided else Check(claim, met)
