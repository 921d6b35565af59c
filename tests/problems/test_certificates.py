"""A certificate may come from anybody: whatever it says, it is refused or proves what is true."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.core.fields import hints
from covey.problems.certificates import LONGEST, certificate_of
from covey.problems.registry import PROBLEM_KINDS as KNOWN_KINDS
from covey.problems.registry import certificates_of
from tests.effort import cases
from tests.problems.cells import oracle as cells_oracle
from tests.problems.regions import oracle as regions_oracle
from tests.test_laws import OBJECTIVES, PROBLEM_KINDS

EXAMPLES = cases(3000, quick=20)
"""Certificates of each kind; ``make test-long`` takes more."""

SOME = 12
"""Random instances of each kind of problem whose optimum is known."""

DEEP: Any = ()
for _ in range(5000):
    DEEP = (DEEP,)

NOTHING: tuple[Any, ...] = ()

NO_NUMBERS = (
    True, False, None, 1.0, math.nan, math.inf, "1", b"1", NOTHING, ((),), [[1, 2]], {"a": 1}, DEEP,
    np.int64(1), np.float64(2.0), np.array([1, 2]), 1 + 0j,
)  # fmt: skip

FAR_AWAY = (
    -1, -2, -(2**31), -(2**63), -(10**30), 2**31 - 1, 2**31, 10**9, 2**61, 2**62, 2**63 - 1, 2**63,
    10**30, 10**4000,
)  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Known:
    """A tiny problem, and what its best answer costs."""

    problem: Any
    optimum: int


BY_NAME = {problem_kind.name: problem_kind for problem_kind in PROBLEM_KINDS}


@cache
def known(name: str, objective: Any) -> list[Known]:
    problem_kind = BY_NAME[name]
    rng = np.random.default_rng(11)
    found = []
    for instance in [
        *problem_kind.hand_made.values(),
        *(problem_kind.random_instance(rng) for _ in range(SOME)),
    ]:
        problem = problem_kind.problem(instance, objective)
        found.append(Known(problem, problem_kind.optimum(instance, objective)))
        if problem_kind.name == "cells":
            found += withholding(instance, objective)
        if problem_kind.name == "regions":
            found.append(with_people(instance, objective, rng))
    return found


def with_people(instance: Any, objective: Any, rng: np.random.Generator) -> Known:
    """Regions that must reach a second threshold."""
    weights, edges, k = instance
    people = rng.integers(0, 5, len(weights))
    graph = covey.Graph.from_edges(len(weights), edges)
    at_least = int(np.bincount(graph.components, weights=people).min())
    second = (people, max(at_least, 1))
    people[[int(np.argmax(graph.components == part)) for part in set(graph.components)]] += 1
    problem = covey.RegionProblem(weights, edges, k, objective, second=second)
    return Known(problem, regions_oracle.optimum(instance, objective, second))


def withholding(instance: Any, objective: Any) -> list[Known]:
    axes, weights, k = instance
    found = []
    for suppress in (1, 3):
        best = cells_oracle.optimum_withholding(axes, weights.tolist(), k, objective, suppress)
        if best is not None:
            problem = covey.CellProblem(axes, weights, k, objective, suppress=suppress)
            found.append(Known(problem, best))
    return found


def numbers_near(given: Known, name: str) -> st.SearchStrategy[int]:
    """What a liar who knows the problem would try."""
    problem, best = given.problem, given.optimum
    if name == "area":
        return st.integers(-2, len(problem.weights))
    if name == "node":
        return st.integers(-2, len(problem.parents))
    if name.startswith("most_"):
        return st.integers(0, 1 + problem.total // problem.k if problem.k > 1 else 9)
    if name == "scale":
        return st.integers(0, 3)
    if name == "cap":
        return st.sampled_from([problem.k - 1, problem.k, problem.k + 1, problem.total])
    return st.one_of(
        st.sampled_from([best - 1, best, best + 1]),
        st.integers(problem.k - 1, best + 3) if best >= problem.k else st.just(0),
        st.integers(0, 2 * problem.total + 2),
    )


@st.composite
def values_of(draw: st.DrawFn, given: Known, name: str, hint: Any) -> Any:
    """A value of a field: mostly of its type, now and then of none that it should be."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.sampled_from([*NO_NUMBERS, *FAR_AWAY]))
    if hint is int:
        return draw(numbers_near(given, name))
    if name in ("areas", "others"):
        some = draw(st.lists(st.integers(-1, len(given.problem.weights)), max_size=6, unique=True))
        return tuple(sorted(some) if draw(st.integers(0, 9)) else some)
    sizes = [size for size in dict.fromkeys(given.problem.weights.tolist()) if size]
    unit = math.gcd(*sizes) if draw(st.booleans()) else 1
    each = draw(st.sampled_from([0, 0, given.problem.k // unit]))
    pairs: list[Any] = [(s // unit, each * (s // unit) + draw(st.integers(-2, 2))) for s in sizes]
    if draw(st.integers(0, 9)) == 0:
        pairs[0] = (pairs[0][0], draw(st.sampled_from(FAR_AWAY)))
    if draw(st.integers(0, 9)) == 0:
        pairs.append(draw(st.sampled_from([(1, 1), (0, 1), (1, 2, 3), (True, 1), "ab", 7])))
    return tuple(pairs)


@st.composite
def certificates(draw: st.DrawFn, kind: Any, given: Known) -> covey.Certificate:
    fields = {name: draw(values_of(given, name, hint)) for name, hint in hints(kind).items()}
    certificate: covey.Certificate = kind(**fields)
    return certificate


KINDS = [
    pytest.param(
        problem_kind.name, objective, kind, id=f"{problem_kind.name} {objective} {kind.kind}"
    )
    for problem_kind in PROBLEM_KINDS
    for objective in OBJECTIVES
    for kind in certificates_of(problem_kind.of_problems)
]


@pytest.mark.parametrize(("problem_kind", "objective", "kind"), KINDS)
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_a_certificate_never_proves_more_than_the_truth(
    problem_kind: str, objective: Any, kind: Any, data: st.DataObject
) -> None:
    given = data.draw(st.sampled_from(known(problem_kind, objective)), "problem")
    certificate = data.draw(certificates(kind, given), "certificate")
    held = certificate.check(given.problem)
    assert held is True or held is False
    assert held == certificate.holds(given.problem)
    assert isinstance(certificate.words(given.problem), str)
    if held:
        assert all(type(value) in (int, tuple) for value in vars(certificate).values())
        assert certificate.bound <= given.optimum


@pytest.mark.parametrize(("problem_kind", "objective", "kind"), KINDS)
def test_no_field_may_be_anything_else(problem_kind: str, objective: Any, kind: Any) -> None:
    """Every field in turn of an otherwise plausible certificate."""
    given = known(problem_kind, objective)[-1]
    plain = {
        name: 0 if hint is int else ((given.problem.k, 0),) for name, hint in hints(kind).items()
    }
    for name, hint in hints(kind).items():
        for value in NO_NUMBERS:
            certificate = kind(**{**plain, name: value})
            # A list may have nothing in it, and then proves no more than without a list.
            is_empty = value is NOTHING and hint is not int
            assert certificate.fits(given.problem) <= is_empty
            assert not certificate.holds(given.problem) or certificate.bound <= given.optimum
            assert isinstance(certificate.words(given.problem), str)
        for value in FAR_AWAY:
            certificate = kind(**{**plain, name: value})
            held = certificate.holds(given.problem)
            assert not held or 0 <= certificate.bound <= given.optimum
            assert isinstance(certificate.words(given.problem), str)


def test_a_certificate_of_another_kind_of_problem_does_not_hold() -> None:
    """Least of all one that would hold if no record could be withheld."""
    from covey.core.lower_bounds import Arithmetic

    axis = covey.LabelAxis(np.arange(3), 3)
    cells = covey.CellProblem([axis], [20, 9, 8], k=8, suppress=20)
    assert not Arithmetic(20, 3).holds(cells)
    labels = covey.LabelProblem([20, 9, 8], k=8)
    assert Arithmetic(20, 3).holds(labels)
    for kind in (*certificates_of("regions"), *certificates_of("cells")):
        if kind not in certificates_of("labels"):
            certificate = kind(*[0] * len(hints(kind)))
            assert not certificate.holds(labels)
            assert "do not fit" in certificate.words(labels)


JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.floats(), st.text(max_size=5), st.sampled_from(FAR_AWAY),
        st.integers(-3, 20),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)  # fmt: skip


@pytest.mark.parametrize("problem_kind", KNOWN_KINDS)
@settings(max_examples=cases(200, quick=30), deadline=None, derandomize=True)
@given(data=st.data())
def test_what_is_read_is_refused_or_typed(problem_kind: str, data: st.DataObject) -> None:
    kinds = {kind.kind: kind for kind in certificates_of(problem_kind)}
    written = data.draw(JSON)
    if data.draw(st.booleans()):
        kind = data.draw(st.sampled_from(sorted(kinds)))
        written = {"kind": kind} | {name: data.draw(JSON) for name in hints(kinds[kind])}
        written |= data.draw(st.sampled_from([{}, {}, {"words": "proved"}, {"more": 1}]))
    found = None
    with contextlib.suppress(covey.InvalidInput):
        found = covey.read_certificate(problem_kind, json.dumps(written))
    if found is not None:
        assert set(written) - {"kind", "words"} == set(hints(type(found)))
        assert all(type(value) in (int, tuple) for value in vars(found).values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "JSON object"),
        ('{"kind": "arithmetic", "bound": ' + "[" * 100_000, "JSON object"),
        ("[]", "given: list"),
        ("null", "given: NoneType"),
        ("{", "JSON object"),
        ('{"kind": ["seed"]}', "its kind is a list"),
        ('{"kind": "arithmetic", "bound": 7}', "are bound, most_classes; given: 'bound'"),
        ('{"kind": "arithmetic", "bound": 7, "most_classes": 2, "area": 1}', "given: 'area, bound"),
        ('{"kind": "arithmetic", "bound": NaN, "most_classes": 2}', "whole number; given: nan"),
        ('{"kind": "arithmetic", "bound": 7.0, "most_classes": 2}', "whole number; given: 7.0"),
        ('{"kind": "arithmetic", "bound": true, "most_classes": 2}', "whole number; given: True"),
        ('{"kind": "arithmetic", "bound": "7", "most_classes": 2}', "given: a str of length 1"),
        ('{"kind": "arithmetic", "bound": 1' + "0" * 50 + ', "most_classes": 2}', "beyond 127"),
        ('{"kind": "arithmetic", "bound": 1' + "0" * 5000 + ', "most_classes": 2}', "JSON object"),
        ('{"kind": "arc-flow", "bound": 1, "cap": 1, "scale": 1, "prices": [[1]]}',
         "'prices' is a list of lists of 2 whole numbers"),
        (" " * (LONGEST + 1), "at most"),
    ],
)  # fmt: skip
def test_what_is_no_certificate_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(covey.InvalidInput) as refused:
        covey.read_certificate("labels", text)
    assert message in refused.value.message


def test_a_certificate_needs_an_object() -> None:
    with pytest.raises(covey.InvalidInput, match="JSON object"):
        certificate_of("regions", 7)
