from __future__ import annotations

import re
from pathlib import Path

from covey.research.instances.gallery import write_pictures

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "hardness.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_pictures_are_drawn_and_small(tmp_path: Path) -> None:
    written = write_pictures(tmp_path)
    assert {file.name for file in written} == set(re.findall(r"\(\.\./pictures/([^)]+)\)", TEXT))
    assert sum(file.stat().st_size for file in written) < 300_000
    kept = PAGE.parents[1] / "pictures"
    assert sum((kept / file.name).stat().st_size for file in written) < 300_000
