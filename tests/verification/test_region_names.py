"""Regions are named after one of their areas, which the table alone decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from covey.verification.names import SAYS
from covey.verification.region_names import HEAVIEST
from tests.release.tables import people, write
from tests.verification.forged import failed, found_for
from tests.verification.renamed import Named, read_rows, swap


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
    book = read_rows(named.out / "codebook.csv")
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
