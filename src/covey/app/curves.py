"""What is known of the job as it is: its risk today, and the curve of k. Each is found once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from covey.app.draft import Draft

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
        for an exact one, never the other way."""
        curve = self.curve(draft)
        known = 0 if curve is None else curve["sampled"]
        sampled = 0 if exact or rows <= LARGE or (curve is not None and not known) else SAMPLE
        if curve is None or curve["sampled"] != sampled:
            curve = {"points": {}, "sampled": sampled, "rows": rows, "notes": []}
            self.curves[of_curve(draft)] = curve
        return curve, [k for k in thresholds if str(k) not in curve["points"]]


def of_curve(draft: Draft) -> str:
    """What all k have in common."""
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
