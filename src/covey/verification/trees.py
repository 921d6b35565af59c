"""The sets of labels below a tree: that they are along it, and what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import Column
from covey.codebook.texts import ANY_NUMBER, ANYTHING, distinguished, literal, look, made_up, member
from covey.core.dataclass import dataclass
from covey.core.words import plural
from covey.engine.protocol import Counted
from covey.verification.claims import Check, Claimed
from covey.verification.listed_sets import Lists, or_missing

if TYPE_CHECKING:
    from covey.attributes import Tree

ALONG = "every set is a node of its tree, or several children of one"
NEIGHBOURS = "the children of every set follow each other in the order of their tree"
FEW, SHORT = 5, 60
"""Children, and letters, up to which a set is called by all of its children."""

Label = str | None


@dataclass(frozen=True, eq=False)
class Ways:
    """For every label that the codebook has, the nodes above it: pairs of the level, from the root
    at 0 on, and the name. Missing, if it is a label, is a child of the root, unless the
    certificate says of which other node. With them are the sets, whose labels they lead to."""

    sets: list[list[Label]]
    """The labels of every set."""
    joined: NDArray[np.bool_]
    """Which sets have missing values that count as one of their labels."""
    of: dict[Label, list[Label]]
    below: Counter[tuple[Label, ...]]
    """How many labels are below each node, which is named by the whole way to it."""

    @classmethod
    def to(cls, column: Column, role: Tree) -> Ways:
        tree = role.tree
        every = Lists.of(column)
        joined = every.joined(column, role)
        lists = every.bare(joined)
        sets = [lists.values_of(number) for number in range(column.count)]
        ways: dict[Label, list[Label]] = {}
        below: Counter[tuple[Label, ...]] = Counter()
        # By the whole way from the root: the same name may stand in several places of a tree.
        for label in column.listed.places:
            if label is None:
                way: list[Label] = [tree.names[tree.root], None]
                if tree.missing_below is not None:
                    way = [*reversed(tree.path(tree.missing_below)), None]
            elif label in tree.number:
                way = [*reversed(tree.path(label))]
            else:
                continue
            ways[label] = way
        # Only labels that some set has: missing is among the places even if no set has it.
        members = set(lists.members.tolist())
        for number, label in enumerate(column.listed.places):
            if number in members and label in ways:
                below.update(tuple(ways[label][: at + 1]) for at in range(len(ways[label])))
        return cls(sets, joined, ways, below)

    def parts(self, labels: Sequence[Label]) -> list[tuple[Label, ...]]:
        """The highest nodes that have nothing but these labels below them."""
        own: Counter[tuple[Label, ...]] = Counter()
        for label in labels:
            way = self.of[label]
            own.update(tuple(way[: at + 1]) for at in range(len(way)))
        # A node is whole if all labels below it are in the set. Of nested ones the highest is
        # taken.
        whole = {node for node, count in own.items() if count == self.below[node]}
        return [node for node in whole if node[:-1] not in whole]

    def lowest(self, node: tuple[Label, ...], label: Label) -> Label:
        """What a node above a label is called: by the lowest node that has the same labels."""
        way = self.of[label]
        deep = len(node)
        # Nodes with one child have the same labels as it: the lowest name says most.
        while deep < len(way) and self.below[tuple(way[: deep + 1])] == self.below[node]:
            deep += 1
        return way[deep - 1]


def along_trees(claimed: Claimed) -> Iterator[Check]:
    """That the sets of every quasi-identifier below a tree are sets of that tree."""
    for name, role in claimed.trees.items():
        column = claimed.book.of(name)
        ways = Ways.to(column, role)
        wrong, anything = 0, set(column.anything.tolist())
        for number, labels in enumerate(ways.sets):
            if number in anything:
                continue
            known = all(label in ways.of for label in labels)
            # Parts with one parent: a single node, or several children of one.
            above = {node[:-1] for node in ways.parts(labels)} if known else set()
            wrong += not known or len(above) != 1
        yield Check(ALONG, not wrong, f"{plural(wrong, 'set')} not" if wrong else "")
        if role.ordered:
            yield _neighbours(column, role, ways)


def _neighbours(column: Column, role: Tree, ways: Ways) -> Check:
    """That the labels of every set are a run of all that the codebook has, in the order of the
    hierarchy: with the check above, its children are neighbours. Missing is last."""
    # Missing has no row, and is sorted behind all of them.
    rows = {label: at for at, label in enumerate(role.tree.labels)}
    rank = {
        label: at
        for at, label in enumerate(
            sorted(column.listed.places, key=lambda label: rows.get(label or "", len(rows)))
        )
    }
    anything, wrong = set(column.anything.tolist()), 0
    for number, labels in enumerate(ways.sets):
        ranks = [rank[label] for label in labels]
        # Ranks without a gap have as many places as labels.
        wrong += number not in anything and max(ranks) - min(ranks) + 1 != len(ranks)
    return Check(NEIGHBOURS, not wrong, f"{plural(wrong, 'set')} not" if wrong else "")


def lacks_labels(claimed: Claimed, name: str, counted: Counted) -> bool:
    """Whether the table has labels that the certificate's tree has not: it has those that are
    published only."""
    known = claimed.trees[name].tree.number
    return any(label not in known for label in counted.of([name]).values[0].tolist())


def tree_texts(column: Column, role: Tree) -> list[str | None]:
    """What every set of a column is called; empty text for one that has no such name."""
    ways = Ways.to(column, role)
    anything = set(column.anything.tolist())
    names: list[str | None] = []
    for number, labels in enumerate(ways.sets):
        if number in anything:
            names.append(ANYTHING)
        elif not labels or any(label not in ways.of for label in labels):
            names.append("")
        else:
            names.append(_name(ways, labels, role.tree.names[role.tree.root]))
    return or_missing(distinguished(names), ways.joined)


def _name(ways: Ways, labels: Sequence[Label], root: str) -> str | None:
    parts = ways.parts(labels)
    some: dict[tuple[Label, ...], Label] = {}
    # Some label below each part, by which its way is known.
    for deep in {len(node) for node in parts}:
        some |= {tuple(ways.of[label][:deep]): label for label in labels}
    called = [ways.lowest(node, some[node]) for node in parts]
    if len(parts) == 1:
        (name,) = called
        # The root of a tree that has no name of its own.
        if name == "*" and name == root:
            return ANY_NUMBER
        return None if name is None else _apart(name)
    words = [member(None) if name is None else _apart(name) for name in called]
    words.sort(key=lambda word: (look(word), word))
    row = ", ".join(words)
    clear = len({look(word) for word in words}) == len(words) and not made_up(look(row))
    # Words that look alike, or that look like a name that covey makes up, are not listed.
    if len(words) > FEW or len(row) > SHORT or not clear:
        row = f"{words[0]} and {len(words) - 1:,} more"
    above = parts[0][:-1]
    if len(above) <= 1:
        return row
    # The node itself is named, however many of the nodes above it have the same labels.
    name = above[-1]
    return f"{_apart(name or '')}: {row}"


def _apart(name: str) -> str:
    """A name that cannot be read as several."""
    text = literal(name, ", ")
    if text == name and ": " in f"{look(name)} ":
        text = '"' + name.replace('"', '""') + '"'
    return text
