"""Columns whose common labels were to stay whole: which labels are common, and that they did."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.attributes import Tree
from covey.core.holders import Holders
from covey.core.words import plural
from covey.engine.protocol import Counted
from covey.verification.claims import Check, Claimed
from covey.verification.holders import people_of_classes

WHICH = "the labels that count as common have k {} or more, and the others have not"
KEPT = "as many common labels as possible are published as themselves"


def common_kept(claimed: Claimed, counted: Counted, held: Holders | None) -> Iterator[Check]:
    """Of several quasi-identifiers, where more than k is asked for, and where people are counted,
    common labels may share sets: nothing is promised then. ``held`` says who the records are of."""
    person = claimed.certificate.person
    which = WHICH.format("records" if person is None else "people")
    for name, role in claimed.trees.items():
        if not role.keeps_common or claimed.solved is None:
            continue
        if claimed.solved.suppress:
            yield Check(which, None, "some records were withheld, and nothing says which")
            continue
        if person is None or held is None:
            records = _records(counted, name)
        else:
            records = _people(counted, name, held, person)
        # Records without a value were left out, and are no label.
        if claimed.job.missing == "suppress":
            records.pop(None, None)
        yield _which(which, records, role, claimed.k)
        asked = claimed.job.requirements or claimed.solved.k_map is not None or held is not None
        if len(claimed.roles) == 1 and not asked:
            yield _kept(claimed, name, records)


def _records(counted: Counted, name: str) -> dict[str | None, int]:
    own = counted.of([name])
    # The rank -1 of missing values finds the None at the end.
    labels: list[str | None] = [*own.values[0].tolist(), None]
    found: dict[str | None, int] = {}
    for at, count in zip(own.ranks[0].tolist(), counted.counts.tolist(), strict=True):
        found[labels[at]] = found.get(labels[at], 0) + count
    return found


def _people(counted: Counted, name: str, held: Holders, person: str) -> dict[str | None, int]:
    own = counted.of([name])
    labels: list[str | None] = [None, *own.values[0].tolist()]
    found = people_of_classes(held, person, own.ranks[0] + 1, len(labels)).tolist()
    return {label: people for label, people in zip(labels, found, strict=True) if people}


def _which(which: str, records: dict[str | None, int], role: Tree, k: int) -> Check:
    tree = role.tree
    # Rare labels are below an inner node, and common ones right below the root.
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
    return Check(which, not wrong, f"{plural(wrong, 'label')} not" if wrong else "")


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
    # Else rare labels make a set of k by themselves.
    allowed = 1 if 0 < rare < k else 0
    sharing = sum(count >= k and label not in alone for label, count in records.items())
    found = f"{plural(sharing, 'common label')} not" if sharing else ""
    return Check(KEPT, sharing <= allowed, found)
