"""Global recoding as a search, against all partitions of small tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import covey
from covey._native import cells as native
from covey.core.stop import Stop
from covey.core.threads import using
from covey.problems.cells.grids.search import searched
from covey.problems.cells.recode import recoded
from tests.problems.cells import oracle


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    """All partitions of a list."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for at in range(len(smaller)):
            yield [*smaller[:at], [first, *smaller[at]], *smaller[at + 1 :]]


def runs(items: list[int]) -> Iterator[list[list[int]]]:
    """All partitions of a list into runs of neighbours."""
    for cuts in product([False, True], repeat=len(items) - 1):
        found = [[items[0]]]
        for item, cut in zip(items[1:], cuts, strict=True):
            if cut:
                found.append([item])
            else:
                found[-1].append(item)
        yield found


def blocks_of(axis: Any) -> Iterator[list[tuple[set[int], float]]]:
    """All partitions of an axis, with the loss of each block; -1 stands for missing values."""
    missing = bool((axis.codes < 0).any())
    if isinstance(axis, covey.LabelAxis):
        for found in partitions(list(range(axis.size))):
            yield [(set(part), len(part) / axis.size if len(part) > 1 else 0.0) for part in found]
        return
    line = axis.positions
    width = line[-1] - line[0]
    for found in runs(list(range(axis.size))):
        ranges = [
            (set(part), (line[part[-1]] - line[part[0]]) / width if width else 0.0)
            for part in found
        ]
        if not missing:
            yield ranges
            continue
        yield [*ranges, ({-1}, 0.0)]
        if len(found) == 1:
            yield [({-1, *found[0]}, 1.0)]


def least_loss(problem: covey.CellProblem) -> float:
    """Over all partitions of all axes, what is in cells below k being withheld."""
    best = np.inf
    for chosen in product(*(list(blocks_of(axis)) for axis in problem.axes)):
        cells: dict[tuple[int, ...], int] = {}
        lost: dict[tuple[int, ...], float] = {}
        for row, weight in enumerate(problem.weights.tolist()):
            at = tuple(
                next(n for n, (part, _) in enumerate(blocks) if int(axis.codes[row]) in part)
                for axis, blocks in zip(problem.axes, chosen, strict=True)
            )
            cells[at] = cells.get(at, 0) + weight
            pairs = zip(at, chosen, problem.axis_weights, strict=True)
            lost[at] = sum(weight * blocks[n][1] for n, blocks, weight in pairs)
        withheld = sum(size for size in cells.values() if size < problem.k)
        if withheld > problem.suppress or withheld == problem.total:
            continue
        kept = sum(size * lost[at] for at, size in cells.items() if size >= problem.k)
        best = min(best, (kept + withheld) / problem.total)
    return best


def small_problem(rng: np.random.Generator, suppress: int | None = None) -> covey.CellProblem:
    rows = int(rng.integers(3, 9))
    ordered = covey.OrderedAxis(
        rng.integers(-1 if rng.random() < 0.3 else 0, 4, rows), np.cumsum(rng.integers(1, 9, 4))
    )
    axes: list[Any] = [ordered, covey.LabelAxis(rng.integers(0, 3, rows), 3)]
    if rng.random() < 0.5:
        axes.append(covey.LabelAxis(rng.integers(0, 2, rows), 2))
    weights = rng.integers(1, 5, rows)
    k = int(rng.integers(1, min(int(weights.sum()), 6) + 1))
    allowed = int(rng.integers(0, 5)) if suppress is None else suppress
    return covey.CellProblem(axes, weights, k, suppress=min(allowed, int(weights.sum()) - k))


def best_of_search(problem: covey.CellProblem, seed: int = 0) -> Any:
    return min(searched(problem, Stop(seconds=None).start(), seed), key=problem.loss, default=None)


def test_the_search_finds_what_all_partitions_have() -> None:
    rng = np.random.default_rng(3)
    reached = tried = 0
    for _ in range(60):
        problem = small_problem(rng)
        found = best_of_search(problem)
        best = least_loss(problem)
        problem.check(found)
        assert problem.loss(found) >= best - 1e-9
        reached += problem.loss(found) <= best + 1e-9
        tried += 1
    assert reached >= 0.95 * tried


@pytest.mark.parametrize("least", [0, -1])
@pytest.mark.parametrize("seed", range(5))
def test_a_larger_allowance_never_loses_more(seed: int, least: int) -> None:
    rng = np.random.default_rng(seed)
    axes: list[Any] = [covey.OrderedAxis(rng.integers(least, 12, 60), range(12)) for _ in range(2)]
    axes += [covey.LabelAxis(rng.zipf(1.6, 60) % 7, 7) for _ in range(2)]
    losses = []
    for allowed in (0, 1, 3, 8, 20, 50):
        problem = covey.CellProblem(axes, np.ones(60, dtype=np.int64), 3, suppress=allowed)
        result = covey.solve(problem, "global")
        solution: Any = result.solution
        assert problem.total - int(solution.sizes.sum()) <= allowed
        losses.append(problem.loss(solution))
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("seed", range(4))
def test_a_longer_search_never_loses_more(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees all that a shorter one sees: the search ends by the steps it has made."""
    rng = np.random.default_rng(seed)
    axes: list[Any] = [covey.OrderedAxis(rng.integers(0, 40, 300), range(40)) for _ in range(2)]
    axes += [covey.LabelAxis(rng.zipf(1.6, 300) % 9, 9) for _ in range(2)]
    problem = covey.CellProblem(axes, np.ones(300, dtype=np.int64), 3, suppress=15)
    losses = []
    for steps in (1, 100_000, 1_000_000, 10_000_000):
        monkeypatch.setattr("covey.problems.cells.grids.search.STEPS", steps)
        losses.append(problem.loss(best_of_search(problem, seed)))
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("seed", range(4))
def test_every_kind_of_attribute_passes_the_checker_and_beats_the_greedy_cuts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = 80
    axes = oracle.random_axes(rng, rows)
    problem = covey.CellProblem(axes, rng.integers(1, 4, rows), 4)
    result = covey.solve(problem, "global")
    solution: Any = result.solution
    problem.check(solution)
    assert int(solution.sizes.sum()) == problem.total
    greedy = recoded(problem, (), Stop(seconds=None).start())
    assert problem.loss(solution) <= problem.loss(greedy)


def test_no_column_is_lost_that_another_would_not_repay() -> None:
    """Four columns of two labels each, independent: all can be kept."""
    table = np.array(list(product([0, 1], repeat=4)))
    axes = [covey.LabelAxis(table[:, at], 2) for at in range(4)]
    problem = covey.CellProblem(axes, np.full(16, 5), 5)
    found = best_of_search(problem)
    assert problem.loss(found) == 0


def test_threads_do_not_change_the_answer() -> None:
    rng = np.random.default_rng(11)
    axes = [covey.LabelAxis(rng.zipf(1.5, 300) % 9, 9) for _ in range(3)]
    problem = covey.CellProblem(axes, np.ones(300, dtype=np.int64), 3, suppress=10)
    answers = []
    for number in (1, 2, 5):
        with using(number):
            answers.append(best_of_search(problem).classes.tolist())
    assert answers[0] == answers[1] == answers[2]


def test_classes_that_fail_a_requirement_are_withheld_if_they_may_be() -> None:
    codes = np.repeat([0, 1, 2], 6)
    illness = np.array([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0])
    sensitive = covey.Sensitive("illness", illness)
    need = covey.DistinctDiversity("illness", 2)
    for allowed, withheld in ((6, 6), (5, 0)):
        problem = covey.CellProblem(
            [covey.LabelAxis(codes, 3)],
            np.ones(18, dtype=np.int64),
            6,
            requirements=[need],
            sensitive=[sensitive],
            suppress=allowed,
        )
        result = covey.solve(problem, "global")
        solution: Any = result.solution
        problem.check(solution)
        lost = {0: (6 + 12 * 2 / 3) / 18, 6: 6 / 18}
        assert problem.total - int(solution.sizes.sum()) in (0, withheld)
        assert problem.loss(solution) <= lost[withheld] + 1e-9


@pytest.mark.parametrize("seed", range(30))
def test_missing_values_are_alone_or_with_all_others_and_losses_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = 9
    weights = np.ones(rows, dtype=np.int64)
    axes = [covey.OrderedAxis(rng.integers(-1, 5, rows), range(5)) for _ in range(2)]
    problem = covey.CellProblem(axes, weights, 4, suppress=2)
    grid = native.Grid(weights, 4)
    for axis in axes:
        places = np.arange(5) / 4
        grid.add_ordered(axis.codes, places, places, 0.5)
    found, withheld, loss, *_ = grid.search(2, 20, 10**7, 60.0, 0)
    for axis, blocks in zip(axes, found, strict=True):
        if (axis.codes < 0).any():
            assert len(set((blocks[:-1] == blocks[-1]).tolist())) == 1
    solution = best_of_search(problem)
    assert problem.loss(solution) <= loss / problem.total + 1e-9
    assert problem.total - int(solution.sizes.sum()) <= 2
    assert withheld <= 2


@pytest.mark.parametrize("seed", range(5))
def test_who_is_pinned_stays_until_all_who_count_as_them_have_gone(seed: int) -> None:
    """Records without a value count as one that others have: these may be withheld after them."""
    rng = np.random.default_rng(seed)
    rows = 120
    ages = rng.integers(0, 12, rows)
    anchored = np.arange(rows) < 3
    ages[anchored] = 0
    axes: list[Any] = [covey.OrderedAxis(ages, range(12))]
    axes += [covey.LabelAxis(rng.zipf(1.6, rows) % 7, 7) for _ in range(2)]
    pinned = (ages == 0) & ~anchored
    assert pinned.any()
    losses, gone = [], []
    for allowed in (0, 1, 3, 8, 20, 50):
        problem = covey.CellProblem(
            axes,
            np.ones(rows, dtype=np.int64),
            3,
            suppress=allowed,
            pinned=pinned,
            anchored=anchored,
        )
        solution: Any = covey.solve(problem, "global").solution
        problem.check(solution)
        away = solution.classes < 0
        assert int(away.sum()) <= allowed
        assert away[anchored].all() or not away[pinned].any()
        losses.append(problem.loss(solution))
        gone.append(away[anchored].all())
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < losses[0]
    assert gone[-1]
    # Nobody may be withheld, and the search is made all the same.
    free = covey.CellProblem(axes, np.ones(rows, dtype=np.int64), 3)
    assert losses[0] == free.loss(best_of_search(free))
