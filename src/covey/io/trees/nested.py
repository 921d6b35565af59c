"""Trees in JSON: objects inside of objects.

Either names with what is below them, ``{"Heart": {"Angina": {}, "Infarct": ["I21", "I22"]}}``, or
objects with ``name`` and ``children``.
"""

from __future__ import annotations

import json
from typing import Any

from covey.core.errors import InvalidInput
from covey.io.trees.taxonomy import DEEPEST, ROOT, Links, Taxonomy

HINT = (
    'A tree in JSON is {"Heart": {"Angina": {}, "Infarct": ["I21", "I22"]}}, or objects with "name"'
    ' and "children".'
)


def from_text(text: str, source: str) -> Taxonomy:
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
    except RecursionError:
        raise InvalidInput(f"{source} has too many levels; at most {DEEPEST:,} are read.") from None
    except ValueError as error:
        raise InvalidInput(f"{source} is no plain JSON: {error}.", hint=HINT) from None
    links = Links(source)
    tops = _members(found, source)
    # A single top is the root, and has no parent. Several get a root of covey's own.
    stack = [(name, below, "" if len(tops) == 1 else ROOT) for name, below in reversed(tops)]
    # A tree of one label: its root is added, for a label is no root.
    if len(tops) == 1 and not _members(tops[0][1], source):
        stack = [(*tops[0], ROOT)]
    # A stack and no recursion, so that Links refuses a tree that is too deep. Reversed,
    # names keep the order of the file.
    while stack:
        name, below, parent = stack.pop()
        if parent:
            links.add(name, parent, f"below {parent!r}")
        stack += [(child, more, name) for child, more in reversed(_members(below, source))]
    return links.tree()


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice in one object")
    return found


def _members(below: Any, source: str) -> list[tuple[str, Any]]:
    """The names below a node, and what is below each of them."""
    if below is None:
        return []
    # An object with a name is one node; any other names all nodes of a level.
    if isinstance(below, dict) and isinstance(below.get("name"), str):
        return [(below["name"], below.get("children"))]
    if isinstance(below, dict):
        return list(below.items())
    if isinstance(below, list):
        return [each for item in below for each in _member(item, source)]
    raise _wrong(below, source)


def _member(item: Any, source: str) -> list[tuple[str, Any]]:
    if isinstance(item, str):
        return [(item, None)]
    if isinstance(item, dict):
        return _members(item, source)
    raise _wrong(item, source)


def _wrong(given: Any, source: str) -> InvalidInput:
    return InvalidInput(
        f"{source}: names, or objects with names, are expected; given: {type(given).__name__}.",
        hint=HINT,
    )
