"""Conditions on texts that are regular expressions."""

from __future__ import annotations

import pytest

from covey.engine.patterns import begins_like_a_formula_by, is_date_by
from covey.engine.postgres import dialect as postgres
from covey.engine.spark import dialect as spark


def quoted(text: str) -> str:
    return f"<{text}>"


@pytest.mark.parametrize("matches", ["~", "RLIKE"])
def test_the_operator_and_the_literal_are_those_of_the_engine(matches: str) -> None:
    date = is_date_by(matches, "born", quoted)
    assert date.startswith(f"(born) {matches} <(?")
    assert date.endswith(")$>")
    formula = begins_like_a_formula_by(matches, "note", quoted)
    assert formula.startswith("(CASE WHEN ascii(note) IN (")
    assert f"NOT ((note) {matches} <^(?:" in formula


def test_dialects_differ_in_their_operator_and_in_how_they_write_a_text() -> None:
    for one, other in (
        (postgres.is_date("t"), spark.is_date("t")),
        (postgres.begins_like_a_formula("t"), spark.begins_like_a_formula("t")),
    ):
        assert one != other
        assert one.replace(" ~ ", " RLIKE ").replace("\\", "") == other.replace("\\", "")
