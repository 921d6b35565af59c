"""Imports run one way: a lower layer knows nothing of a higher one, not even where it is used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import covey

PACKAGE = Path(covey.__file__).parent

MAY_USE = {
    "core": {"core"},
    "requirements": {"core", "measures", "requirements"},
    "problems": {"core", "measures", "requirements", "problems"},
}


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
        assert imported_by(file) <= MAY_USE[layer], file


def test_no_problem_uses_another_except_cells() -> None:
    """Cells hold values of all kinds, and ``constrained`` turns every kind into cells."""
    for kind in ("labels", "intervals", "rectangles", "regions"):
        for file in sorted((PACKAGE / "problems" / kind).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            others = {"labels", "intervals", "rectangles", "regions", "cells"} - {kind}
            assert not [other for other in others if f"covey.problems.{other}" in text], file
