"""Lower bounds on the largest class, counted by people. Each is checked by counting again.

The proofs are in docs/explanation/persons.md.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.result import Certificate, CertificateFor
from covey.core.words import plural
from covey.problems.people.problem import PeopleProblem

TRIED = 64
"""Items below k whose partners are looked for: those of the most people."""


@dataclass(frozen=True)
class Fullest(CertificateFor[PeopleProblem]):
    """No class has fewer than k people, nor fewer than the fullest item has, less what may be
    withheld."""

    kind: ClassVar[str] = "fullest-item"

    def _is_within(self, problem: PeopleProblem) -> bool:
        return problem.objective == "max-size"

    def _follows(self, problem: PeopleProblem, seconds: float) -> bool:
        # Each record that is withheld takes one person at most out of an item.
        return self.bound <= max(problem.k, int(problem.weights.max()) - problem.suppress)

    def _explained(self, problem: PeopleProblem) -> str:
        if self.bound == problem.k:
            return "k itself"
        left = (
            f", of which {problem.suppress:,} at most may be withheld" if problem.suppress else ""
        )
        return f"one {problem.item} alone has {int(problem.weights.max()):,} people{left}"


@dataclass(frozen=True)
class PeoplePerClass(CertificateFor[PeopleProblem]):
    """At most ``most_classes`` classes share all people. A person is in no more classes than in
    items, and no more than there are: m classes of k need m k <= sum of min(items, m) over all
    people. And a class without a heavy item has k people from light ones."""

    kind: ClassVar[str] = "people-per-class"
    most_classes: int

    def _follows(self, problem: PeopleProblem, seconds: float) -> bool:
        return self.most_classes == most_classes(problem) and self.bound <= _average(
            problem, self.most_classes
        )

    def _explained(self, problem: PeopleProblem) -> str:
        if problem.objective == "max-size" and self.bound == problem.k:
            return "k itself"
        left = max(problem.total - problem.suppress, 0)
        return f"{left:,} people in at most {plural(self.most_classes, 'class')}"


@dataclass(frozen=True)
class Partner(CertificateFor[PeopleProblem]):
    """The item ``number`` has fewer than k people, so it shares its class, with at least those of
    another item who are not in it."""

    kind: ClassVar[str] = "partner"
    number: int

    def _is_within(self, problem: PeopleProblem) -> bool:
        return (
            problem.objective == "max-size"
            and problem.suppress == 0
            and len(problem.weights) > 1
            and 0 <= self.number < len(problem.weights)
        )

    def _follows(self, problem: PeopleProblem, seconds: float) -> bool:
        # By a mask over all people, and not by the tables that found the partner.
        own = np.zeros(problem.total, dtype=bool)
        own[problem.people_of(self.number)] = True
        # An item of k people can be a class alone: then nothing follows.
        if int(own.sum()) >= problem.k:
            return False
        others = np.bincount(problem.items[~own[problem.people]], minlength=len(problem.weights))
        least = int(np.delete(others, self.number).min())
        return self.bound <= int(own.sum()) + least

    def _explained(self, problem: PeopleProblem) -> str:
        return (
            f"one {problem.item} has fewer than k people, and has at least so many together with"
            " any other"
        )


@dataclass(frozen=True)
class NoChain(CertificateFor[PeopleProblem]):
    """No division of the ordered values into runs has from k people to one fewer than the bound in
    every run."""

    kind: ClassVar[str] = "no-chain"

    def _is_within(self, problem: PeopleProblem) -> bool:
        return problem.objective == "max-size" and problem.suppress == 0 and problem.in_order

    def _follows(self, problem: PeopleProblem, seconds: float) -> bool:
        return self.bound <= problem.k or not divides(problem, self.bound - 1)

    def _explained(self, problem: PeopleProblem) -> str:
        return f"no division into runs has from {problem.k:,} to {self.bound - 1:,} people in each"


def divides(problem: PeopleProblem, most: int) -> bool:
    """Whether the items can be divided into runs of k to ``most`` people each. In plain Python, so
    that a proof does not rest on the loop that found it.

    The people of items i to j only grow with j, and fall with i. So the starts from which a run may
    end at j are a window, both ends of which only move on: ``fits`` counts the people from its
    first start on, ``short`` those from behind its last one on.
    """
    k, starts, people = problem.k, problem.starts.tolist(), problem.people.tolist()
    fits, short = [0] * problem.total, [0] * problem.total
    in_fits = in_short = first = behind = 0
    # A start can be used if it was an end itself. Whether one of a window can be is the difference
    # of two running counts.
    reached = [1]  # how many of the ends up to here can be reached; end 0 is the beginning
    for end in range(1, len(starts)):
        for person in people[starts[end - 1] : starts[end]]:
            in_fits += fits[person] == 0
            in_short += short[person] == 0
            fits[person] += 1
            short[person] += 1
        while in_fits > most:
            for person in people[starts[first] : starts[first + 1]]:
                fits[person] -= 1
                in_fits -= fits[person] == 0
            first += 1
        while in_short >= k:
            for person in people[starts[behind] : starts[behind + 1]]:
                short[person] -= 1
                in_short -= short[person] == 0
            behind += 1
        before = reached[first - 1] if first else 0
        able = behind > first and reached[behind - 1] > before
        reached.append(reached[-1] + able)
    return reached[-1] > reached[-2]


def certify(problem: PeopleProblem, cost: int) -> Certificate:
    """The first of these certificates that proves the cost, else the strongest."""
    most = most_classes(problem)
    average = PeoplePerClass(_average(problem, most), most)
    if problem.objective == "quadratic":
        return average
    fullest = Fullest(max(problem.k, int(problem.weights.max()) - problem.suppress))
    best: Certificate = max(fullest, average, key=lambda each: each.bound)
    if best.bound >= cost or problem.suppress or len(problem.weights) < 2:
        return best
    return max(best, _partner(problem), key=lambda each: each.bound)


def most_classes(problem: PeopleProblem) -> int:
    """No grouping has more classes. Withholding makes no more of them possible."""
    # Sorted, so that those in fewer than m items are a prefix, whose sum is known.
    often = np.sort(problem.visits)
    sums = np.concatenate([[0], np.cumsum(often)])

    def enough(m: int) -> bool:
        few = int(np.searchsorted(often, m))
        return m * problem.k <= int(sums[few]) + m * (len(often) - few)

    heavy = problem.weights >= problem.k
    high = max(1, int(heavy.sum()) + int(problem.weights[~heavy].sum()) // problem.k)
    # The sum grows by less and less with m, and m k by k: where it once was too small, it stays so.
    low = 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if enough(middle) else (low, middle - 1)
    return low


def _average(problem: PeopleProblem, most: int) -> int:
    left, k = max(problem.total - problem.suppress, 0), problem.k
    if problem.objective == "max-size":
        return max(k, -(-left // most))
    # x (x / m - k) falls up to x = m k / 2 and grows from there on.
    least = max(left, -(-most * k // 2))
    return max(0, -(-least * (least - k * most) // most))


def _partner(problem: PeopleProblem) -> Partner:
    """The best of some items below k."""
    # An item below k shares its class with another one, at least with the one that adds fewest new
    # people.
    light = np.flatnonzero(problem.weights < problem.k)
    light = light[np.argsort(-problem.weights[light], kind="stable")][:TRIED]
    # Pairs by person: the items of one person are a run.
    order = np.argsort(problem.people, kind="stable")
    items, ends = problem.items[order], np.cumsum(problem.visits)
    best = Partner(0, 0)
    for number in light.tolist():
        shared = [items[ends[p] - problem.visits[p] : ends[p]] for p in problem.people_of(number)]
        others = problem.weights - np.bincount(
            np.concatenate(shared), minlength=len(problem.weights)
        )
        # Not with itself.
        others[number] = problem.total
        bound = int(problem.weights[number]) + int(others.min())
        if bound > best.bound:
            best = Partner(bound, number)
    return best


CERTIFICATES: tuple[type[Certificate], ...] = (Fullest, PeoplePerClass, Partner, NoChain)
