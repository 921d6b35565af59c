"""What several k would lose, and a release, as the page asks for them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import covey
from covey.app.solving import explored, released
from covey.app.worker import Answers
from covey.release.job import Job
from covey.release.job_file import write_job
from tests.app.people import write_people


def job_in(folder: Path) -> Path:
    table = write_people(folder)
    job = Job(str(table), 5, {"age": covey.Ordered()}, drop=["name"], header=True)
    write_job(job, folder / "job.toml")
    return folder / "job.toml"


def test_every_choice_is_said_when_it_is_found(tmp_path: Path) -> None:
    out = io.StringIO()
    answer = explored(Answers(out), str(job_in(tmp_path)), [2, 500])
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    many, few = (each["found"] for each in lines if "found" in each)
    assert (few["k"], many["k"]) == (2, 500)
    assert few["example"]["columns"] == ["age"]
    assert many["why_not"]
    assert many["example"] is None
    assert answer["records"] == 160


def test_a_release_and_what_is_shown_of_it(tmp_path: Path) -> None:
    job, look = job_in(tmp_path), tmp_path / "look.json"
    answer = released(Answers(io.StringIO()), str(job), str(tmp_path / "out"), str(look))
    assert answer["smallest"] >= 5
    assert answer["files"] == sorted(file.name for file in (tmp_path / "out").iterdir())
    shown = json.loads(look.read_text())
    (age,) = shown["attributes"]
    assert (age["kind"], age["picture"]) == ("ordered", "bars")
    assert sum(age["data"]["sizes"]) == 160
    assert shown["tiles"]["classes"] == answer["classes"]
    assert "person 1" not in look.read_text()
