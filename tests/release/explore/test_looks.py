"""What columns look like."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pytest

import covey
from covey.core.caller import by_page, spoken
from covey.release.explore.looks import Look, Treatment


def look(column: str, values: Sequence[object]) -> Look:
    rows = max(60, len(values))
    frame = pd.DataFrame({column: [values[at % len(values)] for at in range(rows)]})
    (found,) = covey.suggest(frame).looks
    return found


CASES = [
    ("patientID", ["a", "b"], "an identifier", Treatment.DROP),
    ("contact", ["a@b.org", "c@d.com"], "mail addresses", Treatment.DROP),
    ("host", ["10.0.0.1", "10.0.0.2"], "network addresses", Treatment.DROP),
    ("phone", ["+49 30 1234567", "030 7654321"], "phone numbers", Treatment.DROP),
    ("note", ["the patient came in late and said that he had fallen from a ladder at work"],
     "free text", Treatment.DROP),
    ("code", [f"x{at}" for at in range(60)], "an identifier", Treatment.DROP),
    ("lat", [48.1, 52.5], "a latitude", Treatment.LATITUDE),
    ("lng", [-120.5, 13.4], "a longitude", Treatment.LONGITUDE),
    ("lat", [480.1, 52.5], "what others know of a person", Treatment.ORDERED),
    ("dob", ["1979-03-12", "1980-01-02"], "dates of birth", Treatment.ORDERED),
    ("visit", ["1979-03-12", "1980-01-02"], "dates", Treatment.ORDERED),
    ("age", [31, 45], "ages", Treatment.ORDERED),
    ("age", [31, 450], "what others know of a person", Treatment.ORDERED),
    ("birth_year", [1950, 1999], "years of birth", Treatment.ORDERED),
    ("sex", ["f", "m"], "sex", Treatment.LABEL),
    ("zip", ["02139", "10115"], "codes of areas", Treatment.CODE),
    ("county", ["Kent", "Devon"], "codes of areas", Treatment.LABEL),
    ("ward", ["0013", "0472"], "codes", Treatment.CODE),
    ("patient", [f"P{at:04}" for at in range(30)], "people", Treatment.PERSON),
    ("household", [f"P{at:04}" for at in range(30)], "households", Treatment.DROP),
    ("diagnosis", ["flu", "cold"], "diagnoses", Treatment.SENSITIVE),
    ("main", ["E11.9", "I10", "J06.9", "K21", "M54", "F32"], "diagnoses", Treatment.SENSITIVE),
    ("mrn", [f"M{at:03}" for at in range(60)], "an identifier", Treatment.DROP),
    ("chart", [f"M{at:03}" for at in range(60)], "an identifier", Treatment.DROP),
    ("patid", [f"M{at:03}" for at in range(30)], "people", Treatment.PERSON),
    ("text", [f"says {at} and is well today" for at in range(60)], "free text", Treatment.DROP),
    ("text", ["a label of six short words"], "a single value", Treatment.KEEP),
    ("salary", [1000, 2000], "sensitive", Treatment.SENSITIVE),
    ("occupation", ["nurse", "smith"], "occupations", Treatment.LABEL),
    ("town", ["Ulm", "Bern"], "what others know of a person", Treatment.LABEL),
    ("colour", ["red", "blue"], "2 different values", Treatment.KEEP),
    ("pressure", [120.5, 130.25], "numbers", Treatment.KEEP),
    ("nothing", [None], "empty", Treatment.DROP),
]  # fmt: skip


def test_advice_names_the_column() -> None:
    codes = look("zip", ["02139", "10115"])
    households = look("my household", [f"P{at:04}" for at in range(30)])
    assert "--region zip=MAP:KEY, so" in codes.advice
    assert households.advice.endswith("--group 'my household=5'")
    with by_page():
        assert '"zip" as "Areas of a map", so' in spoken(codes.advice)
        assert spoken(households.advice).endswith('"my household" as "Group"')


@pytest.mark.parametrize(("column", "values", "looks_like", "treatment"), CASES)
def test_a_column_looks_like_something(
    column: str, values: list[object], looks_like: str, treatment: Treatment
) -> None:
    found = look(column, values)
    assert (found.looks_like, found.treatment) == (looks_like, treatment)
    assert found.why


def test_measurements_that_all_differ_are_no_identifiers() -> None:
    assert look("pressure", [at + 0.5 for at in range(60)]).treatment is Treatment.KEEP


def test_an_identifier_by_name_says_how_many_values_are_different() -> None:
    assert look("mrn", list(range(60))).why == "by name, 100% of the values are different"
    assert look("login", ["a", "b"]).why == "by name, 3% of the values are different"


def test_a_share_is_not_rounded_up_to_all() -> None:
    dates = [f"{1 + at % 28}.{1 + at % 12}.{1900 + at % 90}" for at in range(600)]
    assert look("born", dates).why == "100% of the values are written like dates"
    odd = look("born", [*dates, "old", "none", "old"])
    assert odd.why == "all but 3 of the values are written like dates"
    assert "covey look says how" in odd.advice
    assert look("born", [*dates, *["old"] * 9]).why == "99% of the values are written like dates"


def test_free_text_is_said_to_be_beyond_protection() -> None:
    words = "the patient came in late and said that he had fallen from a ladder at work"
    assert "k-anonymity cannot protect" in look("note", [words]).advice


@pytest.mark.parametrize(
    ("column", "values", "rules"),
    [
        ("cost", [at * 1.01 for at in range(60)], {"t-ordered": 0.3}),
        ("income", [1000 + at % 40 for at in range(60)], {"t-ordered": 0.3}),
        ("debt", [at % 4 for at in range(60)], {"l": 2}),
        ("diagnosis", [f"E{at % 7}" for at in range(60)], {"l": 2}),
        ("diagnosis", [f"case {at}" for at in range(60)], {}),
    ],
)
def test_diversity_is_not_proposed_where_nearly_all_values_differ(
    column: str, values: list[object], rules: dict[str, float]
) -> None:
    """Every class has two of them, however near these are."""
    found = look(column, values)
    assert (found.treatment, found.rules) == (Treatment.SENSITIVE, rules)
    assert ("l says nothing" in found.advice) == ("l" not in rules)
