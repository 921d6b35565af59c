from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from documentation.pages import DOCS
from documentation.site import build, loaded_from_elsewhere

import covey

pytestmark = pytest.mark.xdist_group("site")  # built once, by one process


@pytest.fixture(scope="session")  # other tests may run between those of this module
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    assert build(target) == []
    return target


def test_the_site_is_built_without_warnings(site: Path) -> None:
    pages = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")}
    assert pages <= {page.relative_to(site) for page in site.rglob("*.html")}


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    assert list(loaded_from_elsewhere(site)) == []


def test_every_public_name_is_in_the_reference_of_python(site: Path) -> None:
    text = (site / "reference" / "python.html").read_text(encoding="utf-8")
    missing = [name for name in covey.__all__ if f'id="covey.{name}"' not in text]
    assert missing == []


def test_what_a_reader_could_stumble_over_fails_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(DOCS / "conf.py", docs)
    (docs / "index.md").write_text(
        "# A\n\n[no page](none.md) [no heading](#none) [no heading there](b.md#none)\n"
        "```{toctree}\nb\n```\n"
    )
    (docs / "b.md").write_text("# B\n")
    (docs / "lost.md").write_text("# Lost\n")
    warned = "\n".join(build(tmp_path / "site", docs))
    for words in ("'none.md'", "'none'", "not found in doc 'b'", "lost.md"):
        assert words in warned


def test_what_would_be_loaded_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="https://example.org/read">x</a> <img\nalt="" src="https://example.org/i.png">'
        '<script async src="//example.org/s.js"></script><img src="own.png">'
    )
    (tmp_path / "a.css").write_text(
        '@import "https://example.org/f.css"; b {background: url(x.png)}'
    )
    assert list(loaded_from_elsewhere(tmp_path)) == [
        "a.css: https://example.org/f.css",
        "a.html: https://example.org/i.png",
        "a.html: //example.org/s.js",
    ]
