"""3-Dimensional Matching, 3-Partition, Partition: drawn, solved, refused."""

from __future__ import annotations

from typing import Any

import pytest

from covey import InvalidInput
from covey.research.hard_problems.known import Known, draw_source
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.hard_problems.partition import Partition, ThreePartition
from tests.research.hard_problems import oracle

SIZES: dict[Any, list[tuple[int, int]]] = {
    ThreeDimensionalMatching: [(1, 1), (2, 3), (2, 4), (3, 5), (3, 9), (4, 7)],
    ThreePartition: [(1, 7), (2, 13), (3, 23), (3, 41), (4, 60)],
    Partition: [(1, 4), (2, 3), (5, 6), (8, 30), (9, 400)],
}
TRUTH: dict[Any, Any] = {
    ThreeDimensionalMatching: oracle.has_matching,
    ThreePartition: lambda source: oracle.has_threes(source.weights),
    Partition: lambda source: oracle.has_half(source.weights),
}
EVERY_SIZE = pytest.mark.parametrize(
    ("kind", "n", "m"), [(kind, *size) for kind, sizes in SIZES.items() for size in sizes]
)


@EVERY_SIZE
def test_the_solvers_agree_with_enumeration(kind: Any, n: int, m: int) -> None:
    for seed in range(40):
        known = draw_source(kind, n, m, seed)
        assert (known.answer is not None) == TRUTH[kind](known.source)
        if known.source.plainly_no:
            assert known.answer is None


@EVERY_SIZE
def test_a_planted_solution_is_one(kind: Any, n: int, m: int) -> None:
    if kind is Partition and n == 1:
        return
    for seed in range(20):
        known = draw_source(kind, n, m, seed, plant=True)
        assert known.how == "planted"
        known.source.check(known.answer)
        assert known.source.solve() is not None
        assert draw_source(kind, n, m, seed, plant=True) == known


def test_planting_does_not_always_give_the_same() -> None:
    for kind, (n, m) in [(ThreeDimensionalMatching, (3, 7)), (ThreePartition, (3, 40)),
                         (Partition, (8, 30))]:  # fmt: skip
        assert len({draw_source(kind, n, m, seed, plant=True).source for seed in range(10)}) > 5


@pytest.mark.parametrize("wanted", ["yes", "no"])
@pytest.mark.parametrize(
    ("kind", "n", "m"),
    [(ThreeDimensionalMatching, 3, 7), (ThreeDimensionalMatching, 5, 11),
     (ThreePartition, 3, 40), (Partition, 8, 60)],
)  # fmt: skip
def test_an_answer_can_be_wanted(kind: Any, n: int, m: int, wanted: Any) -> None:
    for seed in range(10):
        known = draw_source(kind, n, m, seed, wanted=wanted)
        assert (known.answer is not None) == (wanted == "yes") == TRUTH[kind](known.source)
        assert not known.source.plainly_no


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (ThreeDimensionalMatching, (3, 28), "27 different triples"),
        (ThreeDimensionalMatching, (0, 3), "positive whole number; given: 0"),
        (ThreeDimensionalMatching, (3, -1), "positive whole number; given: -1"),
        (ThreeDimensionalMatching, (10**6, 3), "At most 10,000 elements"),
        (ThreeDimensionalMatching, (10**3, 10**6), "At most 100,000 triples"),
        (ThreePartition, (10**9, 100), "At most 300,000 weights"),
        (Partition, (10**9, 100), "At most 300,000 weights"),
        (Partition, (10**5, 9), "given up"),
        (ThreePartition, (3, 8), "No three whole numbers"),
        (ThreePartition, (0, 100), "The number of sets"),
        (ThreePartition, (3, 2**50), "at most 2"),
        (Partition, (3, 2**41), "at most 2"),
        (Partition, (3, 1), "no even sum"),
    ],
)
def test_impossible_sizes_are_refused(kind: Any, arguments: tuple[int, int], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        draw_source(kind, *arguments, seed=0)


@pytest.mark.parametrize(
    ("kind", "n", "m", "how", "message"),
    [
        (ThreeDimensionalMatching, 3, 2, {"plant": True}, "at least 3 triples"),
        (ThreeDimensionalMatching, 3, 2, {"wanted": "yes"}, "at least 3 triples"),
        (ThreeDimensionalMatching, 3, 3, {"plant": True, "wanted": "no"}, "cannot be no"),
        (ThreeDimensionalMatching, 40, 40, {"wanted": "yes"}, "Plant a solution"),
        (ThreePartition, 1, 100, {"wanted": "no"}, "can be partitioned"),
        (ThreePartition, 5, 7, {"wanted": "no"}, "can be partitioned"),
        (ThreePartition, 2, 11, {"wanted": "no"}, "None of 1,000"),
        (Partition, 1, 9, {"plant": True}, "no halves"),
        (Partition, 4, 1, {"wanted": "no"}, "can be halved"),
        (Partition, 2, 2, {"wanted": "no"}, "can be halved"),
    ],
)
def test_answers_that_cannot_be_are_refused(
    kind: Any, n: int, m: int, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        draw_source(kind, n, m, 0, **how)


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, "a", True])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(InvalidInput, match="A seed is"):
        draw_source(Partition, 5, 5, seed)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (ThreeDimensionalMatching(2, [(0, 0, 0), (1, 1, 1), (1, 1, 0)]), (0, 2)),
        (ThreeDimensionalMatching(2, [(0, 0, 0), (1, 1, 1)]), (0,)),
        (ThreeDimensionalMatching(2, [(0, 0, 0), (1, 1, 1)]), (0, 2)),
        (ThreeDimensionalMatching(1, [(0, 0, 0)]), ()),
        (ThreePartition([3, 3, 4, 3, 3, 4]), ((0, 1, 3), (2, 4, 5))),
        (ThreePartition([3, 3, 4, 3, 3, 4]), ((0, 1, 2), (0, 1, 2))),
        (Partition([1, 2, 3]), (0, 1, 2)),
        (Partition([1, 2, 3]), (1, 1)),
    ],
)
def test_a_wrong_answer_is_refused(source: Any, answer: Any) -> None:
    with pytest.raises(InvalidInput):
        Known(source, answer, "searched")
