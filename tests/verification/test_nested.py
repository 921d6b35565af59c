"""The sets of a column are nested, if the release says so; checked by other code than made them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.codebook.dimensions import Members, Runs
from covey.verification.nested import NESTED, _crossing
from tests.release.tables import K, people, roles, write

NONE = np.zeros(0, dtype=np.int64)


def runs(*pairs: tuple[int, int]) -> Runs:
    low, high = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    return Runs(low, high, NONE, NONE)


def members(*sets: list[int]) -> Members:
    starts = np.cumsum([0, *map(len, sets)])
    return Members(starts, np.concatenate([*map(np.array, sets)]).astype(np.int32), 9, NONE, NONE)


def test_sets_that_nest() -> None:
    assert _crossing([runs((0, 9), (1, 4), (4, 9), (2, 3))]) is None
    assert _crossing([members([1, 2, 3], [4, 5], [2, 3], [1, 2, 3, 4, 5])]) is None
    # Rectangles that meet on one side only are apart.
    assert _crossing([runs((0, 2), (1, 3)), runs((0, 2), (2, 4))]) is None


def test_sets_that_overlap() -> None:
    assert _crossing([runs((0, 3), (2, 5))]) == (0, 1)
    assert _crossing([members([1, 2, 3], [3, 4])]) == (0, 1)
    assert _crossing([runs((0, 2), (1, 3)), runs((0, 4), (2, 4))]) == (0, 1)


@pytest.mark.parametrize(
    "names", [("labels", "ordered"), ("regions", "labels"), ("points", "tree")]
)
def test_a_release_is_checked(tmp_path: Path, names: tuple[str, ...]) -> None:
    known = roles(tmp_path)
    quasi: dict[str, Any] = dict(known[name] for name in names)
    table = write(tmp_path / "people.csv", people())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], recoding="nested", out=out)
    given: dict[str, Any] = {}
    if "regions" in names:
        given["map"] = str(next(role.map for role in quasi.values() if role.needs_map))
    found = covey.verify(out, against=str(table), **given)
    assert found.holds, found
    assert any(check.claim == NESTED and check.held for check in found.checks)


def test_a_local_release_that_says_it_is_nested_is_found_out(tmp_path: Path) -> None:
    known = roles(tmp_path)
    quasi = dict(known[name] for name in ("labels", "ordered"))
    table = write(tmp_path / "people.csv", people())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out)
    file = out / "certificate.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["recoding"] == "local"
    data["recoding"] = "nested"
    file.write_text(json.dumps(data), encoding="utf-8")
    failed = [check for check in covey.verify(out).checks if check.claim == NESTED]
    assert [check.held for check in failed] == [False]
    assert "overlap" in failed[0].found
