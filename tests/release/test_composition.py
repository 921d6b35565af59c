"""Two releases of the same people, side by side."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.verification.claims import read_claims
from covey.verification.composition import Few, compare
from tests.release.tables import people, roles, write

Columns = dict[str, list[Any]]


def table(rows: int = 150, seed: int = 1, diagnoses: int = 3) -> Columns:
    rng = np.random.default_rng(seed)
    return {
        "age": rng.integers(0, 90, rows).tolist(),
        "town": [f"town {number}" for number in rng.integers(0, 12, rows)],
        "diagnosis": [f"d{number}" for number in rng.integers(0, diagnoses, rows)],
    }


def published(out: Path) -> list[dict[str, str]]:
    with (out / "table.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def few(sizes: list[int], k: int) -> Few:
    return Few(len(sizes), sum(size < k for size in sizes), sum(size == 1 for size in sizes))


def failed(found: Any) -> list[str]:
    return [check.claim for check in found.checks if check.held is False]


QUASI: dict[str, dict[str, Any]] = {
    "ordered": {"age": covey.Ordered()},
    "labels": {"town": covey.Labels()},
    "both": {"age": covey.Ordered(), "town": covey.Labels()},
}


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("roles", QUASI)
def test_rows_in_their_order_are_joined_row_by_row(tmp_path: Path, roles: str, exact: bool) -> None:
    file = write(tmp_path / "people.csv", table())
    outs = [tmp_path / "ten", tmp_path / "eleven"]
    for out, k in zip(outs, (10, 11), strict=True):
        covey.anonymize(file, k=k, quasi=QUASI[roles], out=out, shuffle=False)
    names = list(QUASI[roles])
    keys = [[tuple(row[name] for name in names) for row in published(out)] for out in outs]
    sizes = list(Counter(zip(*keys, strict=True)).values())
    found = covey.verify(outs[1], file if exact else None, beside=[outs[0]])
    check = next(check for check in found.checks if "joint class" in check.claim)
    expected = few(sizes, 11)
    assert expected.below, "the example would show nothing"
    assert not check.held
    assert f"{expected.below} of {expected.groups} joint classes" in check.found
    assert "the order of the rows" in check.found


def oracle(new: Path, old: Path, file: Path, quasi: list[str], link: list[str]) -> list[int]:
    """Joint classes in which somebody of the table is, by plain counting: people are matched with
    their published rows through a column that both releases keep."""

    def classes(out: Path) -> dict[str, tuple[str, ...]]:
        return {row["id"]: tuple(row[name] for name in quasi) for row in published(out)}

    def counted(out: Path) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
        return Counter(
            (tuple(row[name] for name in quasi), tuple(row[name] for name in link))
            for row in published(out)
        )

    mine, theirs = classes(new), classes(old)
    pairs = {(mine[person], theirs[person]) for person in mine.keys() & theirs.keys()}
    a, b = counted(new), counted(old)
    links = {u for _, u in a}
    return [sum(min(a[c, u], b[d, u]) for u in links) for c, d in pairs]


@pytest.mark.parametrize("seed", range(4))
def test_unchanged_columns_link_what_is_shuffled(tmp_path: Path, seed: int) -> None:
    columns = table(rows=300, seed=seed, diagnoses=2 + 6 * seed)
    columns["id"] = [f"p{row}" for row in range(300)]
    file = write(tmp_path / "people.csv", columns)
    quasi = QUASI["both"]
    for name, k in (("new", 9), ("old", 7)):
        covey.anonymize(file, k=k, quasi=quasi, out=tmp_path / f"{name}-id")
        covey.anonymize(file, k=k, quasi=quasi, out=tmp_path / name, drop=["id"])
    sizes = oracle(tmp_path / "new-id", tmp_path / "old-id", file, list(quasi), ["diagnosis"])
    from covey.io.inputs import open_input
    from covey.verification.recount import opened

    claimed = read_claims(tmp_path / "new")
    with opened(open_input(file)) as before:
        exact = compare(claimed, tmp_path / "old", before)
    assert exact.joint == few(sizes, 9)
    assert exact.linked == ("diagnosis",)
    assert (exact.newer.below, exact.older.below) == (0, 0), "all people are in both"
    at_most = compare(claimed, tmp_path / "old")
    assert at_most.joint.below >= exact.joint.below
    assert at_most.joint.groups >= exact.joint.groups
    assert (at_most.newer.below, at_most.older.below) == (0, 0)


@pytest.mark.parametrize(
    "ids",
    [
        [str(10**17 + row) for row in range(150)],
        [f"{row // 2:0{3 if row % 2 else 1}}" for row in range(150)],
    ],
    ids=["long", "leading zeros"],
)
def test_people_are_linked_by_numbers_that_a_double_takes_for_one(
    tmp_path: Path, ids: list[str]
) -> None:
    columns = {**table(), "id": ids}
    del columns["diagnosis"]
    file = write(tmp_path / "people.csv", columns)
    for name, k in (("old", 10), ("new", 11)):
        covey.anonymize(file, k=k, quasi=QUASI["both"], out=tmp_path / name)
    names = list(QUASI["both"])
    sizes = oracle(tmp_path / "new", tmp_path / "old", file, names, ["id"])
    found = compare(read_claims(tmp_path / "new"), tmp_path / "old")
    assert found.joint.below == few(sizes, 11).below > 0


def test_without_anything_that_links_classes_meet_as_they_are(tmp_path: Path) -> None:
    file = write(tmp_path / "people.csv", table())
    for name, k in (("a", 10), ("b", 11)):
        covey.anonymize(file, k=k, quasi=QUASI["both"], drop=["diagnosis"], out=tmp_path / name)
    found = covey.verify(tmp_path / "b", file, beside=tmp_path / "a")
    joint = next(check for check in found.checks if "joint class" in check.claim)
    assert "linked by" not in joint.found


@pytest.mark.parametrize("kind", ["labels", "ordered", "points", "regions"])
def test_a_release_beside_itself_gives_nothing_away(tmp_path: Path, kind: str) -> None:
    name, role = roles(tmp_path)[kind]
    file = write(tmp_path / "people.csv", people())
    how: dict[str, Any] = {"k": 12, "quasi": {name: role}, "drop": ["name", "cost"]}
    for out in ("a", "b"):
        covey.anonymize(file, **how, out=tmp_path / out, missing="suppress")
    found = covey.verify(tmp_path / "b", beside=tmp_path / "a")
    assert not [claim for claim in failed(found) if "beside" in claim]


def test_what_one_release_leaves_unchanged_counts_against_the_other(tmp_path: Path) -> None:
    """The former release has the ages as they are: they are known, not a link."""
    columns: Columns = {"age": list(range(40)) * 2, "town": ["Ulm", "Bern"] * 40}
    file = write(tmp_path / "people.csv", columns)
    covey.anonymize(file, k=10, quasi={"town": covey.Labels()}, out=tmp_path / "old")
    covey.anonymize(file, k=10, quasi=QUASI["both"], out=tmp_path / "new")
    for against in (None, file):
        found = covey.verify(tmp_path / "new", against, beside=tmp_path / "old")
        joint = next(check for check in found.checks if "joint class" in check.claim)
        assert "40 of 40 joint classes" in joint.found


def test_one_more_person_stands_out_by_subtraction(tmp_path: Path) -> None:
    columns = table()
    file = write(tmp_path / "people.csv", columns)
    covey.anonymize(file, k=10, quasi=QUASI["ordered"], drop=["town"], out=tmp_path / "out")
    more = {name: [*values, values[0]] for name, values in columns.items()}
    more["diagnosis"][-1] = "rare"
    new = write(tmp_path / "more.csv", more)
    with pytest.raises(covey.Infeasible, match="stands out who is in one of the two alone"):
        covey.apply(tmp_path / "out", new, out=tmp_path / "new", beside=[tmp_path / "out"])
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "new.receipts.jsonl").exists()
    covey.apply(tmp_path / "out", new, out=tmp_path / "new")
    found = covey.verify(tmp_path / "new", beside=tmp_path / "out")
    assert failed(found) == ["beside out, nobody stands out who is in one of the two alone"]
    assert "1 of 1 classes with records that out lacks" in found.checks[-1].found
    again = covey.apply(tmp_path / "out", file, out=tmp_path / "again", beside=[tmp_path / "out"])
    assert any(note.startswith("beside out, every joint class") for note in again.notes)


def test_the_command_counts_it(tmp_path: Path, covey: Any) -> None:
    file = write(tmp_path / "people.csv", table())
    for k in (10, 11):
        ran = covey(
            "anonymize", file, "-k", k, "--ordered", "age", "--label", "town", "--keep-order",
            "-o", tmp_path / f"out{k}",
        )  # fmt: skip
        assert ran.code == 0
    ran = covey("verify", tmp_path / "out11", "--beside", tmp_path / "out10", "--against", file)
    assert ran.code == 3
    assert "FAILED       beside out10, every joint class has k = 11 records or more" in ran.out
    ran = covey("apply", tmp_path / "out10", file, "-o", tmp_path / "x", "--beside", "nowhere")
    assert ran.code == 2


def test_a_column_that_changed_hides_nobody(tmp_path: Path) -> None:
    """A year later everybody has another date: who joined still stands out by the diagnosis."""
    columns = {**table(rows=200), "updated": ["2025"] * 200}
    file = write(tmp_path / "people.csv", columns)
    later = {name: [*values, values[0]] for name, values in columns.items()}
    later |= {"updated": ["2026"] * 201, "diagnosis": [*columns["diagnosis"], "rare"]}
    more = write(tmp_path / "later.csv", later)
    covey.anonymize(file, k=10, quasi=QUASI["both"], out=tmp_path / "old")
    covey.apply(tmp_path / "old", more, out=tmp_path / "new", below_k="suppress")
    found = covey.verify(tmp_path / "new", more, beside=tmp_path / "old")
    assert failed(found) == ["beside old, nobody stands out who is in one of the two alone"]
    joint = next(check for check in found.checks if "joint class" in check.claim)
    assert "linked by diagnosis" in joint.found


def test_what_links_nobody_is_named(tmp_path: Path) -> None:
    columns = {**table(), "visit": [f"v{row}" for row in range(150)]}
    file = write(tmp_path / "people.csv", columns)
    other = write(tmp_path / "other.csv", {**columns, "visit": [f"w{row}" for row in range(150)]})
    covey.anonymize(file, k=10, quasi=QUASI["both"], out=tmp_path / "a", drop=["diagnosis"])
    covey.anonymize(other, k=10, quasi=QUASI["both"], out=tmp_path / "b", drop=["diagnosis"])
    found = covey.verify(tmp_path / "b", beside=tmp_path / "a")
    joint = next(check for check in found.checks if "joint class" in check.claim)
    assert joint.found.endswith("; not by visit, whose values are others")
    assert not joint.found.startswith("0 joint classes")


@pytest.mark.parametrize(
    ("column", "line"),
    [("town", ",range,,,3,"), ("lon", ",range,,abc,"), ("town", ",value,Bern,7,,")],
)
def test_a_release_beside_which_nothing_can_be_said_is_refused(
    tmp_path: Path, column: str, line: str
) -> None:
    """Its codebook comes from anybody, too."""
    name, role = roles(tmp_path)["labels" if column == "town" else "points"]
    file = write(tmp_path / "people.csv", people())
    for out in ("old", "new"):
        how: dict[str, Any] = {"drop": ["name", "cost"], "missing": "suppress"}
        covey.anonymize(file, k=12, quasi={name: role}, out=tmp_path / out, **how)
    book = tmp_path / "old" / "codebook.csv"
    head, *lines = book.read_text().splitlines()
    at = next(at for at, text in enumerate(lines) if f",{column}," in text)
    begin = lines[at].partition(f",{column},")[0]
    end = lines[at].rpartition(",")[2] if column == "town" else "8,8"
    lines[at] = f"{begin},{column}{line}{end}"
    book.write_text("\n".join([head, *lines]) + "\n")
    with pytest.raises(covey.InvalidInput, match=r"does not hold|codebook\.csv, line"):
        covey.verify(tmp_path / "new", beside=tmp_path / "old")
