"""What a solver hands back: the answer, what it costs, and what proves how good it is."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeGuard, TypeVar, final

from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.fields import are_typed
from covey.core.words import in_a_line, times_the_best, with_records

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, GroupingProblem


class Status(StrEnum):
    """What is known of an answer."""

    OPTIMAL = "optimal"
    """The cost equals a lower bound that was checked: no better answer exists."""
    FEASIBLE = "feasible"
    """Every class has at least k records; the gap says how far from the best it can be."""
    BELOW_K = "below-k"
    """Some class has fewer than k records: NOT k-anonymous, never to be released."""


def gap_between(cost: int, lower_bound: int) -> float | None:
    """As a share of the lower bound; None where that is 0 and the cost is not.

    >>> gap_between(12, 10), gap_between(0, 0), gap_between(5, 0)
    (0.2, 0.0, None)
    """
    if cost == lower_bound:
        return 0.0
    return None if lower_bound == 0 else (cost - lower_bound) / lower_bound


def verdict_on(objective: str, gap: float | None, nobody: bool = False) -> str:
    """How good an answer of that gap is, in words. ``nobody`` says that it is compared with those
    that withhold nobody."""
    what = "quadratic cost" if objective == "quadratic" else "largest class"
    which = " that withholds nobody" if nobody else ""
    if gap is None:
        return f"feasible; how far the {what} is from optimal is not known"
    if gap == 0:
        return f"optimal: no answer{which} has a smaller {what}"
    among = f", among answers{which.replace('withholds', 'withhold')}" if nobody else ""
    return f"the {what} is at most {times_the_best(gap)}{among}"


SEARCHING = 300.0
"""Seconds that a proof may take which is checked by searching again."""


@dataclass(frozen=True)
class Certificate(ABC):
    """A lower bound, with what proves it. No answer to the problem costs less than ``bound``.

    A certificate trusts no solver: :meth:`holds` derives the bound again from the problem and the
    certificate alone. It may come from anybody: no field is used before :meth:`fits` has checked
    it against the problem. Every kind of certificate is a :class:`CertificateFor`.
    """

    kind: ClassVar[str]
    bound: int

    @final
    def holds(self, problem: GroupingProblem, seconds: float = SEARCHING) -> bool:
        """Whether the bound follows from the problem and what this certificate carries."""
        return self.check(problem, seconds) is True

    @abstractmethod
    def check(self, problem: GroupingProblem, seconds: float = SEARCHING) -> bool | None:
        """Whether the bound follows; None if that takes a search which was not finished in so many
        seconds."""

    @abstractmethod
    def words(self, problem: GroupingProblem) -> str:
        """The proof in a sentence."""

    @abstractmethod
    def fits(self, problem: GroupingProblem) -> bool:
        """Whether the certificate is one for this kind of problem, its fields have their types, and
        all of them are within the problem."""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind} | asdict(self)


Problem = TypeVar("Problem", bound="GroupingProblem")


@dataclass(frozen=True)
class CertificateFor(Certificate, Generic[Problem]):
    """A certificate for one kind of problem, which its hooks are given: ``_is_within``,
    ``_follows`` and ``_explained``."""

    # These methods are final: a kind of certificate says what follows from its fields, but cannot
    # skip the check of them.
    @final
    def check(self, problem: GroupingProblem, seconds: float = SEARCHING) -> bool | None:
        return self._fits(problem) and self._follows(problem, seconds)

    @final
    def words(self, problem: GroupingProblem) -> str:
        if not self._fits(problem):
            return "the fields of this proof do not fit the problem"
        return self._explained(problem)

    @final
    def fits(self, problem: GroupingProblem) -> bool:
        return self._fits(problem)

    @final
    def _fits(self, problem: GroupingProblem) -> TypeGuard[Problem]:
        # The order matters. The problem says which kinds it knows, types come before numbers, and
        # without k records there is no class, so that averages would divide by 0.
        return (
            self._is_for(problem)
            and are_typed(self)
            and problem.total >= problem.k
            and 0 <= self.bound <= problem.highest_cost
            and self._is_within(problem)
        )

    @final
    def _is_for(self, problem: GroupingProblem) -> TypeGuard[Problem]:
        return type(self) in problem.certificates

    def _is_within(self, problem: Problem) -> bool:
        """Whether the fields besides the bound, whose types are right, are within the problem."""
        return True

    @abstractmethod
    def _follows(self, problem: Problem, seconds: float) -> bool | None:
        """:meth:`check` of a certificate that fits."""

    @abstractmethod
    def _explained(self, problem: Problem) -> str:
        """:meth:`words` of a certificate that fits."""


@dataclass(frozen=True)
class Guarantee:
    """What a method's theorem promises before it runs: cost <= ratio * optimum + added,
    and cost <= limit. A part that is None promises nothing.

    >>> Guarantee("at most twice the optimum", ratio=Fraction(2)).at_most(optimum=10)
    Fraction(20, 1)
    """

    text: str
    source: str = ""
    ratio: Fraction | None = None
    added: Fraction = Fraction(0)
    limit: int | None = None

    def at_most(self, optimum: int) -> Fraction | None:
        """The largest cost that the promise allows, given the optimum; None for no promise."""
        allowed = []
        if self.ratio is not None:
            allowed.append(self.ratio * optimum + self.added)
        if self.limit is not None:
            allowed.append(Fraction(self.limit))
        return min(allowed, default=None)

    def to_dict(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "source": self.source,
            "ratio": None if self.ratio is None else float(self.ratio),
            "added": float(self.added),
            "limit": self.limit,
        }


@dataclass(frozen=True, eq=False)
class Result:
    """An answer with its cost, a proved lower bound, and the method's guarantee.

    ``nobody`` says that records might have been withheld, that none were, and that the bound is one
    for answers that withhold nobody.
    """

    problem: GroupingProblem
    solution: Grouping
    cost: int
    certificate: Certificate
    guarantee: Guarantee
    method: str
    seed: int
    runtime: float
    options: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    nobody: bool = False

    @property
    def lower_bound(self) -> int:
        return self.certificate.bound

    @property
    def status(self) -> Status:
        if int(self.solution.sizes.min()) < self.problem.k:
            return Status.BELOW_K
        return Status.OPTIMAL if self.cost == self.lower_bound else Status.FEASIBLE

    @property
    def gap(self) -> float | None:
        """How far the cost can be from the optimum, as a share of the lower bound.

        None where there is nothing to compare: the bound is 0 and the cost is not, or the answer
        is not k-anonymous, so that a bound for k-anonymous answers says nothing about it.
        """
        below = self.status is Status.BELOW_K
        return None if below else gap_between(self.cost, self.lower_bound)

    def to_dict(self, names: Sequence[Any] | None = None) -> dict[str, Any]:
        """Plain data. Members of classes are named by ``names``, else by their positions."""
        return {
            "problem": self.problem.problem_kind,
            "objective": self.problem.objective,
            "k": self.problem.k,
            "method": self.method,
            "options": dict(self.options),
            "seed": self.seed,
            "cost": self.cost,
            "lower_bound": self.lower_bound,
            "gap": self.gap,
            "status": self.status.value,
            "k_anonymous": self.status is not Status.BELOW_K,
            "guarantee": self.guarantee.to_dict(),
            "certificate": self.certificate.to_dict()
            | {"words": self.certificate.words(self.problem)},
            "runtime": self.runtime,
            "notes": list(all_spoken(self.notes)),
            "classes": [
                {"class": number, "size": size, "members": members}
                for number, (size, members) in enumerate(
                    zip(self.solution.sizes.tolist(), self._members(names), strict=True), start=1
                )
            ],
        }

    def to_json(self, names: Sequence[Any] | None = None) -> str:
        return json.dumps(self.to_dict(names), ensure_ascii=False, default=_plain)

    def summary(self) -> str:
        """A few lines for people."""
        sizes = self.solution.sizes
        how_large = with_records(len(sizes), int(sizes.min()), int(sizes.max()))
        lines = [
            f"{self.problem.problem_kind}: {self.problem.description}, k = {self.problem.k:,}",
            f"classes      {len(sizes):,}, {how_large}",
        ]
        if self.problem.objective == "quadratic":
            lines.append(f"quadratic    {self.cost:,} (sum of size x (size - k) over classes)")
        lines += [
            f"lower bound  {self.lower_bound:,}: {self.certificate.words(self.problem)}",
            f"verdict      {self.verdict()}",
            *self._besides(),
            f"method       {self.method}{self._options_in_words()}, {self.runtime:.3g} s"
            f" (promised beforehand: {self.guarantee.text})",
        ]
        lines += [f"note         {note}" for note in all_spoken(self.notes)]
        # Names from the table may hold line ends, which would look like lines of covey's own.
        return "\n".join(map(in_a_line, lines))

    def verdict(self) -> str:
        """How good the answer is, in words."""
        if self.status is Status.BELOW_K:
            low = int((self.solution.sizes < self.problem.k).sum())
            return (
                f"NOT k-ANONYMOUS: {low:,} of {len(self.solution.sizes):,} classes have fewer"
                f" than {self.problem.k:,} records; do not publish this (the lower bound is one for"
                " k-anonymous answers)"
            )
        return verdict_on(self.problem.objective, self.gap, self.nobody)

    def _besides(self) -> list[str]:
        """How answers are compared where one item is the largest class of every answer."""
        # domination builds on bounds, which build on this module.
        from covey.core.domination import domination_of

        found = domination_of(self.problem, self.solution.classes, self.solution.sizes)
        return [] if found is None else [f"besides      {found.words}"]

    def _options_in_words(self) -> str:
        return "".join(f", {name} {value}" for name, value in self.options.items())

    def _members(self, names: Sequence[Any] | None) -> list[list[Any]]:
        if names is not None and len(names) != len(self.solution.classes):
            raise InvalidInput(
                f"There are {len(self.solution.classes):,} {self.problem.item}s, but"
                f" {len(names):,} names for them."
            )
        members: list[list[Any]] = [[] for _ in range(len(self.solution.sizes))]
        for position, number in enumerate(self.solution.classes.tolist()):
            if number >= 0:  # -1 is withheld
                members[number].append(position if names is None else names[position])
        return members


def _plain(value: Any) -> Any:
    """numpy's numbers, such as names may be, as Python's."""
    return value.item()
