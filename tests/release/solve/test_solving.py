"""What a job asks for besides k does not change the solver, unless it must."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.problems.cells import parts
from covey.release.job import OPTIONS
from tests.effort import spread
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


@pytest.mark.parametrize(
    ("kind", "option"),
    spread(product(("labels", "ordered", "points", "regions"), NOTHING), quick=11),
)
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


SEVERAL: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}


@pytest.mark.parametrize("more", [{}, {"suppress": 0.05}, {"sensitive": {"cost": {"l": 2}}}])
def test_a_release_that_was_made_in_parts_says_so_and_holds(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    file = write(tmp_path / "people.csv", people())
    how: dict[str, Any] = {"k": 4, "quasi": SEVERAL, "drop": ["name"], **more}
    whole = covey.anonymize(file, **how, out=tmp_path / "whole")
    release = covey.anonymize(file, **how, part_size=40, out=tmp_path / "parts")
    assert whole.certificate.method == "auto"
    assert release.certificate.method == "parts"
    assert release.certificate.options == {"records": 40}
    assert re.match(r"made in \d+ parts of at least 40 records", release.certificate.notes[0])
    assert release.plan.smallest >= 4
    assert release.plan.lower_bound == whole.plan.lower_bound
    verified = covey.verify(tmp_path / "parts", file)
    assert [check.claim for check in verified.checks if check.held is False] == []


def test_parts_are_for_very_many_combinations_or_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "people.csv", people())

    def method(**how: Any) -> str:
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
        return str(
            covey.anonymize(file, k=4, out=out, **{"quasi": SEVERAL, **how}).certificate.method
        )

    assert method() == "auto"
    monkeypatch.setattr(parts, "COMBINATIONS", 20)
    assert method() == "parts"
    assert method(part_size=0) == "auto"
    assert method(recoding="global") == "global"
    assert method(sensitive={"cost": {"t": 0.5}}) == "auto"
    assert method(quasi={"age": covey.Ordered()}) == "auto"


def test_the_numbers_that_are_documented_are_those_that_count() -> None:
    said = OPTIONS["part_size"].default.replace(",", "")
    assert str(parts.RECORDS) in said
    assert str(parts.COMBINATIONS) in said
