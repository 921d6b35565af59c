"""Verifying stands on its own feet: it loads what is listed here, and nothing else of covey."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import covey
from tests.release.tables import K, people, roles, write

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
    r"|job(\.(checks|context|sensitive|presets|safe_harbor))?|owner\.receipt|apply\.report"
    r"|facts\.(notes|loss|formulas|utility|decisions|inventory)"
    r"|risks\.(identifiers|repeated|candidates|dependence|exposure))"
    r")"
)
HEAVY = {"highspy", "pymetis", "networkx"}
KINDS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "labels": (("labels",), {}),
    "ordered": (("ordered",), {}),
    "points": (("points",), {}),
    "regions": (("regions",), {}),
    "tree": (("tree",), {}),
    "code": (("code",), {}),
    "keep-common": (("keep-common",), {}),
    "global": (("regions", "labels"), {"recoding": "global"}),
    "nested": (("regions", "ordered"), {"recoding": "nested"}),
    "cells": (("labels", "ordered", "points", "regions"), {}),
    "cells and trees": (("ordered", "tree"), {}),
    "withheld": (("labels", "ordered"), {"suppress": 0.05}),
    "rules": (("ordered",), {"sensitive": {"cost": {"l": 2}}}),
    "k-map": (("ordered",), {"k_map": 5}),
    "people": (("labels", "ordered"), {"person": "cost"}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_verifying_loads_only_what_is_allowed(tmp_path: Path, kind: str) -> None:
    loaded = run(f"import covey, sys\n{verifying(tmp_path, kind)}print(*sys.modules)")
    ours = [name for name in loaded if name.startswith("covey.")]
    assert "covey.verification" in ours
    # The compiled loops are no part of the list.
    assert [name for name in ours if not ALLOWED.fullmatch(name)] == []
    assert not HEAVY & set(loaded)


@pytest.mark.parametrize("name", ["covey._native", "covey._native.maps", "covey.problems.solver"])
def test_neither_compiled_loops_nor_solvers_are_on_the_list(name: str) -> None:
    assert not ALLOWED.fullmatch(name)


def run(code: str) -> list[str]:
    """What a process of its own prints, in words."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def verifying(tmp_path: Path, kind: str) -> str:
    """Publish a release, and the code that verifies it."""
    names, how = KINDS[kind]
    known = roles(tmp_path)
    table = write(tmp_path / "people.csv", people())
    quasi: dict[str, Any] = dict(known[name] for name in names)
    given: dict[str, Any] = {"against": str(table)}
    if "regions" in names:
        given["map"] = str(next(role.map for role in quasi.values() if role.needs_map))
    if kind == "k-map":
        how = how | {"population": str(table)}
        given["population"] = str(table)
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out, **how)
    return f"found = covey.verify({str(out)!r}, **{given!r})\nassert found.holds, found\n"
