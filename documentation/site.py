"""docs/ as a site: built by Sphinx, where every warning is an error, and looked over.

Sphinx itself finds links to pages and headings that do not exist, pages that no list names, and
names in docstrings that nothing has.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from documentation.pages import DOCS

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed|object|link)\b[^>]*?"""
    r"""\b(?:src|data|href)\s*=\s*["']?((?:https?:)?//[^"'\s>]+)""",
    re.IGNORECASE,
)
"""What a browser fetches to show a page. A link that a reader may follow is an <a>."""
STYLED = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"'\s)]+)""", re.IGNORECASE)


def build(target: Path, docs: Path = DOCS) -> list[str]:
    """Write the site, and return what Sphinx warns of."""
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", "--doctree-dir"]
    ran = subprocess.run(
        [*command, str(target / ".doctrees"), str(docs), str(target)],
        capture_output=True,
        text=True,
        check=False,
    )
    warned = [line for line in ran.stderr.splitlines() if line.strip()]
    if ran.returncode and not warned:
        warned.append(f"Sphinx ended with {ran.returncode}.")
    return warned


def loaded_from_elsewhere(target: Path) -> Iterator[str]:
    """What pages and styles of a built site would fetch from other places."""
    for file in sorted(target.rglob("*")):
        pattern = {".html": LOADED, ".css": STYLED}.get(file.suffix)
        if pattern:
            for address in pattern.findall(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(target)}: {address}"
