"""The verifier and the attacks name ranges by rules of their own: all agree with the publisher."""

from __future__ import annotations

import datetime as dt

from attacks.recount.sets import Span
from attacks.recount.texts import span_text
from hypothesis import given
from hypothesis import strategies as st

from covey.attributes.ranges import range_text
from covey.verification.range_names import range_name

INTEGERS = st.integers(-30, 30) | st.integers(-(10**40), 10**40)
DAYS = st.dates(dt.date(1, 1, 2)) | st.builds(
    dt.date, st.integers(1, 9999), st.integers(1, 12), st.just(1)
)
TIMES = st.datetimes().map(str) | DAYS.map(str)
BORDERS = {
    "integer": INTEGERS.map(str),
    "date": DAYS.map(str),
    "timestamp": TIMES,
    "decimal": st.decimals(-50, 50, places=2).map(str),
}


@given(st.data())
def test_three_rules_agree_and_names_are_unique(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(BORDERS)))
    key = {"integer": int, "decimal": float}.get(kind, str)
    found = data.draw(st.lists(BORDERS[kind], min_size=2, max_size=5, unique_by=key))
    ends: list[str | None] = [None, *sorted(found, key=key), None]
    pairs = {(low, high) for at, low in enumerate(ends) for high in ends[at + 1 :]}
    names = {pair: range_text(*pair, kind) for pair in pairs}
    assert len(set(names.values())) == len(names)
    for (low, high), name in names.items():
        assert range_name(low, high, kind) == name
        assert span_text(Span(None, None, (low, high), kind)) == name
