"""python -m documentation: write what is made from code (pages, what examples print, pictures), and
the site."""

from __future__ import annotations

import sys
from pathlib import Path

from documentation.examples import fill, with_sessions
from documentation.pages import DOCS, write_pages
from documentation.pictures import write_pictures
from documentation.site import build, loaded_from_elsewhere

SITE = DOCS.parent / "site"


def main() -> int:
    write_pages()
    for page in with_sessions():
        fill(page)
    write_pictures(DOCS / "pictures")
    wrong = [*build(SITE), *loaded_from_elsewhere(SITE)]
    print(*wrong, sep="\n", file=sys.stderr) if wrong else print(f"{Path(SITE.name)}/index.html")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
