"""The risk of a table, against counting in plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from covey.core.errors import InvalidInput
from covey.measures.exposure import Coded, Found, exposure

NAMES = ("age", "sex", "zip", "job")


def drawn(seed: int, rows: int = 60) -> tuple[list[tuple[int, ...]], list[int]]:
    """Records, each with the person that it is of."""
    random = np.random.default_rng(seed)
    records = list(
        zip(*(random.integers(0, top, rows).tolist() for top in (6, 2, 9, 3)), strict=True)
    )
    return records, random.integers(0, rows // 2, rows).tolist()


def coded(records: list[tuple[int, ...]], people: list[int] | None = None) -> Coded:
    counts = Counter(records)
    order = sorted(counts)
    codes = tuple(np.array([each[at] for each in order]) for at in range(len(NAMES)))
    numbers = np.array([counts[each] for each in order])
    if people is None:
        return Coded(NAMES, codes, numbers)
    pairs = sorted({(order.index(r), p) for r, p in zip(records, people, strict=True)})
    rows, who = (np.array(part) for part in zip(*pairs, strict=True))
    return Coded(NAMES, codes, numbers, rows, who)


def counted(
    records: list[tuple[int, ...]], people: list[int], places: tuple[int, ...], k: int
) -> Found:
    """By plain dictionaries and sets."""
    classes = defaultdict(set)
    for record, person in zip(records, people, strict=True):
        classes[tuple(record[at] for at in places)].add(person)
    unique = {p for own in classes.values() if len(own) == 1 for p in own}
    below = {p for own in classes.values() if len(own) < k for p in own}
    return Found(
        tuple(NAMES[at] for at in places),
        len(classes),
        min(map(len, classes.values())),
        len(unique),
        len(below),
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("by_people", [False, True])
def test_all_subsets_agree_with_a_plain_count(seed: int, by_people: bool) -> None:
    records, people = drawn(seed)
    who = people if by_people else list(range(len(records)))
    seen = exposure(coded(records, people if by_people else None), k=4)
    assert seen.found == counted(records, who, (0, 1, 2, 3), 4)
    every = [places for size in (1, 2, 3) for places in combinations(range(4), size)]
    assert sorted(seen.subsets, key=repr) == sorted(
        (counted(records, who, places, 4) for places in every), key=repr
    )
    for driver in seen.drivers:
        rest = tuple(at for at in range(4) if NAMES[at] != driver.column)
        again = counted(records, who, rest, 4)
        assert (driver.unique_without, driver.below_without) == (again.unique, again.below)
    assert seen.people == len(set(who))


def test_the_worst_subsets_and_the_strongest_columns_come_first() -> None:
    seen = exposure(coded(drawn(1)[0]), k=4)
    for size in (1, 2, 3):
        unique = [each.unique for each in seen.of_size(size)]
        assert unique == sorted(unique, reverse=True)
    without = [driver.unique_without for driver in seen.drivers]
    assert without == sorted(without)


def test_weights_make_the_classes_of_the_population() -> None:
    own = Coded(("age",), (np.array([0, 1]),), np.array([1, 4]))
    seen = exposure(own, k=5, population=np.array([50.0, 200.0]), weighted=True)
    assert seen.risk.prosecutor.highest == 1.0
    assert seen.risk.journalist.highest == 1 / 50
    assert seen.uniqueness is not None
    assert seen.uniqueness.population == 250
    assert (seen.weighted, seen.alone) == (True, None)


def test_a_table_of_the_population_is_counted_and_not_estimated() -> None:
    own = Coded(("age",), (np.array([0, 1, 2]),), np.array([1, 1, 4]))
    seen = exposure(own, k=5, population=np.array([1.0, 50.0, 200.0]))
    assert (seen.alone, seen.uniqueness, seen.weighted) == (1, None, False)
    assert "1 of the 6 records is alone in the population as well" in seen.summary()
    both = exposure(own, k=5, population=np.array([1.0, 50.0, 200.0]), population_size=900)
    assert both.alone == 1
    assert both.uniqueness is not None


def test_too_much_work_is_not_done_and_said() -> None:
    seen = exposure(coded(drawn(2)[0]), k=4, enough=500)
    assert seen.up_to < 3
    assert max(len(each.columns) for each in seen.subsets) == seen.up_to
    assert "are not looked at" in seen.notes[0]


def test_nothing_known_is_refused() -> None:
    with pytest.raises(InvalidInput, match="At least one column"):
        exposure(Coded((), (), np.array([1])), k=2)


def test_leaving_out_columns_is_work_as_well() -> None:
    own = coded(drawn(2)[0])
    assert exposure(own, k=4, enough=12 * len(own.counts)).drivers
    assert not exposure(own, k=4, enough=12 * len(own.counts) - 1).drivers


def test_combinations_that_are_known_to_be_distinct_are_not_grouped_again() -> None:
    own = coded(drawn(3)[0])
    assert exposure(replace(own, distinct=True), k=4) == exposure(own, k=4)
