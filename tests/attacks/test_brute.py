"""Brute force on instances whose optimum can be seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from attacks.brute.search import least
from attacks.brute.tiny import can_be_cells, optimum, optimum_of_values, regions, tilings
from attacks.recount.asked import Areas, Asked, Quasi, Rows

AGE = Quasi("age", "ordered", ("age",))
TOWN = Quasi("town", "labels", ("town",))
INTEGER = {"age": "integer"}


def ages(*values: int | None, k: int) -> Asked:
    return Asked(Rows(("age",), [(value,) for value in values]), k, (AGE,))


@pytest.mark.parametrize(
    ("weights", "k", "objective", "cost"),
    [
        ([5, 1, 1], 3, "max-size", 7),
        ([3, 2, 2, 2], 3, "max-size", 5),
        ([2, 2, 2, 2], 3, "max-size", 4),
        ([2, 2, 2, 2], 3, "quadratic", 8),
        ([1, 1], 3, "max-size", None),
    ],
)
def test_labels(weights: list[int], k: int, objective: str, cost: int | None) -> None:
    assert least(weights, k, objective, lambda group: True) == cost


def test_intervals_are_of_neighbours_and_missing_values_are_a_class() -> None:
    # 1 | 2 2 2 | 3: the ends are too light alone, and cannot be together.
    assert optimum(ages(1, 2, 2, 2, 3, k=2), INTEGER) == 5
    with_missing = ages(1, 1, 2, 2, None, None, None, k=2)
    assert optimum(with_missing, INTEGER) == 3
    assert optimum_of_values(with_missing, INTEGER) == 2


def test_regions_are_connected() -> None:
    line = Areas(("a", "b", "c"), frozenset({("a", "b"), ("b", "c")}))
    counts = Counter({"a": 1, "b": 4, "c": 1})
    assert regions(line, counts, 2, "max-size") == 6
    triangle = replace(line, borders=line.borders | {("a", "c")})
    assert regions(triangle, counts, 2, "max-size") == 4


def test_rectangles_tile() -> None:
    # A cross: every straight cut leaves a single arm on one side.
    cross = Counter({(0.0, 1.0): 1, (2.0, 1.0): 1, (1.0, 0.0): 1, (1.0, 2.0): 1, (1.0, 1.0): 1})
    assert tilings(cross, 1, "max-size") == 1
    assert tilings(cross, 2, "max-size") == 5


def test_cells_may_be_withheld_from_and_must_meet_rules() -> None:
    rows = [(1, "a", "u"), (1, "a", "v"), (2, "a", "u"), (2, "a", "v"), (9, "b", "u")]
    asked = Asked(Rows(("age", "town", "ill"), list(rows)), 2, (AGE, TOWN))
    assert optimum(asked, INTEGER) == 3
    assert optimum(replace(asked, suppress=0.2), INTEGER) == 2
    assert optimum(replace(asked, sensitive={"ill": {"alpha": 0.5}}), INTEGER) is None
    held = replace(asked, sensitive={"ill": {"alpha": 0.5}}, suppress=0.2)
    assert optimum(held, INTEGER) == 2


def test_cells_of_any_value_keep_nobody_apart() -> None:
    assert can_be_cells([AGE, TOWN], [[(1, "a"), (None, "a")], [(5, "b")]])
    assert not can_be_cells([AGE], [[(1,), (None,)], [(5,)]])
    assert can_be_cells([AGE], [[(None,)], [(5,)]])
