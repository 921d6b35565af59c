"""How sensitive values are spread over the classes of a counted table."""

from __future__ import annotations

from covey.attributes.sensitive import spread
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
