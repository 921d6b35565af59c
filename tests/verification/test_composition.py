"""What may link the rows of two releases, whatever formats they have."""

from __future__ import annotations

import duckdb
import pytest

from covey.verification.composition import _comparable


def comparable(*texts: str) -> list[str]:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (i INTEGER, c VARCHAR)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", list(enumerate(texts)))
        found = connection.execute(f"SELECT {_comparable('c')} FROM t ORDER BY i").fetchall()
    return [row[0] for row in found]


@pytest.mark.parametrize(
    "texts",
    [
        ("1", "1.0", "1.00", "1e+00"),
        ("0", "0.0", "-0.0", "-0"),
        ("100000", "100000.0", "1e+05"),
        ("-2.5", "-2.50", "-2.5e+00"),
        ("0.00001", "0.000010", "1e-05"),
        ("0.000012345678901234567", "1.2345678901234567e-05"),
        ("100000000000000000", "1e+17"),
        ("12345678901234567000000000", "1.2345678901234567e+25"),
    ],
)
def test_one_number_is_the_same_in_all_formats(texts: tuple[str, ...]) -> None:
    assert len({*comparable(*texts)}) == 1


@pytest.mark.parametrize(
    "texts",
    [
        ("100000000000000000", "100000000000000001", "100000000000000002"),
        ("9" * 60, "9" * 59 + "8", "9" * 61),
        ("7", "07", "007", "0070", "70", "7 ", "+7", "7e0"),
        ("0", "00", "000", "0.00.0"),
        ("0.12345678901234567891", "0.12345678901234567892"),
        ("1.2345678901234567e-30", "0.0", "1e-25", "1e+40"),
        ("1", "true", "", "nan", "inf", "x", "1.0a"),
    ],
)
def test_what_differs_stays_apart(texts: tuple[str, ...]) -> None:
    assert len({*comparable(*texts)}) == len(texts)
