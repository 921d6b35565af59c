"""The table of docs/explanation/theory.md says what the methods promise."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.registry import PROBLEM_KINDS as KINDS
from covey.research.tight.families import FAMILIES
from tests.test_laws import OBJECTIVES, PROBLEM_KINDS

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "explanation" / "theory.md").read_text(encoding="utf-8")
HEADER = "| problem | method | objective | promise | theorem | tight example | hardness |"


@dataclass(frozen=True)
class Row:
    problem: str
    method: str
    objective: str
    promise: str
    theorem: str
    tight: str
    hardness: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.problem, self.method, self.objective

    @property
    def example(self) -> str | None:
        found = re.match(r"`([a-z-]+)`", self.tight)
        return found and found[1]


def rows() -> list[Row]:
    lines = PAGE[PAGE.index(HEADER) :].split("\n\n", 1)[0].splitlines()[2:]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]


ROWS = rows()


@dataclass(frozen=True)
class Facts:
    """What the formulas of the table are about."""

    result: covey.Result
    opt: int

    @property
    def k(self) -> int:
        return self.result.problem.k

    @property
    def w(self) -> int:
        problem: Any = self.result.problem
        weights = problem.distinct.weights if problem.problem_kind == "cells" else problem.weights
        return int(weights.max())

    @property
    def total(self) -> int:
        return self.result.problem.total

    @property
    def eps(self) -> Fraction:
        return Fraction(str(self.result.options["eps"]))

    @property
    def f(self) -> int:
        return max(self.k - 1 + self.w, 3 * self.k - 3)

    @property
    def g(self) -> int:
        around = 2 if self.result.problem.distinct_along_an_axis else 4  # type: ignore[attr-defined]
        return self.w + around * (self.k - 1)

    @property
    def tree(self) -> int:
        """kappa + d (k - 1); d is the largest degree in the graph at most."""
        problem: Any = self.result.problem
        degree = int(np.bincount(problem.graph.edges.ravel(), minlength=1).max())
        return max(self.k, self.w) + max(degree, 1) * (self.k - 1)

    @property
    def sides(self) -> int:
        kinds: dict[type, int] = {covey.OrderedAxis: 2, covey.PlaceAxis: 4, covey.LabelAxis: 1}
        problem: Any = self.result.problem
        trees = problem.axis_table.trees
        return sum(
            kinds[type(axis)] if tree is None else tree.degree
            for axis, tree in zip(problem.axes, trees, strict=True)
        )

    @property
    def around(self) -> int:
        return max(self.w + self.sides * (self.k - 1), 3 * self.k - 3, 2 * self.k - 1)

    @property
    def by_slabs(self) -> int:
        """For an ordered attribute, or one of two coordinates, beside another one."""
        axes = self.result.problem.axes  # type: ignore[attr-defined]
        coordinates = any(isinstance(axis, covey.PlaceAxis) for axis in axes)
        ordered = any(isinstance(axis, covey.OrderedAxis) for axis in axes)
        fits = coordinates or (ordered and len(axes) > 1)
        return (self.sides if fits else max(self.sides + 1, 3)) * self.opt

    @property
    def any_graph(self) -> int:
        return max(self.opt + self.k - 1, 3 * self.k - 3)

    @property
    def h(self) -> int:
        problem: Any = self.result.problem
        found = max(self.k, self.w)
        for node in range(len(problem.weights), len(problem.parents)):
            if problem.node_weights[node] < self.k:
                continue
            below = [w for w in problem.node_weights[problem.parents == node].tolist() if w]
            light = sum(w for w in below if w < self.k)
            if light >= self.k:
                found = max(found, 3 * self.k - 3)
            elif light:
                found = max(found, light + min(w for w in below if w >= self.k))
        return found

    def largest(self, most: int) -> int:
        """The quadratic cost that is possible if no class is above so many records."""
        return self.total * (max(most, self.k) - self.k)


PROMISES: dict[str, Callable[[Facts], Fraction | int]] = {
    "Opt": lambda at: at.opt,
    "Opt, given time": lambda at: at.opt,
    "Opt, where coordinates are few": lambda at: at.opt,
    "Opt, where regions are few": lambda at: at.opt,
    "min(2 Opt, F)": lambda at: min(2 * at.opt, max(at.f, at.k)),
    "2 Opt": lambda at: 2 * at.opt,
    "Opt, where light children are few": lambda at: at.opt,
    "W (H - k)": lambda at: at.largest(at.h),
    "5/2 Opt": lambda at: Fraction(5, 2) * at.opt,
    "(1 + eps) (Opt + k)": lambda at: (1 + at.eps) * (at.opt + at.k),
    "(1 + eps) Opt, not k-anonymous": lambda at: (1 + at.eps) * at.opt,
    "min(3 Opt, F)": lambda at: min(3 * at.opt, max(at.f, at.k)),
    "W (F - k)": lambda at: at.largest(at.f),
    "min(Opt + k - 1, 2 (k - 1) + w)": lambda at: min(
        at.opt + at.k - 1, max(2 * (at.k - 1) + at.w, at.k)
    ),
    "W (2 (k - 1) + w - k)": lambda at: at.largest(2 * (at.k - 1) + at.w),
    "min(4 Opt, G)": lambda at: min(4 * at.opt, max(at.g, at.k)),
    "min(5 Opt, G)": lambda at: min(5 * at.opt, max(at.g, at.k)),
    "4 Opt": lambda at: 4 * at.opt,
    "W (G - k)": lambda at: at.largest(at.g),
    "max(Opt + k - 1, 3k - 3)": lambda at: at.any_graph,
    "kappa + d (k - 1)": lambda at: at.tree,
    "W (kappa + d (k - 1) - k)": lambda at: at.largest(at.tree),
    "W (max(Opt + k - 1, 3k - 3) - k)": lambda at: at.largest(at.any_graph),
    "max(w + b (k - 1), 3k - 3, 2k - 1)": lambda at: at.around,
    "b Opt": lambda at: at.by_slabs,
    "min(b Opt, max(w + b (k - 1), 3k - 3, 2k - 1))": lambda at: min(at.by_slabs, at.around),
    "W (max(w + b (k - 1), 3k - 3, 2k - 1) - k)": lambda at: at.largest(at.around),
}
"""The cells of the column "promise", as numbers."""


def test_every_method_and_objective_has_one_row() -> None:
    expected = [
        (problem_kind, method.name, objective)
        for problem_kind in KINDS
        for objective in OBJECTIVES
        for method in covey.methods(problem_kind)
        if objective in method.objectives
    ]
    assert sorted(row.key for row in ROWS) == sorted(expected)


def runs_of(row: Row) -> list[Facts]:
    """Some instances of the laws, solved."""
    (problem_kind,) = (
        problem_kind for problem_kind in PROBLEM_KINDS if problem_kind.name == row.problem
    )
    rng = np.random.default_rng(8)
    instances = [*problem_kind.hand_made.values()] + [
        problem_kind.random_instance(rng) for _ in range(15)
    ]
    objective: Any = row.objective
    found = []
    for instance in instances:
        result = covey.solve(problem_kind.problem(instance, objective), row.method)
        found.append(Facts(result, problem_kind.optimum(instance, objective)))
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row.key))
def test_the_code_promises_what_the_table_says(row: Row) -> None:
    if row.promise == "none known":
        assert all("nothing" in facts.result.guarantee.text for facts in runs_of(row))
        return
    equal = False
    for facts in runs_of(row):
        if "nothing" in facts.result.guarantee.text:
            continue  # A note below the table says where the promise is taken away.
        allowed = facts.result.guarantee.at_most(facts.opt)
        assert allowed is not None
        promised = PROMISES[row.promise](facts)
        assert allowed <= promised
        # On small instances some methods search all answers.
        equal |= allowed == promised or facts.result.guarantee.ratio == 1
    assert equal, "the code promises more than the table says"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row.key))
def test_every_cell_is_filled_and_leads_somewhere(row: Row) -> None:
    page = re.fullmatch(r"\[([a-z-]+\.md)\]\(((?:\.\./[a-z]+/|theorems/)?\1)\)", row.theorem)
    assert page
    pages = (DOCS / "explanation" / page[2], DOCS / "reference" / f"{row.problem}.md")
    assert any(f"**{row.method}**" in each.read_text(encoding="utf-8") for each in pages)
    assert row.example or row.tight in ("none known", "every instance")
    assert row.hardness.startswith(("[", "none: "))


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.example], ids=lambda row: " ".join(row.key)
)
def test_tight_examples_are_tight_for_their_rows(row: Row) -> None:
    (family,) = (family for family in FAMILIES if family.name == row.example)
    example = family.make(100)
    assert example.problem.problem_kind == row.problem
    if example.start is not None:
        assert row.method == example.method
        return
    problem: Any = copy(example.problem)
    object.__setattr__(problem, "objective", row.objective)
    options = example.options if row.method == example.method else {}
    result = covey.solve(problem, row.method, **options)
    optimum = example.optimum if row.objective == "max-size" else result.lower_bound
    promised = PROMISES[row.promise](Facts(result, optimum))
    if row.tight.endswith(": 3"):
        promised = 3 * optimum
    assert 0.97 * promised <= result.cost <= promised


def test_every_tight_example_is_in_the_table() -> None:
    assert {family.name for family in FAMILIES} == {row.example for row in ROWS if row.example}
