"""Texts that spreadsheets run, in Python and in SQL."""

from __future__ import annotations

import duckdb
from hypothesis import example, given, settings
from hypothesis import strategies as st

from covey.io.formulas import (
    begins_like_one,
    escaped,
    sql_begins_like_one,
    sql_escaped,
    sql_unescaped,
    unescaped,
)

texts = st.one_of(
    st.text("=+-@\t\r'1.e5 xinf\n", max_size=6),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6),
)


@given(texts)
@example("'=1")
@example("-5")
@example("+3.2e-7")
@example("-5\n")
@example("-inf")
def test_what_is_escaped_is_no_formula_and_can_be_undone(text: str) -> None:
    assert not begins_like_one(escaped(text))
    assert unescaped(escaped(text)) == text
    changed = escaped(text) != text
    assert changed == begins_like_one(text.lstrip("'"))


@given(st.floats(allow_nan=False) | st.integers())
def test_numbers_are_no_formulas(number: float) -> None:
    for text in (repr(number), f"+{number!r}".replace("+-", "-")):
        assert not begins_like_one(text)
        assert escaped(text) == text


@settings(deadline=None)  # DuckDB starts again for every example
@given(st.lists(texts, min_size=1, max_size=20))
def test_sql_says_the_same(given_: list[str]) -> None:
    asked = ", ".join(f("t") for f in (sql_begins_like_one, sql_escaped, sql_unescaped))
    with duckdb.connect() as connection:
        rows = connection.execute(
            f"SELECT t, {asked} FROM (SELECT unnest(?::VARCHAR[]) AS t)", [given_]
        ).fetchall()
    assert len(rows) == len(given_)
    for text, like_one, quoted, plain in rows:
        assert like_one == begins_like_one(text)
        assert quoted == escaped(text)
        assert plain == unescaped(text)


def test_missing_stays_missing() -> None:
    assert escaped(None) is None
    assert unescaped(None) is None
    with duckdb.connect() as connection:
        asked = f"SELECT {sql_escaped('t')}, {sql_unescaped('t')} FROM (SELECT NULL::VARCHAR AS t)"
        assert connection.execute(asked).fetchall() == [(None, None)]
