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
    # The compiled loops are one module. Which of them are called is the subject of a test below.
    r"_native(\..*)?|"
    r"core|io|codebook|attributes|measures|signing|verification|report|requirements|engine"
    r"|release|problems"  # the packages themselves, which import nothing
    r"|core\..*|io\..*|codebook\..*|attributes\..*|measures\..*|signing\..*|verification\..*"
    r"|report\..*"
    # What a class must meet, and what a table is: not what searches for classes.
    r"|requirements\..*|engine\.(protocol|ranking|shares|sampling|dates)"
    # The statement of a problem, and the proofs of its bounds.
    r"|problems\.(registry|certificates|.*\.(problem|bound|axes|sets|single|narrow|graph|borders|plane|grid|distinct|distinct_sets|closed_set|stranding|star|chain_bound)"
    r"|labels|intervals|rectangles|regions|trees|cells|people"
    # The attributes of a problem, and how their sets are written down. What solves, such as the
    # trees and grids that an axis can be made into, is loaded only where it is asked for.
    r"|cells\.(answer|class_rows|kinds|map_tree|axes\.(axis|labels|areas|ordered|places|trees)))"
    # What a release says, not what makes one.
    r"|release\.(certificate(\..*)?|audit(\..*)?|facts|owner|risks|solve|apply|solve\.coding"
    r"|job(\.(checks|context|sensitive|presets|safe_harbor))?|owner\.receipt|apply\.report"
    r"|facts\.(notes|loss|formulas|utility|decisions|inventory)"
    r"|risks\.(identifiers|repeated|candidates|dependence|exposure))"
    r")"
)
HEAVY = {"highspy", "pymetis", "networkx"}
READING = {
    "maps.beside",  # the neighbours of an area, of its outline
    "rectangles.merge_equal",  # which points coincide
    "rectangles.round_between",  # a round number between two
    "trees.top_down",  # the nodes of a tree, from the root on
}
"""The compiled functions that verifying may call: they read a map, a tree or points."""
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


RECORDING = """
import sys, types
import covey._native as compiled

called = set()


def recorded(name, function):
    def call(*given, **named):
        called.add(name)
        return function(*given, **named)

    return call


for module in filter(lambda each: isinstance(each, types.ModuleType), vars(compiled).values()):
    for name, function in list(vars(module).items()):
        if type(function).__name__ == "nb_func":
            full = module.__name__.rpartition(".")[2] + "." + name
            setattr(module, name, recorded(full, function))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_verifying_loads_and_calls_only_what_is_allowed(tmp_path: Path, kind: str) -> None:
    # Where no map, tree or point is read, nothing compiled of covey is even loaded.
    plain = {"labels", "ordered"}.issuperset(KINDS[kind][0])
    recording = "import sys\ncalled = ()" if plain else RECORDING
    verified = verifying(tmp_path, kind)
    done = run(f"{recording}\nimport covey\n{verified}print(*called, '|', *sys.modules)")
    called, loaded = done[: done.index("|")], done[done.index("|") + 1 :]
    assert set(called) <= READING
    ours = [name for name in loaded if name.startswith("covey.")]
    assert "covey.verification" in ours
    assert [name for name in ours if not ALLOWED.fullmatch(name)] == []
    assert not HEAVY & set(loaded)
    if plain:
        assert "covey._native" not in loaded


def test_what_a_solver_calls_is_recorded() -> None:
    code = "covey.solve(covey.LabelProblem([3, 3, 4], k=3))\n"
    called = run(f"{RECORDING}\nimport covey\n{code}print(*called)")
    assert set(called) - READING


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
