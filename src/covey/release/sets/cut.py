"""The tree above a column with its cut: where the sets of a release lie in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from covey.attributes.trees import Tree
from covey.codebook.lines import Entry
from covey.core.dataclass import dataclass

MOST_NODES = 3000
"""Nodes that a cut has at most, to be shown."""


@dataclass(frozen=True)
class CutSet:
    """What is published, how many labels it stands for, and its records. ``whole`` says that it is
    all there is below its node, and not only some children."""

    text: str
    labels: int
    records: int
    whole: bool


@dataclass(frozen=True)
class CutNode:
    """A node of the tree, the sets that lie at it, and the nodes below that have some."""

    name: str
    sets: tuple[CutSet, ...]
    children: tuple[CutNode, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def cut_of(
    role: Tree, column: str, codebook: Iterable[Entry], sizes: Sequence[int]
) -> CutNode | None:
    """``sizes`` are the records of the column's sets. None where the tree is too large to be
    shown."""
    labels: dict[int, list[str]] = {}
    texts: dict[int, str] = {}
    for entry in codebook:
        if entry.column == column:
            own = labels.setdefault(entry.number, [])
            own += [value for value in entry.values if value is not None]
            texts[entry.number] = entry.published or "missing"
    # In a fixed order: the tree of a code is made of its values.
    known = sorted({label for own in labels.values() for label in own})
    if not known:
        return None
    tree = role.loaded(known, column).tree
    # From the root down to the label.
    paths = {label: tree.path(label)[::-1] for label in known}
    # By node the labels below it that occur in the release.
    below: dict[str, set[str]] = {}
    for label, path in paths.items():
        for node in path:
            below.setdefault(node, set()).add(label)
    sets: dict[str, list[CutSet]] = {}
    # A dict as an ordered set: the nodes above some set.
    needed: dict[str, None] = {}
    for number, own in labels.items():
        if not own:
            continue
        # A set lies at the deepest node that is above all of its labels.
        path = _shared([paths[label] for label in own])
        node = path[-1]
        whole = set(own) == below[node]
        found = CutSet(texts[number], len(own), int(sizes[number]), whole)
        sets.setdefault(node, []).append(found)
        needed |= dict.fromkeys(path)
    if len(needed) > MOST_NODES:
        return None
    children: dict[str, list[str]] = {}
    for node in needed:
        parent = int(tree.parents[tree.number[node]])
        if parent >= 0:
            children.setdefault(tree.names[parent], []).append(node)

    def made(name: str) -> CutNode:
        own = sorted(sets.get(name, []), key=lambda each: -each.records)
        inside = sorted(children.get(name, []), key=tree.place.__getitem__)
        return CutNode(name, tuple(own), tuple(map(made, inside)))

    return made(tree.names[tree.root])


def _shared(paths: Sequence[Sequence[str]]) -> list[str]:
    """The nodes from the root on that all paths have."""
    found = []
    for nodes in zip(*paths, strict=False):
        if any(node != nodes[0] for node in nodes):
            break
        found.append(nodes[0])
    return found
