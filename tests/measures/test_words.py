"""Measures as people read them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from covey.measures.loss import ColumnLoss, Loss
from covey.measures.measures import Measures, Offending, Weak, measure
from covey.measures.spread import Spread
from covey.measures.words import (
    Figure,
    figures_of_classes,
    figures_of_loss,
    figures_of_risk,
    figures_of_sensitive,
    figures_of_utility,
    summary,
)


def found(sizes: list[int], **more: Any) -> Measures:
    return measure(sizes, quasi=["age", "sex"], **more)


def value(figures: list[Figure], name: str) -> str:
    (figure,) = [each for each in figures if each.name == name]
    return figure.value


def test_one_class_has_no_negative_entropy() -> None:
    assert value(figures_of_utility(found([3000])), "entropy") == "0 bits"
    assert value(figures_of_utility(found([2, 2])), "entropy") == "1 bits"


def test_a_distance_that_is_an_error_of_rounding_is_0() -> None:
    spread = Spread.from_rows("ill", [0, 0, 1, 1], ["a", "b", "a", "b"], ordered=True)
    (sensitive,) = measure([2, 2], [spread]).sensitive
    tiny = replace(sensitive, t_equal=5.551e-17, t_ordered=-1e-17)
    figures = figures_of_sensitive(tiny)
    assert value(figures, "t, equal distance") == "0"
    assert value(figures, "t, ordered distance") == "0"
    assert value(figures_of_sensitive(replace(tiny, t_equal=0.12345)), "t, equal distance") == (
        "0.1235"
    )


def test_what_was_asked_and_the_bound_are_named_if_they_are_known() -> None:
    plain = figures_of_classes(found([20, 30]))
    assert "was asked" not in plain[0].meaning
    assert [each.name for each in plain].count("excess over the bound") == 0
    figures = figures_of_classes(found([20, 30], k=15, bound=25))
    assert "(15 was asked)" in figures[0].meaning
    assert value(figures, "excess over the bound") == "20 %"


@pytest.mark.parametrize(("unit", "whom"), [("record", "the record"), ("person", "the right pers")])
def test_a_person_is_found_where_people_are_counted(unit: str, whom: str) -> None:
    first = figures_of_risk(measure([3, 4], unit=unit))[0]
    assert f"is in the table, finds {whom}" in first.meaning


def test_the_journalist_is_a_prosecutor_without_a_population() -> None:
    alone, among = figures_of_risk(found([2, 4])), figures_of_risk(found([2, 4], population=[8, 4]))
    assert value(alone, "journalist risk, highest") == "50 %"
    assert value(among, "journalist risk, highest") == "25 %"
    assert any("among 12 records of the population" in each.meaning for each in among)


def test_uniques_of_the_population_are_estimated_if_its_size_is_known() -> None:
    name = "unique in the population"
    assert name not in [each.name for each in figures_of_risk(found([1, 2]))]
    estimated = figures_of_risk(found([1, 2], population_size=3))
    assert value(estimated, name) == "33.3 %"
    assert "of 3 people, of whom 100 % are in the table: 1, estimated" in estimated[-1].meaning
    unknown = figures_of_risk(found([1, 1], population_size=10**6))[-1]
    assert "Pitman does not fit" in unknown.meaning


def test_a_total_of_the_loss_is_for_several_columns() -> None:
    one = Loss((ColumnLoss("age", 0.25, 0.5),))
    assert [each.name for each in figures_of_loss(one)] == [
        "certainty penalty (NCP), age",
        "non-uniform entropy",
    ]
    two = Loss((ColumnLoss("age", 0.25, None), ColumnLoss("sex", 0.75, None)))
    assert value(figures_of_loss(two), "certainty penalty, all (GCP)") == "50 %"
    assert "non-uniform entropy" not in [each.name for each in figures_of_loss(two)]


def test_a_loss_without_a_codebook_has_a_name_of_its_own() -> None:
    columns = (ColumnLoss("age", 0.25), ColumnLoss("sex", 0.75))
    known, seen = figures_of_loss(Loss(columns)), figures_of_loss(Loss(columns, as_seen=True))
    assert not {each.name for each in known} & {each.name for each in seen}
    assert seen[0].name == "certainty penalty (NCP) as seen, age"
    assert "was seen to stand for" in seen[0].meaning


@pytest.mark.parametrize(
    ("measure_", "classes", "figure", "words"),
    [
        ("k", 1, 2, "1 class (4 records in all) has fewer than 5 records"),
        ("k", 0, 2, "no class has fewer than 5 records"),
        ("l", 2, 1, "2 classes (4 records in all) have no more than 1 value of ill"),
        ("t", 1, 5.551e-17, "1 class (4 records in all) is farthest from the table in ill: t = 0"),
    ],
)
def test_the_summary_ends_with_what_offends(
    measure_: str, classes: int, figure: float, words: str
) -> None:
    offending = Offending(measure_, "ill", classes, 4, (Weak(4, figure),))
    text = summary(replace(found([2, 30], k=5), offending=(offending,)))
    assert text.startswith("classes by age, sex\n")
    assert text.endswith(words)
