"""docs/reference/python.md: the public names of covey in groups, each with its parameters and what
it is, so that the file can be read as it is. In the site Sphinx adds their docstrings."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import covey

HEAD = """# Python

Everything here is a name of `covey` itself: `import covey` loads nothing heavy, and a name loads
what it needs when it is first used. Types are those that mypy checks. What a table, a map or a tree
may be is the same as on the [command line](cli.md); [releases](release.md) and [report](report.md)
say what the functions below write.

Every section begins with a list: names with their parameters and defaults, and what they are. What
stands behind `*` is given by name. In the site, types and the whole documentation of each name
follow; `help(covey.anonymize)` prints them as well.
"""
WIDTH = 120


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
        "A role says what a column is. It is a value of `quasi` in `covey.anonymize`.",
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
        "The columns of a `covey.CellProblem`.",
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
    names = group.names.split()
    listed = "".join(_line(name, getattr(covey, name), group.members) for name in names)
    directives = "".join(_directives(names, group.members))
    return f"\n## {group.title}\n\n{words}{listed}\n```{{eval-rst}}\n{directives}```\n"


def _line(name: str, found: Any, members: bool) -> str:
    """A name with its parameters, what it is, and what else a class has."""
    given, summary = _parameters(found), _summary(found)
    text = f"`{name}`" if given is None else f"`{name}({', '.join(given)})`"
    text += f": {summary}" if summary else "."
    if members and inspect.isclass(found):
        known = {each.partition("=")[0] for each in given or ()}
        more = [each for each in _members(found) if each.rstrip("()") not in known]
        text += f" Has {', '.join(f'`{each}`' for each in more)}." if more else ""
    wrapped = textwrap.wrap(
        text, WIDTH, break_long_words=False, break_on_hyphens=False, subsequent_indent="  "
    )
    return "- " + "\n".join(wrapped) + "\n"


def _parameters(found: Any) -> list[str] | None:
    """Without types. None of what is raised, counted up or only described: nobody calls it."""
    if inspect.isclass(found) and (
        issubclass(found, (Exception, Enum)) or getattr(found, "_is_protocol", False)
    ):
        return None
    words, by_name = [], False
    for each in inspect.signature(found).parameters.values():
        if each.name.startswith("_"):
            continue
        if each.kind is each.VAR_KEYWORD:
            words.append(f"**{each.name}")
            continue
        if each.kind is each.KEYWORD_ONLY and not by_name:
            words.append("*")
            by_name = True
        default = "" if each.default is each.empty else f"={_default(each.default)}"
        words.append(f"{each.name}{default}")
    return words


def _default(value: Any) -> str:
    """What every call makes again, or has no short name, is left open."""
    text = repr(value)
    return "..." if text.startswith("<") else text


def _summary(found: Any) -> str:
    """The first paragraph of a docstring, in Markdown."""
    own = found.__dict__.get("__doc__") if inspect.isclass(found) else found.__doc__
    text = " ".join(inspect.cleandoc(own or "").partition("\n\n")[0].split())
    text = re.sub(r":[a-z:]+:(?=`)", "", text).replace("``", "`")
    parts = text.split("`")
    parts[::2] = [re.sub(r"([*<\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def _members(found: type) -> Iterator[str]:
    """Public values, properties and methods, those of its bases that covey has as well."""
    seen = set()
    for kind in reversed([each for each in found.__mro__ if each.__module__.startswith("covey.")]):
        for name in (*inspect.get_annotations(kind), *vars(kind)):
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            own = vars(kind).get(name)
            called = inspect.isfunction(own) or isinstance(own, (classmethod, staticmethod))
            yield f"{name}()" if called else name


def _directives(names: Iterable[str], members: bool) -> Iterable[str]:
    for name in names:
        found = getattr(covey, name)
        if not inspect.isclass(found):
            yield f".. autofunction:: covey.{name}\n"
        elif issubclass(found, Exception):
            yield f".. autoexception:: covey.{name}\n"
        else:
            yield f".. autoclass:: covey.{name}\n" + ("   :members:\n" if members else "")
