"""One suite for every engine: a new one joins by a line in ENGINES."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from covey.engine.duckdb import DuckDBEngine
from covey.engine.protocol import Engine

ENGINES: dict[str, Callable[[Path], Engine]] = {
    "duckdb": lambda folder: DuckDBEngine(folder=folder),
}

MakeEngine = Callable[[], Engine]


@pytest.fixture(params=ENGINES)
def make_engine(request: pytest.FixtureRequest, tmp_path: Path) -> MakeEngine:
    """Engines that keep their private folders in ``tmp_path / "private"``."""
    private = tmp_path / "private"
    private.mkdir()
    return lambda: ENGINES[request.param](private)


@pytest.fixture
def engine(make_engine: MakeEngine) -> Iterator[Engine]:
    with make_engine() as made:
        yield made
