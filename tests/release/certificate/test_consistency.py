"""The fields of a certificate must agree with each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.release.certificate.made import Made, changed


@pytest.mark.parametrize(
    ("kind", "column", "value"), [("ordered", "age", "lowest"), ("points", "place", [7, 46])]
)
def test_missing_values_count_as_something_only_in_sets_that_say_so(
    tmp_path: Path, kind: str, column: str, value: Any
) -> None:
    made = Made(tmp_path, kind)
    said = made.sound["read"]["columns"].get(column, {})
    way = ("read", "columns", column)
    assert not made.answer(changed(made.sound, way, {**said, "missing_as": value}))
