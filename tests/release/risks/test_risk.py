"""covey.risk: people who can be found today."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import covey

PEOPLE = pd.DataFrame(
    {
        "id": ["a", "a", "b", "c", None],
        "age": [31, 31, 45, 45, 45],
        "sex": ["f", "f", "m", "m", None],
        "stands_for": [10, 10, 20, 20, 5.5],
    }
)


def test_records_are_counted_by_all_columns_and_by_subsets() -> None:
    seen = covey.risk(PEOPLE, ["age", "sex"], k=3)
    assert (seen.unit, seen.people) == ("record", 5)
    assert (seen.found.unique, seen.found.below, seen.found.classes) == (1, 5, 3)
    assert [each.columns for each in seen.of_size(1)] == [("sex",), ("age",)]
    assert seen.drivers[0].column == "sex"
    assert json.loads(json.dumps(seen.to_dict()))["unique_share"] == 0.2


def test_people_are_counted_where_they_are_named() -> None:
    seen = covey.risk(PEOPLE, ["age", "sex"], person="id")
    # a is alone with two records; the record without a name is a person of its own.
    assert (seen.unit, seen.people, seen.records, seen.found.unique) == ("person", 4, 5, 2)
    assert "1 record has no value in 'id': each counts as a person of its own" in seen.notes


def test_sampling_weights_are_the_population() -> None:
    seen = covey.risk(PEOPLE, ["age"], weight="stands_for")
    assert seen.weighted
    assert seen.risk.journalist.highest == 1 / 20
    assert seen.uniqueness is not None
    assert seen.uniqueness.population == 65


def test_a_population_is_where_the_journalist_looks() -> None:
    everybody = pd.DataFrame({"age": [31] * 8 + [45] * 30})
    seen = covey.risk(PEOPLE, ["age"], population=everybody)
    assert seen.risk.journalist.highest == 1 / 8


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"quasi": "age"}, "A list of columns"),
        ({"quasi": []}, "at least one column"),
        ({"quasi": ["agee"]}, "age"),
        ({"quasi": ["age"], "weight": "sex"}, "sex"),
        ({"quasi": ["age"], "person": "age"}, "one role"),
        ({"quasi": ["age"], "weight": "stands_for", "population": PEOPLE}, "both say"),
        ({"quasi": ["age"], "up_to": 4}, "1, 2 or 3"),
    ],
)
def test_what_makes_no_sense_is_refused(how: dict[str, object], words: str) -> None:
    with pytest.raises(covey.InvalidInput, match=words):
        covey.risk(PEOPLE, **how)  # type: ignore[arg-type]


def test_a_weight_below_one_is_refused() -> None:
    with pytest.raises(covey.InvalidInput, match="1 record has none"):
        covey.risk(PEOPLE.assign(stands_for=[0.5, 1, 1, 1, 1]), ["age"], weight="stands_for")
