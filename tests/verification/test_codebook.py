"""A codebook that holds more, or less, or something else than covey writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.verification.names import SAYS
from tests.verification.forged import OnMap, failed

LINE = [(0, 1), (1, 2), (2, 3)]
MADE_OF_SETS = "every class is made of sets of the codebook"
Rows = list[list[str]]


def of_cells(folder: Path) -> OnMap:
    sexes = ["f", "f", "m", "m", "f", "m", "f", "m"]
    return OnMap(folder, LINE, [0, 1, 2, 3] * 2, 2, {"sex": sexes})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows.append(["1", "salary", "value", "91234", "", "", "91234"]), "columns"),
        (lambda rows: rows.append(["1", "zip", "any", "", "", "", rows[1][6]]), "two lines"),
        (lambda rows: rows.append(list(rows[1])), "two lines"),
        (lambda rows: rows.append(["9", "zip", "value", "z0", "", "", "z0"]), "not numbered"),
        (lambda rows: rows.append([_next(rows), "zip", "value", "91", "", "", "91"]), "no class"),
        (lambda rows: rows[1].__setitem__(slice(2, 4), ["values", "[]"]), "is empty"),
        (lambda rows: rows[1].__setitem__(slice(2, 6), ["range", "", "1", ""]), "not expected"),
    ],
)
def test_lines_that_no_class_needs_are_refused(
    tmp_path: Path, change: Callable[[Rows], None], words: str
) -> None:
    """Somebody's values could stand in them."""
    release = of_cells(tmp_path)
    assert failed(release.verify()) == []
    release.rewrite("codebook.csv", change)
    found = release.verify(against=False)
    assert failed(found) == [MADE_OF_SETS]
    assert words in found.summary()


def test_any_area_is_a_list_of_all(tmp_path: Path) -> None:
    """A region of any code says nothing that could be checked on a map."""
    release = of_cells(tmp_path)

    def change(rows: Rows) -> None:
        row = next(row for row in rows if row[1] == "zip")
        row[2:4] = ["any", ""]

    release.rewrite("codebook.csv", change)
    assert SAYS in failed(release.verify(against=False))


def _next(rows: Rows) -> str:
    return str(1 + max(int(row[0]) for row in rows[1:] if row[1] == "zip"))


def released(folder: Path, role: Any, column: str) -> OnMap:
    """Of one column, as somebody who rewrites it has it."""
    found = object.__new__(OnMap)
    found.out, found.map, found.table = folder / "out", None, folder / "t.csv"  # type: ignore[assignment]
    dates = [f"19{30 + at % 40}-{1 + at % 12:02}-10" for at in range(200)]
    lines = [f"{at % 90},{date},{'abc'[at % 3]}" for at, date in enumerate(dates)]
    found.table.write_text("\n".join(["age,born,town", *lines]) + "\n")
    covey.anonymize(found.table, k=20, quasi={column: role}, out=found.out)
    return found


@pytest.mark.parametrize(
    ("column", "border"),
    [
        ("born", "1940-9-1"), ("born", "1940-zzz"), ("born", "1940-99-99"), ("born", "1_940-99"),
        ("age", "\u0661\u0660"), ("age", "1e1"), ("age", "nan"), ("age", "010"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("several", [False, True])
def test_a_border_is_written_as_covey_writes_it(
    tmp_path: Path, column: str, border: str, several: bool
) -> None:
    release = released(tmp_path, covey.Ordered(), column)
    if several:
        quasi: dict[str, Any] = {column: covey.Ordered(), "town": covey.Labels()}
        covey.anonymize(release.table, k=20, quasi=quasi, out=release.out, overwrite=True)

    def change(rows: Rows) -> None:
        cut = next(row[5] for row in rows[1:] if row[1] == column and row[5])
        for row in rows:
            row[4:6] = [border if end == cut else end for end in row[4:6]]

    release.rewrite("codebook.csv", change)
    found = release.verify(against=False)
    assert failed(found) == [MADE_OF_SETS]
    assert "as covey writes it" in found.summary()


def test_cuts_that_are_in_order_only_as_texts_are_refused(tmp_path: Path) -> None:
    release = released(tmp_path, covey.Ordered(), "born")
    cuts = ["", "1930-10-01", "1930-9-1", ""]

    def change(rows: Rows) -> None:
        rows[1:] = [
            [str(at), "born", "range", "", *cuts[at - 1 : at + 1], f"text {at}"]
            for at in range(1, len(cuts))
        ]

    release.rewrite("codebook.csv", change)
    release.claim(lambda data: data["classes"].update(sizes=[60, 70, 70]))
    assert failed(release.verify(against=False)) == [MADE_OF_SETS]


def test_a_list_stands_beside_no_other_line_of_its_set(tmp_path: Path) -> None:
    release = released(tmp_path, covey.Labels(), "town")

    def change(rows: Rows) -> None:
        rows.append([*rows[1]])
        rows[1][2:4] = ["values", json.dumps(["x", "y"])]

    release.rewrite("codebook.csv", change)
    assert failed(release.verify(against=False)) == [MADE_OF_SETS]
