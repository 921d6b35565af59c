"""The kinds of columns and of cuts, as enumerations and as plain numbers for arrays.

``native/cells/kinds.h`` has the same numbers for compiled loops.
"""

from __future__ import annotations

from enum import IntEnum


class ColumnKind(IntEnum):
    """What the codes of a column are."""

    ORDERED = 0
    """Ranks of values in an order; both coordinates of a place are such columns."""
    LABELS = 1
    """Numbers of labels, in no order."""
    AREAS = 2
    """Places of areas in the order of their map's tree."""


class CutKind(IntEnum):
    """How a node of a tree of cuts is cut."""

    NONE = 0
    """Not at all: the node is a leaf."""
    POSITION = 1
    """The codes up to a position from those above it."""
    MEMBERS = 2
    """The labels of a list, or the areas of a subtree, from all others."""
    MISSING_FROM_PRESENT = 3
    """Missing values from present ones."""
    COMPONENTS = 4
    """The components of a map from each other."""


ORDERED, LABELS, AREAS = (int(kind) for kind in ColumnKind)
LEAF, AT_POSITION, BY_MEMBERS, BY_MISSING, BY_COMPONENT = (int(kind) for kind in CutKind)
