"""Bounds by people against all groupings: none is above the optimum, however it is forged."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from covey.problems.certificates import certificate_of
from covey.problems.people.bound import (
    CERTIFICATES,
    Fullest,
    NoChain,
    Partner,
    PeoplePerClass,
    certify,
    divides,
    most_classes,
)
from covey.problems.people.problem import PeopleProblem
from tests.problems.people.oracle import Visits, groupings, least, pairs, runs, size, visits


@given(found=visits(), k=st.integers(1, 6))
def test_no_bound_is_above_the_optimum(found: Visits, k: int) -> None:
    best = least(found, k)
    assume(best is not None)
    assert best is not None
    problem = PeopleProblem(*pairs(found), k=k)
    certificate = certify(problem, best)
    assert certificate.bound <= best
    assert certificate.holds(problem)
    assert certificate_of("people", certificate.to_dict()) == certificate
    forged = [Fullest(best + 1), PeoplePerClass(best + 1, most_classes(problem))]
    forged += [Partner(best + 1, item) for item in range(-1, len(found) + 1)]
    assert not any(each.holds(problem) for each in forged)


@given(found=visits(), k=st.integers(1, 6))
def test_no_division_into_runs_is_below_the_bound(found: Visits, k: int) -> None:
    best = least(found, k, in_order=True)
    assume(best is not None)
    assert best is not None
    problem = PeopleProblem(*pairs(found), k=k, in_order=True)
    assert NoChain(best).holds(problem)
    assert not NoChain(best + 1).holds(problem)
    for most in range(k, problem.total + 1):
        able = any(
            all(k <= size(found, part) <= most for part in parts) for parts in runs(len(found))
        )
        assert divides(problem, most) == able


@given(found=visits(items=5), k=st.integers(1, 5))
def test_no_grouping_has_more_classes(found: Visits, k: int) -> None:
    assume(size(found, list(range(len(found)))) >= k)
    ways = groupings(list(range(len(found))))
    reached = max(len(parts) for parts in ways if all(size(found, part) >= k for part in parts))
    problem = PeopleProblem(*pairs(found), k=k)
    most = most_classes(problem)
    assert reached <= most
    assert not PeoplePerClass(problem.k, most + 1).holds(problem)


@given(found=visits(items=5), k=st.integers(1, 4))
def test_the_quadratic_bound(found: Visits, k: int) -> None:
    assume(size(found, list(range(len(found)))) >= k)
    problem = PeopleProblem(*pairs(found), k=k, objective="quadratic")
    costs = []
    for parts in groupings(list(range(len(found)))):
        sizes = [size(found, part) for part in parts]
        if min(sizes) >= k:
            costs.append(sum(own * (own - k) for own in sizes))
    certificate = certify(problem, min(costs))
    assert certificate.bound <= min(costs)
    assert certificate.holds(problem)
    assert not replace(certificate, bound=min(costs) + 1).holds(problem)
    assert not Fullest(0).holds(problem)


@given(found=visits(items=4, people=6), k=st.integers(1, 3), gone=st.integers(0, 3))
def test_bounds_hold_whatever_is_withheld(found: Visits, k: int, gone: int) -> None:
    """Up to so many (item, person) pairs, each at least one record, may be taken out."""
    every = list(zip(*pairs(found), strict=True))
    assume(size(found, list(range(len(found)))) >= k)
    problem = PeopleProblem(*pairs(found), k=k, suppress=gone)
    certificate = certify(problem, k)
    assert certificate.holds(problem)
    for choice in range(1 << len(every)):
        if choice.bit_count() > gone:
            continue
        left = [pair for at, pair in enumerate(every) if not choice >> at & 1]
        kept = [{p for item, p in left if item == number} for number in range(len(found))]
        best = least([own for own in kept if own], k) if left else None
        assert best is None or certificate.bound <= best


def test_each_kind_says_why() -> None:
    problem = PeopleProblem([0, 0, 0, 1, 1, 2, 2, 2], [0, 1, 2, 0, 3, 4, 5, 6], k=3, in_order=True)
    said = {
        type(each): each.words(problem)
        for each in (Fullest(3), PeoplePerClass(3, 2), Partner(4, 1), NoChain(4))
    }
    assert set(said) == set(CERTIFICATES)
    assert said[Fullest] == said[PeoplePerClass] == "k itself"
    assert "fewer than k people" in said[Partner]
    assert said[NoChain] == "no division into runs has from 3 to 3 people in each"
