"""What the sets of labels along a tree are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.names import LENGTH, MEMBERS, SEPARATOR
from covey.codebook.texts import ANY_NUMBER, distinguished, literal, look, made_up, member
from covey.io.trees.taxonomy import ROOT

if TYPE_CHECKING:
    from covey.io.trees.taxonomy import Branches

OF = ": "
"""Between the name of a node and those of its children."""


def tree_names(branches: Branches, sets: Sequence[NDArray[np.integer[Any]]]) -> list[str | None]:
    """The name of every set of labels, given by their numbers. A set is called by its label or its
    node, the lowest one if there are several; several children of a node by it and by them.

    >>> from covey.io.trees.read import tree_of
    >>> tree = tree_of("BA;Under;*\\nSome;Under;*\\nAssoc;Under;*\\nMA;Grad;*\\nPhD;Grad;*\\n", "f")
    >>> branches = tree.above(["Assoc", "BA", "MA", "PhD", "Some"])
    >>> tree_names(branches, [np.array([3]), np.array([2, 3]), np.array([0, 1]), np.arange(5)])
    ['PhD', 'Grad', 'Under: Assoc, BA', 'any value']
    """
    called = _Names(branches)
    return distinguished([called.name(members.tolist()) for members in sets])


class _Names:
    def __init__(self, branches: Branches) -> None:
        self._parents: list[int] = branches.parents.tolist()
        self._labels = len(branches.labels)
        self._names: list[str | None] = [*branches.labels, *branches.inner]
        # How many labels are below each node, so that a set that has them all is called by the
        # node.
        self._below = np.zeros(len(self._parents), dtype=np.int64)
        self._children: list[list[int]] = [[] for _ in self._parents]
        for node, parent in enumerate(self._parents):
            if parent >= 0:
                self._children[parent].append(node)
        # Trees are shallow (DEEPEST in `io/trees/taxonomy`): a walk up from every label is cheap.
        for label in range(self._labels):
            node = label
            while node >= 0:
                self._below[node] += 1
                node = self._parents[node]

    def name(self, labels: list[int]) -> str | None:
        whole = self._whole(labels)
        if len(whole) == 1:
            return self._own(whole[0])
        parent = self._parents[whole[0]]
        words = [self._member(node) for node in whole]
        # By look first: the order must not depend on invisible letters, and must be the same in
        # verify.
        words.sort(key=lambda word: (look(word), word))
        few = SEPARATOR.join(words)
        plain = len(set(map(look, words))) == len(words) and not made_up(look(few))
        # Long lists, and lists that could be read in two ways, are cut to their first word.
        if len(words) > MEMBERS or len(few) > LENGTH or not plain:
            few = f"{words[0]} and {len(words) - 1:,} more"
        # Children of the root need no parent in front: its name says nothing.
        return few if self._parents[parent] < 0 else f"{self._member(parent)}{OF}{few}"

    def _whole(self, labels: list[int]) -> list[int]:
        """The highest nodes that have nothing but these labels below them."""
        count: dict[int, int] = {}
        for label in labels:
            node = label
            while node >= 0:
                count[node] = count.get(node, 0) + 1
                node = self._parents[node]
        whole = {node for node, own in count.items() if own == self._below[node]}
        return [node for node in whole if self._parents[node] not in whole]

    def _lowest(self, node: int) -> int:
        # A chain of single children is one set with several names: the lowest says most.
        while len(self._children[node]) == 1:
            (node,) = self._children[node]
        return node

    def _own(self, node: int) -> str | None:
        name = self._names[self._lowest(node)]
        if name is None:
            return None
        # A label may be called * as well; then it is a leaf, and quoted.
        if name == ROOT and self._lowest(node) >= self._labels:
            return ANY_NUMBER
        return _quoted(name)

    def _member(self, node: int) -> str:
        name = self._names[self._lowest(node)]
        return member(None) if name is None else _quoted(name) or member(name)


def _quoted(name: str) -> str:
    """In quotes, if it could be read as several names."""
    text = literal(name, SEPARATOR)
    # The blank lets a name count that ends in ":", which reads like a node in front of its
    # children.
    if text != name or OF not in f"{look(name)} ":
        return text
    return '"' + name.replace('"', '""') + '"'
