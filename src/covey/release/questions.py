"""The question of every role. It knows no solver, for those who verify ask it, too."""

from __future__ import annotations

from covey.engine.protocol import Counted, Staged
from covey.release.question import Choices, Question
from covey.release.roles import Labels, Ordered, Points, Regions, Role


def build_question(
    name: str, role: Role, staged: Staged, counted: Counted, choices: Choices
) -> Question:
    """The problem of a role, each from its own room."""
    if isinstance(role, Labels):
        from covey.release.labels import build_labels

        return build_labels(name, role, staged, counted, choices)
    if isinstance(role, Ordered):
        from covey.release.ordered import build_ordered

        return build_ordered(name, role, staged, counted, choices)
    if isinstance(role, Points):
        from covey.release.points import build_points

        return build_points(name, role, staged, counted, choices)
    assert isinstance(role, Regions)
    from covey.release.regions import build_regions

    return build_regions(name, role, staged, counted, choices)
