"""Texts that are swapped in all files at once are found, whatever their sets are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import covey
from covey.attributes import KINDS, Role
from covey.release.owner.receipt import receipts_beside
from covey.verification.names import SAYS, set_names
from tests.effort import spread
from tests.release import test_missing as few_missing
from tests.release.tables import K, write
from tests.verification.forged import failed, found_for
from tests.verification.renamed import Change, Named, swap


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_column_has_a_rule_of_its_own(kind: type[Role]) -> None:
    assert set_names.dispatch(kind) is not set_names.dispatch(Role)


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


@pytest.mark.parametrize("kind", ["labels", "keep-common"])
def test_missing_that_is_a_label_is_not_said_to_count_as_another(kind: str, tmp_path: Path) -> None:
    named = Named(tmp_path, (kind,), k=80)
    (shared,) = (text for text in named.published("town") if "(missing)" in text[1:] + text[:1])
    forged = shared.replace("(missing), ", "").replace(", (missing)", "") + " or missing"
    assert named.verify(against=False).holds
    named.rename("town", swap(shared, forged))
    assert not named.verify(against=False).holds
