"""What is published for an answer, and the way back from the codebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.attributes.coded import CodedTable
from covey.attributes.description import Description, describe
from covey.codebook.reader import read_book
from covey.codebook.rows import write_codebook
from covey.core.stop import Stop
from covey.problems.cells.sets import MemberSets, OrderedSets, PlaceSets
from covey.release.solve.solving import Search, solve_coded
from tests.attributes.tables import coded
from tests.effort import spread
from tests.release.tables import ROLES, K, people, roles, write

SEVERAL = ("several", ROLES)
KINDS = [*((kind, (kind,)) for kind in ROLES), SEVERAL]


def described(tmp_path: Path, kinds: tuple[str, ...], **demands: Any) -> Description:
    known = roles(tmp_path)
    quasi = dict(known[kind] for kind in kinds)
    found, _ = coded(write(tmp_path / "t.csv", people()), quasi, k=K, **demands)
    return describe(found, answer(found))


def answer(found: CodedTable) -> Any:
    return solve_coded(found, "local", Search(Stop(seconds=5), 0)).solution


def holdings(sets: Any) -> list[Any]:
    """What every set holds, in a form that can be compared."""
    if isinstance(sets, MemberSets):
        return [sets.members_of(at).tolist() for at in range(len(sets.sizes))]
    if isinstance(sets, OrderedSets):
        return list(zip(sets.low.tolist(), sets.high.tolist(), strict=True))
    assert isinstance(sets, PlaceSets)
    sides = (sets.x_low, sets.x_high, sets.y_low, sets.y_high)
    return list(zip(*(side.tolist() for side in sides), strict=True))


@pytest.mark.parametrize(
    ("tight", "name", "kinds"),
    spread(((tight, *each) for tight in (False, True) for each in KINDS), quick=9),
)
def test_sets_come_back_from_the_codebook(
    tmp_path: Path, name: str, kinds: tuple[str, ...], tight: bool
) -> None:
    found = described(tmp_path, kinds, tight=tight)
    write_codebook(tmp_path / "codebook.csv", found.entries)
    book = read_book(tmp_path / "codebook.csv")
    for attribute, sets, named in zip(found.attributes, found.sets, found.named, strict=True):
        own = [book.of(column) for column in attribute.columns]
        again = attribute.read_back(own, named.of_class)
        assert holdings(again) == holdings(sets)
        assert np.array_equal(again.of_class, sets.of_class)


@pytest.mark.parametrize(("name", "kinds"), KINDS)
def test_no_two_classes_are_published_alike(
    tmp_path: Path, name: str, kinds: tuple[str, ...]
) -> None:
    found = described(tmp_path, kinds)
    texts = list(zip(*found.texts.values(), strict=True))
    assert len(set(texts)) == len(texts) == len(found.sizes)
    assert len(set(found.names)) == len(texts)
    assert sum(found.sizes) == found.records.sum()
    for listed, named in zip(found.listed(), found.named, strict=True):
        assert sum(size for _, size in listed) == sum(found.sizes)
        assert len(listed) == named.count


@pytest.mark.parametrize(("name", "kinds"), spread(KINDS, quick=4))
def test_the_loss_is_a_share(tmp_path: Path, name: str, kinds: tuple[str, ...]) -> None:
    found = described(tmp_path, kinds)
    assert 0 <= found.loss < 1
    assert all((each >= 0).all() and (each <= 1).all() for each in found.penalties)
    tight = described(tmp_path, kinds, tight=True)
    assert tight.loss <= found.loss + 1e-12


def test_whoever_is_withheld_leaves_no_trace(tmp_path: Path) -> None:
    towns = ["Ulm"] * 20 + ["Bern"] * 20 + ["Rare"]
    found, _ = coded(
        write(tmp_path / "t.csv", {"town": towns}), {"town": covey.Labels()}, k=20, suppress=0.05
    )
    shown = describe(found, answer(found))
    assert sum(shown.sizes) == 40
    assert "Rare" not in {entry.value for entry in shown.entries}
    assert sorted(shown.texts["town"], key=str) == ["Bern", "Ulm"]
