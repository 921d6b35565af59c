"""The job of a release comes back from its certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.release.certificate import job_of, read_release
from tests.release.tables import patients, write

QUASI = {"age": covey.Ordered(), "town": covey.Labels()}
ASKED: dict[str, Any] = {
    "objective": "quadratic",
    "suppress": 0.05,
    "recoding": "global",
    "weights": {"age": 2.0},
    "missing": "suppress",
}


@pytest.mark.parametrize("how", [{}, ASKED, {"tight": True}])
def test_what_was_asked_is_what_comes_back(tmp_path: Path, how: dict[str, Any]) -> None:
    table = write(tmp_path / "in.csv", patients())
    given = {"k": 8, "sensitive": {"illness": {"l": 2}}, **how}
    covey.anonymize(table, quasi=QUASI, out=tmp_path / "out", **given)
    certificate = read_release(tmp_path / "out")
    job = job_of(certificate, certificate.to_roles())
    assert job.k == 8
    assert job.quasi == QUASI
    assert list(job.sensitive) == ["illness"]
    assert [each.words() for each in job.requirements] == [
        covey.DistinctDiversity("illness", 2).words()
    ]
    for name in (*ASKED, "tight"):
        default = {"tight": False, "objective": "max-size", "suppress": 0.0, "recoding": "local"}
        expected = how.get(name, default.get(name, {} if name == "weights" else "own"))
        assert getattr(job, name) == expected, name


def test_an_applied_release_says_less(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", patients())
    covey.anonymize(table, k=8, quasi=QUASI, suppress=0.05, out=tmp_path / "out")
    covey.apply(
        tmp_path / "out", table, out=tmp_path / "new", unknown="suppress", below_k="suppress"
    )
    certificate = read_release(tmp_path / "new")
    job = job_of(certificate, certificate.to_roles())
    assert (job.k, job.quasi, job.suppress) == (8, QUASI, 0.0)
