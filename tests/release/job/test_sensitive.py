"""The rules of sensitive columns, by their short names."""

from __future__ import annotations

from typing import Any

import pytest

from covey import InvalidInput
from covey.release.job.sensitive import (
    RULES,
    ColumnNames,
    by_column,
    columns_and_rules,
    from_rules,
    kinds_of,
    refuse_unfinished,
    requirement,
    rules_of,
    split_sensitive,
)
from covey.requirements.closeness import Closeness
from covey.requirements.diversity import DistinctDiversity, RecursiveDiversity
from covey.requirements.population import PopulationK

VALUES: dict[str, Any] = {
    "l": 3,
    "entropy-l": 2.5,
    "recursive": [2, 3],
    "t": 0.2,
    "t-ordered": 0.3,
    "alpha": 0.5,
}


def test_every_rule_has_a_value_here() -> None:
    assert VALUES.keys() == RULES.keys()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_comes_back_from_the_requirement(rule: str) -> None:
    rules = {"illness": {rule: VALUES[rule]}}
    assert rules_of(from_rules(rules), "illness") == rules["illness"]


def test_rules_stand_after_the_last_colon() -> None:
    column, rules = split_sensitive("a:b:recursive=2/3, t=0.2")
    assert column == "a:b"
    assert rules == [RecursiveDiversity("a:b", 2, 3), Closeness("a:b", 0.2)]
    assert split_sensitive("a:b") == ("a:b", [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ill:l=3,t", "says rules as COL:l=3,t=0.2"),
        ("ill:l=3,l=4", "l stands twice"),
        ("ill:l=many", "'many' in 'ill:l=many' is not a number"),
        ("ill:ll=3", "'ll' is no rule"),
        ("ill:recursive=2", "has two numbers, c and l"),
    ],
)
def test_what_is_no_rule_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        split_sensitive(text)


def test_a_misspelt_rule_gets_the_nearest_one() -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'alpha'"):
        requirement("ill", "alfa", 0.5)


@pytest.mark.parametrize("given", ["ill", {"ill": 3}, [3]])
def test_other_kinds_of_lists_are_refused(given: Any) -> None:
    with pytest.raises(InvalidInput, match="sensitive is a list of columns"):
        columns_and_rules(given)


def test_names_of_columns_are_not_searched_for_rules() -> None:
    assert columns_and_rules(ColumnNames(["ill:l=3"])) == (["ill:l=3"], [])
    assert columns_and_rules(["ill:l=3"]) == (["ill"], [DistinctDiversity("ill", 3)])


def test_a_colon_without_a_rule_is_refused_unless_a_column_is_called_so() -> None:
    with pytest.raises(InvalidInput, match="A rule with a number is expected after the colon"):
        refuse_unfinished(["ill:"], ["ill", "age"])
    refuse_unfinished(["ill:"], ["ill", "ill:"])
    refuse_unfinished(["ill"], ["ill"])


def test_requirements_are_in_the_order_of_the_columns_and_each_once() -> None:
    one, two, three = DistinctDiversity("a", 2), Closeness("b", 0.2), PopulationK(5)
    assert by_column([three, two, one], ["a", "b"]) == (one, two, three)
    with pytest.raises(InvalidInput, match="of 'a' one is asked twice"):
        by_column([one, DistinctDiversity("a", 3)], ["a", "b"])


def test_only_an_ordered_distance_needs_an_order() -> None:
    asked = [Closeness("cost", 0.2, ordered=True), Closeness("ill", 0.2)]
    assert kinds_of(asked, ["cost", "ill", "note"]) == {
        "cost": "ordered",
        "ill": "text",
        "note": "text",
    }
