from __future__ import annotations

from pathlib import Path

from tests.native.stubs import FOLDER, derive


def test_the_stubs_are_those_of_the_compiled_module(tmp_path: Path) -> None:
    assert {path.name: path.read_text() for path in FOLDER.glob("*.pyi")} == derive(tmp_path)
