"""docs/reference/python.md: the public names of covey in groups; Sphinx adds their docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import dataclass

import covey

HEAD = """# Python

Everything here is a name of `covey` itself: `import covey` loads nothing heavy, and a name loads
what it needs when it is first used. Types are those that mypy checks. What a table, a map or a tree
may be is the same as on the [command line](cli.md); [releases](release.md) and [report](report.md)
say what the functions below write.
"""


@dataclass(frozen=True)
class Group:
    title: str
    names: str
    words: str = ""
    members: bool = True
    """Whether methods and fields of classes are shown: a role has what its docstring says."""


GROUPS = (
    Group("Publish a table", "anonymize Release verify apply explain sets sign load"),
    Group("Before a release", "look Overview suggest risk Exposure explore"),
    Group(
        "Columns that others know",
        "Role Labels Ordered Points Regions Tree Code KeepCommon Distances",
        "A role says what a column is. It is a value of `quasi` in {py:func}`covey.anonymize`.",
        members=False,
    ),
    Group(
        "What a class must meet besides k",
        "Requirement Sensitive DistinctDiversity EntropyDiversity RecursiveDiversity Alpha"
        " Closeness Entries PopulationK",
        members=False,
    ),
    Group("Measure a table", "check Measures Utility analyze tabulate Tabulation"),
    Group(
        "Solve a problem",
        "solve compare methods read_certificate Stop Result Status Guarantee Certificate",
    ),
    Group(
        "Problems and their answers",
        "LabelProblem LabelSolution IntervalProblem IntervalSolution RectangleProblem"
        " RectangleSolution RegionProblem RegionSolution Graph TreeProblem TreeSolution"
        " CellProblem CellSolution",
    ),
    Group(
        "Axes",
        "OrderedAxis LabelAxis PlaceAxis AreaAxis TreeAxis JoinedBy",
        "The columns of a {py:class}`covey.CellProblem`.",
        members=False,
    ),
    Group(
        "Hard instances",
        "generate draw_source HardInstance Known ThreeDimensionalMatching Partition"
        " ThreePartition HardLabels HardRectangles HardRegions",
        "[Hard instances](../explanation/hardness.md) says what they are for.",
    ),
    Group(
        "Errors",
        "CoveyError InvalidInput Infeasible OutOfResources InternalError",
        members=False,
    ),
)
"""A public name that is in none of them comes last, under "More"."""


def page() -> str:
    placed = {name for group in GROUPS for name in group.names.split()}
    more = Group("More", " ".join(name for name in covey.__all__ if name not in placed))
    return HEAD + "".join(map(_section, (*GROUPS, *([more] if more.names else []))))


def _section(group: Group) -> str:
    words = f"{group.words}\n\n" if group.words else ""
    names = "".join(_directives(group.names.split(), group.members))
    return f"\n## {group.title}\n\n{words}```{{eval-rst}}\n{names}```\n"


def _directives(names: Iterable[str], members: bool) -> Iterable[str]:
    for name in names:
        found = getattr(covey, name)
        if not inspect.isclass(found):
            yield f".. autofunction:: covey.{name}\n"
        elif issubclass(found, Exception):
            yield f".. autoexception:: covey.{name}\n"
        else:
            yield f".. autoclass:: covey.{name}\n" + ("   :members:\n" if members else "")
