"""Which sources each kind of problem has hard instances of, and those instances."""

from __future__ import annotations

from typing import Any

from covey.core.errors import InvalidInput, closest
from covey.research.hard_problems.known import Source
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.hard_problems.partition import Partition, ThreePartition
from covey.research.hard_problems.reduction import Reduction

SOURCES: dict[str, type[Any]] = {
    kind.name: kind for kind in (ThreeDimensionalMatching, ThreePartition, Partition)
}
FROM: dict[str, tuple[str, ...]] = {
    "labels": ("3-partition", "partition"),
    "regions": ("3dm",),
    "rectangles": ("3dm",),
}
"""The first is the default."""


def source_kind(problem_kind: str, name: str | None = None) -> type[Any]:
    """The class of a source by its name; refused, if no hard instances are made of it."""
    known = FROM.get(problem_kind)
    if known is None:
        reason = (
            "Intervals are always solved optimally in polynomial time, so that none are hard."
            if problem_kind == "intervals"
            else closest(problem_kind, FROM)
        )
        raise InvalidInput(
            f"There are no hard instances of {problem_kind!r}.", hint=reason, given=problem_kind
        )
    if name is None or name in known:
        return SOURCES[name or known[0]]
    if name not in SOURCES:
        raise InvalidInput(
            f"Unknown source {name!r}.", hint=closest(name, list(SOURCES)), given=name
        )
    reason = (
        "Labels have no neighbours to draw a matching with: the paper takes numbers."
        if problem_kind == "labels"
        else f"Numbers are for labels; {problem_kind} are as hard with weights of a few records"
        " each."
    )
    raise InvalidInput(
        f"Hard {problem_kind} are not made from {name}. {reason}",
        hint=f"Take --from {' or '.join(known)}.",
        given=name,
    )


def reduce(problem_kind: str, source: Source, lift: int = 0) -> Reduction:
    """The hard instance of a kind of problem that a source gives."""
    source_kind(problem_kind, source.name)
    if lift and not isinstance(source, ThreePartition):
        raise InvalidInput("A lift is for 3-partition alone.", hint="Leave --lift out.", given=lift)
    if isinstance(source, ThreePartition):
        from covey.research.reductions.labels import HardLabels

        return HardLabels.from_three_partition(source, lift)
    if isinstance(source, Partition):
        from covey.research.reductions.labels import HardLabels

        return HardLabels.from_partition(source)
    assert isinstance(source, ThreeDimensionalMatching)
    if problem_kind == "regions":
        from covey.research.reductions.regions import HardRegions

        return HardRegions.from_matching(source)
    from covey.research.reductions.rectangles import HardRectangles

    return HardRectangles.from_matching(source)
