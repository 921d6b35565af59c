from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.people import Page, opened, write_map, write_people, write_tree


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a table, a map and a tree."""
    folder = tmp_path / "home"
    folder.mkdir()
    write_people(folder)
    write_map(folder)
    write_tree(folder)
    return folder


@pytest.fixture
def private(tmp_path: Path) -> Path:
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def page(home: Path, private: Path) -> Iterator[Page]:
    with opened(home, private) as found:
        yield found
