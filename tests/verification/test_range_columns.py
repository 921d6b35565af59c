"""The verifier's own ends of ranges, beside the publisher's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from covey.attributes.ranges import range_ends
from covey.verification.range_names import range_pair
from tests.verification.test_range_names import BORDERS


@given(st.data())
def test_both_say_the_same(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(BORDERS)))
    low, high = (data.draw(st.none() | BORDERS[kind]) for _ in range(2))
    assert range_pair(low, high, kind) == range_ends(low, high, kind)
