"""How many people of a class can be given different values, each one that they have.

That is l of l-diversity by people: l people with l different values. A person with three diagnoses
alone has l = 1, since everything in the class is about this person.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def most_matched(classes: Numbers, values: Numbers, people: Numbers, count: int) -> Numbers:
    """The size of a largest matching between people and values in every class, from the distinct
    triples.

    A class whose people have one value each needs no search: every value finds somebody.

    >>> own = [np.array(each) for each in ([0, 0, 0, 1, 1], [0, 1, 1, 0, 1], [5, 5, 6, 7, 7])]
    >>> most_matched(*own, 2).tolist()
    [2, 1]
    """
    # By class, then by person: a person with several values has entries side by side.
    order = np.lexsort([values, people, classes])
    classes, values, people = classes[order], values[order], people[order]
    first = np.ones(len(classes), dtype=bool)
    first[1:] = (classes[1:] != classes[:-1]) | (people[1:] != people[:-1])
    found = np.zeros(count, dtype=np.int64)
    # Those who have one value only are as good as any other for it.
    simple = np.ones(count, dtype=bool)
    simple[classes[~first]] = False
    plain = simple[classes]
    if plain.any():
        width = int(values.max()) + 1
        kinds = np.unique(classes[plain] * width + values[plain])
        found += np.bincount(kinds // width, minlength=count)
    for number, (own_values, own_people) in _by_class(
        classes[~plain], values[~plain], people[~plain]
    ):
        found[number] = _matched(own_values, own_people)
    return found


def _by_class(
    classes: Numbers, values: Numbers, people: Numbers
) -> Iterator[tuple[int, tuple[list[int], list[int]]]]:
    starts = np.flatnonzero(np.diff(classes, prepend=-1))
    ends = np.append(starts, len(classes))[1:]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        yield int(classes[start]), (values[start:end].tolist(), people[start:end].tolist())


def _matched(values: list[int], people: list[int]) -> int:
    """By augmenting paths from each value in turn: there are fewer values than people."""
    holders: dict[int, list[int]] = {}
    for value, person in zip(values, people, strict=True):
        holders.setdefault(value, []).append(person)
    value_of: dict[int, int] = {}
    person_of: dict[int, int] = {}
    return sum(_finds(value, holders, value_of, person_of) for value in holders)


def _finds(
    value: int,
    holders: dict[int, list[int]],
    value_of: dict[int, int],
    person_of: dict[int, int],
) -> bool:
    """Give the value to somebody, who may pass on the one they have, and so on."""
    queue, via = [value], dict[int, int]()
    # A breadth-first search over values; `via` says by which value each person was reached.
    for current in queue:
        for person in holders[current]:
            if person in via:
                continue
            via[person] = current
            if person in value_of:
                queue.append(value_of[person])
                continue
            # Somebody without a value is found. On the way back everybody takes the value that they
            # were reached by, and its former holder is next.
            taker: int | None = person
            while taker is not None:
                given = via[taker]
                before = person_of.get(given)
                value_of[taker], person_of[given] = given, taker
                taker = before
            return True
    return False
