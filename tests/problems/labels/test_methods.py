from __future__ import annotations

from fractions import Fraction

import pytest

from covey import LabelProblem, solve
from covey.core.errors import InvalidInput
from covey.problems.labels.methods import METHODS, largest_class, twice_the_optimum


def test_names_are_those_of_the_documentation() -> None:
    assert [method.name for method in METHODS] == [
        "auto", "balanced", "exact", "two", "five-halves", "scheme", "relaxed", "spread", "fold",
    ]  # fmt: skip


def test_twice_the_optimum_comes_with_the_limit_of_fold() -> None:
    promise = twice_the_optimum(LabelProblem([41, 30, 12, 9, 8], k=20))
    assert promise.ratio == Fraction(2)
    assert promise.limit == 60
    assert "60 records" in promise.text


def test_the_quadratic_promise_is_a_limit_without_a_ratio() -> None:
    problem = LabelProblem([9, 9, 9], k=10, objective="quadratic")
    promise = largest_class(problem, "somewhere")
    assert promise.ratio is None
    assert promise.limit == 27 * (27 - 10)
    assert twice_the_optimum(problem).limit == promise.limit


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Unknown order 'upward'"):
        solve(LabelProblem([3, 2], k=2), "fold", order="upward")
