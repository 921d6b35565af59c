"""The tree that keeps common labels whole: they are children of the root, and rare ones lie below
one node of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from covey.core.errors import InvalidInput
from covey.io.trees.taxonomy import ROOT, Links, Taxonomy

RARE = "rare"
"""What all rare labels together are called."""


def from_counts(
    labels: Sequence[str | None], records: Sequence[int], k: int, where: str
) -> Taxonomy:
    """A label is common from k records on. None, for missing values, is a label like any other. A
    single rare label needs no node: it is a child of the root.

    >>> from_counts(["flu", "gout", "mumps", None], [9, 2, 1, 1], 5, "t").path("gout")
    ['gout', 'rare', '*']
    """
    if ROOT in labels:
        raise InvalidInput(
            f"{where}: a label {ROOT!r}, which stands for all labels where common ones are kept.",
            hint="Give these records another label, or name the column with --label.",
            given=ROOT,
        )
    pairs = list(zip(labels, records, strict=True))
    rare = {label for label, count in pairs if count < k}
    links = Links(where, empty_label=True)
    above = _free_name(labels)
    for label, _ in pairs:
        # Missing values are no label: missing_below says where they lie.
        if label is not None:
            links.add_path([label, above, ROOT] if label in rare and len(rare) > 1 else [label], "")
    return replace(links.tree(), missing_below=above if None in rare and len(rare) > 1 else None)


def _free_name(labels: Sequence[str | None]) -> str:
    """A name that no label has."""
    taken, name = set(labels), RARE
    while name in taken:
        name = f"{name} labels"
    return name
