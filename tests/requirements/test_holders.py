"""How many different people, or households, a class must have."""

from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.requirements.diversity import Alpha, DistinctDiversity
from covey.requirements.holders import LeastHolders, holder_attributes
from covey.requirements.requirement import Sensitive, offending, refuse_impossible, spread_of

HELD = Holders(("id",), np.array([0, 0, 1, 2]), (np.array([0, 1, 0, 2]),), np.array([3, 1, 1, 1]))
COUNTS = np.array([4, 1, 1])


def met(least: int, classes: list[int]) -> bool:
    rule = LeastHolders("id", least, people=True)
    attributes = holder_attributes(HELD, 3)
    return offending([rule], attributes, np.array(classes, np.int32), COUNTS, None) is None


def test_people_are_counted_once() -> None:
    assert met(2, [0, 0, 0])
    assert met(3, [0, 0, 0])
    assert not met(4, [0, 0, 0])
    assert met(2, [0, 0, -1])
    assert not met(3, [0, 0, -1])
    assert not met(2, [0, 1, 1][::-1])


def test_too_few_people_in_all_are_refused() -> None:
    attributes = holder_attributes(HELD, 3)
    for people, words in ((True, "Only 3 different people"), (False, "only 3 different values")):
        with pytest.raises(Infeasible, match=words):
            refuse_impossible([LeastHolders("id", 4, people=people)], attributes, COUNTS, None)


def test_one_person_with_three_diagnoses_has_l_1() -> None:
    """Three records of one person: by records l is 3, by people 1."""
    rows = np.array([0, 1, 2])
    whole = np.zeros(3, np.int32)
    by_records = Sensitive("ill", [0, 1, 2])
    by_people = Sensitive("ill", [0, 1, 2], holders=(rows, np.array([7, 7, 7])))
    asked = DistinctDiversity("ill", 2)
    assert asked.met(spread_of(asked, [by_records], whole, COUNTS, None)[0]).all()
    assert not asked.met(spread_of(asked, [by_people], whole, COUNTS, None)[0]).any()


def test_alpha_by_people_is_not_monotone() -> None:
    """{1, 2} and {1, 3}, of whom 2 and 3 have the value: 1/2 each, the union 2/3. So the table as
    one class does not decide, and nothing is refused beforehand."""
    rows, people = np.array([0, 1, 2, 3]), np.array([1, 2, 1, 3])
    ill = Sensitive("ill", [0, 1, 0, 1], holders=(rows, people))
    rule, weights = Alpha("ill", 0.5), np.ones(4, np.int64)
    apart, whole = np.array([0, 0, 1, 1], np.int32), np.zeros(4, np.int32)
    assert offending([rule], [ill], apart, weights, None) is None
    assert offending([rule], [ill], whole, weights, None) is rule
    refuse_impossible([rule], [ill], weights, None)
