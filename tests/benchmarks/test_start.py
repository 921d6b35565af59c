"""What set-up compiles is what the first run loads."""

from __future__ import annotations

from pathlib import Path

from benchmarks.start import modules, set_up

FILES_OF_PYTHON = {"_distutils_hack", "_editable_skbc_covey.py"}
"""They are in the folder of packages, and Python loads them at its start."""


def test_set_up_compiles_the_packages_that_a_release_loads(tmp_path: Path) -> None:
    given = tmp_path / "people.csv"
    given.write_text("zip\n" + "a\n" * 9 + "b\n" * 9, encoding="utf-8")
    command = ["-m", "covey", "anonymize", str(given), "-k", "9", "--label", "zip"]
    loaded = {package for package, _ in modules([*command, "-o", str(tmp_path / "release")])}
    assert loaded - {""} - FILES_OF_PYTHON == set(set_up())
