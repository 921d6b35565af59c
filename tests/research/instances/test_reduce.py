from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.research.hard_problems.known import draw_source
from covey.research.hard_problems.partition import Partition
from covey.research.instances.reduce import FROM, SOURCES, reduce, source_kind

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "hardness.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_kind_of_problem_has_the_sources_that_it_names() -> None:
    for problem_kind, names in FROM.items():
        for name in names:
            kind = source_kind(problem_kind, name)
            assert kind is SOURCES[name]
            sizes = (2, 4) if name == "3dm" else (3, 40)
            hard = reduce(problem_kind, draw_source(kind, *sizes, seed=0).source)
            assert name in hard.source_kinds
            assert hard.problem.problem_kind == problem_kind
            assert f"`{name}`" in TEXT


@pytest.mark.parametrize(
    ("problem_kind", "name", "message"),
    [
        ("intervals", None, "no hard instances of 'intervals'"),
        ("labels", "3dm", "not made from 3dm"),
        ("regions", "partition", "not made from partition"),
        ("labels", "4-partition", "Unknown source"),
    ],
)
def test_what_has_no_hard_instances_is_refused(
    problem_kind: str, name: str | None, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        source_kind(problem_kind, name)


def test_a_lift_is_for_three_partition_alone() -> None:
    with pytest.raises(InvalidInput, match="lift"):
        reduce("labels", Partition([1, 1]), lift=2)
