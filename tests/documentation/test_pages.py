"""The pages that are made from code are up to date."""

from __future__ import annotations

import pytest
from documentation.pages import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_says(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run: make docs"
