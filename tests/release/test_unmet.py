"""What some class of a written table does not have."""

from __future__ import annotations

from covey.release.unmet import unmet
from covey.requirements.closeness import Closeness
from covey.requirements.diversity import Alpha, DistinctDiversity
from covey.requirements.population import PopulationK
from tests.engine.tables import counted_rows

KINDS = {"town": "text", "illness": "text"}
ROWS: list[tuple[str | None, ...]] = [
    *[("Ulm", "flu"), ("Ulm", "cold"), ("Ulm", "gout")],
    *[("Bern", "flu"), ("Bern", "flu"), ("Bern", "cold")],
]


def test_only_what_a_class_lacks_is_named() -> None:
    counted = counted_rows(KINDS, ROWS)
    two, three = DistinctDiversity("illness", 2), DistinctDiversity("illness", 3)
    half = Alpha("illness", 0.5)
    assert unmet([two, three, half], counted, ["town"], {}) == [three, half]


def test_a_class_is_what_all_quasi_identifiers_have_in_common() -> None:
    rows = [(town, "young" if at % 2 else "old", ill) for at, (town, ill) in enumerate(ROWS)]
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
    assert unmet([PopulationK(10**9)], counted_rows(KINDS, ROWS), ["town"], {}) == []
