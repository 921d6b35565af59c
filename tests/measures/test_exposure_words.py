"""The risk of a table in words."""

from __future__ import annotations

import numpy as np

from covey.measures.exposure import Coded, Exposure, exposure
from covey.measures.exposure_words import as_html, figures_before, summary


def seen() -> Exposure:
    codes = (np.array([0, 0, 1]), np.array([0, 1, 0]))
    return exposure(Coded(("age", "<sex>"), codes, np.array([1, 2, 5])), k=5, name="t.csv")


def test_the_summary_names_who_is_unique_and_by_what() -> None:
    words = summary(seen())
    assert words.startswith("t.csv: 8 records\n")
    assert "unique       1 of 8 records (12.5 %)" in words
    assert "below 5      3 of 8 records" in words
    assert "driven by    age: 0 unique without it" in words


def test_the_figures_say_before_and_after() -> None:
    first = figures_before(seen(), 0, 0.1)
    assert first[0].value == "1 -> 0"
    assert first[2].value == "37.5 % -> 10 %"
    assert any(figure.name == "driven most by" and figure.value == "age" for figure in first)


def test_a_notebook_shows_no_markup_of_names() -> None:
    assert "&lt;sex&gt;" in as_html(seen())
    assert "<sex>" not in as_html(seen())
