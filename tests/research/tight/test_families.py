from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.errors import InvalidInput
from covey.research.tight.example import Family
from covey.research.tight.families import FAMILIES, MOST, tight_example

EVERY = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


@EVERY
def test_the_method_ends_with_what_the_example_says(family: Family) -> None:
    for k in (family.least, family.least + family.step, family.default, 100):
        example = family.make(k)
        assert example.problem.k == k
        assert example.reached() == example.cost, k


@EVERY
def test_the_optimum_is_what_the_example_says(family: Family) -> None:
    for k in (family.least, family.default):
        example = family.make(k)
        sizes = np.bincount(example.classes, weights=example.problem.weights)
        assert min(sizes) >= k
        assert max(sizes) == example.optimum
        if example.problem.problem_kind == "cells":
            # Cells have no exact method. A box without the middle is on one side of it.
            weights = example.problem.weights.tolist()
            assert example.optimum == sum(weights)
            assert max(weights[1:]) < k
        else:
            best = covey.solve(example.problem, "exact")
            assert best.status is covey.Status.OPTIMAL
            assert best.cost == example.optimum


@EVERY
def test_the_promise_holds_and_is_nearly_reached(family: Family) -> None:
    example = family.make(100)
    promise = covey.solve(example.problem, example.method, **example.options).guarantee
    allowed = promise.at_most(example.optimum)
    assert allowed is not None
    assert example.cost <= allowed
    reaches = 0.7 if example.name == "rectangles-slabs" else 0.98
    assert example.cost >= reaches * allowed


def test_names_say_the_kind_of_problem_and_the_method() -> None:
    for family in FAMILIES:
        example = family.make(family.default)
        assert example.name == f"{example.problem.problem_kind}-{example.method}"
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


@pytest.mark.parametrize(
    ("name", "k"),
    [
        ("labels-two", 2),
        ("labels-two", MOST + 1),
        ("labels-five-halves", 9),
        ("labels-two", "ten"),
        ("labels-too", 30),
    ],
)
def test_what_there_is_not_is_refused(name: str, k: object) -> None:
    with pytest.raises(InvalidInput):
        tight_example(name, k)  # type: ignore[arg-type]
