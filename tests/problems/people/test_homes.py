"""Homes: every person has one, in an item that they are in, so that classes of k homes are safe."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from covey.problems.people.homes import homes
from covey.problems.people.problem import PeopleProblem
from tests.problems.people.oracle import Visits, pairs, size, visits


@given(found=visits(), parts=st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_a_class_has_no_fewer_people_than_homes(found: Visits, parts: list[int]) -> None:
    problem = PeopleProblem(*pairs(found), k=1)
    weights = homes(problem).tolist()
    assert sum(weights) == problem.total
    for part in range(3):
        items = [item for item in range(len(found)) if parts[item] == part]
        if items:
            assert sum(weights[item] for item in items) <= size(found, items)


def test_who_is_in_several_items_goes_where_fewest_are() -> None:
    problem = PeopleProblem(*pairs([{0, 1, 2}, {2, 3}, {3}]), k=1)
    assert homes(problem).tolist() == [2, 1, 1]
