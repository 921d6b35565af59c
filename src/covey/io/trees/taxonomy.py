"""A tree of names. Its leaves are labels, its inner nodes are what sets of them are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.problems.trees.nodes import depth_first, depths

ROOT = "*"
"""What the root is called if a file names none, as in ARX."""
MOST_NODES = 1 << 24
DEEPEST = 200
"""Levels of a tree. The deepest taxonomies in use have some twenty."""


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """``names[v]`` is what node v is called, ``parents[v]`` its parent, -1 for the root. Missing
    values are below the node ``missing_below``, or children of the root."""

    names: tuple[str, ...]
    parents: NDArray[np.int32]
    missing_below: str | None = None

    @cached_property
    def number(self) -> dict[str, int]:
        """The node of every name."""
        return {name: node for node, name in enumerate(self.names)}

    @cached_property
    def place(self) -> dict[str, int]:
        """Where every node comes along the tree, siblings in the order in which the file first
        names them."""
        return dict(zip(self.names, depth_first(self.parents).tolist(), strict=True))

    @cached_property
    def is_inner(self) -> NDArray[np.bool_]:
        found = np.zeros(len(self.names), dtype=bool)
        found[self.parents[self.parents >= 0]] = True
        return found

    @cached_property
    def root(self) -> int:
        # The root is the only node with -1.
        return int(np.argmin(self.parents))

    @property
    def labels(self) -> list[str]:
        """The names of the leaves."""
        return [self.names[node] for node in np.flatnonzero(~self.is_inner).tolist()]

    @cached_property
    def depth(self) -> int:
        """The levels below the root."""
        return int(depths(self.parents).max())

    def path(self, label: str) -> list[str]:
        """The names from a label up to the root."""
        found, node = [], self.number[label]
        while node >= 0:
            found.append(self.names[node])
            node = int(self.parents[node])
        return found

    def numbered(self, labels: Sequence[str]) -> Taxonomy:
        """The same tree with numbers for the names of inner nodes, in the order in which they are
        above these labels: their names may say what else is below them."""
        names, taken, count = list(self.names), set(self.names), 0
        for label in labels:
            for name in self.path(label)[1:]:
                node = self.number[name]
                # A node that has its number already is above several labels.
                if node != self.root and names[node] == name:
                    count += 1
                    names[node] = f"group {count}"
                    while names[node] in taken:
                        names[node] += "'"
        return replace(self, names=tuple(names))

    def above(self, labels: Sequence[str | None]) -> Branches:
        """The part of the tree above some of its labels. None, which is no label, stands for
        missing values."""
        needed = np.zeros(len(self.names), dtype=bool)
        needed[self.root] = True
        parents = self.parents.tolist()
        missing = self.root if self.missing_below is None else self.number[self.missing_below]
        own = [missing if label is None else parents[self.number[label]] for label in labels]
        for start in set(own):
            node = start
            # Above a node that is marked, all are marked.
            while not needed[node]:
                needed[node] = True
                node = parents[node]
        # By their names: the numbers do not depend on the file, nor on labels that are not there.
        inner = sorted(np.flatnonzero(needed).tolist(), key=self.names.__getitem__)
        # Labels are numbered first, then inner nodes.
        place = {node: len(labels) + at for at, node in enumerate(inner)}
        above = [place[node] for node in own] + [place.get(parents[node], -1) for node in inner]
        return Branches(
            tuple(labels),
            tuple(self.names[node] for node in inner),
            np.array(above, dtype=np.int32),
        )


@dataclass(frozen=True, eq=False)
class Branches:
    """Labels and the inner nodes above them. Nodes are the labels and then the ``inner`` ones;
    ``parents`` are theirs, -1 for the root."""

    labels: tuple[str | None, ...]
    inner: tuple[str, ...]
    parents: NDArray[np.int32]

    @property
    def root(self) -> str:
        return self.inner[int(np.argmin(self.parents)) - len(self.labels)]


class Links:
    """Collects who is whose child, and refuses what is no tree. A label may be an empty text where
    the labels are those of a table."""

    def __init__(self, source: str, *, empty_label: bool = False) -> None:
        self.source = source
        self._empty_label = empty_label
        self._parent: dict[str, str] = {}
        self._names: dict[str, None] = {}
        self._own_parent = ""
        """The first node that is said to be its own parent, as tops of trees often are."""

    def add(self, child: str, parent: str, where: str) -> None:
        for name in (child, parent):
            if name == "" and name is child and self._empty_label:
                continue
            if not name or "\0" in name:
                what = "a NUL character in a name" if name else "an empty name"
                raise InvalidInput(
                    f"{self.source}, {where}: {what}.",
                    hint="Every node of a tree has a name of its own.",
                )
        if child == parent:
            self._own_parent = self._own_parent or child
            return
        known = self._parent.setdefault(child, parent)
        if known != parent:
            raise InvalidInput(
                f"{self.source}, {where}: {_short(child)} has two parents, {_short(known)} and"
                f" {_short(parent)}.",
                hint="A node of a tree has one parent. Give one of the two nodes another name.",
                given=child,
            )
        self._names.setdefault(child)
        self._names.setdefault(parent)
        if len(self._names) > MOST_NODES:
            raise InvalidInput(
                f"{self.source} has more than {MOST_NODES:,} nodes, the most that are read."
            )

    def add_path(self, path: Sequence[str], where: str) -> None:
        """Names from a label up to the top."""
        for child, parent in pairwise(path):
            self.add(child, parent, where)
        if len(path) == 1:
            self.add(path[0], ROOT, where)

    def tree(self) -> Taxonomy:
        names = list(self._names)
        if not names and self._own_parent:
            raise InvalidInput(
                f"{self.source} is no tree: {_short(self._own_parent)} is its own parent, and no"
                " node is below another.",
                hint=f"Give every label a parent of another name, such as {ROOT!r}.",
                given=self._own_parent,
            )
        if not names:
            raise InvalidInput(f"{self.source} has no nodes.", hint="A tree has one label or more.")
        # A tree has one root: several tops go below a new one.
        tops = [name for name in names if name not in self._parent]
        if len(tops) > 1:
            if ROOT in self._parent:
                raise InvalidInput(
                    f"{self.source} has {plural(len(tops), 'node')} without a parent, such as"
                    f" {listed(map(_short, tops))}, and one that is called {ROOT!r} below another.",
                    hint=f"Nodes without a parent get one that is called {ROOT!r}; rename the"
                    " other.",
                )
            for top in tops:
                if top != ROOT:
                    self._parent[top] = ROOT
            if ROOT not in self._names:
                names.append(ROOT)
        number = {name: node for node, name in enumerate(names)}
        parents = np.array(
            [number[self._parent[name]] if name in self._parent else -1 for name in names],
            dtype=np.int32,
        )
        depth = depths(parents)
        self._refuse_cycle(names, parents, depth)
        levels = int(depth.max())
        if levels > DEEPEST:
            raise InvalidInput(
                f"{self.source} has {levels:,} levels; at most {DEEPEST:,} are read.",
                hint="Leave out nodes that have a single child.",
                given=levels,
            )
        return Taxonomy(tuple(names), parents)

    def _refuse_cycle(
        self, names: Sequence[str], parents: NDArray[np.int32], depth: NDArray[np.int64]
    ) -> None:
        reached = depth >= 0
        if reached.all():
            return
        # From a node that the root does not reach, the way up ends on a cycle.
        node, seen = int(np.argmin(reached)), dict[int, int]()
        while node not in seen:
            seen[node] = len(seen)
            node = int(parents[node])
        cycle = list(seen)[seen[node] :]
        raise InvalidInput(
            f"{self.source} is no tree: {listed(_short(names[each]) for each in cycle)}"
            f" {'are' if len(cycle) > 1 else 'is'} each above the other, in a cycle.",
            hint="Follow the parents of one of them, and change the row that leads back.",
            given=names[cycle[0]],
        )


def names_of(labels: Iterable[str]) -> str:
    """Three of them for a message, and how many more."""
    return listed(map(_short, labels))


def _short(name: str) -> str:
    return repr(name if len(name) <= 60 else f"{name[:60]}...")
