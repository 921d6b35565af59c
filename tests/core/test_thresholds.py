from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.core.thresholds import PRESETS, notes_on_threshold, preset_of, summary, threshold_of


def test_the_risks_are_below_what_their_names_say() -> None:
    for name in ("risk-0.09", "risk-0.05"):
        k, most = PRESETS[name].k, float(name.removeprefix("risk-"))
        assert k is not None
        assert 1 / k <= most < 1 / (k - 1)


def test_the_list_has_every_source() -> None:
    for each in PRESETS.values():
        assert each.source in summary()
    assert len(PRESETS) == 7


def test_what_is_given_comes_first() -> None:
    assert threshold_of("cms", None) == 11
    assert threshold_of("cms", 5) == 5
    assert threshold_of("", 5) == 5
    assert notes_on_threshold("", 5) == ()
    assert len(notes_on_threshold("cms", 11)) == 1
    assert "k = 5 was given instead" in notes_on_threshold("cms", 5)[1]


def test_a_name_that_is_close_is_proposed() -> None:
    with pytest.raises(InvalidInput) as refused:
        preset_of("k-10")
    assert "k10" in str(refused.value.hint)
