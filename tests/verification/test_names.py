"""Texts that are swapped in all files at once are found, whatever their sets are."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.release.receipt import receipts_beside
from covey.verification import Verification
from covey.verification.names import HEAVIEST, SAYS
from tests.effort import spread
from tests.release import test_missing as few_missing
from tests.release.tables import K, people, roles, write
from tests.verification.forged import failed, found_for

Change = Callable[[str], str]


class Named:
    """A release whose published texts somebody changes in every file, fingerprints included."""

    def __init__(self, folder: Path, kinds: tuple[str, ...], k: int = K, **how: Any) -> None:
        columns = people()
        # What rewrites the files cannot tell empty text from missing.
        columns["town"] = [town or None for town in columns["town"]]
        columns["band"] = [("low", "mid", "high", "top")[at % 4] for at in range(400)]
        columns["code"] = [f"x{at % 30}" for at in range(400)]
        known = roles(folder) | {
            "stated": ("band", covey.Ordered(order=["low", "mid", "high", "top"])),
            "many": ("code", covey.Labels()),
        }
        self.table, self.out = write(folder / "people.csv", columns), folder / "out"
        quasi = dict(known[kind] for kind in kinds)
        self.map = next((r.map for r in quasi.values() if isinstance(r, covey.Regions)), None)
        covey.anonymize(self.table, k=k, quasi=quasi, drop=["name"], out=self.out, **how)
        receipts_beside(self.out).unlink()

    def verify(self, against: bool = True) -> Verification:
        return covey.verify(self.out, self.table if against else None, self.map)

    def published(self, column: str) -> list[str]:
        """Of every set of a column, in their order."""
        found = {row[0]: row[6] for row in _read(self.out / "codebook.csv") if row[1] == column}
        return [found[number] for number in sorted(found, key=int)]

    def rename(self, column: str, change: Change) -> None:
        certificate = self.out / "certificate.json"
        data = json.loads(certificate.read_text())
        for name in ("table.csv", "codebook.csv", "cells.csv"):
            path = self.out / name
            if path.exists():
                _rewrite(path, column, change)
                data["files"][name] = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        certificate.write_text(json.dumps(data))


def _read(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def _rewrite(path: Path, column: str, change: Change) -> None:
    rows = _read(path)
    book = path.name == "codebook.csv"
    at = 6 if book else rows[0].index(column)
    for row in rows[1:]:
        if not book or row[1] == column:
            row[at] = change(row[at])
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def swap(one: str, other: str) -> Change:
    return lambda text: {one: other, other: one}.get(text, text)


CASES = {
    ("labels",): "town",
    ("many",): "code",
    ("ordered",): "age",
    ("stated",): "band",
    ("points",): "lat",
    ("regions",): "zip",
    ("tree",): "zip",
    ("ordered", "tree"): "zip",
    ("code",): "zip",
    ("ordered", "code"): "zip",
    ("labels", "ordered"): "age",
    ("ordered", "many"): "code",
    ("ordered", "stated"): "band",
    ("ordered", "points"): "lon",
    ("ordered", "regions"): "zip",
}


@pytest.mark.parametrize("kinds", spread(CASES, quick=8))
def test_texts_that_are_swapped_everywhere_are_found(
    tmp_path: Path, kinds: tuple[str, ...]
) -> None:
    named, column = Named(tmp_path, kinds, missing="suppress"), CASES[kinds]
    for against in (False, True):
        assert failed(named.verify(against)) == []
    first, *_, last = dict.fromkeys(named.published(column))
    named.rename(column, swap(first, last))
    for against in (False, True):
        found = named.verify(against)
        assert SAYS in failed(found)
        assert "is published as" in found_for(found, SAYS)[1]


@pytest.mark.parametrize(
    ("kinds", "column", "change"),
    [
        (("ordered",), "age", lambda text: text.replace("<", "<=")),
        (("ordered",), "age", lambda text: text.replace("-", " to ")),
        (("ordered", "labels"), "age", lambda text: text.replace("<", "about")),
        (("points",), "lat", lambda text: text.replace(")", "]")),
        (("stated",), "band", lambda text: text.replace("low to mid", "low to high")),
        (("many",), "code", lambda text: text.replace(" more", " others")),
        (("many",), "code", lambda text: text.replace("x0, x1", "x0, x2")),
        (("tree",), "zip", lambda text: text.replace("place 1", "place 2")),
        (("ordered", "tree"), "zip", lambda text: text.replace(": ", " - ")),
        (("labels",), "town", lambda text: text.replace('"', "")),
        (("labels",), "town", lambda text: text + " (no. 1)"),
    ],
)
def test_a_text_that_says_something_else_is_found(
    tmp_path: Path, kinds: tuple[str, ...], column: str, change: Change
) -> None:
    k = 150 if kinds in (("stated",), ("many",)) else K
    named = Named(tmp_path, kinds, k, missing="suppress")
    before = named.published(column)
    named.rename(column, change)
    assert named.published(column) != before
    assert SAYS in failed(named.verify(against=False))


def test_a_region_says_one_of_its_areas_and_how_many_there_are(tmp_path: Path) -> None:
    named = Named(tmp_path, ("regions",))
    name = next(text for text in named.published("zip") if " and 1 more" in text)
    begin, _, rest = name.partition("* (")
    area = rest.partition(" and ")[0]
    for wrong in (
        f"{begin[:-1]}* ({area} and 1 more)",
        f"{begin}* ({area} and 2 more)",
        f"{begin}* (elsewhere and 1 more)",
        f"{begin}* ({area})",
        f"{area} and 1 more",
        f"{name} (no. 2)",
        "*",
        "",
    ):
        named.rename("zip", swap(name, wrong))
        assert not named.verify(against=False).holds, wrong
        named.rename("zip", swap(name, wrong))
    assert named.verify().holds


@pytest.mark.parametrize("kinds", [("regions",), ("ordered", "regions")])
def test_a_region_is_named_after_its_heaviest_area(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """Without the table nobody can know which that is."""
    named = Named(tmp_path, kinds, missing="suppress")
    assert found_for(named.verify(), HEAVIEST)[0] is True
    assert found_for(named.verify(against=False), HEAVIEST)[0] is None
    book = _read(named.out / "codebook.csv")
    name = next(text for text in named.published("zip") if " more" in text)
    lists = [row[3] for row in book if row[1] == "zip" and row[6] == name]
    members = json.loads(lists[0]) if lists[0].startswith("[") else lists
    other = next(code for code in members if code not in name)
    heaviest = next(code for code in members if code in name)
    named.rename("zip", swap(name, name.replace(heaviest, other)))
    assert SAYS not in failed(named.verify(against=False))
    assert HEAVIEST in failed(named.verify())


def test_who_was_withheld_leaves_open_which_area_is_the_heaviest(tmp_path: Path) -> None:
    named = Named(tmp_path, ("ordered", "regions"), suppress=0.1, suppress_for="largest")
    held, words = found_for(named.verify(), HEAVIEST)
    assert held is None
    assert "withheld" in words


def test_new_records_do_not_rename_regions(tmp_path: Path) -> None:
    named = Named(tmp_path, ("regions",))
    fewer = {column: values[:300] for column, values in people().items()}
    new = write(tmp_path / "new.csv", fewer)
    covey.apply(named.out, new, out=tmp_path / "new", below_k="suppress")
    found = covey.verify(tmp_path / "new", new, named.map)
    assert found.holds
    assert SAYS in [check.claim for check in found.checks]
    assert HEAVIEST not in [check.claim for check in found.checks]


@pytest.mark.parametrize("kind", ["ordered", "stated", "globe", "regions"])
def test_who_has_missing_values_too_says_so(tmp_path: Path, kind: str) -> None:
    """A few records without a value share a set with others: the text of that set ends so."""
    name, role = few_missing.role(kind, tmp_path)
    columns = few_missing.table(few_missing.FEW)
    named = object.__new__(Named)
    named.table, named.out = write(tmp_path / "people.csv", columns), tmp_path / "out"
    named.map = getattr(role, "map", None)
    covey.anonymize(named.table, k=few_missing.K, quasi={name: role}, out=named.out)
    receipts_beside(named.out).unlink()
    assert failed(named.verify()) == []
    column = role.columns(name)[0]
    assert any(text.endswith(" or missing") for text in named.published(column))
    shutil.copytree(named.out, tmp_path / "sound")
    for change in (
        lambda text: text.removesuffix(" or missing"),
        lambda text: text if text.endswith(" or missing") else f"{text} or missing",
    ):
        named.rename(column, change)
        assert SAYS in failed(named.verify(against=False))
        shutil.rmtree(named.out)
        shutil.copytree(tmp_path / "sound", named.out)
