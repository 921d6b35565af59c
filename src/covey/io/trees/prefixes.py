"""The tree of codes by what they begin with: 47678 is below 4767*, 476**, 47***, 4****."""

from __future__ import annotations

from collections.abc import Iterable

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.trees.taxonomy import DEEPEST, ROOT, Links, Taxonomy, names_of

STAR = "*"


def from_codes(codes: Iterable[str], where: str) -> Taxonomy:
    """A letter less at every level, a star in its place. Codes of other lengths have other numbers
    of stars: no node is above both, except the root."""
    known = sorted(set(codes))
    odd = [code for code in known if not code or STAR in code or not code.isprintable()]
    if odd:
        raise InvalidInput(
            f"{where}: {plural(len(odd), 'code')} that is empty, has a star in it or cannot be"
            " shown.",
            hint="Codes are letters and digits, as 47678. Name other columns as labels.",
            given=odd[0],
            shown=[f"Such codes: {names_of(odd)}."],
        )
    longest = max(map(len, known), default=0)
    # Every letter is a level, and the root is one more.
    if longest >= DEEPEST:
        raise InvalidInput(
            f"{where}: a code of {longest:,} letters; at most {DEEPEST - 1:,} are read.",
            hint="Name a column of long texts as labels.",
            given=longest,
        )
    links = Links(where)
    for code in known:
        # At least one letter stays: what would be stars alone is the root.
        shown = [code[:end] + STAR * (len(code) - end) for end in range(len(code), 0, -1)]
        links.add_path([*shown, ROOT], where)
    return links.tree()
