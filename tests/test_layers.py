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
"""What no lower layer uses."""
VERIFYING_USES = {
    *("release", "release.audit", "release.certificate", "release.job", "release.solve.coding"),
    *("release.certificate.describe", "release.certificate.reading", "release.certificate.record"),
    *("release.apply.report", "release.owner.receipt"),
    *("release.job.presets", "release.job.safe_harbor"),
    *("release.facts.decisions", "release.facts.formulas", "release.facts.inventory"),
    *("release.facts.loss", "release.facts.notes", "release.facts.utility"),
    *("release.risks.candidates", "release.risks.dependence", "release.risks.exposure"),
    *("release.risks.identifiers", "release.risks.repeated"),
}
"""What verification may use of release: what a release says of itself, not what makes one."""
USES_VERIFYING = {
    "release.apply.checks": {"verification.claims", "verification.composition"},
    "release.owner.sign": {"verification", "verification.signature"},
    "release.write.load": {"verification"},
}
"""What apply, sign and load ask verification about a release. Nothing else of release uses it."""


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


def name_of(file: Path) -> str:
    """The name of a module within covey."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file) for file in PACKAGE.rglob("*.py")}


def modules_imported_by(file: Path, package: str) -> set[str]:
    """The modules of a package of covey that a module imports, inside of functions as well."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            # What is imported from a package may be a module of it.
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    names = {name.removeprefix("covey.") for name in found if name.startswith("covey.")}
    return {name for name in names & MODULES if name.split(".")[0] == package}


@pytest.mark.parametrize("layer", MAY_USE)
def test_a_layer_uses_only_those_below_it(layer: str) -> None:
    for file in sorted((PACKAGE / layer).rglob("*.py")):
        more = {"io"} if layer == "measures" and file.name in READS_TABLES else set()
        assert imported_by(file) <= MAY_USE[layer] | more, file


def test_every_package_is_in_a_layer() -> None:
    packages = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert packages == MAY_USE.keys() | ON_TOP


def test_verifying_uses_of_release_what_is_listed() -> None:
    """Both ways the lists are exact, so that a name that is no longer needed leaves them."""
    used = set()
    for file in sorted((PACKAGE / "verification").rglob("*.py")):
        used |= modules_imported_by(file, "release")
    assert used == VERIFYING_USES


def test_release_uses_of_verifying_what_is_listed() -> None:
    used = {
        name_of(file): modules_imported_by(file, "verification")
        for file in sorted((PACKAGE / "release").rglob("*.py"))
    }
    assert {name: found for name, found in used.items() if found} == USES_VERIFYING


@pytest.mark.parametrize("package", ["release", "verification", "research"])
def test_nothing_but_the_command_line_uses_the_command_line(package: str) -> None:
    for file in sorted((PACKAGE / package).rglob("*.py")):
        assert not imported_by(file) & ({"cli", "app", "research"} - {package}), file


def test_research_makes_no_release() -> None:
    for file in sorted((PACKAGE / "research").rglob("*.py")):
        assert not imported_by(file) & {"release", "verification"}, file


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
