"""What several k would lose, and a release, as the page asks for them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pyarrow.parquet as pq

import covey
from covey.app.copies import sample_of
from covey.app.solving import explored, released, risked
from covey.app.table import OpenTable
from covey.app.worker import Answers
from covey.release.job import Job
from covey.release.job.file import write_job
from covey.release.publish import publish
from tests.app.people import write_map, write_people


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
    # What the command line would warn of, before anything is made.
    assert any("'town'" in each for each in few["warnings"])
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
    assert (age["overlap"], age["blur"], age["mapless"]) == ("", None, False)


def test_the_average_risk_is_that_of_people_where_they_are_counted(tmp_path: Path) -> None:
    table = tmp_path / "visits.csv"
    lines = [f"{20 + at % 40},{at % 60}" for at in range(240)]
    table.write_text("age,person\n" + "\n".join(lines) + "\n")
    job = Job(str(table), 5, {"age": covey.Ordered()}, person="person")
    write_job(job, tmp_path / "job.toml")
    names = (str(tmp_path / name) for name in ("job.toml", "out", "look.json"))
    answer = released(Answers(io.StringIO()), *names)
    facts = publish(job, out=tmp_path / "again").facts
    assert facts is not None
    average = facts.measures.risk.prosecutor.average
    assert answer["average_risk"] == average > answer["classes"] / 240


def test_sets_that_overlap_are_told_and_drawn_as_areas(tmp_path: Path) -> None:
    quasi = {
        "area": covey.Regions(str(write_map(tmp_path)), key="code"),
        "lat, lon": covey.Points(lat="lat", lon="lon"),
    }
    write_job(Job(str(write_people(tmp_path)), 20, quasi), tmp_path / "job.toml")
    look = tmp_path / "look.json"
    job, out = str(tmp_path / "job.toml"), str(tmp_path / "out")
    released(Answers(io.StringIO()), job, out, str(look))
    area, place = json.loads(look.read_text())["attributes"]
    assert [each["code"] for each in area["blur"]["areas"]] == ["A1", "A2", "B1", "B2"]
    assert all(1 <= each["areas"] <= 4 for each in area["blur"]["areas"])
    assert (area["mapless"], place["mapless"], place["blur"]) == (False, True, None)
    assert "overlap" in area["overlap"]


def test_a_column_whose_sets_do_not_overlap_is_not_said_to(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    lines = [f"{20 + at * 7 % 60},{'FM'[at % 2]}" for at in range(240)]
    table.write_text("age,sex\n" + "\n".join(lines) + "\n")
    quasi = {"age": covey.Ordered(), "sex": covey.Labels()}
    write_job(Job(str(table), 5, quasi), tmp_path / "job.toml")
    names = (str(tmp_path / name) for name in ("job.toml", "out", "look.json"))
    released(Answers(io.StringIO()), *names)
    age, sex = json.loads((tmp_path / "look.json").read_text())["attributes"]
    assert "overlap" in age["overlap"]
    assert (sorted(sex["data"]["names"]), sex["overlap"]) == (["F", "M"], "")


def test_a_copy_takes_the_place_of_the_table(tmp_path: Path) -> None:
    """However the table is written, and with the same figures."""
    answers, job = Answers(io.StringIO()), job_in(tmp_path)
    table, copy = tmp_path / "people.csv", tmp_path / "copies" / "people.csv.parquet"
    copy.parent.mkdir()
    with OpenTable() as opened:
        opened.open(answers, str(table), {"header": True}, str(copy))
    found = risked(answers, str(copy), ["age", "town"], "", 5, {"header": True, "trim": True})
    # The columns by themselves, those that say most first.
    assert [each["columns"] for each in found.pop("single")] == [("age",), ("town",)]
    exposed = covey.risk(table, ["age", "town"], k=5).to_dict()
    assert {**found, "input": "", "summary": ""} == {**exposed, "input": "", "summary": ""}
    assert 0 < found["found"]["unique"] <= 160
    assert explored(answers, str(job), [5], str(copy))["records"] == 160
    assert explored(answers, str(job), [5], str(copy), sample=40)["records"] == 40
    # The sample is drawn once, and the same every time.
    drawn = pq.read_table(sample_of(copy, 40)).to_pylist()
    sample_of(copy, 40).unlink()
    explored(answers, str(job), [5], str(copy), sample=40)
    assert pq.read_table(sample_of(copy, 40)).to_pylist() == drawn
    assert list(drawn[0])[:3] == ["name", "age", "town"]
