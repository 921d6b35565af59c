"""Items and their people."""

from __future__ import annotations

from covey.problems.people.problem import PeopleProblem


def test_a_person_in_several_items_is_one_person() -> None:
    problem = PeopleProblem([1, 0, 0, 1, 1], [8, 8, 3, 8, 5], k=2)
    assert problem.weights.tolist() == [2, 2]
    assert problem.total == 3
    assert problem.visits.tolist() == [1, 1, 2]
    assert problem.people_of(1).tolist() == [1, 2]
    assert problem.description == "2 combinations, 3 people"
    assert problem.highest_cost == 3
