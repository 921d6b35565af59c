"""What ranges are called."""

from __future__ import annotations

import pytest

from covey.attributes.ranges import last_of, range_text
from covey.verification.range_names import range_name


@pytest.mark.parametrize(
    ("low", "high", "kind", "expected"),
    [
        ("38", "43", "integer", "38-42"),
        ("39", "40", "integer", "39"),
        ("-1", "0", "integer", "-1"),
        ("-5", "0", "integer", "-5 to -1"),
        ("-5", "4", "integer", "-5 to 3"),
        ("0", "18", "integer", "0-17"),
        (None, "20", "integer", "< 20"),
        ("65", None, "integer", ">= 65"),
        (None, None, "integer", "any value"),
        ("1E+37", "2E+37", "integer", "[1E+37, 2E+37)"),
        ("38", "43", "decimal", "[38, 43)"),
        ("38", "43", "number", "[38, 43)"),
        ("2024-03-01", "2024-04-01", "date", "2024-03"),
        ("2024-01-01", "2024-04-01", "date", "2024-Q1"),
        ("2024-10-01", "2025-01-01", "date", "2024-Q4"),
        ("2024-01-01", "2025-01-01", "date", "2024"),
        ("2024-03-01", "2024-08-01", "date", "2024-03 to 2024-07"),
        ("2023-10-01", "2024-07-01", "date", "2023-Q4 to 2024-Q2"),
        ("1990-01-01", "2000-01-01", "date", "1990 to 1999"),
        ("2024-02-29", "2024-03-01", "date", "2024-02-29"),
        ("2024-02-28", "2024-03-05", "date", "2024-02-28 to 2024-03-04"),
        (None, "2024-04-01", "date", "< 2024-04"),
        ("2024-01-01", None, "timestamp", ">= 2024"),
        ("2024-01-15", None, "date", ">= 2024-01-15"),
        ("2024-03-01", "2024-04-01", "timestamp", "2024-03"),
        ("2024-03-01", "2024-03-01 12:00:00", "timestamp", "[2024-03-01, 2024-03-01 12:00:00)"),
        ("0044-01-01 (BC)", "0001-01-01", "date", "[0044-01-01 (BC), 0001-01-01)"),
    ],
)
def test_names_say_whole_things(
    low: str | None, high: str | None, kind: str, expected: str
) -> None:
    assert range_text(low, high, kind) == expected
    assert range_name(low, high, kind) == expected


def test_the_last_whole_value() -> None:
    assert last_of("0", "integer") == "-1"
    assert last_of("2024-03-01", "date") == "2024-02-29"
    assert last_of("2024-03-01", "timestamp") is None
    assert last_of("0001-01-01", "date") is None
