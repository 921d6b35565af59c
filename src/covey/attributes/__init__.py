"""The kinds of quasi-identifiers, one module each.

============  ==================================================================
role          what every kind of column knows: columns, options, sets in the codebook
attribute     a quasi-identifier of a table as codes: its problem, names and shapes
labels        any groups of values without an order
ordered       intervals; ``ranges`` says what these are called, ``bands`` where they may
              begin and end
points        rectangles; ``places`` reads coordinates
regions       connected regions; ``maps`` loads maps, ``placing`` puts records on them
trees         nodes of a tree above labels, and codes by what they begin with; ``branches`` says
              what these are called
common        labels of which the common ones stay whole
distances     labels that a table of distances makes a tree of
range_columns ranges in two columns instead of one text
coded         all quasi-identifiers of a table, and the problem that they make
description   what is published for an answer to that problem; ``kept`` where the combinations
              are elsewhere
lookup        from values to their classes, by the codebook of a release
names         what sets are called; ``place_names`` by the words of a map; ``rounding`` finds
              round borders, ``far_values`` what lies far outside of the rest
command_options  how a role is said on the command line
read_back     sets read back from a codebook; ``plane`` for rectangles on the globe
population    the people that combinations stand for
sensitive     how the values of a sensitive column are spread over classes
============  ==================================================================

``docs/explanation/architecture.md`` says how to add a kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from covey.attributes.common import KeepCommon
from covey.attributes.distances import Distances
from covey.attributes.labels import Labels
from covey.attributes.ordered import Ordered
from covey.attributes.points import Points
from covey.attributes.regions import Regions
from covey.attributes.role import Role
from covey.attributes.trees import Code, Tree
from covey.core.errors import InvalidInput, closest

# The order is that in which messages and the schema of certificates list the roles.
KINDS: tuple[type[Role], ...] = (
    Labels,
    Ordered,
    Points,
    Regions,
    Tree,
    Code,
    KeepCommon,
    Distances,
)
ROLES: dict[str, type[Role]] = {kind.role: kind for kind in KINDS}


def role_from_dict(name: str, data: Mapping[str, Any]) -> Role:
    """The role of the quasi-identifier ``name`` from plain data."""
    named = data.get("role")
    if not isinstance(named, str) or named not in ROLES:
        given = "none" if named is None else repr(named)
        raise InvalidInput(
            f"The role of {name!r} is one of {', '.join(ROLES)}; given: {given}.",
            hint=closest(str(named), ROLES) if named is not None else 'Add: role = "labels"',
            given=named,
        )
    return ROLES[named].from_dict(name, data)


__all__ = [
    "KINDS",
    "ROLES",
    "Code",
    "Distances",
    "KeepCommon",
    "Labels",
    "Ordered",
    "Points",
    "Regions",
    "Role",
    "Tree",
    "role_from_dict",
]
