from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pytest

from covey.engine.spark import in_place
from tests.engine.spark.people import Study, write_people
from tests.spark import session


@pytest.fixture
def spark() -> Any:
    return session()


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """A table of people as Parquet, in a folder of its own."""
    return Study(tmp_path, write_people(tmp_path))


@pytest.fixture(autouse=True)
def copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are copied however long ago they were written: tests say so where they are not."""
    monkeypatch.setattr(in_place, "FRESH", inf)
