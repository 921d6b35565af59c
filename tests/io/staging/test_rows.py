"""The fingerprint of rows that have no order."""

from __future__ import annotations

import duckdb
import pytest

from covey.io.staging.rows import fingerprint_of_rows


@pytest.mark.parametrize(
    ("rows", "same"),
    [
        ("(1, 'a'), (2, NULL), (1, 'a')", True),
        ("(2, NULL), (1, 'a'), (1, 'a')", True),
        ("(2, NULL), (1, 'a')", False),
        ("(2, ''), (1, 'a'), (1, 'a')", False),
    ],
)
def test_it_is_the_same_in_any_order_and_for_no_other_rows(rows: str, same: bool) -> None:
    with duckdb.connect() as connection:
        found = []
        for number, each in enumerate(("(1, 'a'), (1, 'a'), (2, NULL)", rows)):
            connection.execute(f"CREATE TABLE t{number} AS FROM (VALUES {each}) v(c0, c1)")
            found.append(fingerprint_of_rows(connection, f"t{number}", 2))
    assert (found[0] == found[1]) is same
