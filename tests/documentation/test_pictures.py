from __future__ import annotations

import re
from pathlib import Path

from documentation.pages import DOCS
from documentation.pictures import draw_release, draw_ward


def test_the_picture_of_a_release_is_drawn(tmp_path: Path) -> None:
    drawn = draw_release(tmp_path / "before-after.png").read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert 20_000 < len(drawn) < 300_000


def test_a_ward_says_more_than_any_value(tmp_path: Path) -> None:
    drawn = draw_ward(tmp_path / "any-value.png").read_bytes()
    assert drawn == draw_ward(tmp_path / "again.png").read_bytes()
    assert 5_000 < len(drawn) < 100_000


def test_no_picture_is_left_over() -> None:
    pages = (DOCS.parent / "README.md", *DOCS.rglob("*.md"))
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"pictures/([a-z0-9/-]+\.(?:png|svg))", text))
    pictures = DOCS / "pictures"
    files = [file for file in pictures.rglob("*") if file.is_file()]
    assert {file.relative_to(pictures).as_posix() for file in files} == shown
