"""Trees in the columns of a CSV file: child and parent, or a path from the top down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from covey.core.errors import InvalidInput
from covey.io.trees.taxonomy import Links, Taxonomy

Rows = Iterable[tuple[int, Sequence[str]]]

STEPS = (" > ", ">", "/", "|")
"""What stands between the names of a path: the first of these that any path has."""


def from_links(rows: Rows, header: Sequence[str], source: str) -> Taxonomy:
    """Rows with the columns ``child`` and ``parent``, in any order, others being ignored. An empty
    parent is none."""
    links = Links(source)
    child, parent = header.index("child"), header.index("parent")
    for line, fields in rows:
        _refuse_ragged(line, fields, header, source)
        if fields[parent]:
            links.add(fields[child], fields[parent], f"line {line:,}")
    return links.tree()


def from_paths(rows: Rows, header: Sequence[str], source: str) -> Taxonomy:
    """Rows with the column ``path``: names from the top down to a label, or to what is above the
    label in the column ``label`` or ``value``."""
    links, found = Links(source), []
    path = header.index("path")
    label = next((header.index(name) for name in ("label", "value") if name in header), None)
    for line, fields in rows:
        _refuse_ragged(line, fields, header, source)
        found.append((line, fields[path], None if label is None else fields[label]))
    # In this order, since " > " contains ">".
    step = next((each for each in STEPS if any(each in way for _, way, _ in found)), STEPS[0])
    for line, way, own in found:
        # From the label up, as Links takes it.
        names = [name.strip() for name in way.split(step)][::-1]
        # The path may end with the label itself or with what is above it.
        if own is not None and names[0] != own:
            names.insert(0, own)
        links.add_path(names, f"line {line:,}")
    return links.tree()


def _refuse_ragged(line: int, fields: Sequence[str], header: Sequence[str], source: str) -> None:
    if len(fields) != len(header):
        raise InvalidInput(
            f"{source}, line {line:,}: {len(fields)} fields, but the header has {len(header)}.",
            hint="A name with a comma in it is put in double quotes.",
            given=len(fields),
        )
