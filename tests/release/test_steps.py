"""What runs report is what the steps say, in their order."""

from __future__ import annotations

from pathlib import Path

import covey
from covey.attributes import Labels
from covey.core.estimate import Estimate
from covey.release.apply.apply import apply
from covey.release.job import Job
from covey.release.publish import publish
from covey.release.steps import OF_ANONYMIZE, OF_APPLY
from covey.verification import STEPS


def test_every_run_reports_its_steps(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("town\n" + "Bern\nChur\n" * 6)
    told: list[str] = []
    publish(Job(str(table), 3, {"town": Labels()}), out=tmp_path / "out", report=told.append)
    assert steps_of(told, OF_ANONYMIZE) == list(OF_ANONYMIZE)
    told.clear()
    apply(tmp_path / "out", table, out=tmp_path / "new", report=told.append)
    assert steps_of(told, OF_APPLY) == list(OF_APPLY)
    told.clear()
    assert covey.verify(tmp_path / "out", table, report=told.append).holds
    assert steps_of(told, STEPS) == list(STEPS)


def steps_of(told: list[str], steps: dict[str, float]) -> list[str]:
    estimate, found = Estimate(steps, 0.0), []
    for what in told:
        estimate.report(what, 0.0)
        found.append(estimate._step)
    return list(dict.fromkeys(found))
