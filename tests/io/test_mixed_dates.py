"""Dates in several formats."""

from __future__ import annotations

import pytest

from covey.io.date_formats import USUAL
from covey.io.mixed_dates import formats_of_a_mixture

MIXTURES = {
    "two": (["13.2.1950", "2/28/1950"], ["%d.%m.%Y", "%m/%d/%Y"]),
    "day or month first": (["13/2/1950", "2/28/1950", "1/2/1950"], ["%d/%m/%Y", "%m/%d/%Y"]),
    "with and without a time": (["13.2.1950", "13.2.1950 10:30"], ["%d.%m.%Y", "%d.%m.%Y %H:%M"]),
    "one that reads all": (["1/2/1950", "2/28/1950"], []),
    "no dates": (["Ulm", "Bern"], []),
    "hardly any dates": (["13.2.1950", "2/28/1950", "a", "b", "c"], []),
}


@pytest.mark.parametrize("case", MIXTURES)
def test_a_mixture_needs_several_formats(case: str) -> None:
    values, formats = MIXTURES[case]
    found = formats_of_a_mixture(values, USUAL, least=0.5)
    assert sorted(each.text for each in found) == sorted(formats)


def test_without_formats_nothing_is_a_mixture() -> None:
    """As where numbers alone are asked for."""
    assert formats_of_a_mixture(["old", "13.2.1950"], [], least=0.5) == []
