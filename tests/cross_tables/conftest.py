from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Of the county C2 three people have the illness hiv, fewer than k = 5."""
    counts = {
        ("C1", "flu"): 40, ("C1", "hiv"): 12, ("C1", "gout"): 9,
        ("C2", "flu"): 30, ("C2", "hiv"): 3, ("C2", "gout"): 11,
        ("C3", "flu"): 22, ("C3", "hiv"): 15, ("C3", ""): 8,
    }  # fmt: skip
    file = tmp_path / "people.csv"
    rows = [f"{county},{illness}\n" for (county, illness), n in counts.items() for _ in range(n)]
    file.write_text("county,illness\n" + "".join(rows))
    return file
