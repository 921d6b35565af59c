"""Tests mirror modules: ``tests/a/test_b.py`` is about ``src/covey/a/b.py``.

What a whole package promises is in ``tests/a/test_a.py``, inside of the folder ``a``. Whoever looks
for the tests of a module, or for what a test is about, finds them without searching.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import covey

PACKAGE = Path(covey.__file__).parent
TESTS = Path(__file__).parent

ACROSS = {
    "test_docs.py": "the documentation",
    "test_imports.py": "what importing covey loads",
    "test_kinds.py": "lists of the kinds of columns that cannot be made from attributes.KINDS",
    "test_laws.py": "what every method owes, in all kinds of problems",
    "test_layers.py": "which package may use which",
    "test_mirror.py": "the tests",
    "test_project.py": "the files around the code: container, workflows, versions",
    "test_theory.py": "the table of all promises in docs/explanation/theory.md",
    "cli/test_cut.py": "a connection that is cut at any step of any command",
    "cli/test_terminal.py": "names from files of others, in the output of every command",
    "engine/test_formats.py": "what every engine owes: all formats in and out",
    "engine/test_frames.py": "what every engine owes: frames",
    "engine/test_interrupt.py": "what a run that is stopped leaves behind",
    "engine/test_keys.py": "what every engine owes: finite values",
    "engine/test_laws.py": "what every engine owes: the laws of the protocol",
    "io/test_ugly.py": "tables as they come, of all kinds",
    "io/maps/test_ugly.py": "maps as they come",
    "cross_tables/test_audit.py": "what a reader of a thousand tables can derive",
    "release/write/test_persons.py": "people instead of records, from the table to the release",
    "release/test_written.py": "tables that are written otherwise, from one end to the other",
    "measures/test_pycanon.py": "the figures of another package, beside covey's",
    "native/test_nested.py": "a class of the module cells: the search for nested sets",
    "native/test_grid.py": "a class of the module cells: the search for partitions of a grid",
    "problems/cells/test_laws.py": "what never makes an answer of cells worse",
    "problems/regions/test_extremes.py": "weights near the limits, and graphs of odd shapes",
    "release/test_composition.py": "two releases of the same people",
    "release/test_engine.py": "the engine that is handed in is the only one",
    "release/test_frame_releases.py": "releases of frames, from one end to the other",
    "release/test_laws.py": "what holds for every job",
    "release/test_missing.py": "missing values, from the table to the release and back",
    "release/test_traces.py": "what withheld people leave in any file",
    "research/hard_problems/test_exact_cover.py": "the search that other tests trust",
    "research/instances/test_hardness.py": "docs/explanation/hardness.md",
    "verification/test_imports.py": "what verifying a release loads",
    "verification/test_verify.py": "what somebody changed in a release, in any file",
}
"""Tests of no single module, and what they are about."""

WITHOUT = {
    "__main__.py": "two lines, which every test of a process runs",
    "cli/job_options.py": "release/job/test_job.py compares every option with its definition",
    "engine/dates.py": "what every engine owes: dates are found by their values",
    "engine/duckdb/counting.py": "what every engine owes",
    "engine/duckdb/held.py": "engine/test_held.py: what every engine owes",
    "engine/duckdb/keeping.py": "engine/test_kept.py: what every engine owes",
    "engine/duckdb/kept.py": "engine/test_kept.py: what every engine owes",
    "engine/duckdb/snapshot.py": "what every engine owes",
    "engine/postgres/beside.py": "engine/postgres/test_hidden.py: tables beside a release",
    "engine/postgres/counting.py": "what every engine owes",
    "engine/postgres/engine.py": "what every engine owes",
    "engine/postgres/held.py": "engine/test_held.py: what every engine owes",
    "engine/postgres/keeping.py": "engine/test_kept.py: what every engine owes",
    "engine/postgres/recoding.py": "what every engine owes",
    "engine/spark/held.py": "engine/test_held.py: what every engine owes",
    "engine/spark/keeping.py": "engine/test_kept.py: what every engine owes",
    "release/anonymize.py": "release/job/test_job.py compares every parameter with its definition",
    "io/staging/arrow.py": "io/inputs/test_arrow.py: the rows of such a file",
    "io/staging/json_lines.py": "io/inputs/test_json_lines.py: the rows of such a file",
    "io/staging/statistics.py": "io/inputs/test_statistics.py: the rows of such a file",
}
"""Modules without a test of their own, and why."""

ELSEWHERE = ("attacks", "benchmarks", "documentation", "examples")
"""Tests of what is beside ``src``."""

NATIVE = TESTS.parent / "native"
"""The loops in C++. Python reaches them through the modules of ``covey._native`` alone, one for
each kind of problem: ``tests/native/test_labels.py`` is about ``covey._native.labels``, whose types
are in ``src/covey/_native/labels.pyi`` and whose loops are in ``native/labels/``."""
WITHIN = {
    "border": "what all tests of loops call",
    "core": "used by loops of all kinds: threads, Ctrl-C, sorting",
    "requirements": "part of the module cells, as Rules",
}
"""Folders of ``native`` without a module of their own, and where their tests are."""


def is_held(file: Path, *besides: str) -> bool:
    return not any(file.is_relative_to(package) for package in besides)


def files_of_tests() -> list[str]:
    found = (file.relative_to(TESTS) for file in sorted(TESTS.rglob("test_*.py")))
    return [file.as_posix() for file in found if is_held(file, *ELSEWHERE)]


def modules() -> list[str]:
    found = (file.relative_to(PACKAGE) for file in sorted(PACKAGE.rglob("*.py")))
    return [file.as_posix() for file in found if is_held(file)]


def module_of(test: str) -> Path:
    """The module that a test is about, or the package that it is in."""
    path = Path(test)
    name = path.name.removeprefix("test_")
    if path.parts[0] == "native":
        # Or what the tests of loops have for tools.
        stub = PACKAGE / "_native" / Path(name).with_suffix(".pyi")
        return stub if stub.is_file() else TESTS / "native" / name
    if Path(name).stem == path.parent.name:
        return PACKAGE / path.parent / "__init__.py"
    return PACKAGE / path.parent / name


@pytest.mark.parametrize("test", files_of_tests())
def test_every_test_is_about_a_module(test: str) -> None:
    assert module_of(test).is_file() or test in ACROSS, (
        f"tests/{test} is about no module: call it test_MODULE.py, in the folder of its package"
    )


@pytest.mark.parametrize("module", [each for each in modules() if Path(each).stem != "__init__"])
def test_every_module_has_a_test(module: str) -> None:
    path = Path(module)
    mirrored = TESTS / path.parent / f"test_{path.name}"
    assert mirrored.is_file() or module in WITHOUT, (
        f"src/covey/{module} has no test: write {mirrored.relative_to(TESTS.parent)}"
    )


def test_every_folder_of_loops_has_a_module_and_every_module_a_test() -> None:
    folders = {folder.name for folder in NATIVE.iterdir() if folder.is_dir()}
    stubs = {stub.stem for stub in (PACKAGE / "_native").glob("*.pyi")} - {"__init__"}
    assert folders == stubs | set(WITHIN)
    assert not stubs & set(WITHIN)
    for stub in sorted(stubs):
        assert (TESTS / "native" / f"test_{stub}.py").is_file(), stub


def test_the_lists_of_exceptions_are_short_and_true() -> None:
    """An exception that is none any more is removed."""
    known = {file.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py")}
    assert [test for test in ACROSS if test not in known or module_of(test).is_file()] == []
    for module in WITHOUT:
        path = Path(module)
        assert (PACKAGE / path).is_file(), module
        assert not (TESTS / path.parent / f"test_{path.name}").exists(), module
