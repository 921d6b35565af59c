"""Whether a job has an answer at all: a refusal without a reason is a failure, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from attacks.recount.asked import Asked, Quasi, missing
from attacks.recount.rules import meets
from attacks.recount.values import text


def reasons(asked: Asked) -> list[str]:
    """Why covey must refuse a job; empty if it must not."""
    return list(_reasons(asked))


def _reasons(asked: Asked) -> Iterator[str]:
    gone = [missing(asked.table, quasi) for quasi in asked.quasi]
    strange = [_unmapped(asked, quasi) for quasi in asked.quasi]
    if asked.missing == "error" and any(map(any, gone)):
        yield "some have no value"
    if asked.unmapped == "error" and any(map(any, strange)):
        yield "some are not on the map"
    left = [
        row
        for at, row in enumerate(asked.table.rows)
        if not any(own[at] for own in strange)
        and not (asked.missing == "suppress" and any(own[at] for own in gone))
    ]
    if len(left) < asked.k:
        yield f"{len(left)} records are fewer than k"
    if not asked.plain:
        yield from _unmet(asked, left)
        yield from _too_few_people(asked, left)
        yield from _light_parts(asked, left)
        if any(all(own) for own in gone):
            yield "a column without any value"
        if any(all(a or b for a, b in zip(one, other, strict=True))
               for one, other in zip(gone, strange, strict=True)):  # fmt: skip
            yield "a column without any value on the map"
    else:
        yield from _small_alone(asked, gone[0], strange[0])


def _unmapped(asked: Asked, quasi: Quasi) -> list[bool]:
    codes = asked.table.column(quasi.columns[0])
    if quasi.areas is None:
        return [False] * len(codes)
    known = set(quasi.areas.codes)
    return [code is not None and text(code) not in known for code in codes]


def _unmet(asked: Asked, left: list[tuple[Any, ...]]) -> Iterator[str]:
    for column, rules in asked.sensitive.items():
        at = asked.table.columns.index(column)
        values = [row[at] for row in left]
        for rule, value in rules.items():
            if values and not meets(rule, value, values, values):
                yield f"the whole table does not meet {rule}={value}"


def _too_few_people(asked: Asked, left: list[tuple[Any, ...]]) -> Iterator[str]:
    """A rough count: no more people than share a combination with a record that is left."""
    if asked.k_map is None or asked.population is None:
        return
    at = [asked.table.columns.index(column) for column in asked.columns]
    there = {tuple(text(row[place]) for place in at) for row in left}
    people: Counter[bool] = Counter()
    for row in asked.population.rows:
        own = tuple(text(value) for value in row[: len(at)])
        people[own in there] += int(row[len(at)]) if asked.people else 1
    # Values may be written in two ways: who is not found by text may be found by value.
    if people[True] < asked.k_map:
        yield "too few people in the population"


def _small_alone(asked: Asked, gone: list[bool], strange: list[bool]) -> Iterator[str]:
    """A single column that is no label: missing values are a class of their own, and every part of
    a map is by itself."""
    (quasi,) = asked.quasi
    if quasi.role == "labels":
        return
    if len(gone) - sum(gone) - sum(strange) < asked.k:
        yield "too few records that have a value"
    yield from _light_parts(asked, asked.table.rows)


def _light_parts(asked: Asked, left: list[tuple[Any, ...]]) -> Iterator[str]:
    """One of several parts of a map that no border joins, with some records, but fewer than k."""
    for quasi in asked.quasi:
        if quasi.areas is not None and not quasi.bridged:
            at = asked.table.columns.index(quasi.columns[0])
            weights = Counter(text(row[at]) for row in left)
            sums = [sum(weights[code] for code in part) for part in quasi.areas.parts()]
            used = [total for total in sums if total]
            # Records of a single part may share a class with those that have no code.
            if len(used) > 1 and min(used) < asked.k:
                yield "an island with too few records"
