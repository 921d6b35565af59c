"""What is known of the job as it is: its risk today, and the curve of k. Each is found once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any

from covey.app.draft import Draft
from covey.core.dataclass import dataclass
from covey.release.job import Job

if TYPE_CHECKING:
    from covey.release.explore.explore import Choice

THRESHOLDS = (2, 3, 5, 10, 11, 20, 50, 100)
"""The k of the curve."""
LARGE, SAMPLE = 200_000, 50_000
"""Of a table with more rows the curve is first that of a sample of so many."""


@dataclass
class Known:
    """Answers by what they depend on, so that undo and a way back find them again."""

    risks: dict[str, dict[str, Any]] = field(default_factory=dict)
    curves: dict[str, dict[str, Any]] = field(default_factory=dict)

    def risk(self, draft: Draft) -> dict[str, Any] | None:
        return self.risks.get(of_risk(draft))

    def curve(self, draft: Draft) -> dict[str, Any] | None:
        return self.curves.get(of_curve(draft))

    def wanted(
        self, draft: Draft, rows: int, thresholds: Sequence[int], exact: bool
    ) -> tuple[dict[str, Any], list[int]]:
        """The curve of a draft, and which k of it are still to be solved. One of a sample makes way
        for an exact one, never the other way. A new curve is not known before it is kept."""
        curve = self.curve(draft)
        known = 0 if curve is None else curve["sampled"]
        # 0 is all rows.
        sampled = 0 if exact or rows <= LARGE or (curve is not None and not known) else SAMPLE
        if curve is None or curve["sampled"] != sampled:
            curve = {"points": {}, "sampled": sampled, "rows": rows, "notes": []}
        return curve, [k for k in thresholds if str(k) not in curve["points"]]

    def keep(self, draft: Draft, curve: dict[str, Any]) -> None:
        self.curves[of_curve(draft)] = curve


def add_point(curve: dict[str, Any], point: dict[str, Any], job: Job) -> None:
    """Add the answer for one k, whenever it was solved. As in ``covey explore``, a k shows the
    answer of a larger one that is better; the notes are those of all points."""
    from covey.release.explore.explore import Exploration, can_be_reused, is_worse

    points: dict[str, dict[str, Any]] = curve["points"]
    points[str(point["k"])] = point
    if can_be_reused(job):
        larger: list[dict[str, Any]] = []
        # From the largest k down: an answer for a larger k is one for all below it.
        for k in sorted(map(int, points), reverse=True):
            own = points[str(k)]
            for other in larger:
                if is_worse(_choice(own), _choice(other), job):
                    # What is proved of the smaller k stays.
                    kept = {"k": k, "lower_bound": own["lower_bound"]}
                    own = {**other, **kept, "answer_of": other["answer_of"] or other["k"]}
            points[str(k)] = own
            if not own["why_not"]:
                larger.append(own)
    choices = tuple(_choice(points[str(k)]) for k in sorted(map(int, points)))
    records = curve["sampled"] or curve["rows"]
    curve["notes"] = list(Exploration("", records, choices).notes())


def _choice(point: Mapping[str, Any]) -> Choice:
    """A point as the library knows it: without the example and the warnings."""
    from covey.release.explore.explore import Choice, ColumnDetail

    own = {each.name: point[each.name] for each in fields(Choice)}
    return Choice(**own | {"columns": tuple(ColumnDetail(**each) for each in point["columns"])})


def of_curve(draft: Draft) -> str:
    """What all k have in common."""
    # A curve has all k, and no output.
    rest = {key: value for key, value in draft.data.items() if key not in ("k", "output")}
    return json.dumps(rest, sort_keys=True, default=str)


def of_risk(draft: Draft) -> str:
    """What the risk of today depends on: how the columns are made coarser is no part of it."""
    asked = [draft.data["table"], draft.reading, quasi_columns(draft), draft.data.get("person")]
    return json.dumps([*asked, draft.data["k"]], sort_keys=True, default=str)


def quasi_columns(draft: Draft) -> list[str]:
    """The columns that others know."""
    quasi = draft.job.quasi
    return [column for name, role in quasi.items() for column in role.columns(name)]
