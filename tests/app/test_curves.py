"""What is known of a job is found once."""

from __future__ import annotations

from typing import Any

import covey
from covey.app.curves import LARGE, SAMPLE, Known, add_point, of_curve, of_risk, quasi_columns
from covey.app.draft import Draft
from covey.release.explore.explore import Choice, ColumnDetail
from covey.release.job import Job


def draft(**options: str) -> Draft:
    own = Draft.of_table("/x.csv", {}, ["age", "sex", "lat", "lon"])
    return own.treated("age", "ordered", options)


def test_what_a_curve_and_a_risk_depend_on() -> None:
    own = draft()
    other_k, banded = own.with_values({"k": 7}), draft(bands="5")
    assert of_curve(own) == of_curve(other_k) != of_curve(banded)
    assert of_risk(own) == of_risk(banded) != of_risk(other_k)
    more = own.treated("sex", "label", {})
    assert of_risk(more) != of_risk(own)
    placed = own.treated("lat", "points", {"lat": "lat", "lon": "lon"})
    assert quasi_columns(placed) == ["age", "lat", "lon"]


def test_a_large_table_is_sampled_until_somebody_asks_for_more() -> None:
    known, own = Known(), draft()
    assert known.curve(own) is known.risk(own) is None
    curve, wanted = known.wanted(own, LARGE + 1, [2, 3], exact=False)
    assert (curve["sampled"], wanted) == (SAMPLE, [2, 3])
    # Nothing is known before the work has begun.
    assert known.curve(own) is None
    known.keep(own, curve)
    curve["points"]["2"] = {}
    assert known.wanted(own, LARGE + 1, [2, 3], exact=False) == (curve, [3])
    exact, wanted = known.wanted(own, LARGE + 1, [2], exact=True)
    assert (exact["sampled"], wanted) == (0, [2])
    assert known.curve(own) is curve
    known.keep(own, exact)
    # Exact stays exact.
    assert known.wanted(own, LARGE + 1, [2], exact=False)[0] is exact
    assert known.wanted(draft(bands="5"), LARGE, [2], exact=False)[0]["sampled"] == 0


def point(k: int, loss: float, why_not: str = "") -> dict[str, Any]:
    """The answer for a k, as a process says it."""
    columns = (ColumnDetail("age", loss, 3),)
    own = Choice(
        k, "global", 4, k, 2 * k, lower_bound=k, loss=loss, columns=columns, why_not=why_not
    )
    return {**own.to_dict(), "example": f"that of {k}", "warnings": []}


def shown(curve: dict[str, Any]) -> dict[str, tuple[float, int, str]]:
    return {
        k: (each["loss"], each["answer_of"], each["example"]) for k, each in curve["points"].items()
    }


def test_a_k_is_compared_with_larger_ones_whenever_it_is_solved() -> None:
    job = Job("t.csv", 3, {"age": covey.Ordered()}, recoding="global")
    curve: dict[str, Any] = {"points": {}, "sampled": 0, "rows": 100, "notes": []}
    add_point(curve, point(200, 0.0, "too few"), job)
    add_point(curve, point(50, 0.99), job)
    add_point(curve, point(20, 0.2), job)
    # One that is solved later is worse than a larger one that is known, ...
    add_point(curve, point(10, 0.3), job)
    assert shown(curve)["10"] == (0.2, 20, "that of 20")
    assert (curve["points"]["10"]["k"], curve["points"]["10"]["lower_bound"]) == (10, 10)
    # ... and the notes of the others stay.
    assert len(curve["notes"]) == 2
    assert any(note.startswith("k = 50: next to nothing") for note in curve["notes"])
    assert any("k = 10: this is the answer of k = 20" in note for note in curve["notes"])
    # A larger one that is solved later is better than what is known.
    add_point(curve, point(40, 0.1), job)
    assert shown(curve) == {
        "200": (0.0, 0, "that of 200"),
        "50": (0.99, 0, "that of 50"),
        "40": (0.1, 0, "that of 40"),
        "20": (0.1, 40, "that of 40"),
        "10": (0.1, 40, "that of 40"),
    }


def test_no_answer_is_taken_over_where_it_depends_on_k() -> None:
    regions = covey.Regions("map.json", within="state", cross="if-needed")
    job = Job("t.csv", 3, {"zip": regions}, recoding="global")
    curve: dict[str, Any] = {"points": {}, "sampled": 0, "rows": 100, "notes": []}
    add_point(curve, point(20, 0.2), job)
    add_point(curve, point(10, 0.3), job)
    assert shown(curve)["10"] == (0.3, 0, "that of 10")
