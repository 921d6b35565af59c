"""Whether the labels of a table are the leaves of a tree."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.errors import InvalidInput, closest
from covey.core.words import plural
from covey.io.trees.taxonomy import Taxonomy, names_of


def unknown_labels(tree: Taxonomy, labels: Sequence[str | None]) -> list[str]:
    """Labels that the tree has not at all."""
    return [label for label in labels if label is not None and label not in tree.number]


def inner_labels(tree: Taxonomy, labels: Sequence[str | None]) -> list[str]:
    """Labels that other labels are below."""
    found = (tree.number.get(label, -1) if label is not None else -1 for label in labels)
    pairs = zip(labels, found, strict=True)
    return [str(label) for label, node in pairs if node >= 0 and tree.is_inner[node]]


def unused_labels(tree: Taxonomy, labels: Sequence[str | None]) -> list[str]:
    """Labels of the tree that no record has."""
    used = set(labels)
    return [label for label in tree.labels if label not in used]


def refuse_unplaced(
    tree: Taxonomy, labels: Sequence[str | None], where: str, source: str = "tree"
) -> None:
    """Refuse labels that are no leaves. ``where`` names the table and its column, ``source`` says
    what the tree comes from."""
    refuse_inner(tree, labels, where)
    unknown = unknown_labels(tree, labels)
    if unknown:
        raise InvalidInput(
            f"{where}: {plural(len(unknown), 'label')} that the {source} lacks.",
            hint=f"Add them to the {source}, correct them in the table, or leave their records out"
            " with --unmapped suppress.",
            # Values of the table are for the terminal, and not for a log.
            shown=[
                f"The {source} lacks {names_of(unknown)}."
                f" {closest(unknown[0], tree.labels[:10_000])}".rstrip()
            ],
            given=unknown[0],
        )


def refuse_inner(tree: Taxonomy, labels: Sequence[str | None], where: str) -> None:
    """What is published for all labels below a node is the node's name, which no label may have."""
    inner = inner_labels(tree, labels)
    if inner:
        raise InvalidInput(
            f"{where}: {plural(len(inner), 'label')} that other labels of the tree are below:"
            f" {names_of(inner)}.",
            hint=f"Give such records a label of their own below that node, such as"
            f" {inner[0] + ', not specified'!r}, in the tree and in the table.",
            given=inner[0],
        )
