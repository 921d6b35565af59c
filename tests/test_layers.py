"""Imports run one way: a lower layer knows nothing of a higher one, not even where it is used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import covey

PACKAGE = Path(covey.__file__).parent

MAY_USE = {
    "core": {"core"},
    "signing": {"core", "signing"},
    "measures": {"core", "measures"},
    "requirements": {"_native", "core", "measures", "requirements"},
    "problems": {"_native", "core", "measures", "requirements", "problems"},
    "io": {"_native", "core", "problems", "io"},
    "engine": {"core", "io", "engine"},
    "codebook": {"core", "problems", "io", "engine", "codebook"},
    "attributes": {
        *("core", "measures", "requirements", "problems", "io", "engine", "codebook"),
        "attributes",
    },
    "report": {"core", "measures", "problems", "io", "engine", "report"},
    "cross_tables": {"core", "io", "cross_tables"},
}
"""What each package may use, from the lowest layer up. ``_native`` are the compiled loops."""
READS_TABLES = {"check.py", "counting.py"}
"""Of measures: what measures a table that it reads itself. Nothing below uses it."""
ON_TOP = {"release", "verification", "research", "app", "cli"}
"""What no lower layer uses. apply, sign and load ask verification about a release."""


def imported_by(file: Path) -> set[str]:
    """The packages of covey that a module imports, inside of functions as well."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("covey.")}
    return found


@pytest.mark.parametrize("layer", MAY_USE)
def test_a_layer_uses_only_those_below_it(layer: str) -> None:
    for file in sorted((PACKAGE / layer).rglob("*.py")):
        more = {"io"} if layer == "measures" and file.name in READS_TABLES else set()
        assert imported_by(file) <= MAY_USE[layer] | more, file


def test_every_package_is_in_a_layer() -> None:
    packages = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert packages == MAY_USE.keys() | ON_TOP


@pytest.mark.parametrize("package", ["release", "verification"])
def test_nothing_but_the_command_line_uses_the_command_line(package: str) -> None:
    for file in sorted((PACKAGE / package).rglob("*.py")):
        assert not imported_by(file) & {"cli", "app", "research"}, file


def test_the_page_calls_the_library_and_not_the_command_line() -> None:
    for file in sorted((PACKAGE / "app").rglob("*.py")):
        assert not imported_by(file) & {"cli", "research"}, file


def test_no_problem_uses_another_except_cells() -> None:
    """Cells hold values of all kinds, and ``constrained`` turns every kind into cells. A tree with
    one node above all labels is the problem of labels, whose cases trees use."""
    kinds = {"labels", "intervals", "rectangles", "regions", "trees"}
    for kind in sorted(kinds):
        for file in sorted((PACKAGE / "problems" / kind).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            others = {*kinds, "cells"} - {kind} - ({"labels"} if kind == "trees" else set())
            assert not [other for other in others if f"covey.problems.{other}" in text], file
