"""The command line and the call of a job do what the job says."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click
import pytest

import covey
from covey.cli import cli
from covey.cli.anonymize import anonymize as command
from covey.cli.anonymize import job_from
from covey.release.job import Job
from covey.release.job.command import command_line, python_call

JOBS: dict[str, Job] = {
    "one label": Job("people.csv", 5, {"town": covey.Labels()}),
    "every role": Job(
        "my people.csv", 10,
        {
            "town": covey.Labels(),
            "age": covey.Ordered(bands="5 >=18 <=90"),
            "size": covey.Ordered(order=["S", "M", "L"]),
            "lat, lon": covey.Points(lat="lat", lon="lon"),
            "zip": covey.Regions(
                "zips.geojson", key="zip", layer="zips", islands="nearest", within="state"
            ),
            "icd": covey.Tree("icd.csv", ordered=True),
            "post code": covey.Code(),
            "job": covey.KeepCommon(),
            "school": covey.Distances("schools.csv"),
        },
        drop=["name", "e mail"], sensitive={"diagnosis": {"l": 3, "recursive": [2, 3]}, "pay": {}},
    ),
    "every option": Job(
        "people.csv", 10, {"x, y": covey.Points(x="x", y="y")}, person="id", pseudonym="owner",
        groups={"household": 3}, missing="suppress", unmapped="suppress", objective="quadratic",
        seed=3, time_limit=2.5, shuffle=False, format="parquet", encoding="latin-1", header=True,
        na={"*": ["N/A", "-"]}, decimal={"*": ","}, date_format={"born": "%d.%m.%Y"}, trim=True,
        suppress=0.02, suppress_for="largest", recoding="nested", weights={"x, y": 2.0},
        tight=True, part_size=0, k_map=20, population="all.csv", escape_formulas=True,
        columns="low-high", engine="duckdb", context={"recipient": "a university, by contract"},
        preset="k10",
    ),
}  # fmt: skip
ONLY_FILES = {
    "a name with a sign": Job("people.csv", 5, {"a=b": covey.Ordered()}),
    "points with a name": Job("people.csv", 5, {"home": covey.Points(lat="lat", lon="lon")}),
    "a kind": Job("people.csv", 5, {"age": covey.Ordered(kind="integer")}),
    "two maps": Job(
        "people.csv",
        5,
        {"a": covey.Regions("a.geojson", islands="nearest"), "b": covey.Regions("b.geojson")},
    ),
    "a rule of a map": Job("people.csv", 5, {"a": covey.Regions("a.geojson", tolerance=0.5)}),
    "a table like an option": Job("-k", 5, {"a": covey.Labels()}),
}


def said(line: str) -> Job:
    words = shlex.split(line)
    assert words[:2] == ["covey", "anonymize"]
    # As a part of covey: click keeps what it finds out about a command, such as its -h.
    covey_itself = click.Context(cli, **cli.context_settings)
    with command.make_context("anonymize", words[2:], parent=covey_itself) as context:
        how = dict(context.params)
        assert how["output"] == "out"
        return job_from(context, how.pop("table"), {**how, "output": None})


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_the_command_line_says_the_job(job: Job) -> None:
    assert said(command_line(job)) == job


@pytest.mark.parametrize("job", ONLY_FILES.values(), ids=ONLY_FILES)
def test_what_options_cannot_say_is_read_from_the_file(job: Job) -> None:
    assert command_line(job) == "covey anonymize job.toml -o out"


@pytest.mark.parametrize("job", [*JOBS.values(), *ONLY_FILES.values()], ids=[*JOBS, *ONLY_FILES])
def test_the_call_says_the_job(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(table: Any, *, out: str, **how: Any) -> None:
        assert out == "out"
        found.append(Job(table, **how))

    found: list[Job] = []
    monkeypatch.setattr(covey, "anonymize", called, raising=False)
    exec(compile(python_call(job), "call", "exec"), {})
    assert found == [job]


def test_names_stay_what_they_are() -> None:
    job = Job("it's $HOME/`x`.csv", 5, {'a"b\n': covey.Labels()}, output="my out")
    words = shlex.split(command_line(job))
    assert words[2] == job.table
    assert words[-1] == "my out"
    assert 'a"b\n' in words


def test_a_path_of_a_job_is_one(tmp_path: Path) -> None:
    assert isinstance(command, click.Command)
    assert str(tmp_path) in command_line(Job(tmp_path / "a.csv", 5, {"a": covey.Labels()}))
