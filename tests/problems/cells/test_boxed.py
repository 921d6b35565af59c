"""A part of a table by itself: its classes lie in its box, and no other machine is trusted."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from covey.problems.cells.axes import LabelAxis, OrderedAxis
from covey.problems.cells.boxed import BoxAnswer, BoxProblem
from covey.problems.cells.sets import MISSING_SET, MemberSets, OrderedSets
from covey.problems.cells.top_cuts import ValueAxis

LOW, HIGH = 5, 24


def part(rows: int = 120) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """Combinations whose ordered values lie from 7 to 22, in a box from 5 to 24."""
    rng = np.random.default_rng(2)
    both = np.unique(np.stack([rng.integers(7, 23, rows), rng.integers(0, 5, rows)]), axis=1)
    both[0, ::20] = -1
    both = np.unique(both, axis=1)
    return [both[0], both[1]], rng.integers(1, 4, len(both[0]))


def problem(*, tight: bool = False) -> BoxProblem:
    axes = (
        ValueAxis(OrderedAxis(np.arange(-1, 40), np.arange(40)), True, 0.5),
        ValueAxis(LabelAxis(np.arange(6), 6), False, 0.5),
    )
    bounds = np.array([[[0, 39], [0, 5]], [[LOW, HIGH], [0, 5]]], dtype=np.int32)
    return BoxProblem(axes, 3, "max-size", bounds, tight)


@pytest.mark.parametrize("tight", [False, True])
def test_classes_lie_in_the_box_and_have_k(tight: bool) -> None:
    values, counts = part()
    found, classes = problem(tight=tight).solve(1, values, counts)
    ages, labels = found.sets
    assert isinstance(ages, OrderedSets)
    assert isinstance(labels, MemberSets)
    ends = (7, 22) if tight else (LOW, HIGH)
    assert (int(ages.low.min()), int(ages.high.max())) == ends
    assert found.sizes.min() >= 3
    # Every combination is in one class, and the classes have the records that lie in them.
    sizes = np.zeros(len(found.sizes), dtype=np.int64)
    rows = zip(*(own.tolist() for own in values), counts.tolist(), classes.tolist(), strict=True)
    for age, label, count, told in rows:
        inside = []
        for number in range(len(sizes)):
            own = int(ages.of_class[number])
            fits = (
                own == MISSING_SET
                if age < 0
                else bool(own >= 0 and ages.low[own] <= age <= ages.high[own])
            )
            if fits and label in labels.members_of(int(labels.of_class[number])):
                inside.append(number)
        assert inside == [told]
        sizes[inside[0]] += count
    assert sizes.tolist() == found.sizes.tolist()


def test_neither_the_order_nor_the_machine_changes_an_answer() -> None:
    values, counts = part()
    order = np.random.default_rng(0).permutation(len(counts))
    sent = pickle.loads(pickle.dumps(problem()))
    one, classes = problem().solve(1, values, counts)
    other, again = sent.solve(1, [own[order] for own in values], counts[order])
    assert one.to_bytes() == other.to_bytes()
    assert classes[order].tolist() == again.tolist()
    back = BoxAnswer.from_bytes(one.to_bytes())
    assert back.part == 1
    assert back.combinations == len(counts)
    assert back.to_bytes() == one.to_bytes()
    assert problem().lost(back) == problem().lost(one) > 0


def test_an_answer_is_arrays_and_nothing_that_is_run() -> None:
    with pytest.raises(ValueError, match="pickle"):
        BoxAnswer.from_bytes(pickle.dumps(print))
