"""What published texts stand for, and which of two releases can stand for one value."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from covey.codebook.reader import read_book
from covey.codebook.rows import HEADER
from covey.verification.extents import Extent, Extents, of_codebook, of_values, overlap

Pairs = set[tuple[str | None, str | None]]


def pairs(new: Extents, old: Extents, kinds: Sequence[str]) -> Pairs:
    with duckdb.connect() as connection:
        overlap(connection, "found", new, old, kinds)
        return set(connection.execute("SELECT new, old FROM found").fetchall())


def extents(folder: Path, lines: Sequence[tuple[str, ...]], *, globe: bool = False) -> Extents:
    with (folder / "codebook.csv").open("w", newline="") as file:
        csv.writer(file).writerows([HEADER, *lines])
    return of_codebook(read_book(folder / "codebook.csv").of("a"), globe=globe)


def test_a_text_stands_for_what_its_set_holds(tmp_path: Path) -> None:
    found = extents(
        tmp_path,
        [
            ("1", "a", "values", '["x","y",null]', "", "", "x, y or missing"),
            ("2", "a", "value", "z", "", "", "z"),
            ("3", "a", "any", "", "", "", "*"),
        ],
    )
    assert found["x, y or missing"] == Extent(values=["x", "y"], missing=True)
    assert found["z"] == Extent(values=["z"])
    assert found["*"] == Extent(anything=True)


@pytest.mark.parametrize("globe", [False, True])
def test_a_range_of_longitudes_may_cross_the_antimeridian(tmp_path: Path, globe: bool) -> None:
    lines = [("1", "a", "range", "", "170", "-170", "[170, -170)")]
    found = extents(tmp_path, lines, globe=globe)["[170, -170)"].ranges
    assert found == ([("170", "180"), ("-180", "-170")] if globe else [("170", "-170")])


def test_labels_meet_where_they_share_one() -> None:
    new = {"a, b": Extent(values=["a", "b"]), None: Extent(missing=True)}
    old = {**of_values(["a", "c", None]), "*": Extent(anything=True)}
    assert pairs(new, old, ["text"]) == {("a, b", "a"), ("a, b", "*"), (None, None), (None, "*")}


def test_ranges_meet_where_they_share_a_number_and_not_at_their_ends() -> None:
    new: Extents = {"< 5": Extent(ranges=[(None, "5")]), ">= 5": Extent(ranges=[("5", None)])}
    old = {**of_values(["4.5", "5"]), "[2, 5)": Extent(ranges=[("2", "5")])}
    expected = {("< 5", "4.5"), (">= 5", "5"), ("< 5", "[2, 5)")}
    assert pairs(new, old, ["decimal"]) == expected


def test_what_cannot_be_compared_may_be_anything() -> None:
    new: Extents = {"< 5": Extent(ranges=[(None, "5")])}
    assert pairs(new, of_values(["x"]), ["integer"]) == {("< 5", "x")}
    assert pairs(new, of_values(["7"]), ["unknown"]) == {("< 5", "7")}
