"""What a job asks for besides k does not change the solver, unless it must."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from tests.release.tables import people, roles, write

NOTHING: dict[str, dict[str, Any]] = {
    "tight": {"tight": True},
    "suppress": {"suppress": 0.01},
    "diversity": {"sensitive": {"cost": {"l": 1}}},
    "weights": {},
    "global": {"recoding": "global"},
    "nested": {"recoding": "nested"},
}
"""Options that ask for nothing that the plain run does not have."""


def largest(release: Any) -> int:
    return int(release.plan.largest)


@pytest.mark.parametrize("kind", ["labels", "ordered", "points", "regions"])
@pytest.mark.parametrize("option", NOTHING)
def test_an_option_that_asks_for_nothing_makes_no_class_larger(
    tmp_path: Path, kind: str, option: str
) -> None:
    name, role = roles(tmp_path)[kind]
    file = write(tmp_path / "people.csv", people())
    how: dict[str, Any] = {"k": 12, "quasi": {name: role}, "missing": "suppress"}
    plain = covey.anonymize(file, **how, out=tmp_path / "plain")
    more = NOTHING[option] or {"weights": {name: 1.0}}
    release = covey.anonymize(file, **how, **more, out=tmp_path / "more")
    assert largest(release) <= largest(plain)
    verified = covey.verify(tmp_path / "more", file, map=getattr(role, "map", None))
    assert [check.claim for check in verified.checks if check.held is False] == []
