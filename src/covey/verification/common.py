"""Columns whose common labels were to stay whole: which labels are common, and that they did."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.attributes import KeepCommon
from covey.core.words import plural
from covey.engine.protocol import Counted
from covey.verification.claims import Check, Claimed

WHICH = "the labels that count as common have k records or more, and the others have not"
KEPT = "as many common labels as possible are published as themselves"


def common_kept(claimed: Claimed, counted: Counted) -> Iterator[Check]:
    """Of several quasi-identifiers, and where more than k is asked for, common labels may have to
    share sets: nothing is promised then."""
    for name, role in claimed.roles.items():
        if not isinstance(role, KeepCommon) or claimed.solved is None:
            continue
        if claimed.solved.suppress:
            yield Check(WHICH, None, "some records were withheld, and nothing says which")
            continue
        records = _records(counted, name, claimed.job.missing == "suppress")
        yield _which(records, role, claimed.k)
        asked = claimed.job.requirements or claimed.solved.k_map is not None
        if len(claimed.roles) == 1 and not asked:
            yield _kept(claimed, name, records)


def _records(counted: Counted, name: str, without_missing: bool) -> dict[str | None, int]:
    own = counted.of([name])
    labels: list[str | None] = [*own.values[0].tolist(), None]
    found: dict[str | None, int] = {}
    for at, count in zip(own.ranks[0].tolist(), counted.counts.tolist(), strict=True):
        found[labels[at]] = found.get(labels[at], 0) + count
    if without_missing:
        found.pop(None, None)
    return found


def _which(records: dict[str | None, int], role: KeepCommon, k: int) -> Check:
    tree = role.tree
    grouped = {tree.names[node] for node in np.flatnonzero(tree.is_inner).tolist()}
    grouped.discard(tree.names[tree.root])
    wrong = 0
    if grouped:
        for label, count in records.items():
            if label is None:
                wrong += (tree.missing_below is None) != (count >= k)
            elif label in tree.number:
                # The tree has published labels only: of others all records were left out.
                wrong += (len(tree.path(label)) == 2) != (count >= k)
    return Check(WHICH, not wrong, f"{plural(wrong, 'label')} not" if wrong else "")


def _kept(claimed: Claimed, name: str, records: dict[str | None, int]) -> Check:
    """Rare labels of fewer than k together leave no other way than to join one common label."""
    k, column = claimed.k, claimed.book.of(name)
    starts, members = column.listed.by_set(column.count)
    values = list(column.listed.places)
    alone = {
        values[members[first]]
        for first, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        if end - first == 1
    }
    rare = sum(count for count in records.values() if count < k)
    allowed = 1 if 0 < rare < k else 0
    sharing = sum(count >= k and label not in alone for label, count in records.items())
    found = f"{plural(sharing, 'common label')} not" if sharing else ""
    return Check(KEPT, sharing <= allowed, found)
