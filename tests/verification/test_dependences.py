"""Dependences that other rows suggest: a sound release verifies wherever its table was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.engine.duckdb.snapshot import DuckDBSnapshot
from covey.release.risks import candidates
from covey.verification.dependences import MISSED
from covey.verification.original import REPORT
from covey.verification.recount import Table
from tests.release.tables import write

ROWS = 240


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """``born`` tells the age. Some rows are looked at first, as of a large table."""
    monkeypatch.setattr(candidates, "LOOKED_AT", 60)
    monkeypatch.setattr(candidates, "FEWEST_ROWS", 60)
    ages = np.random.default_rng(1).integers(20, 60, ROWS)
    table = {"age": ages.tolist(), "born": (2000 - ages).tolist(), "note": ["x"] * ROWS}
    return write(tmp_path / "people.csv", table)


def blind(monkeypatch: pytest.MonkeyPatch, where: type[Any]) -> None:
    """Rows in which nothing depends on anything."""

    def sample(_: Any, columns: Any, most: int) -> tuple[Any, ...]:
        return tuple(np.arange(most) for _ in columns)

    monkeypatch.setattr(where, "sample", sample)


def published(file: Path, out: Path) -> dict[str, Any]:
    covey.anonymize(file, k=10, quasi={"age": covey.Ordered()}, out=out)
    found: dict[str, Any] = json.loads((out / "audit.json").read_text(encoding="utf-8"))
    return found


def test_what_the_publisher_found_is_counted_again(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = published(people, tmp_path / "out")
    asked = {"columns": ["born"], "quasi": ["age"], "tells": True, "knowing": []}
    assert asked in audit["looked_at"]
    blind(monkeypatch, Table)
    seen = covey.verify(tmp_path / "out", people)
    assert seen.holds, seen.summary()
    assert next(check for check in seen.checks if check.claim == MISSED).held


def test_what_the_publisher_did_not_find_is_told_and_fails_nobody(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        blind(patched, DuckDBSnapshot)
        assert published(people, tmp_path / "out")["looked_at"] == []
    seen = covey.verify(tmp_path / "out", people)
    assert not [check.claim for check in seen.checks if check.held is False], seen.summary()
    missed = next(check for check in seen.checks if check.claim == MISSED)
    assert missed.held is None
    assert "'born' determines 'age'" in missed.found


def test_what_was_looked_at_and_gave_no_warning_is_not_told(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``born`` was looked at beside ``note``, of which it tells nothing that others do not know."""
    out = tmp_path / "out"
    quasi = {"age": covey.Ordered(), "note": covey.Labels()}
    with monkeypatch.context() as patched:
        blind(patched, DuckDBSnapshot)
        covey.anonymize(people, k=10, quasi=quasi, out=out)
    audit = json.loads((out / "audit.json").read_text(encoding="utf-8"))
    harmless = {"columns": ["born"], "quasi": ["note"], "tells": True, "knowing": []}
    text = json.dumps(audit | {"looked_at": [harmless]}, ensure_ascii=False, indent=1) + "\n"
    (out / "audit.json").write_text(text, encoding="utf-8")
    seen = covey.verify(out, people)
    assert [check.held for check in seen.checks if check.claim == MISSED] == [None]


def test_made_up_dependences_are_refused(people: Path, tmp_path: Path) -> None:
    audit = published(people, tmp_path / "out")
    forged = {"columns": ["name"], "quasi": ["age"], "tells": True, "knowing": []}
    text = json.dumps(audit | {"looked_at": [forged]}, ensure_ascii=False, indent=1) + "\n"
    (tmp_path / "out" / "audit.json").write_text(text, encoding="utf-8")
    seen = covey.verify(tmp_path / "out", people)
    report = [check for check in seen.checks if check.claim == REPORT]
    assert [check.held for check in report] == [False]
    assert "columns that are not there" in report[0].found
