from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.spark.people import Study, write_people
from tests.spark import session


@pytest.fixture
def spark() -> Any:
    return session()


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """A table of people as Parquet, in a folder of its own."""
    return Study(tmp_path, write_people(tmp_path))
