"""How sensitive values are spread over the classes of a counted table, and what a class lacks."""

from __future__ import annotations

from covey.attributes.sensitive import spread, unmet
from covey.requirements.closeness import Closeness
from covey.requirements.diversity import Alpha, DistinctDiversity
from covey.requirements.population import PopulationK
from tests.engine.tables import counted_rows

ROWS: list[tuple[str | None, ...]] = [
    ("Ulm", "10", "x"),
    ("Ulm", "9", "x"),
    ("Ulm", "9", "y"),
    ("Bern", None, "x"),
    ("Bern", "9", "x"),
]
KINDS = {"town": "text", "wage": "integer", "other": "text"}


def test_every_class_has_its_values_with_their_records() -> None:
    found = spread(counted_rows(KINDS, ROWS), ["town"], "wage")
    assert sorted(found.sizes.tolist()) == [2, 3]
    assert sorted(found.counts.tolist()) == [1, 1, 1, 2]
    assert sorted(found.distinct.tolist()) == [2, 2]


def test_values_of_an_order_have_places_in_it_and_missing_is_the_lowest() -> None:
    rows: list[tuple[str | None, ...]] = [("a", None), ("a", "9"), ("a", "10"), ("a", "10.0")]
    found = spread(
        counted_rows({"town": "text", "wage": "number"}, rows), ["town"], "wage", "number"
    )
    # 10 and 10.0 are one place, above 9, which a text would not be.
    assert found.places.tolist() == [0, 1, 2, 2]


def test_without_a_kind_every_value_has_a_place_of_its_own() -> None:
    rows: list[tuple[str | None, ...]] = [("a", "9"), ("a", "10")]
    found = spread(counted_rows({"town": "text", "wage": "text"}, rows), ["town"], "wage")
    assert len(set(found.values.tolist())) == 2


ILLNESSES = {"town": "text", "illness": "text"}
BY_TOWN: list[tuple[str | None, ...]] = [
    *[("Ulm", "flu"), ("Ulm", "cold"), ("Ulm", "gout")],
    *[("Bern", "flu"), ("Bern", "flu"), ("Bern", "cold")],
]


def test_only_what_a_class_lacks_is_named() -> None:
    counted = counted_rows(ILLNESSES, BY_TOWN)
    two, three = DistinctDiversity("illness", 2), DistinctDiversity("illness", 3)
    half = Alpha("illness", 0.5)
    assert unmet([two, three, half], counted, ["town"], {}) == [three, half]


def test_a_class_is_what_all_quasi_identifiers_have_in_common() -> None:
    rows = [(town, "young" if at % 2 else "old", ill) for at, (town, ill) in enumerate(BY_TOWN)]
    counted = counted_rows({"town": "text", "age": "text", "illness": "text"}, rows)
    two = DistinctDiversity("illness", 2)
    assert unmet([two], counted, ["town"], {}) == []
    assert unmet([two], counted, ["town", "age"], {}) == [two]


def test_an_order_is_that_of_the_kind() -> None:
    """As texts, 9 would be the highest of these."""
    rows: list[tuple[str | None, ...]] = [("a", "9"), ("a", "10"), ("b", "11"), ("b", "12")]
    counted = counted_rows({"town": "text", "wage": "integer"}, rows)
    close = Closeness("wage", 0.34, ordered=True)
    assert unmet([close], counted, ["town"], {"wage": "integer"}) == []
    assert unmet([Closeness("wage", 0.33, ordered=True)], counted, ["town"], {"wage": "integer"})


def test_what_is_asked_of_no_column_is_not_counted_here() -> None:
    assert unmet([PopulationK(10**9)], counted_rows(ILLNESSES, BY_TOWN), ["town"], {}) == []
