"""The types of single values in a certificate."""

from __future__ import annotations

from typing import Any

import pytest

from covey.core.json_types import Malformed, read_json
from covey.core.validate import MAX_TOTAL
from covey.release.certificate import fields

GOOD: dict[str, list[Any]] = {
    "Count": [0, MAX_TOTAL],
    "AtLeastOne": [1, MAX_TOTAL],
    "Whole": [1 - 2**127, 0, 2**127 - 1],
    "Share": [0, 0.999],
    "NonNegative": [0, 1e300],
    "Longitude": [-180, 179.999],
    "FileName": ["table.csv", "regions zip.geojson", "a"],
}
BAD: dict[str, list[Any]] = {
    "Count": [-1, MAX_TOTAL + 1, 0.5, True, "0"],
    "AtLeastOne": [0, MAX_TOTAL + 1],
    "Whole": [-(2**127), 2**127],
    "Share": [-0.1, 1],
    "NonNegative": [-1e-9, "1"],
    "Longitude": [-180.1, 180],
    "FileName": ["", ".hidden", "a/b", "a\\b", "a\x00", "certificate.json", "certificate.json.sig"],
}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, own in GOOD.items() for v in own])
def test_what_a_field_holds(name: str, value: Any) -> None:
    assert read_json(getattr(fields, name), value) == value


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, own in BAD.items() for v in own])
def test_what_no_field_holds(name: str, value: Any) -> None:
    with pytest.raises(Malformed):
        read_json(getattr(fields, name), value)
