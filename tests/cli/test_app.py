"""covey app."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from covey.app import opening
from covey.cli import app as module
from tests.conftest import Covey


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be served; a browser is never opened."""
    found: list[Any] = []

    def serve(table: str, folders: Any, *, port: int, limit: int, announce: Any) -> None:
        announce("http://127.0.0.1:1/x/?token=y", Path("/private/open.html"))
        found.append((table, folders, port, limit))

    monkeypatch.setattr(opening, "serve", serve)
    monkeypatch.setattr(module, "_open", lambda file: found.append(file))
    return found


def test_the_link_is_printed_and_a_browser_opened(
    covey: Covey, served: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = covey("app")
    assert ran.code == 0
    assert ran.out == "covey app   http://127.0.0.1:1/x/?token=y\n"
    assert served == [Path("/private/open.html"), ("", [tmp_path], 0, 1 << 30)]


def test_the_folders_of_the_table_and_of_the_options_are_open(
    covey: Covey, served: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "data", "maps"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    maps = tmp_path / "maps"
    covey("app", "../data/a.csv", "--folder", maps, "--no-browser", "--upload-limit", 3)
    ((table, folders, _, limit),) = served
    assert Path(table).name == "a.csv"
    assert {folder.resolve() for folder in folders} == {
        tmp_path / "here", tmp_path / "data", maps,
    }  # fmt: skip
    assert limit == 3 << 20


def test_a_folder_that_is_not_there_is_refused(covey: Covey, served: list[Any]) -> None:
    assert covey("app", "--folder", "/nothing/here").code == 2
    assert served == []
