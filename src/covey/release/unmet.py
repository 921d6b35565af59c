"""Whether the classes of a written table meet what was asked besides k, from a count of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.attributes.sensitive import spread
from covey.engine.protocol import Counted
from covey.requirements.requirement import Requirement


def unmet(
    requirements: Sequence[Requirement],
    counted: Counted,
    quasi: Sequence[str],
    kinds: Mapping[str, str],
) -> list[Requirement]:
    """Those that some class does not meet. ``counted`` is by the recoded and the sensitive columns,
    ``kinds`` says how the latter were read."""
    found = []
    for each in requirements:
        if each.column is None:
            continue
        if not each.met(spread(counted, quasi, each.column, kinds.get(each.column, ""))).all():
            found.append(each)
    return found
