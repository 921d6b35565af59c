"""What methods promised, proved and reached on one problem, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.domination import domination_of, largest_shared
from covey.core.grouping import quadratic_cost
from covey.core.result import Guarantee, Result, Status


@dataclass(frozen=True)
class Line:
    """One run of a method.

    lower_bound
        What this run proved about the problem. The other figures are relative to the best bound
        that any run proved.
    reached
        Cost / best bound: the answer is at most so many times the optimum. None where the bound is
        0 or the answer is not k-anonymous.
    promised
        What the method's theorem allows for on this problem, as a multiple of the best bound. None
        where it promises nothing or the bound is 0.
    ratio
        The multiple of the optimum in the promise itself, if it names one.
    quadratic, largest_shared
        The quadratic cost, whatever the objective is, and the largest class of several items: what
        distinguishes methods where one item is the largest class of all of them.
    """

    method: str
    options: dict[str, Any]
    k_anonymous: bool
    classes: int
    cost: int
    lower_bound: int
    reached: float | None
    promised: float | None
    ratio: float | None
    promise: str
    theorem: str
    seconds: float
    notes: tuple[str, ...]
    quadratic: int
    largest_shared: int

    @property
    def name(self) -> str:
        return " ".join([self.method, *map(str, self.options.values())])


@dataclass(frozen=True)
class Comparison:
    """The runs of all methods on a problem, and the best lower bound with its proof in words."""

    problem: str
    description: str
    objective: str
    k: int
    lower_bound: int
    proof: str
    lines: tuple[Line, ...]
    dominated: str
    """That one item alone is the largest class of the best answer, in words; empty if not."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Comparison:
        """Results of one problem, as :func:`covey.compare` gives them.

        >>> from covey import LabelProblem, compare
        >>> side = Comparison.of(list(compare(LabelProblem([2, 2, 1, 1], k=3))))
        >>> [(line.name, line.reached, line.promised) for line in side.lines][2:4]
        [('exact', 1.0, 1.0), ('two', 2.0, 2.0)]
        """
        # The first of equal bounds: methods come in the order of the list.
        best = max(results, key=lambda result: result.lower_bound)
        problem = best.problem
        return cls(
            problem.problem_kind,
            problem.description,
            problem.objective,
            problem.k,
            best.lower_bound,
            best.certificate.words(problem),
            tuple(_line(result, best.lower_bound) for result in results),
            _dominated(results),
        )

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def _dominated(results: Sequence[Result]) -> str:
    for each in results:
        found = domination_of(each.problem, each.solution.classes, each.solution.sizes)
        if found is not None:
            return (
                f"one {found.item} alone has {found.records:,} of {found.total:,} records, and is"
                " the largest class of every good answer: compare by classes (at most"
                f" {found.most_classes:,}), quadratic cost (at least {found.least_quadratic:,}) and"
                f" shared, the largest class of several {found.item}s"
            )
    return ""


def _line(result: Result, bound: int) -> Line:
    anonymous = result.status is not Status.BELOW_K
    return Line(
        method=result.method,
        options=dict(result.options),
        k_anonymous=anonymous,
        classes=len(result.solution.sizes),
        cost=result.cost,
        lower_bound=result.lower_bound,
        reached=_times(result.cost, bound) if anonymous else None,
        promised=_promised(result.guarantee, bound),
        ratio=None if result.guarantee.ratio is None else float(result.guarantee.ratio),
        promise=result.guarantee.text,
        theorem=result.guarantee.source,
        seconds=result.runtime,
        notes=result.notes,
        quadratic=quadratic_cost(result.solution.sizes, result.problem.k),
        largest_shared=largest_shared(
            result.problem.weights, result.solution.classes, result.solution.sizes
        ),
    )


def _promised(guarantee: Guarantee, bound: int) -> float | None:
    """The promise bounds the cost by the optimum, which is the bound at least: where it is more, so
    is what the promise allows for."""
    if guarantee.ratio is None and not guarantee.source:
        return None  # that no class has more than all records is no promise
    allowed = guarantee.at_most(bound)
    return None if allowed is None or bound == 0 else float(allowed / bound)


def _times(cost: int, bound: int) -> float | None:
    """
    >>> _times(0, 0), _times(3, 0), _times(3, 2)
    (1.0, None, 1.5)
    """
    if cost == bound:
        return 1.0
    return None if bound == 0 else cost / bound
