"""What a text is, as DuckDB says by the SQL of its kind."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.kinds import KINDS, NAMES, native, refuse_unknown
from covey.io.reading import connect

FITS: dict[str, list[str]] = {
    "integer": ["0", "-7", "+7", "9" * 38],
    "decimal": ["1", ".5", "-1.50", "1" * 18 + "." + "1" * 18],
    "number": ["1e16", ".5", "-0", "0.30000000000000004", "123456789012345"],
    "date": ["2024-02-29", "0001-01-01"],
    "timestamp": ["2024-02-29", "2024-02-29T12:30", "2024-02-29 12:30:00.000001"],
    "double": ["1.2345678901234567890", "1e-300"],
}
DOES_NOT_FIT: dict[str, list[str]] = {
    "integer": ["", "1.0", " 1", "9" * 40, "1e3", "x"],
    "decimal": ["1e3", "1" * 19, "." + "1" * 19, ".", "1,5"],
    "number": ["nan", "inf", "1e400", "0.1234567890123456789", "12345678901234567891"],
    "date": ["2024-02-30", "24-02-01", "2024-2-1", "today"],
    "timestamp": ["2024-02-29 25:00", "2024-02-29 12:30:00.0000001", "now"],
    "double": ["1e400", "nan", "x"],
}


def test_every_kind_has_examples() -> None:
    assert FITS.keys() == DOES_NOT_FIT.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_texts_of_a_kind_are_told_by_sql(kind: str) -> None:
    with connect() as connection:
        for text, expected in [
            *((text, True) for text in FITS[kind]),
            *((text, False) for text in DOES_NOT_FIT[kind]),
        ]:
            query = f"SELECT coalesce({KINDS[kind].fits('t')}, false) FROM (SELECT ? AS t)"
            assert connection.execute(query, [text]).fetchall() == [(expected,)], text


def test_minus_zero_is_zero() -> None:
    with connect() as connection:
        query = f"SELECT signbit({KINDS['number'].cast('t')}) FROM (SELECT '-0.0' AS t)"
        assert connection.execute(query).fetchall() == [(False,)]


@pytest.mark.parametrize(
    ("type_", "kind"),
    [("BIGINT", "integer"), ("DECIMAL(9,2)", "decimal"), ("TIMESTAMP_NS", "timestamp")],
)
def test_types_that_are_a_kind_already(type_: str, kind: str) -> None:
    assert native(type_) == kind


@pytest.mark.parametrize("type_", ["VARCHAR", "TIME", "BOOLEAN", "TIMESTAMP WITH TIME ZONE"])
def test_other_types_are_read_as_text(type_: str) -> None:
    assert native(type_) == ""


def test_an_unknown_kind_gets_the_nearest() -> None:
    for name in NAMES:
        refuse_unknown(name)
    with pytest.raises(InvalidInput, match="Did you mean 'integer'"):
        refuse_unknown("integr")
