"""The laws: what every method of every problem_kind owes on every instance."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import covey
from covey.core.grouping import Objective, quadratic_cost
from tests.effort import cases
from tests.problems.cells import oracle as cells_oracle
from tests.problems.intervals import oracle as intervals_oracle
from tests.problems.labels import adversarial, oracle
from tests.problems.rectangles import oracle as rectangles_oracle
from tests.problems.regions import oracle as regions_oracle
from tests.problems.trees import oracle as trees_oracle

INSTANCES = int(os.environ.get("COVEY_INSTANCES", "300"))
"""Random instances per guarantee; ``make test-long`` takes 120,000."""

SHARDS = 8

LABELS: dict[str, tuple[list[int], int]] = {
    "one label": ([7], 3),
    "one label of k": ([5], 5),
    "two that must share": ([3, 3], 5),
    "all alone": ([5, 6, 7], 5),
    "nothing but ones": ([1] * 9, 4),
    "k is one": ([3, 1, 2], 1),
    "labels without records": ([0, 4, 0, 3, 2, 0], 4),
    "a giant": ([1000, 1, 2, 3, 4], 5),
    "giants and less than k": ([100, 99, 98, 2, 2], 10),
    "the leftover after an oversize item": ([29, 9, 9, 9], 10),
    "a common divisor": ([12, 12, 8, 8, 4], 10),
    "odd number above k/2": ([9, 8, 7, 6, 6, 1], 10),
    "three above k/2 in one class": ([6, 6, 6], 10),
    "two bins and a leftover": ([9, 9, 9, 9, 2, 2, 2], 10),
    "a leftover in three parts": ([5, 5, 5, 5, 5, 5, 3, 3, 3], 10),
    "3-partition, yes": ([26, 30, 44, 33, 33, 34, 40, 31, 29], 100),
    "3-partition, no": ([26, 26, 26, 26, 26, 35, 45, 45, 45], 100),
    "partition, no: one class of 2k": ([3, 3, 3, 3, 3, 5], 10),
    "half the sum": ([8, 7, 6, 5, 4], 15),
}

INTERVALS: dict[str, tuple[list[int], int]] = {
    "one value": ([7], 3),
    "one value of k": ([5], 5),
    "two that must share": ([3, 3], 5),
    "all alone": ([5, 6, 7], 5),
    "nothing but ones": ([1] * 9, 4),
    "k is one": ([3, 1, 2], 1),
    "values without records": ([0, 4, 0, 3, 2, 0], 4),
    "a giant in the middle": ([1, 2, 1000, 3, 4], 5),
    "light ends": ([1, 9, 9, 9, 1], 10),
    "a common divisor": ([12, 8, 4, 12, 8], 10),
    "no chain at the average": ([4, 3, 4, 3, 4, 3], 5),
    "equal halves": ([2, 3, 5, 5, 3, 2], 10),
}

RECTANGLES: dict[str, tuple[list[float], list[float], list[int], int]] = {
    "one point": ([3.5], [4.5], [5], 3),
    "all at one place": ([1, 1, 1], [2, 2, 2], [1, 1, 1], 2),
    "on a vertical line": ([1, 1, 1, 1], [1, 2, 3, 4], [1, 1, 1, 1], 2),
    "on a horizontal line": ([1, 2, 3, 4], [7, 7, 7, 7], [2, 1, 1, 2], 3),
    "on a diagonal": ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1, 1, 1, 1, 1], 2),
    "a cross": ([0, -1, 1, 0, 0], [0, 0, 0, -1, 1], [3, 2, 2, 2, 2], 3),
    "a pinwheel": ([1, 2, 3, 1, 2, 3, 1, 2, 3], [1, 1, 1, 2, 2, 2, 3, 3, 3],
                   [1, 1, 1, 1, 2, 1, 1, 1, 1], 2),
    "places without records": ([0, 1, 2, 3], [0, 1, 0, 1], [0, 2, 0, 2], 2),
    "negative and tiny": ([-1e-9, 0.0, 1e-9, -0.0], [1e9, -1e9, 0.5, 0.5], [1, 1, 1, 1], 2),
    "neighbouring doubles": ([1.0, 1.0000000000000002, 1.0, 1.0000000000000002],
                             [0.1, 0.1, 0.30000000000000004, 0.3], [1, 1, 1, 1], 1),
}  # fmt: skip

PATH = [(0, 1), (1, 2), (2, 3), (3, 4)]
STAR = [(0, 1), (0, 2), (0, 3), (0, 4)]
WHEEL = [*STAR, (1, 2), (2, 3), (3, 4), (4, 1)]

REGIONS: dict[str, tuple[list[int], list[tuple[int, int]], int]] = {
    "one area": ([7], [], 3),
    "two that must share": ([3, 3], [(0, 1)], 5),
    "two that need not": ([5, 6], [(0, 1)], 5),
    "k is one": ([3, 1, 2], [(0, 1), (1, 2)], 1),
    "a path": ([3, 1, 2, 4, 2], PATH, 4),
    "a path with light ends": ([1, 5, 5, 5, 1], PATH, 5),
    "a star of light areas": ([1, 3, 3, 3, 3], STAR, 4),
    "a star of heavy areas": ([2, 9, 9, 9, 9], STAR, 5),
    "a heavy area and its pockets": ([50, 2, 3, 40, 1], STAR, 10),
    "a wheel": ([4, 3, 3, 3, 3], WHEEL, 5),
    "a wheel with an empty hub": ([0, 3, 3, 3, 3], WHEEL, 6),
    "areas without records keep it together": ([4, 0, 0, 0, 4], PATH, 8),
    "areas without records ride along": ([4, 0, 0, 0, 4], PATH, 4),
    "a giant": ([1, 1000, 2, 3, 4], PATH, 5),
    "light areas far from a heavy one": ([20, 3, 3, 1, 1], PATH, 10),
    "two components": ([4, 4, 5, 3, 6], [(0, 1), (2, 3), (3, 4)], 5),
    "components of one area": ([6, 7, 8], [], 5),
    "all borders": ([3, 4, 5, 6, 7], [(a, b) for a in range(5) for b in range(a)], 8),
    "a common divisor": ([12, 8, 4, 12, 8], PATH, 10),
}

TREES: dict[str, tuple[list[int], list[int], int]] = {
    "one label": ([7], [-1], 3),
    "one label below a node": ([7], [1, -1], 3),
    "a chain above one label": ([5], [1, 2, -1], 5),
    "labels of one node": ([3, 3, 2, 4], [4, 4, 4, 4, -1], 5),
    "all alone": ([5, 6, 7], [3, 3, 3, -1], 5),
    "two heavy nodes": ([2, 3, 3, 2], [4, 4, 5, 5, 6, 6, -1], 5),
    "a light node beside a heavy one": ([1, 1, 9, 9], [4, 4, 5, 5, 6, 6, -1], 5),
    "a light label beside heavy nodes": ([2, 9, 9, 8, 8], [7, 5, 5, 6, 6, 7, 7, -1], 5),
    "two light labels, two that absorb": ([4, 4, 9, 9, 9, 9], [8, 8, 6, 6, 7, 7, 8, 8, -1], 9),
    "light ones that need no heavy one": ([4, 4, 4, 9, 9], [6, 6, 6, 5, 5, 6, -1], 8),
    "k is one": ([3, 1, 2], [3, 3, 4, 4, -1], 1),
    "labels without records": ([0, 4, 0, 3, 2, 0], [6, 6, 7, 7, 8, 8, 9, 9, 9, -1], 4),
    "a node without records": ([0, 0, 4, 5], [4, 4, 5, 5, 6, 6, -1], 4),
    "a giant": ([1000, 1, 2, 3, 4], [5, 5, 6, 6, 6, 7, 7, -1], 5),
    "deep": ([1, 2, 3, 4, 5], [5, 5, 6, 7, 8, 6, 7, 8, -1], 4),
    "partition, no": ([3, 3, 3, 3, 3, 5], [6, 6, 6, 6, 6, 6, -1], 10),
    "the greedy halves": ([6, 6, 4, 4], [4, 4, 4, 4, -1], 10),
}

SEXES = covey.LabelAxis([0, 1, 0, 1, 0, 1], 2)
AGES = covey.OrderedAxis([0, 0, 1, 1, 2, 2], [20, 30, 70])
HOLES = covey.OrderedAxis([0, -1, 1, 1, -1, 2], [20, 30, 70])
SPOTS = covey.PlaceAxis([0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1], [0.0, 1.0, 5.0], [0.5, 2.5])
NOWHERE = covey.PlaceAxis([0, 1, -1, 0, 1, -1], [0, 0, -1, 1, 1, -1], [0.0, 1.0], [0.5, 2.5])
ZIPS = covey.AreaAxis([0, 1, 3, 4, 4, 0], covey.Graph.from_edges(5, PATH))
ISLANDS = covey.AreaAxis([0, 1, 3, 4, 4, 0], covey.Graph.from_edges(5, [(0, 1), (3, 4)]))
HUB = covey.AreaAxis([1, 2, 3, 4, 1, 2], covey.Graph.from_edges(5, STAR))
BRANCHES = covey.TreeAxis([0, 1, 2, 3, 4, 0], 5, [5, 5, 6, 6, 7, 8, 8, 9, 9, -1])
ALIKE = covey.LabelAxis([0, 0, 0, 0, 0, 0], 1)

CELLS: dict[str, tuple[tuple[Any, ...], list[int], int]] = {
    "one combination": ((covey.LabelAxis([0], 1),), [4], 3),
    "one value everywhere": ((ALIKE,), [1, 2, 1, 1, 1, 1], 2),
    "one attribute that distinguishes nothing": ((ALIKE, AGES), [1, 2, 1, 1, 1, 1], 2),
    "ages and sexes": ((AGES, SEXES), [2, 1, 1, 2, 1, 1], 2),
    "ages, some of them missing": ((HOLES, SEXES), [2, 1, 1, 2, 1, 1], 2),
    "missing ages apart": ((HOLES,), [2, 3, 1, 2, 1, 1], 2),
    "spots": ((SPOTS,), [1, 1, 1, 1, 1, 1], 2),
    "spots and sexes": ((SPOTS, SEXES), [3, 1, 1, 1, 1, 2], 2),
    "spots, some of them nowhere": ((NOWHERE, AGES), [1, 1, 1, 1, 2, 1], 2),
    "areas": ((ZIPS, SEXES), [1, 1, 1, 1, 1, 1], 2),
    "areas in two parts": ((ISLANDS, AGES), [1, 1, 1, 1, 1, 1], 2),
    "areas around an empty hub": ((HUB,), [1, 1, 1, 1, 1, 1], 2),
    "a tree": ((BRANCHES,), [1, 1, 1, 1, 1, 1], 2),
    "a tree and ages": ((BRANCHES, AGES), [2, 1, 1, 3, 1, 1], 2),
    "two trees": ((BRANCHES, BRANCHES), [1, 1, 1, 1, 1, 1], 2),
    "a giant": ((AGES, SEXES), [100, 1, 1, 1, 1, 1], 3),
    "all in one": ((AGES, SEXES, SPOTS), [1, 1, 1, 1, 1, 1], 6),
    "k is one": ((AGES, SEXES), [1, 2, 3, 1, 2, 3], 1),
}

OBJECTIVES: tuple[Objective, ...] = ("max-size", "quadratic")


@dataclass(frozen=True)
class ProblemKind:
    """How the laws build a problem_kind's problems, and whom they ask for the truth."""

    name: str
    hand_made: dict[str, Any]
    random_instance: Callable[[np.random.Generator], Any]
    problem: Callable[[Any, Objective], Any]
    optimum: Callable[[Any, str], int]
    refuse_unless_shaped: Callable[[Any, covey.Result], None]
    slow: tuple[str, ...] = ()
    every: int = 1
    """Of how many instances one is taken, where the oracle itself is slow."""
    without: tuple[str, ...] = ()
    """Methods that refuse such problems."""

    @property
    def of_problems(self) -> str:
        """The kind that covey knows: ordered trees are trees."""
        return self.name.rpartition(" ")[2]


def random_weights(rng: np.random.Generator) -> tuple[NDArray[np.int64], int]:
    """Small tables of different flavours: near-equal, heavy-tailed, with giants, with divisors."""
    count = int(rng.integers(1, 9))
    most = int(rng.choice([2, 5, 10, 30, 100]))
    weights = rng.integers(0, most + 1, count)
    if rng.random() < 0.3:
        weights[int(rng.integers(count))] *= int(rng.integers(1, 8))
    if rng.random() < 0.2:
        weights *= int(rng.integers(2, 5))
    weights[-1] += weights.sum() == 0
    return weights, int(rng.integers(1, min(int(weights.sum()), 3 * most) + 1))


def random_labels(rng: np.random.Generator) -> tuple[NDArray[np.int64], int]:
    """Any table, or one that approximation algorithms have trouble with."""
    return random_weights(rng) if rng.random() < 0.5 else adversarial.random_sizes(rng, most=8)


def random_points(rng: np.random.Generator) -> tuple[Any, Any, Any, int]:
    """Few points on small grids, some of them off it, some with weights."""
    count = int(rng.integers(1, 9))
    x = rng.integers(0, int(rng.integers(1, 5)), count).astype(float)
    y = rng.integers(0, int(rng.integers(1, 4)), count) / 8
    weights = rng.integers(0, int(rng.choice([3, 9])), count) if rng.random() < 0.5 else 1 + 0 * x
    weights = weights.astype(np.int64)
    weights[-1] += weights.sum() == 0
    return x, y, weights, int(rng.integers(1, min(int(weights.sum()), 8) + 1))


def random_areas(rng: np.random.Generator) -> tuple[Any, Any, int]:
    """Small graphs of every density, in one component or more, none of them below k."""
    weights, k = random_weights(rng)
    count = len(weights)
    ways = rng.integers(0, count, (int(rng.integers(0, 2 * count + 1)), 2))
    tree = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, count)]
    if rng.random() < 0.2:
        tree = tree[: count // 2]
    edges = np.concatenate([np.array(tree, dtype=np.int64).reshape(-1, 2), ways])
    return weights, edges, min(k, max(1, lightest_component(weights, edges)))


def lightest_component(weights: NDArray[np.int64], edges: NDArray[np.int64]) -> int:
    graph = covey.Graph.from_edges(len(weights), edges)
    sums = np.bincount(graph.components, weights=weights)
    # A component without records would be below every k.
    weights[sums[graph.components] == 0] += 1
    return int(np.bincount(graph.components, weights=weights).min())


def random_trees(rng: np.random.Generator) -> tuple[Any, Any, int]:
    """Few labels below trees of every shape: bushy, deep, chains, nodes without records."""
    if rng.random() < 0.5:
        weights, k = random_weights(rng)
    else:
        weights, k = random_labels(rng)
        weights = np.asarray(weights)
    return weights, trees_oracle.random_parents(rng, len(weights)), k


def random_ordered_trees(rng: np.random.Generator) -> tuple[Any, Any, int]:
    """The same, with labels numbered along the tree."""
    weights, parents, k = random_trees(rng)
    return weights, trees_oracle.along(parents, len(weights)), k


def random_cells(rng: np.random.Generator) -> tuple[Any, Any, int]:
    """Few combinations of up to three attributes of any kind."""
    count = int(rng.integers(1, 7))
    weights = rng.integers(1, int(rng.choice([2, 4, 9])), count)
    k = int(rng.integers(1, min(int(weights.sum()), 8) + 1))
    return cells_oracle.random_axes(rng, count, "olpat"), weights, k


PROBLEM_KINDS = (
    ProblemKind(
        "labels",
        {name: (np.array(weights), k) for name, (weights, k) in LABELS.items()},
        random_labels,
        lambda instance, objective: covey.LabelProblem(instance[0], instance[1], objective),
        lambda instance, objective: oracle.optimum(instance[0], instance[1], objective),
        lambda instance, result: None,
        slow=("exact", "auto", "scheme", "relaxed"),
    ),
    ProblemKind(
        "intervals",
        {name: (np.array(weights), k) for name, (weights, k) in INTERVALS.items()},
        random_weights,
        lambda instance, objective: covey.IntervalProblem(instance[0], instance[1], objective),
        lambda instance, objective: intervals_oracle.optimum(instance[0], instance[1], objective),
        lambda instance, result: intervals_oracle.refuse_unless_intervals(
            result.solution.classes.tolist()
        ),
    ),
    ProblemKind(
        "rectangles",
        {
            name: (np.array(x, dtype=float), np.array(y, dtype=float), np.array(weights), k)
            for name, (x, y, weights, k) in RECTANGLES.items()
        },
        random_points,
        lambda instance, objective: covey.RectangleProblem(
            instance[0], instance[1], instance[3], instance[2], objective
        ),
        lambda instance, objective: rectangles_oracle.optimum(instance[:3], instance[3], objective),
        lambda instance, result: rectangles_oracle.refuse_unless_cells(
            instance[:3],
            result.problem.rows.tolist(),  # type: ignore[attr-defined]
            result.solution.classes.tolist(),
            result.solution.cells,  # type: ignore[attr-defined]
        ),
        slow=("exact", "auto", "proportional", "kd"),
        every=20 if "COVEY_INSTANCES" in os.environ else 1,
    ),
    ProblemKind(
        "regions",
        {
            name: (np.array(weights), np.array(edges, dtype=np.int64).reshape(-1, 2), k)
            for name, (weights, edges, k) in REGIONS.items()
        },
        random_areas,
        lambda instance, objective: covey.RegionProblem(
            instance[0], instance[1], instance[2], objective
        ),
        regions_oracle.optimum,
        lambda instance, result: regions_oracle.refuse_unless_connected(
            instance[1], result.solution.classes.tolist()
        ),
        slow=("exact", "auto", "balanced", "tree"),
        every=20 if "COVEY_INSTANCES" in os.environ else 1,
    ),
    ProblemKind(
        "trees",
        {
            name: (np.array(weights), np.array(parents), k)
            for name, (weights, parents, k) in TREES.items()
        },
        random_trees,
        lambda instance, objective: covey.TreeProblem(
            instance[0], instance[1], instance[2], objective
        ),
        trees_oracle.optimum,
        lambda instance, result: trees_oracle.refuse_unless_along(
            instance, result.solution.classes.tolist()
        ),
    ),
    ProblemKind(
        "ordered trees",
        {
            name: (np.array(weights), trees_oracle.along(np.array(parents), len(weights)), k)
            for name, (weights, parents, k) in TREES.items()
        },
        random_ordered_trees,
        lambda instance, objective: covey.TreeProblem(
            instance[0], instance[1], instance[2], objective, ordered=True
        ),
        lambda instance, objective: trees_oracle.optimum(instance, objective, ordered=True),
        lambda instance, result: trees_oracle.refuse_unless_along(
            instance, result.solution.classes.tolist(), ordered=True
        ),
        every=1 if "COVEY_INSTANCES" in os.environ else 4,
        without=("two",),
    ),
    ProblemKind(
        "cells",
        {name: (axes, np.array(weights), k) for name, (axes, weights, k) in CELLS.items()},
        random_cells,
        lambda instance, objective: covey.CellProblem(
            instance[0], instance[1], instance[2], objective
        ),
        lambda instance, objective: cells_oracle.optimum(
            instance[0], instance[1].tolist(), instance[2], objective
        ),
        lambda instance, result: cells_oracle.refuse_unless_cells(
            instance[0],
            result.solution.classes.tolist(),
            result.solution.sets,  # type: ignore[attr-defined]
        ),
        slow=("auto", "typed", "slabs", "global"),
        every=20 if "COVEY_INSTANCES" in os.environ else 4,
    ),
)


def runs(problem_kind: ProblemKind, objective: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for method in covey.methods(problem_kind.of_problems):
        if objective in method.objectives and method.name not in problem_kind.without:
            for variant in method.variants:
                yield method.name, dict(variant)
    if problem_kind.name == "labels" and objective == "max-size":
        yield "scheme", {"eps": 0.1}
        yield "relaxed", {"eps": 0.5}


RUNS = [
    pytest.param(
        problem_kind,
        objective,
        method,
        options,
        id=" ".join([problem_kind.name, objective, method, *map(str, options.values())]),
    )
    for problem_kind in PROBLEM_KINDS
    for objective in OBJECTIVES
    for method, options in runs(problem_kind, objective)
]
EVERY_RUN = pytest.mark.parametrize(("problem_kind", "objective", "method", "options"), RUNS)


def obey(
    problem_kind: ProblemKind,
    instance: Any,
    objective: Objective,
    method: str,
    options: dict[str, Any],
) -> covey.Result:
    """All laws for one run, except the second run that determinism takes."""
    before = [np.copy(part) for part in instance]
    problem = problem_kind.problem(instance, objective)
    result = covey.solve(problem, method, seed=3, **options)
    best = problem_kind.optimum(instance, objective)
    k = problem.k

    at_least = k
    if method == "relaxed":
        at_least = int(np.ceil((1 - result.options["eps"]) * k))
    sizes = result.solution.sizes.tolist()
    oracle.refuse_unless_partition(
        problem.weights.tolist(), result.solution.classes.tolist(), sizes, at_least
    )
    problem_kind.refuse_unless_shaped(instance, result)
    assert result.lower_bound <= best
    if min(sizes) >= k:
        assert best <= result.cost
    else:
        assert result.status is covey.Status.BELOW_K
        assert any("NOT k-anonymous" in note for note in result.notes)
    allowed = result.guarantee.at_most(best)
    assert allowed is not None
    assert result.cost <= allowed
    if objective == "quadratic" and result.guarantee.text.startswith("no "):
        # Such as: no class above so many records. The promised cost is what follows from it.
        assert result.guarantee.limit is not None
        assert max(sizes) <= result.guarantee.limit // problem.total + k
    assert result.certificate.holds(problem)
    forged = dataclasses.replace(result.certificate, bound=best + 1)
    assert not forged.holds(problem)
    assert (result.status is covey.Status.OPTIMAL) == (
        result.cost == result.lower_bound and min(sizes) >= k
    )
    for part, copy in zip(instance, before, strict=True):
        np.testing.assert_array_equal(part, copy)
    return result


@EVERY_RUN
def test_hand_made_instances(
    problem_kind: ProblemKind, objective: Objective, method: str, options: dict[str, Any]
) -> None:
    for name, instance in problem_kind.hand_made.items():
        result = obey(problem_kind, instance, objective, method, options)
        again = covey.solve(result.problem, method, seed=3, **options)
        np.testing.assert_array_equal(result.solution.classes, again.solution.classes, name)
        written = json.loads(result.to_json())["certificate"]
        read = covey.read_certificate(problem_kind.of_problems, json.dumps(written))
        assert read == result.certificate


@st.composite
def small_weights(draw: st.DrawFn) -> tuple[NDArray[np.int64], int]:
    weights = draw(st.lists(st.integers(0, 40), min_size=1, max_size=8).filter(any))
    unit = draw(st.sampled_from([1, 1, 1, 3, 10]))
    scaled = np.array(weights, dtype=np.int64) * unit
    return scaled, draw(st.integers(1, int(scaled.sum())))


@st.composite
def few_points(draw: st.DrawFn) -> tuple[Any, Any, Any, int]:
    count = draw(st.integers(1, 7))
    near = st.sampled_from([-1.5, 0.0, 0.1, 0.30000000000000004])
    x = draw(st.lists(near, min_size=count, max_size=count))
    y = draw(st.lists(near, min_size=count, max_size=count))
    weights = draw(st.lists(st.integers(1, 5), min_size=count, max_size=count))
    return np.array(x), np.array(y), np.array(weights), draw(st.integers(1, sum(weights)))


@st.composite
def few_areas(draw: st.DrawFn) -> tuple[Any, Any, int]:
    count = draw(st.integers(1, 7))
    weights = np.array(draw(st.lists(st.integers(0, 9), min_size=count, max_size=count)))
    area = st.integers(0, count - 1)
    edges = np.array(draw(st.lists(st.tuples(area, area), max_size=2 * count)), dtype=np.int64)
    return weights, edges.reshape(-1, 2), max(1, lightest_component(weights, edges.reshape(-1, 2)))


@st.composite
def few_trees(draw: st.DrawFn) -> tuple[Any, Any, int]:
    weights, k = draw(small_weights())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return weights, trees_oracle.random_parents(rng, len(weights)), k


@st.composite
def few_ordered_trees(draw: st.DrawFn) -> tuple[Any, Any, int]:
    weights, parents, k = draw(few_trees())
    return weights, trees_oracle.along(parents, len(weights)), k


@st.composite
def few_combinations(draw: st.DrawFn) -> tuple[Any, Any, int]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return random_cells(rng)


GENERATED: dict[str, Callable[[], st.SearchStrategy[Any]]] = {
    "labels": small_weights,
    "intervals": small_weights,
    "rectangles": few_points,
    "regions": few_areas,
    "trees": few_trees,
    "ordered trees": few_ordered_trees,
    "cells": few_combinations,
}


@EVERY_RUN
@settings(
    max_examples=cases(25, quick=12),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_generated_instances(
    problem_kind: ProblemKind,
    objective: Objective,
    method: str,
    options: dict[str, Any],
    data: st.DataObject,
) -> None:
    instance = data.draw(GENERATED[problem_kind.name]())
    obey(problem_kind, instance, objective, method, options)


@EVERY_RUN
@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_instances(
    problem_kind: ProblemKind,
    objective: Objective,
    method: str,
    options: dict[str, Any],
    shard: int,
) -> None:
    count = INSTANCES // SHARDS // problem_kind.every
    if method in problem_kind.slow and "COVEY_INSTANCES" not in os.environ:
        count //= 5
    rng = np.random.default_rng([shard, 20])
    for _ in range(count):
        obey(problem_kind, problem_kind.random_instance(rng), objective, method, options)


def test_exact_breaks_ties_by_the_quadratic_cost() -> None:
    rng = np.random.default_rng(5)
    for _ in range(150):
        weights, k = random_weights(rng)
        result = covey.solve(covey.LabelProblem(weights, k), "exact")
        largest = oracle.least_largest(weights, k)
        assert result.cost == largest
        assert quadratic_cost(result.solution.sizes, k) == oracle.least_quadratic(
            weights, k, largest
        )


@pytest.mark.parametrize(
    "problem_kind",
    [problem_kind for problem_kind in PROBLEM_KINDS if problem_kind.name != "cells"],
    ids=lambda problem_kind: problem_kind.name,
)
def test_exact_is_optimal(problem_kind: ProblemKind) -> None:
    rng = np.random.default_rng(6)
    for _ in range(100):
        instance = problem_kind.random_instance(rng)
        for objective in OBJECTIVES:
            result = covey.solve(problem_kind.problem(instance, objective), "exact")
            assert result.cost == problem_kind.optimum(instance, objective)
            assert result.status is covey.Status.OPTIMAL
