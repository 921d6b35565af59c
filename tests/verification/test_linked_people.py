"""Two releases of the same visits, side by side: people are counted again by plain sets."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.io.inputs import open_input
from covey.verification import Verification
from covey.verification.claims import Check, read_claims
from covey.verification.composition import Few, compare
from covey.verification.recount import opened
from tests.release.tables import write

QUASI = {"age": covey.Ordered(), "town": covey.Labels()}
Rows = list[dict[str, str]]


def visits(seed: int, people: int = 60, link: int = 6) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    rows = [
        (f"p{person}", int(age) + int(rng.integers(2)), f"t{town}", f"d{int(rng.integers(link))}")
        for person, age, town in zip(
            range(people), rng.integers(0, 60, people), rng.integers(0, 5, people), strict=True
        )
        for _ in range(int(rng.geometric(0.3)))
    ]
    names = ("id", "age", "town", "illness")
    return {name: list(own) for name, own in zip(names, zip(*rows, strict=True), strict=True)}


def published(out: Path) -> Rows:
    with (out / "table.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def joint_sizes(new: Rows, old: Rows, ids: list[str], links: list[str]) -> list[int]:
    """By plain sets; rows of both releases are in the order of the table."""
    sides: list[dict[Any, dict[Any, set[str]]]] = []
    for rows in (new, old):
        own: dict[Any, dict[Any, set[str]]] = {}
        for row, who, link in zip(rows, ids, links, strict=True):
            place = own.setdefault((row["age"], row["town"]), {})
            place.setdefault(link, set()).add(who)
        sides.append(own)
    pairs = {((a["age"], a["town"]), (b["age"], b["town"])) for a, b in zip(new, old, strict=True)}
    found = []
    for c, d in pairs:
        one, other = sides[0][c], sides[1][d]
        both = one.keys() & other.keys()
        limits = [sum(min(len(one[u]), len(other[u])) for u in both)]
        limits += [len(set().union(*(side[u] for u in both))) for side in (one, other)]
        found.append(min(limits))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_people_of_joint_classes(tmp_path: Path, seed: int) -> None:
    table = visits(seed, link=3 + 20 * seed)
    file = write(tmp_path / "visits.csv", table)
    for name, k in (("new", 6), ("old", 4)):
        covey.anonymize(file, k=k, quasi=QUASI, person="id", out=tmp_path / name)
        covey.anonymize(
            file, k=k, quasi=QUASI, person="id", out=tmp_path / f"{name}-rows", shuffle=False
        )
    new, old = (published(tmp_path / f"{name}-rows") for name in ("new", "old"))
    sizes = joint_sizes(new, old, table["id"], table["illness"])
    claimed = read_claims(tmp_path / "new")
    with opened(open_input(file)) as before:
        found = compare(claimed, tmp_path / "old", before)
    assert found.person == "id"
    assert not found.open
    few = Few(len(sizes), sum(size < 6 for size in sizes), sum(size == 1 for size in sizes))
    assert found.joint == few
    assert (found.newer.groups, found.older.groups) == (0, 0), "both have all visits"


def joint(found: Verification) -> Check:
    return next(check for check in found.checks if "joint class" in check.claim)


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A hundred visits of one person link two classes that others share in one release each."""
    files = []
    for name, young, old in (("new", 4, 5), ("old", 5, 4)):
        # With four younger people, or with four older ones.
        rows = [("p0", 30, f"d{at}") for at in range(100)]
        rows += [(f"a{at}", 20, f"a{at}") for at in range(young)]
        rows += [(f"b{at}", 40, f"b{at}") for at in range(old)]
        ids, ages, links = map(list, zip(*rows, strict=True))
        file = write(tmp_path / f"{name}.csv", {"id": ids, "age": ages, "link": links})
        covey.anonymize(file, k=5, quasi={"age": covey.Ordered()}, person="id", out=tmp_path / name)
        files.append(file)
    return tmp_path / "new", tmp_path / "old", files[0]


def test_one_person_with_many_records_is_one(two: tuple[Path, Path, Path]) -> None:
    new, old, file = two
    check = joint(covey.verify(new, file, beside=[old]))
    assert check.held is False
    assert "k = 5 people" in check.claim
    assert "fewer than k = 5 people" in check.found


def test_without_the_table_people_are_not_known(two: tuple[Path, Path, Path]) -> None:
    """A hundred records of two classes that meet can be a hundred people."""
    new, old, _ = two
    alone = compare(read_claims(new), old)
    assert alone.open == ("this release", "old")
    assert alone.linked == ("link",)
    itself = joint(covey.verify(new, beside=[new]))
    assert itself.held is None
    assert "not known who is who in this release" in itself.found
    assert "against=" in itself.found


def test_a_column_that_changed_for_most_leaves_the_check_open(tmp_path: Path) -> None:
    """Without it nothing links, and records alone would prove that nobody stands out."""
    for name, moved in (("new", 0), ("old", 60)):
        ids = [f"p{at}" for at in range(100)]
        links = [f"x{at}" if at < moved else f"d{at}" for at in range(100)]
        table: dict[str, list[Any]] = {"id": ids, "age": [20, 40] * 50, "link": links}
        file = write(tmp_path / f"{name}.csv", table)
        covey.anonymize(file, k=5, quasi={"age": covey.Ordered()}, person="id", out=tmp_path / name)
    check = joint(covey.verify(tmp_path / "new", beside=[tmp_path / "old"]))
    assert check.held is None
    assert "not known who is who" in check.found


def test_pseudonyms_show_who_is_who(tmp_path: Path) -> None:
    file = write(tmp_path / "visits.csv", visits(4))
    for name, k in (("new", 6), ("old", 4)):
        covey.anonymize(
            file, k=k, quasi=QUASI, person="id", pseudonym="owner", drop=["illness"],
            out=tmp_path / name,
        )  # fmt: skip
    found = compare(read_claims(tmp_path / "new"), tmp_path / "old")
    assert not found.open
    members: list[dict[tuple[str, str], set[str]]] = []
    for name in ("new", "old"):
        own: dict[tuple[str, str], set[str]] = {}
        for row in published(tmp_path / name):
            own.setdefault((row["age"], row["town"]), set()).add(row["id"])
        members.append(own)
    sizes = [len(a & b) for a in members[0].values() for b in members[1].values() if a & b]
    assert found.linked == ("id",), "both have the pseudonyms of the same key"
    assert found.joint.below >= sum(size < 6 for size in sizes) > 0
