"""What holds for every job: an option that asks for nothing makes nothing worse, and what is
published can be verified and applied again."""

from __future__ import annotations

import csv
import tempfile
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.release.pipeline import seconds_for
from tests.effort import cases
from tests.release.tables import areas, write, zips

K = 6
SAME = 1e-9
NOTHING: tuple[dict[str, Any], ...] = (
    {"tight": True},
    {"suppress": 0.02},
    {"sensitive": {"sick": {"l": 1}}},
    {"seed": 0, "unmapped": "error"},
    {"recoding": "local"},
    {"objective": "max-size"},
    {"missing": "own"},
    {"suppress": 0.0, "suppress_for": "loss"},
    {"time_limit": "default"},
    {"weights": "ones"},
)
"""Options that ask for nothing. Withholding is allowed, not asked for."""

SHARES = (0.5, 0.3, 0.15, 0.03, 0.02)
"""Of labels, of which some are common and some are rare."""

ROLES: dict[str, Any] = {
    "town": lambda folder: covey.Labels(),
    "age": lambda folder: covey.Ordered(),
    "grade": lambda folder: covey.Ordered(order=("low", "mid", "high", "top")),
    "place": lambda folder: covey.Points(lat="lat", lon="lon"),
    "zip": lambda folder: covey.Regions(str(zips(folder / "zips.geojson")), key="code"),
    "post": lambda folder: covey.Code(),
    "code": lambda folder: covey.Tree(str(areas(folder / "areas.csv"))),
    "job": lambda folder: covey.KeepCommon(),
    "breed": lambda folder: covey.Distances(str(distances(folder / "breeds.csv"))),
}


BREEDS = ("collie", "corgi", "husky", "poodle", "pug", "spaniel")


def distances(path: Path) -> Path:
    """A distance for every pair of breeds."""
    pairs = list(combinations(range(len(BREEDS)), 2))
    lines = [f"{BREEDS[one]},{BREEDS[other]},{other**2 - one**2}" for one, other in pairs]
    path.write_text("\n".join(["label,label,distance", *lines]) + "\n", encoding="utf-8")
    return path


def table(seed: int, rows: int, gaps: float) -> dict[str, list[Any]]:
    """Random people; a share of ``gaps`` of all values is missing."""
    rng = np.random.default_rng(seed)

    def some(values: Any) -> list[Any]:
        missing = rng.random(rows) < gaps
        return [None if gone else v for v, gone in zip(values.tolist(), missing, strict=True)]

    lat, lon = rng.uniform(46, 48, rows).round(2), rng.uniform(7, 9, rows).round(2)
    columns = {
        "town": some(rng.choice(["Ulm", "Bern", "Chur", "Thun", "Zug"], rows)),
        "age": some(rng.integers(0, 90, rows)),
        "grade": some(rng.choice(["low", "mid", "high", "top"], rows)),
        "lat": some(lat),
        "lon": some(lon),
        "zip": some(rng.choice([f"0{place:04}" for place in range(25)], rows)),
        "code": some(rng.choice([f"0{place:04}" for place in range(25)], rows)),
        "post": some(rng.choice([f"0{place:03}" for place in range(0, 250, 9)], rows)),
        "job": some(rng.choice(["baker", "clerk", "judge", "miner", "nurse"], rows, p=SHARES)),
        "breed": some(rng.choice(BREEDS, rows)),
        "sick": rng.integers(0, 3, rows).tolist(),
    }
    # A table without a single value in a column is refused.
    for values in columns.values():
        values[0] = next((value for value in values if value is not None), 1)
    return columns


def published(folder: Path) -> list[tuple[str, ...]]:
    with (folder / "table.csv").open(newline="", encoding="utf-8") as file:
        return sorted(tuple(row.values()) for row in csv.DictReader(file))


def largest(plan: Any) -> int:
    """Records of the largest class, which may be that of missing values."""
    return int(plan.largest)


def classes(plan: Any) -> int:
    return int(plan.classes)


def anonymized(folder: Path, name: str, data: dict[str, list[Any]], quasi: Any, **how: Any) -> Any:
    columns = {column for each, role in quasi.items() for column in role.columns(each)}
    drop = [column for column in data if column not in {*columns, "sick"}]
    file = folder / "people.csv"
    if how.get("weights"):
        how["weights"] = dict.fromkeys(quasi, 1.0)
    if how.get("time_limit"):
        kind = next(iter(quasi.values())).problem_kind if len(quasi) == 1 else "cells"
        how["time_limit"] = seconds_for(kind, len(data["sick"]))
    return covey.anonymize(file, k=K, quasi=quasi, drop=drop, out=folder / name, **how)


@settings(
    max_examples=cases(14, quick=6), suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(40, 160),
    gaps=st.sampled_from([0.0, 0.03, 0.2]),
    names=st.sets(st.sampled_from(sorted(ROLES)), min_size=1, max_size=3),
    option=st.sampled_from(NOTHING),
)
def test_an_option_that_asks_for_nothing_makes_nothing_worse(
    seed: int, rows: int, gaps: float, names: set[str], option: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        data = table(seed, rows, gaps)
        file = write(folder / "people.csv", data)
        quasi = {name: ROLES[name](folder) for name in sorted(names)}
        plain = anonymized(folder, "plain", data, quasi)
        more = anonymized(folder, "more", data, quasi, **option)
        assert largest(more.plan) <= largest(plain.plan)
        # The clock ends the search on a map, at different places: the next test has none.
        if names != {"zip"}:
            assert more.plan.loss <= plain.plan.loss + SAME
        if not option.get("suppress"):
            assert classes(more.plan) == classes(plain.plan)
        map_ = str(folder / "zips.geojson") if "zip" in names else None
        for out in ("plain", "more"):
            found = covey.verify(folder / out, file, map=map_)
            assert [check.line() for check in found.checks if check.held is False] == []


@pytest.mark.parametrize("option", NOTHING, ids=str)
def test_an_option_that_asks_for_nothing_makes_regions_no_worse(
    option: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search on a map goes on as long as it may. Here its steps are counted, so that the same
    search is made, however busy the machine is."""
    monkeypatch.setattr("covey.release.pipeline.Stop", lambda seconds: covey.Stop(None, 50))
    for seed in (1, 2):
        data = table(seed, 120, 0.03)
        write(tmp_path / "people.csv", data)
        quasi = {"zip": ROLES["zip"](tmp_path)}
        plain = anonymized(tmp_path, f"plain{seed}", data, quasi).plan
        more = anonymized(tmp_path, f"more{seed}", data, quasi, **option).plan
        assert largest(more) <= largest(plain)
        assert more.loss <= plain.loss + SAME


@settings(
    max_examples=cases(15, quick=8), suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(60, 160),
    gaps=st.sampled_from([0.0, 0.03, 0.2]),
    names=st.sets(st.sampled_from(sorted(ROLES)), min_size=1, max_size=3),
    option=st.sampled_from([{}, {"tight": True}, {"recoding": "global"}, {"suppress": 0.03}]),
)
def test_what_is_published_is_verified_and_applied_again(
    seed: int, rows: int, gaps: float, names: set[str], option: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        data = table(seed, rows, gaps)
        file = write(folder / "people.csv", data)
        quasi = {name: ROLES[name](folder) for name in sorted(names)}
        release = anonymized(folder, "out", data, quasi, **option)
        assert release.plan.smallest >= K
        map_ = str(folder / "zips.geojson") if "zip" in names else None
        found = covey.verify(folder / "out", file, map=map_)
        assert [check.line() for check in found.checks if check.held is False] == []
        if not release.plan.suppressed:
            covey.apply(folder / "out", file, out=folder / "again")
            assert published(folder / "again") == published(folder / "out")


@settings(
    max_examples=cases(12, quick=6), suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(60, 160),
    gaps=st.sampled_from([0.0, 0.03]),
    option=st.sampled_from(
        [{}, {"tight": True}, {"recoding": "nested"}, {"recoding": "global"}],
    ),
)
def test_an_allowance_never_raises_the_loss(
    seed: int, rows: int, gaps: float, option: dict[str, Any]
) -> None:
    data = table(seed, rows, gaps)
    own = {name: data[name] for name in ("town", "age", "grade")}
    quasi = {name: ROLES[name](Path()) for name in own}
    how: dict[str, Any] = {"k": K, "quasi": quasi, **option}
    most = covey.anonymize(pa.table(own), **how).plan.loss
    assert covey.anonymize(pa.table(own), **how, suppress=0.05).plan.loss <= most


@settings(
    max_examples=cases(16, quick=6), suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(30, 100),
    names=st.sampled_from([("age",), ("grade",), ("town", "age"), ("age", "grade")]),
    k=st.integers(2, 9),
    more=st.integers(1, 5),
)
def test_a_smaller_k_is_never_worse(
    seed: int, rows: int, names: tuple[str, ...], k: int, more: int
) -> None:
    """In one ordered column, and in small tables of several."""
    data = table(seed, rows, 0.0)
    quasi = {name: ROLES[name](Path()) for name in names}
    # Cells are compared by the values that occur in them.
    how: dict[str, Any] = {"quasi": quasi, "tight": len(names) > 1}
    own = pa.table({name: data[name] for name in names})
    looser = covey.anonymize(own, k=k, **how).plan
    not_worse(looser, covey.anonymize(own, k=k + more, **how).plan)


TIGHTER: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"l": 2}, {"l": 3}),
    ({"l": 1}, {"l": 2}),
    ({"t": 0.4}, {"t": 0.2}),
    ({"t": 0.33}, {"t": 0.1}),
    ({"t": 1.0}, {"t": 0.3}),
    ({"alpha": 0.9}, {"alpha": 0.6}),
    ({"alpha": 0.75}, {"alpha": 0.5}),
)
"""Requirements, and tighter ones of the ladder."""


@settings(
    max_examples=cases(16, quick=6), suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(60, 200),
    names=st.sampled_from([("age",), ("town", "age"), ("age", "grade")]),
    rules=st.sampled_from(TIGHTER),
)
def test_a_looser_requirement_is_never_worse(
    seed: int, rows: int, names: tuple[str, ...], rules: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    data = table(seed, rows, 0.0)
    quasi = {name: ROLES[name](Path()) for name in names}
    own = pa.table({name: data[name] for name in (*names, "sick")})
    how: dict[str, Any] = {"k": K, "quasi": quasi, "tight": len(names) > 1}
    # Left out and not published: a column that is would be another table.
    none = covey.anonymize(own, **how, drop=["sick"]).plan
    looser, tighter = (covey.anonymize(own, **how, sensitive={"sick": rule}).plan for rule in rules)
    is_free = (largest(none), none.loss, classes(none)) == (
        largest(looser), looser.loss, classes(looser),
    )  # fmt: skip
    if len(names) == 1:
        not_worse(none, looser)
        not_worse(none, tighter)
    # Of several columns, a requirement that is met anyhow tries no tighter ones.
    if len(names) == 1 or not is_free:
        not_worse(looser, tighter)


def not_worse(looser: Any, tighter: Any) -> None:
    """By the largest class, then by the loss."""
    assert largest(looser) <= largest(tighter)
    if largest(looser) == largest(tighter):
        assert looser.loss <= tighter.loss + SAME
