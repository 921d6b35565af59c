"""ARX's hierarchies: a row for every label, from itself up to the most general text.

ARX separates fields by semicolons, has no header, and every row has as many fields as the others.
A text that stands twice in a row, one field after the other, is one node.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.trees.taxonomy import Links, Taxonomy, names_of


def from_rows(
    rows: Iterable[tuple[int, Sequence[str]]], source: str, *, empty_label: bool = False
) -> Taxonomy:
    """``rows`` are the fields of each line with the line's number; ``empty_label`` allows for an
    empty text as a label."""
    links, width, first = Links(source, empty_label=empty_label), 0, 0
    labels: dict[str, None] = {}
    for line, fields in rows:
        if not width:
            width, first = len(fields), line
        if len(fields) != width:
            raise InvalidInput(
                f"{source}, line {line:,}: {len(fields)} fields, but line {first:,} has {width}.",
                hint="Every row of a hierarchy has a field for each level. Repeat a text where"
                " nothing more general is meant.",
                given=len(fields),
            )
        if width < 2:
            raise InvalidInput(
                f"{source}, line {line:,}: one field, where a label and what is above it are"
                " expected.",
                hint="A row of a hierarchy is label;group;...;* with semicolons.",
            )
        links.add_path(_without_repeats(fields), f"line {line:,}")
        labels.setdefault(fields[0])
    # All rows are needed to know which names are inner nodes.
    tree = links.tree()
    both = [label for label in labels if tree.is_inner[tree.number[label]]]
    if both:
        raise InvalidInput(
            f"{source}: {plural(len(both), 'label')} that other labels are below:"
            f" {names_of(both)}.",
            hint="What is published for all of them would be taken for the label alone. Rename"
            " one of the two.",
            given=both[0],
        )
    return tree


def _without_repeats(fields: Sequence[str]) -> list[str]:
    """
    >>> _without_repeats(["Private", "Private", "*"])
    ['Private', '*']
    """
    return [text for at, text in enumerate(fields) if at == 0 or text != fields[at - 1]]


def to_text(tree: Taxonomy, labels: Sequence[str] | None = None) -> str:
    """The tree, or the part of it above some ``labels``, as an ARX hierarchy. A label that has
    fewer levels above it than others is repeated: all rows have the same number of fields."""
    paths = [tree.path(label) for label in (tree.labels if labels is None else labels)]
    width = max(map(len, paths), default=0)
    written = io.StringIO()
    rows = csv.writer(written, delimiter=";", lineterminator="\n")
    for path in paths:
        # At the front, so that the levels of all rows end at the root.
        rows.writerow([path[0]] * (width - len(path)) + path)
    return written.getvalue()
