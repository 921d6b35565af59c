"""The people that combinations stand for."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.attributes.population import matched, note_on, numbers_of_people, sums_of_weights
from tests.engine.tables import counted_rows


def test_people_are_found_by_all_columns_at_once() -> None:
    kinds = {"town": "text", "age": "integer"}
    table = counted_rows(kinds, [("Ulm", "30"), ("Ulm", None), ("Bern", "30")])
    people = counted_rows(kinds, [("Ulm", "30")] * 3 + [("Ulm", None)] * 2 + [("Rome", "30")])
    each = matched(people, people.counts, table, kinds)
    of = dict(zip(zip(*(own.tolist() for own in table.texts), strict=True), each, strict=True))
    assert of == {("Ulm", "30"): 3, ("Ulm", None): 2, ("Bern", "30"): 0}


def test_zeros_at_the_end_of_a_decimal_make_no_other_number() -> None:
    kinds = {"rate": "decimal"}
    table = counted_rows(kinds, [("41.5",), ("7",)])
    people = counted_rows(kinds, [("41.500",), ("7.00",), ("7.000",)])
    assert matched(people, people.counts, table, kinds).tolist() == [2, 1]


def test_a_column_may_say_how_many_people_a_row_is() -> None:
    counted = counted_rows({"town": "text", "n": "double"}, [("Ulm", "3"), ("Bern", "0")])
    assert sorted(numbers_of_people(counted, "n", "people.csv").tolist()) == [0, 3]


@pytest.mark.parametrize("number", ["-1", "2.5", None, "many"])
def test_half_people_are_refused(number: str | None) -> None:
    counted = counted_rows({"n": "text"}, [("1",), (number,)])
    with pytest.raises(InvalidInput, match="numbers of people are whole, 0 or more, in 'n'"):
        numbers_of_people(counted, "n", "people.csv")


def test_the_note_says_how_people_were_counted() -> None:
    about = {"people": 1200, "name": "people.csv", "column": ""}
    assert note_on(about) == "the population is 1,200 people of people.csv, one a row"
    assert note_on(about | {"column": "n"}).endswith("of people.csv, by its column 'n'")


def test_weights_beyond_any_population_are_refused() -> None:
    counted = counted_rows({"weight": "double"}, [("2.5",), ("1e300",)])
    with pytest.raises(InvalidInput, match="more than 1,000,000,000,000 people"):
        sums_of_weights(counted, "weight", "people.csv")
