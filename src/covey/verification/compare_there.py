"""Whether a released table has the rows that the codebook makes of another, where both lie on one
server or cluster: it joins, and what comes here is how many rows differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from covey.verification.compare import load, objects
from covey.verification.there import Codes, TableThere


def same_there(
    before: TableThere,
    table: TableThere,
    kinds: Mapping[str, str],
    classes: NDArray[np.int64],
    texts: Mapping[str, Sequence[str | None]],
    columns: Sequence[str],
    *,
    withheld: bool,
) -> bool:
    """Whether the released ``table`` has the rows of ``before`` in these ``columns``, each as
    often, with the ``texts`` of the ``classes`` of what was counted last. With ``withheld`` it may
    have fewer."""
    # Classes that are published alike are one: the released table shows nothing else of them.
    alike: dict[tuple[str | None, ...], int] = {}
    of_class = [alike.setdefault(own, len(alike)) for own in zip(*texts.values(), strict=True)]
    ours = _made_of(before, kinds, classes, np.array(of_class, dtype=np.int64))
    theirs = _shown(table, list(texts), list(alike))
    if theirs is None:
        return False
    others = [column for column in columns if column not in texts]
    rest = before.places(others), table.places(others)
    ends = _passes(ours, theirs, len(alike))
    return not any(
        _differing(ours.among(first, end), theirs.among(first, end), rest, withheld=withheld)
        for first, end in pairwise(ends)
    )


def _made_of(
    before: TableThere,
    kinds: Mapping[str, str],
    classes: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> Codes:
    places = before.places(list(kinds))
    own = np.where(classes >= 0, numbers[classes], -1)
    load(before, "classes", {"class": own})
    keys = [before.key(column, kind) for column, kind in kinds.items()]
    on = " AND ".join(f"{key} IS NOT DISTINCT FROM v{at}" for at, key in enumerate(keys))
    found = before.arrays(
        # By position: `classes` are in the order in which `counted` has its combinations.
        f"SELECT combination, class FROM {before.combinations(places)}"
        f" JOIN (SELECT * FROM counted POSITIONAL JOIN classes) c ON {on} WHERE class >= 0"
    )
    return Codes(before.there, places, found["combination"], found["class"].astype(np.int64))


def _shown(
    table: TableThere, columns: Sequence[str], texts: Sequence[tuple[str | None, ...]]
) -> Codes | None:
    """None, if some row is of no class."""
    named = {f"p{at}": objects([own[at] for own in texts]) for at in range(len(columns))}
    load(table, "texts", {"class": np.arange(len(texts)), **named})
    on = " AND ".join(
        f"{table.text(column)} IS NOT DISTINCT FROM p{at}" for at, column in enumerate(columns)
    )
    scan = table.read(columns).scan
    found = table.arrays(f"SELECT combination, class FROM {scan} LEFT JOIN texts ON {on}")
    if np.ma.is_masked(found["class"]):
        return None
    places, numbers = table.combined(columns), found["class"].astype(np.int64)
    return Codes(table.there, places, found["combination"], numbers)


def _passes(ours: Codes, theirs: Codes, count: int) -> list[int]:
    """Where the classes of each pass begin and end."""
    own, its = (np.bincount(codes.numbers, minlength=count) for codes in (ours, theirs))
    number = (np.cumsum(own + its) - own - its) // ours.there.at_once
    return [*np.flatnonzero(np.diff(number, prepend=-1)).tolist(), count]


def _differing(
    ours: Codes,
    theirs: Codes,
    rest: tuple[Sequence[int], Sequence[int]],
    *,
    withheld: bool,
) -> int:
    """How many different rows are not as often in the one as in the other; with ``withheld``, more
    often in the released one."""

    def query(one: str, other: str) -> str:
        sides = zip((ours, theirs), rest, (one, other), (1, -1), strict=True)
        both = " UNION ALL ".join(
            f"SELECT number, {_named(codes.there.whole(own))}, {n} AS n FROM ({rows}) r"
            for codes, own, rows, n in sides
        )
        names = ", ".join(f"d{at}" for at in range(len(ours.there.whole(rest[0]))))
        sign = "<" if withheld else "<>"
        return (
            f"SELECT count(*) FROM (SELECT number FROM ({both}) b"
            f" GROUP BY number, {names} HAVING sum(n) {sign} 0) g"
        )

    return ours.there.joined(query, ours, theirs)


def _named(fields: Sequence[str]) -> str:
    return ", ".join(f"{field} AS d{at}" for at, field in enumerate(fields))
