"""The tree of cuts behind a solution, and where it leads a combination."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.errors import InternalError
from covey.problems.cells.kinds import LEAF


class CutTree(NamedTuple):
    """A tree of cuts. Node v is cut on the column ``column[v]`` as ``how[v]`` says; its children
    are ``first[v]`` and the ``children[v]`` - 1 nodes after it. ``key[v]`` is the component of a
    child that was made by BY_COMPONENT. A leaf is the class ``number[v]``, -1 if it
    has no rows.
    """

    column: NDArray[np.int32]
    how: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    parent: NDArray[np.int32]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    key: NDArray[np.int32]
    number: NDArray[np.int32]


def empty_tree(count: int) -> CutTree:
    return CutTree(*(np.zeros(count, dtype=np.int32) for _ in CutTree._fields))


def numbered_tree(*fields: NDArray[np.int32]) -> CutTree:
    """The tree with these fields except ``number``, whose classes are numbered in the order of the
    leaves."""
    # Every leaf of a forest has rows, so every leaf is a class.
    nodes = CutTree._make([*fields, np.zeros_like(fields[0])])
    leaves = np.flatnonzero(nodes.how == LEAF)
    nodes.number[leaves] = np.arange(len(leaves))
    return nodes


def cut_path(nodes: CutTree, kinds: NDArray[np.int32], pool: NDArray[np.int32]) -> native.CutPath:
    """The tree as compiled loops follow it; ``kinds`` are those of the columns, and labels that a
    cut takes are ``pool[low:high]``, ascending."""
    return native.CutPath(
        kinds,
        nodes.column,
        nodes.how,
        nodes.low,
        nodes.high,
        nodes.parent,
        nodes.first,
        nodes.children,
        nodes.key,
        pool,
    )


def route(
    nodes: CutTree,
    codes: NDArray[np.int32],
    kinds: NDArray[np.int32],
    pool: NDArray[np.int32],
    component: NDArray[np.int32],
    component_at: NDArray[np.int64],
) -> NDArray[np.int32]:
    """The leaf that the cuts lead each row to, -1 where a cut does not know the row's value.

    The codes of areas are places in the order of their map's tree.
    """
    path = cut_path(nodes, kinds, pool)
    return path.route(codes, component, component_at, threads.count())


def top_of(parent: NDArray[np.int32], marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every node the topmost marked node on the way up from it, itself included; the node
    itself, if none is marked. Parents stand before their children."""
    return native.top_of(parent, marked)


def refuse_unless_tree(nodes: CutTree, classes: int, columns: int) -> None:
    """Every node except the root is the child of one node before it, and every class is one leaf:
    then any two classes are split by a cut on one column. A leaf without rows is no class."""
    count = len(nodes.how)
    inner = np.flatnonzero(nodes.how != LEAF)
    owner = np.repeat(inner, nodes.children[inner])
    # 0, 1, ... among the children of each node.
    within = np.arange(len(owner)) - np.repeat(
        np.cumsum(nodes.children[inner]) - nodes.children[inner], nodes.children[inner]
    )
    children = nodes.first[owner] + within
    # Every node but the root is a child once, and stands after its parent: then there is no cycle.
    if not np.array_equal(np.sort(children), np.arange(1, count)) or (children <= owner).any():
        raise InternalError("The cuts are not a tree.")
    if not np.array_equal(nodes.parent[children], owner):
        raise InternalError("A node's parent is not the node that was cut.")
    if len(inner) and not (0 <= nodes.column[inner].min() <= nodes.column[inner].max() < columns):
        raise InternalError("A cut is on a column that is not there.")
    leaves = nodes.number[nodes.how == LEAF]
    leaves = leaves[leaves >= 0]
    if not np.array_equal(np.sort(leaves), np.arange(classes)):
        raise InternalError("The classes are not the leaves of the tree of cuts.")
