"""What is known of a job is found once."""

from __future__ import annotations

from covey.app.curves import LARGE, SAMPLE, Known, of_curve, of_risk, quasi_columns
from covey.app.draft import Draft


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
    curve["points"]["2"] = {}
    assert known.wanted(own, LARGE + 1, [2, 3], exact=False) == (curve, [3])
    exact, wanted = known.wanted(own, LARGE + 1, [2], exact=True)
    assert (exact["sampled"], wanted) == (0, [2])
    # Exact stays exact.
    assert known.wanted(own, LARGE + 1, [2], exact=False)[0] is exact
    assert known.wanted(draft(bands="5"), LARGE, [2], exact=False)[0]["sampled"] == 0
