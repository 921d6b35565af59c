"""Verifying stands on its own feet: it loads what is listed here, and nothing else of covey."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from tests.release.tables import ROWS, K, people, roles, write
from tests.verification.forged import OnMap

ALLOWED = re.compile(
    r"covey\.("
    r"core|io|codebook|attributes|measures|signing|verification|report|requirements|engine"
    r"|release|problems|cross_tables"  # the packages themselves, which import nothing
    r"|core\..*|io\..*|codebook\..*|attributes\..*|measures\..*|signing\..*|verification\..*"
    r"|report\..*"
    # What a class must meet, and what a table is: not what searches for classes.
    r"|requirements\..*|engine\.(protocol|ranking|shares|sampling|dates)"
    # The statement of a problem, and the proofs of its bounds.
    r"|problems\.(registry|certificates|.*\.(problem|bound|axes|sets|single|narrow|graph|borders|plane|grid|distinct|distinct_sets|closed_set|stranding|star|chain_bound|nodes)"
    r"|labels|intervals|rectangles|regions|trees|cells|people"
    # The attributes of a problem, and how their sets are written down. What solves, such as the
    # trees and grids that an axis can be made into, is loaded only where it is asked for.
    r"|cells\.(answer|class_rows|kinds|map_tree|axes\.(axis|labels|areas|ordered|places|trees)))"
    # What a release, or a table of counts, says, not what makes one.
    r"|cross_tables\.certificate"
    r"|release\.(certificate(\..*)?|audit(\..*)?|facts|owner|risks|solve|apply|solve\.coding"
    r"|job(\.(checks|context|kept|sensitive|presets|safe_harbor))?|owner\.receipt|apply\.report"
    r"|facts\.(notes|loss|formulas|utility|decisions|inventory)"
    r"|risks\.(identifiers|repeated|candidates|dependence|exposure))"
    r")"
)
HEAVY = {"highspy", "pymetis", "networkx"}
COMPILED = "covey._native"
BOUND = "the lower bound follows from the table"
KINDS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "labels": (("labels",), {}),
    "ordered": (("ordered",), {}),
    "points": (("points",), {}),
    "points across the antimeridian": (("points",), {}),
    "points in longitudes of 0 to 360": (("points",), {}),
    "regions": (("regions",), {}),
    "tree": (("tree",), {}),
    "code": (("code",), {}),
    "keep-common": (("keep-common",), {}),
    "distances": (("distances",), {}),
    "global": (("regions", "labels"), {"recoding": "global"}),
    "nested": (("regions", "ordered"), {"recoding": "nested"}),
    "cells": (("labels", "ordered", "points", "regions"), {}),
    "cells and trees": (("ordered", "tree"), {}),
    "kept": (("labels", "ordered"), {"keep_combinations": True}),
    "withheld": (("labels", "ordered"), {"suppress": 0.05}),
    "rules": (("ordered",), {"sensitive": {"cost": {"l": 2}}}),
    "k-map": (("ordered",), {"k_map": 5}),
    "people": (("labels", "ordered"), {"person": "cost"}),
    "groups": (("ordered",), {"groups": {"zip": 3}}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_verifying_loads_only_what_is_allowed(tmp_path: Path, kind: str) -> None:
    assert not_allowed(verifying(tmp_path, kind)) == set()


def test_so_does_verifying_new_records_in_old_classes(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    old, new = tmp_path / "old", tmp_path / "new"
    quasi: dict[str, Any] = {"town": covey.Labels(), "age": covey.Ordered()}
    covey.anonymize(table, k=K, quasi=quasi, out=old)
    covey.apply(old, table, out=new)
    assert not_allowed(verified(new, against=str(table), source=str(old))) == set()


def test_the_ranges_of_hidden_numbers_in_a_table_of_counts_are_searched(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    covey.tabulate(table, by=["town", "zip"], k=5, out=tmp_path / "out")
    assert not_allowed(verified(tmp_path / "out", against=str(table))) == {"highspy"}


def test_all_partitions_of_a_map_are_searched_again(tmp_path: Path) -> None:
    sizes = [5, 8, 5, 1, 11, 11, 7, 8, 1]
    east = [(at, at + 1) for at in range(9) if at % 3 < 2]
    south = [(at, at + 3) for at in range(6)]
    areas = [area for area, size in enumerate(sizes) for _ in range(size)]
    made = OnMap(tmp_path, [*east, *south], areas, 10)
    assert json.loads((made.out / "certificate.json").read_text())["proof"]["kind"] == "partitions"
    found = not_allowed(verified(made.out, against=str(made.table), map=str(made.map)))
    own = {f"covey.problems.regions.{name}" for name in ("approx", "exact", "trees")}
    assert found == {"highspy", *own, COMPILED}


def test_all_tilings_are_searched_again(tmp_path: Path) -> None:
    sizes = [7, 3, 1, 3, 4, 7, 4, 1, 3]
    places = [(at // 3, at % 3) for at, size in enumerate(sizes) for _ in range(size)]
    columns = {"x": [x for x, _ in places], "y": [y for _, y in places]}
    table, out = write(tmp_path / "people.csv", columns), tmp_path / "out"
    covey.anonymize(table, k=8, quasi={"place": covey.Points(x="x", y="y")}, out=out)
    # Only `covey solve` has a method that gives such a proof. That of a release is replaced.
    file = out / "certificate.json"
    told = json.loads(file.read_text())
    words = "an exhaustive search over all tilings found nothing below it"
    told |= {"lower_bound": 12, "proof": {"kind": "tilings", "bound": 12, "words": words}}
    file.write_text(json.dumps(told))
    code = (
        f"import covey\nfound = covey.verify({str(out)!r}, against={str(table)!r})\n"
        f"(held,) = [each.found for each in found.checks if each.claim == {BOUND!r}]\n"
        "assert held.startswith('12, an exhaustive search'), held\n"
    )
    assert not_allowed(code) == {"highspy", "covey.problems.rectangles.exact", COMPILED}


@pytest.mark.parametrize("name", ["covey._native", "covey._native.maps", "covey.problems.solver"])
def test_neither_compiled_loops_nor_solvers_are_on_the_list(name: str) -> None:
    assert not ALLOWED.fullmatch(name)


def not_allowed(code: str) -> set[str]:
    """What a process that verifies loads of covey and of heavy libraries besides what is listed."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}import sys\nprint(*sys.modules)"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert "covey.verification" in loaded
    ours = {name for name in loaded if name.startswith("covey.")}
    # The modules of the compiled loops are loaded together.
    ours = {COMPILED if name.startswith(COMPILED) else name for name in ours}
    return {name for name in ours if not ALLOWED.fullmatch(name)} | HEAVY & set(loaded)


def verified(out: Path, **given: str) -> str:
    """The code that verifies a release."""
    call = f"covey.verify({str(out)!r}, **{given!r})"
    return f"import covey\nfound = {call}\nassert found.holds, found\n"


def verifying(tmp_path: Path, kind: str) -> str:
    """Publish a release, and the code that verifies it."""
    names, how = KINDS[kind]
    known = roles(tmp_path) | {"distances": ("zip", distances(tmp_path))}
    table = write(tmp_path / "people.csv", people() | longitudes(kind))
    quasi: dict[str, Any] = dict(known[name] for name in names)
    given = {"against": str(table)}
    if "regions" in names:
        given["map"] = str(next(role.map for role in quasi.values() if role.needs_map))
    if kind == "k-map":
        how = how | {"population": str(table)}
        given["population"] = str(table)
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out, **how)
    return verified(out, **given)


def distances(folder: Path) -> covey.Distances:
    """Codes are as far apart as their numbers."""
    codes = sorted(set(people()["zip"]))
    pairs = [(a, b) for a in codes for b in codes if a < b]
    (folder / "distances.csv").write_text("".join(f"{a},{b},{int(b) - int(a)}\n" for a, b in pairs))
    return covey.Distances(str(folder / "distances.csv"))


def longitudes(kind: str) -> dict[str, list[Any]]:
    """Of the places that a kind asks for, in the order of no table on the plane."""
    lon = np.random.default_rng(2).uniform(175, 185, ROWS)
    if kind == "points across the antimeridian":
        return {"lon": [round(float(x), 1) for x in np.where(lon < 180, lon, lon - 360)]}
    if kind == "points in longitudes of 0 to 360":
        # 0 and 360 are one meridian: places are the same that the table writes in two ways.
        around = np.random.default_rng(3).integers(0, 361, ROWS)
        around[:20], around[20:40] = 0, 360
        return {"lon": around.tolist(), "lat": [46 + row % 2 for row in range(ROWS)]}
    return {}
