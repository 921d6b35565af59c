"""What a release is worth to an analyst: tables that others made, k = 5, covey against other
packages, an exhaustive search of hierarchies and a plain grid, all measured alike.

Those that divide every column once for the whole table, and may withhold one record in twenty, are
compared with each other; the others too. Who is first is said for every measure.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import covey
from benchmarks.measure import Figure
from benchmarks.peers.hierarchies import published_by_anjana
from benchmarks.peers.lattice import published_by_grid, published_by_lattice
from benchmarks.peers.mondrian import published_by_anonypy
from benchmarks.peers.published import Answer, Meaning, answer, meaning_of_codebook
from benchmarks.peers.shipped import Shipped, shipped
from covey.measures.utility.models import accuracies
from covey.measures.utility.queries import query_error
from covey.measures.utility.tables import Tables, View, bins_of, spread_of

K = 5
ALLOWED = 0.05
"""Of the records, for those that withhold some."""
OURS = "covey"
TIE = 1e-3
"""Differences below this share are none."""

Publish = Callable[[Shipped], tuple[Any, Meaning]]
"""The published table, with the sensitive column, and what its values stand for."""


@dataclass(frozen=True)
class Released:
    """A published table, and what was measured of it."""

    answer: Answer
    query: float
    accuracy: float
    """Of a linear model; ``tree`` is that of a tree."""
    tree: float


def run() -> Iterator[Figure]:
    for table in shipped():
        for kind, who in (("sets for each class", LOCAL), ("one division of a column", GLOBAL)):
            found: list[Released] = []
            for name, publish in who.items():
                yield from released(table, name, publish, found)
            yield from firsts(f"{table.name}, {kind}", found)


def released(table: Shipped, who: str, publish: Publish, found: list[Released]) -> Iterator[Figure]:
    """Nothing is found where somebody gives up."""
    began = time.process_time()
    published, meaning = publish(table)
    seconds = time.process_time() - began
    if not len(published):
        yield Figure(f"{table.name}: {who}", float("nan"), "", None, "gives up")
        return
    own = measured(who, seconds, table, published, meaning)
    found.append(own)
    got = own.answer
    remark = (
        f"{got.classes:,} classes of {got.smallest:,} to {got.largest:,}, {got.suppressed:,}"
        f" withheld, {got.seconds:.1f} s CPU, error of counts {own.query:.2%}, linear model"
        f" {own.accuracy:.1%}, tree {own.tree:.1%}"
    )
    yield Figure(f"{table.name}: {who}: loss (NCP)", got.gcp, "", None, remark)


def firsts(what: str, found: Sequence[Released]) -> Iterator[Figure]:
    """Who is first by each measure, and how covey's best compares. The loss is what covey
    minimizes; of the others it is said who is first."""
    measures: list[tuple[str, float | None, Callable[[Released], float]]] = [
        ("loss", 1, lambda each: each.answer.gcp),
        ("error of counts", None, lambda each: each.query),
        ("errors of the linear model", None, lambda each: 1 - each.accuracy),
        ("errors of the tree", None, lambda each: 1 - each.tree),
        ("largest class", None, lambda each: each.answer.largest),
        ("seconds", None, lambda each: each.answer.seconds),
    ]
    for measure, limit, key in measures:
        first = min(found, key=key)
        ours = min((each for each in found if each.answer.who.startswith(OURS)), key=key)
        ratio = key(ours) / max(key(first), 1e-9)
        ratio = 1.0 if ratio < 1 + TIE else ratio
        remark = f"first: {first.answer.who}, {key(first):.4g}; {ours.answer.who} {key(ours):.4g}"
        yield Figure(f"{what}, {measure}: covey / first", ratio, "x", limit, remark)


def by_covey(**how: Any) -> Publish:
    def publish(table: Shipped) -> tuple[Any, Meaning]:
        roles = {c: covey.Ordered() if c in table.steps else covey.Labels() for c in table.quasi}
        release = covey.anonymize(table.frame, k=K, quasi=roles, **how)
        return release.table, meaning_of_codebook(release.codebook, table.frame)

    return publish


def by_anonypy(table: Shipped) -> tuple[Any, Meaning]:
    return published_by_anonypy(table.frame, table.quasi, table.sensitive, K)


def by_anjana(table: Shipped) -> tuple[Any, Meaning]:
    percent = round(100 * ALLOWED)
    return published_by_anjana(table.frame, table.quasi, K, percent, table.steps, table.groups)


LOCAL: dict[str, Publish] = {
    "covey": by_covey(),
    "covey, tight": by_covey(tight=True),
    "covey, nested": by_covey(recoding="nested"),
    "anonypy": by_anonypy,
}


def global_ways(seconds: float) -> dict[str, Publish]:
    """covey searches for so many seconds at most."""
    return {
        "covey, global": by_covey(recoding="global", time_limit=seconds),
        "covey, global, 5 %": by_covey(recoding="global", suppress=ALLOWED, time_limit=seconds),
        "lattice, 5 %": lambda table: published_by_lattice(table, K, ALLOWED),
        "grid, 5 %": lambda table: published_by_grid(table, K, ALLOWED),
        "anjana, 5 %": by_anjana,
    }


GLOBAL = global_ways(600)


def measured(
    who: str, seconds: float, table: Shipped, published: Any, meaning: Meaning
) -> Released:
    """The same measures for everybody: rows are not paired, a published value stands for the set
    that ``meaning`` says, all values of which are taken as equally likely."""
    frame, quasi = table.frame, table.quasi
    own = answer(who, seconds, published[list(quasi)], table.original, K, meaning)
    views = tuple(_view(table, column, published[column], meaning) for column in quasi)
    tables = Tables(views, np.ones(len(frame), np.int64), np.ones(len(published), np.int64))
    target = frame[table.sensitive].tolist(), published[table.sensitive].tolist()
    linear, tree = accuracies(tables, table.sensitive, *target)
    return Released(own, query_error(tables).median, linear.release, tree.release)


def _view(table: Shipped, column: str, after: Any, meaning: Meaning) -> View:
    before, ordered = table.frame[column], column in table.steps
    values = sorted(before.unique())
    number = {value: at for at, value in enumerate(values)}
    was = before.map(number).to_numpy().astype(np.int64)
    bins = bins_of(np.bincount(was), ordered=ordered)
    published = list(dict.fromkeys(after))
    members = []
    for value in published:
        own = meaning(column, value)
        if isinstance(own, frozenset):
            members.append([number[v] for v in values if str(v) in own])
        else:
            members.append([number[v] for v in values if own[0] <= v <= own[1]])
    starts = np.cumsum([0, *map(len, members)])
    spread = spread_of(starts, [each for own in members for each in own], bins)
    place = {value: at for at, value in enumerate(published)}
    became = np.array([place[value] for value in after], dtype=np.int64)
    return View(column, bins[was], became, spread, ordered)
