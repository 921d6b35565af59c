from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.release.tables import together


@pytest.fixture
def quasi(tmp_path: Path) -> dict[str, Any]:
    return together(tmp_path)
