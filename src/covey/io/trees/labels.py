"""Whether the labels of a table are the leaves of a tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from covey.core.errors import InvalidInput, did_you_mean
from covey.core.words import plural
from covey.io.marks import is_mark
from covey.io.trees.taxonomy import Taxonomy

SHOWN = 3
"""Labels that are named."""
RowOf = Callable[[str], str]
"""The first row with a label, for people."""


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
    tree: Taxonomy,
    labels: Sequence[str | None],
    where: str,
    source: str = "tree",
    *,
    row_of: RowOf | None = None,
    may_suppress: bool = False,
) -> None:
    """Refuse labels that are no leaves. ``where`` names the table and its column, ``source`` says
    what the tree comes from; ``may_suppress``, if their records may be left out."""
    refuse_inner(tree, labels, where, row_of)
    unknown = unknown_labels(tree, labels)
    if not unknown:
        return
    # A mark that many tables have is nobody's value, and may be named anywhere.
    mark = next(filter(is_mark, unknown), None)
    missing = f" If {mark!r} stands for no value, say so with --na." if mark else ""
    leave = ", or leave their records out with --unmapped suppress" if may_suppress else ""
    # To look for similar names among more takes too long.
    known = tree.labels[:10_000]
    near = [did_you_mean(label, known) for label in unknown[:SHOWN]]
    # The last line may say how many more there are.
    lines = zip_longest(_shown(unknown, row_of), near, fillvalue="")
    raise InvalidInput(
        f"{where}: {plural(len(unknown), 'label')} that the {source} lacks. It has, for example,"
        f" {', '.join(map(repr, known[:SHOWN]))}.",
        hint=f"Add them to the {source}, or correct them in the table{leave}.{missing}",
        # Values of the table are for the terminal, and not for a log.
        shown=[f"{line}. {question}" if question else line for line, question in lines],
        remedy=[("--unmapped", "suppress")] if may_suppress and not mark else [],
        given=unknown[0],
    )


def refuse_inner(
    tree: Taxonomy, labels: Sequence[str | None], where: str, row_of: RowOf | None = None
) -> None:
    """What is published for all labels below a node is the node's name, which no label may have."""
    inner = inner_labels(tree, labels)
    if inner:
        raise InvalidInput(
            f"{where}: {plural(len(inner), 'label')} that other labels of the tree are below.",
            hint="Give such records a label of their own below that node, such as 'Asthma, not"
            " specified' below 'Asthma', in the tree and in the table.",
            shown=_shown(inner, row_of),
            given=inner[0],
        )


def _shown(labels: Sequence[str], row_of: RowOf | None) -> list[str]:
    """The first labels, and where they are if that is known."""
    few = labels[:SHOWN]
    found = [repr(label) if row_of is None else f"{label!r} in {row_of(label)}" for label in few]
    more = len(labels) - len(few)
    return [*found, f"and {more:,} more"] if more else found
