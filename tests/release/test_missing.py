"""Records without a value: a class of their own, or, if they are too few for one, in another."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from tests.effort import spread
from tests.release.tables import write, zips

ROWS, K, FEW = 400, 12, 5
KINDS = ("ordered", "stated", "points", "globe", "regions", "code", "tree", "distances")
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "tight": {"tight": True},
    "suppress": {"suppress": 0.02},
    "diverse": {"sensitive": {"cost": {"l": 2}}},
    "global": {"recoding": "global"},
}


def table(missing: int, seed: int = 1) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    without = set(rng.permutation(ROWS)[:missing].tolist())

    def some(values: Any) -> list[Any]:
        return [None if row in without else value for row, value in enumerate(values.tolist())]

    return {
        "age": some(rng.integers(0, 60, ROWS)),
        "grade": some(rng.choice(["low", "mid", "high", "top"], ROWS)),
        "lat": some(rng.uniform(-60, 60, ROWS).round(3)),
        "lon": some(rng.uniform(-180, 180, ROWS).round(3)),
        "zip": some(rng.choice([f"0{place:04}" for place in range(25)], ROWS)),
        "cost": rng.integers(0, 9, ROWS).tolist(),
    }


def tree(path: Path, labels: Sequence[str]) -> str:
    """Every label below its first letters, which all labels begin with at the top."""
    path.write_text("".join(f"{label};{label[:4]};{label[:2]};*\n" for label in labels))
    return str(path)


def distances(path: Path, labels: Sequence[str]) -> str:
    pairs = combinations(enumerate(labels), 2)
    path.write_text("".join(f"{one},{other},{j - i}\n" for (i, one), (j, other) in pairs))
    return str(path)


def role(kind: str, folder: Path) -> tuple[str, Any]:
    labels = [f"0{place:04}" for place in range(25)]
    if kind == "regions":
        return "zip", covey.Regions(str(zips(folder / "zips.geojson")), key="code")
    if kind == "tree":
        return "zip", covey.Tree(tree(folder / "tree.csv", labels))
    if kind == "distances":
        return "zip", covey.Distances(distances(folder / "distances.csv", labels))
    return {
        "code": ("zip", covey.Code()),
        "ordered": ("age", covey.Ordered()),
        "stated": ("grade", covey.Ordered(order=("low", "mid", "high", "top"))),
        "points": ("place", covey.Points(x="lat", y="lon")),
        "globe": ("place", covey.Points(lat="lat", lon="lon")),
    }[kind]


def published(folder: Path) -> list[dict[str, str]]:
    with (folder / "table.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def failed(folder: Path, against: Path, role_: Any) -> list[str]:
    found = covey.verify(folder, against, map=getattr(role_, "map", None))
    return [check.line() for check in found.checks if check.held is False]


@pytest.mark.parametrize(("kind", "option"), spread(product(KINDS, OPTIONS), quick=13))
def test_few_share_a_set_with_others(tmp_path: Path, kind: str, option: str) -> None:
    name, own = role(kind, tmp_path)
    columns = own.columns(name)
    keep = {*columns, "cost"}
    data = {column: values for column, values in table(FEW).items() if column in keep}
    file = write(tmp_path / "people.csv", data)
    release = covey.anonymize(file, k=K, quasi={name: own}, out=tmp_path / "out", **OPTIONS[option])
    rows = published(tmp_path / "out")
    texts = {tuple(row[column] for column in columns) for row in rows}
    # One set has them, and it has k records or more.
    says = [text for text in texts if all(part.endswith(" or missing") for part in text)]
    assert len(says) == 1
    assert release.plan.smallest >= K
    assert len(texts) > 1
    assert "*" not in {part for text in texts for part in text}
    assert not [text for text in texts if "" in text]
    assert failed(tmp_path / "out", file, own) == []
    # New records without a value go to the same set.
    covey.apply(tmp_path / "out", file, out=tmp_path / "again")
    again = published(tmp_path / "again")
    assert sorted(map(str, again)) == sorted(map(str, rows))


@pytest.mark.parametrize(("kind", "option"), spread(product(KINDS, OPTIONS), quick=13))
def test_many_are_a_class_of_their_own(tmp_path: Path, kind: str, option: str) -> None:
    name, own = role(kind, tmp_path)
    columns = own.columns(name)
    data = {c: values for c, values in table(4 * K).items() if c in {*columns, "cost"}}
    file = write(tmp_path / "people.csv", data)
    covey.anonymize(file, k=K, quasi={name: own}, out=tmp_path / "out", **OPTIONS[option])
    without = [row for row in published(tmp_path / "out") if row[columns[0]] == ""]
    assert K <= len(without) <= 4 * K
    assert failed(tmp_path / "out", file, own) == []


@pytest.mark.parametrize("kind", KINDS)
def test_few_make_no_class_larger_than_they_are(tmp_path: Path, kind: str) -> None:
    name, own = role(kind, tmp_path)
    data = {c: values for c, values in table(FEW).items() if c in own.columns(name)}
    file = write(tmp_path / "people.csv", data)
    with_few = covey.anonymize(file, k=K, quasi={name: own}, out=tmp_path / "own")
    without = covey.anonymize(
        file, k=K, quasi={name: own}, out=tmp_path / "none", missing="suppress"
    )
    assert with_few.plan.largest <= without.plan.largest + FEW


def test_among_several_quasi_identifiers_few_take_the_value_from_nobody(tmp_path: Path) -> None:
    file = write(tmp_path / "people.csv", table(FEW))
    quasi = {name: own for kind in ("ordered", "globe") for name, own in [role(kind, tmp_path)]}
    drop = ["grade", "zip"]
    release = covey.anonymize(file, k=K, quasi=quasi, drop=drop, out=tmp_path / "out")
    rows = published(tmp_path / "out")
    assert not [row for row in rows if "*" in (row["age"], row["lat"], row["lon"])]
    assert sum(row["age"].endswith(" or missing") for row in rows) >= FEW
    assert release.plan.loss is not None
    assert release.plan.loss < 0.7
    assert failed(tmp_path / "out", file, None) == []


def test_what_missing_values_count_as_names_nobodys_value(tmp_path: Path) -> None:
    """The highest age is one person's: neither it nor the one below is in the certificate."""
    columns = table(FEW)
    ages = columns["age"]
    ages[ages.index(next(age for age in ages if age is not None))] = 977
    file = write(tmp_path / "people.csv", {"age": ages})
    covey.anonymize(file, k=K, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    for name in ("certificate.json", "codebook.csv", "cells.csv", "table.csv"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        # A fingerprint may hold these digits by chance.
        assert not re.search(r"(?<![0-9a-f])977(?![0-9a-f])", text), name


@pytest.mark.parametrize("after", ['"lowest"', '"9"', "null", "[1, 2]", "7"])
def test_another_place_for_missing_values_is_refused(tmp_path: Path, after: str) -> None:
    columns = {"age": [*table(FEW)["age"], *[0] * 40]}
    file = write(tmp_path / "people.csv", columns)
    covey.anonymize(file, k=K, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    certificate = tmp_path / "out" / "certificate.json"
    text = certificate.read_text(encoding="utf-8")
    said = '"missing_as": "highest"'
    assert text.count(said) == 1
    certificate.write_text(text.replace(said, f'"missing_as": {after}'), encoding="utf-8")
    assert refusal(tmp_path / "out")


def refusal(folder: Path) -> str:
    """What is wrong with the certificate or the sets of a release."""
    claim = "every class is made of sets of the codebook"
    try:
        checks = covey.verify(folder).checks
    except covey.InvalidInput as error:
        return error.message if "missing_as" in error.message else ""
    return next((check.found for check in checks if check.claim == claim and not check.held), "")


def test_a_label_that_ends_like_it_is_quoted(tmp_path: Path) -> None:
    order = ("low", "high or missing", "high")
    grades: list[Any] = [grade for grade in order for _ in range(20)] + [None] * 3
    file = write(tmp_path / "people.csv", {"grade": grades})
    quasi = {"grade": covey.Ordered(order=order)}
    covey.anonymize(file, k=K, quasi=quasi, out=tmp_path / "out")
    texts = {row["grade"] for row in published(tmp_path / "out")}
    assert texts == {"high or missing", '"high or missing"', "low"}
    assert failed(tmp_path / "out", file, None) == []


LAW_ROWS, LAW_K = 2_000, 10
SINGLE = ("label", "common", "bands", *KINDS)
PAIRS = (("code", "ordered"), ("tree", "label"), ("regions", "ordered"), ("globe", "label"))
SETTINGS = OPTIONS | {"suppress": {"suppress": 0.01}, "nested": {"recoding": "nested"}}


def law_table(missing: int) -> dict[str, list[Any]]:
    """The same people whatever is missing."""
    rng = np.random.default_rng(7)
    towns = rng.choice([f"t{place:02}" for place in range(40)], LAW_ROWS, p=rng.dirichlet([1] * 40))
    columns: dict[str, Any] = {
        "age": rng.integers(0, 90, LAW_ROWS),
        "grade": rng.choice(["low", "mid", "high", "top"], LAW_ROWS),
        "lat": rng.uniform(-60, 60, LAW_ROWS).round(3),
        "lon": rng.uniform(-180, 180, LAW_ROWS).round(3),
        "town": towns,
        "zip": rng.choice([f"0{place:04}" for place in range(25)], LAW_ROWS),
        "code": rng.choice([f"0{place:04}" for place in range(1_000)], LAW_ROWS),
    }
    # Not in the same rows: each column lacks its own.
    lacking = {name: set(rng.permutation(LAW_ROWS)[:missing].tolist()) for name in columns}
    found = {
        name: [None if row in lacking[name] else value for row, value in enumerate(own.tolist())]
        for name, own in columns.items()
    }
    found["lon"] = [
        None if lat is None else lon
        for lat, lon in zip(found["lat"], columns["lon"].tolist(), strict=True)
    ]
    return found | {"cost": rng.integers(0, 9, LAW_ROWS).tolist()}


def law_role(kind: str, folder: Path) -> tuple[str, Any]:
    # More codes than can be classes of their own, which all begin alike.
    codes = [f"0{place:04}" for place in range(1_000)]
    if kind == "tree":
        return "code", covey.Tree(tree(folder / "codes.csv", codes))
    others: dict[str, tuple[str, Any]] = {
        "label": ("town", covey.Labels()),
        "common": ("town", covey.KeepCommon()),
        "bands": ("age", covey.Ordered(bands=5)),
        "code": ("code", covey.Code()),
    }
    return others[kind] if kind in others else role(kind, folder)


@pytest.mark.parametrize(
    ("kinds", "setting", "missing"),
    [
        *spread(product([(kind,) for kind in SINGLE], SETTINGS, (1, 3, 5)), quick=29),
        *spread(product(PAIRS, SETTINGS, (1, 3, 5)), quick=5),
    ],
)
def test_a_few_take_hardly_anything_from_the_others(
    tmp_path: Path, kinds: tuple[str, ...], setting: str, missing: int
) -> None:
    """Whatever the kind and the setting: no error, no class of everybody, next to no loss."""
    quasi = dict(law_role(kind, tmp_path) for kind in kinds)
    keep = {column for name, own in quasi.items() for column in own.columns(name)} | {"cost"}
    how: dict[str, Any] = {"k": LAW_K, "quasi": quasi, **SETTINGS[setting]}
    plans = []
    for number in (0, missing):
        own = {name: values for name, values in law_table(number).items() if name in keep}
        file = write(tmp_path / f"people-{number}.csv", own)
        plans.append(covey.anonymize(file, out=tmp_path / f"out-{number}", **how).plan)
    none, few = plans
    assert few.classes > 1
    assert few.loss is not None
    assert none.loss is not None
    assert few.loss <= none.loss + (0.005 if len(kinds) == 1 else 0.03)
    assert failed(tmp_path / f"out-{missing}", file, quasi.get("zip")) == []
    if few.suppressed == 0:
        covey.apply(tmp_path / f"out-{missing}", file, out=tmp_path / "again")
        again, rows = published(tmp_path / "again"), published(tmp_path / f"out-{missing}")
        assert sorted(map(str, again)) == sorted(map(str, rows))


@pytest.mark.parametrize("kind", ["code", "tree", "distances"])
def test_few_below_a_tree_join_no_branch_that_is_too_small_itself(
    tmp_path: Path, kind: str
) -> None:
    """One outlier may be withheld: it would not be, if missing values counted as its label."""
    labels = ["00000", "00001", "11111"]
    own = {
        "code": covey.Code(),
        "tree": covey.Tree(tree(tmp_path / "tree.csv", labels)),
        "distances": covey.Distances(distances(tmp_path / "distances.csv", labels)),
    }[kind]
    file = write(
        tmp_path / "people.csv", {"zip": ["00000"] * 30 + ["00001"] * 20 + ["11111", None]}
    )
    out = tmp_path / "out"
    release = covey.anonymize(file, k=K, quasi={"zip": own}, suppress=0.02, out=out)
    assert release.plan.suppressed == 1
    texts = {str(row["zip"]) for row in published(out)}
    assert len([text for text in texts if text.endswith(" or missing")]) == 1
    assert not texts & {"any value or missing", "*"}
    assert failed(out, file, None) == []


@pytest.mark.parametrize("names", [("zip",), ("zip", "grade")])
@pytest.mark.parametrize("allowed", [{}, {"suppress": 0.02}])
def test_few_below_a_tree_keep_nobody_together(
    tmp_path: Path, names: tuple[str, ...], allowed: dict[str, Any]
) -> None:
    data = {name: values for name, values in table(FEW, seed=2).items() if name in ("zip", "grade")}
    missing = [value is None for value in data["zip"]]
    # Codes of which each has k records or more: the best answer is known.
    data["zip"] = [None if gone else f"0{row % 10}" for row, gone in enumerate(missing)]
    data["grade"] = ["high" if row % 3 else "low" for row in range(ROWS)]
    if len(names) == 1:
        del data["grade"]
    file = write(tmp_path / "people.csv", data)
    quasi: dict[str, covey.Role] = {"zip": covey.Code(), "grade": covey.Labels()}
    how: dict[str, Any] = {"k": K, "quasi": {name: quasi[name] for name in names}, **allowed}
    together = covey.anonymize(file, out=tmp_path / "together", **how)
    left_out = covey.anonymize(file, out=tmp_path / "left-out", missing="suppress", **how)
    assert together.plan.classes == left_out.plan.classes >= 10
    assert together.plan.largest <= left_out.plan.largest + FEW
    assert failed(tmp_path / "together", file, None) == []


@pytest.mark.parametrize("seed", range(6))
def test_a_larger_allowance_loses_no_more_below_a_tree(seed: int) -> None:
    draw = random.Random(seed)
    rows = draw.choice([60, 150])
    codes = [f"{draw.randint(0, 3)}{min(9, int(draw.expovariate(0.5)))}" for _ in range(rows)]
    missing = draw.randint(1, 4)
    frame = pd.DataFrame({"zip": [*[None] * missing, *codes[missing:]]})
    quasi = {"zip": covey.Code()}
    losses = [
        covey.anonymize(frame, k=6, quasi=quasi, suppress=share).plan.loss
        for share in (0, 0.01, 0.02, 0.04, 0.08)
    ]
    assert losses == sorted(losses, reverse=True)
