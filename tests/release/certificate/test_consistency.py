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


def test_the_context_is_as_covey_writes_it(tmp_path: Path) -> None:
    made = Made(tmp_path, "labels")
    wrong = [{}, {"purpose": ""}, {"purpose": " x"}, {"purpose": "x", "recipient": "y"}, {"a": "b"}]
    for context in wrong:
        assert made.answer(changed(made.sound, ("context",), context)) is None
    # Read, but the report does not say it.
    assert made.answer(changed(made.sound, ("context",), {"purpose": "x"})) is False
