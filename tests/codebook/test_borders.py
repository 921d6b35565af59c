"""Borders are written in one way, as covey writes them."""

from __future__ import annotations

import random
import struct

import duckdb
import pytest

from covey.attributes.names import number_text
from covey.attributes.rounding import round_cut
from covey.codebook.borders import is_border
from tests.release.books import LADDERS

NONE: dict[str, tuple[str, ...]] = {
    "integer": (
        "\u0661\u0660", "1_0", "1.1e1", "1e1", "010", "+3", "-0", " 3", "3 ", "3.5", "", "nan",
        "1E999999999", "1E-3", "9" * 200,
    ),
    "decimal": ("1,5", ".5", "5.", "-0.0", "1e5", "\u0663.\u0665", "Infinity", "--1"),
    "number": ("inf", "nan", "-0.0", "1_0.5", "0x10", "1e400", "1e5 ", "1.50e1"),
    "date": (
        "1930-9-1", "1915-zzz", "1915-99-99", "1_915-99", "1930-02-29", "1900-02-29", "0000-01-01",
        "1930-10-01 00:00:00", "01930-10-01", "1930-10-01T00:00",
        "\u0661\u0669\u0663\u0660-10-01", "1930-10-00",
        "0002-02-29 (BC)",
    ),
    "timestamp": (
        "1930-10-01 24:00:00", "1930-10-01 12:00", "1930-10-01T12:00:00", "1930-10-01 12:00:00.50",
        "1930-10-01 12:60:00", "1930-10-01 12:00:00+01", "1930-13-01 12:00:00",
        "0044-03-15 10:00:00 (BC)", "0002-02-29 (BC) 10:00:00",
    ),
    "double": ("8.0", "08", "1_0", "inf", "nan", "8e0", "+8", "\u0668"),
    "text": ("a",),
    "": ("5",),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind in NONE for text in NONE[kind]])
def test_what_covey_does_not_write_is_no_border(kind: str, text: str) -> None:
    assert not is_border(kind, text)


@pytest.mark.parametrize("kind", LADDERS)
def test_values_as_duckdb_writes_them_are_borders(kind: str) -> None:
    """Between adjacent values the border is the upper one."""
    assert [text for text in LADDERS[kind] if not is_border(kind, text)] == []


@pytest.mark.parametrize("kind", LADDERS)
def test_cuts_are_borders(kind: str) -> None:
    ladder = LADDERS[kind]
    cuts = [
        round_cut(kind, low, high) for at, low in enumerate(ladder) for high in ladder[at + 1 :]
    ]
    assert [cut for cut in cuts if not is_border(kind, cut)] == []


def test_every_number_has_a_border_of_its_own() -> None:
    rng = random.Random(0)
    drawn = [struct.unpack("d", rng.randbytes(8))[0] for _ in range(3000)]
    drawn += [rng.uniform(-1e18, 1e18) for _ in range(500)] + [float(at) for at in range(50)]
    numbers = [number for number in drawn if abs(number) < 1e308]
    with duckdb.connect() as connection:
        asked = "SELECT CAST(unnest(?::DOUBLE[]) + 0.0 AS VARCHAR)"
        written = [row[0] for row in connection.execute(asked, [numbers]).fetchall()]
    assert [text for text in written if not is_border("number", text)] == []
    assert [n for n in numbers if not is_border("double", number_text(n))] == []


def test_integers_of_many_digits() -> None:
    assert is_border("integer", "1" * 38)
    assert is_border("integer", "-1E+37")
    assert is_border("integer", round_cut("integer", "9" * 36, "9" * 37))
