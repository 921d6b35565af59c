from __future__ import annotations

from fractions import Fraction

from covey import LabelProblem
from covey.research.tight.example import Family, Tight
from covey.research.tight.families import labels_two, regions_any_graph


def test_a_ratio_is_exact() -> None:
    assert labels_two(3).ratio == Fraction(2)
    assert regions_any_graph(50).ratio == Fraction(147, 50)


def test_what_is_reached_comes_from_the_method_and_not_from_the_example() -> None:
    lie = Tight(
        "lie", LabelProblem([2, 2, 1, 1], 3), [0, 1, 0, 1], 3, "", "exact", cost=6, shows=""
    )
    assert lie.reached() == 3


def test_a_family_is_named_by_its_examples() -> None:
    assert Family(labels_two, least=3).name == "labels-two"


def test_a_start_is_written_down() -> None:
    assert regions_any_graph(5).to_dict()["start"] == [0, 0, 0, 1, 1, 1, 1]
    assert labels_two(5).to_dict()["start"] is None
