"""The files that a job names."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.app.naming import (
    as_known,
    confined,
    data_of,
    free_file,
    free_target,
    shown,
    uploaded,
)
from covey.app.places import Places
from covey.app.uploads import FOLDER
from covey.release.job import Job

AGE = {"age": covey.Ordered()}


@pytest.fixture
def places(home: Path, private: Path) -> Places:
    return Places.of([home], private)


def test_a_job_has_absolute_paths_inside_of_the_folders(home: Path, places: Places) -> None:
    roles = {"area": covey.Regions(str(home / "areas.geojson"), key="code")}
    data = data_of(Job(str(home / "people.csv"), 5, roles), places)
    assert data["table"] == str(home / "people.csv")
    assert data["quasi"]["area"]["map"] == str(home / "areas.geojson")
    outside = {"area": covey.Regions("/etc/passwd", key="code")}
    for job in (
        Job(str(home / "people.csv"), 5, outside),
        Job("/etc/passwd", 5, AGE),
        Job(
            str(home / "people.csv"), 5, {"age": covey.Ordered()}, k_map=9, population="/etc/hosts"
        ),
    ):
        with pytest.raises(InvalidInput, match="not in a folder"):
            data_of(job, places)


def test_keys_that_name_files_are_confined(home: Path, places: Places) -> None:
    assert confined("population", "people.csv:age", places) == f"{home}/people.csv:age"
    assert confined("pseudonym", "owner", places) == "owner"
    with pytest.raises(InvalidInput, match="not in a folder"):
        confined("pseudonym", "/etc/passwd", places)


def test_uploads_are_known_by_their_names(home: Path, private: Path, places: Places) -> None:
    sent = private / FOLDER / "1" / "mine.csv"
    roles = {"area": covey.Regions(str(private / FOLDER / "2" / "map.geojson"), key="code")}
    given = Job(str(sent), 5, roles)
    assert uploaded(given, places) == ["mine.csv", "map.geojson"]
    job = as_known(given, places)
    assert uploaded(job, places) == []
    assert job.table == str(home / "mine.csv")
    assert [str(file) for file in job.quasi["area"].files] == [str(home / "map.geojson")]
    assert shown(str(sent), places) == "mine.csv"
    assert shown(str(home / "a" / "b.csv"), places) == "a/b.csv"


def test_what_is_proposed_is_not_there_yet(home: Path, places: Places) -> None:
    assert free_target("/x/people.csv.gz", places) == "out"
    (home / "out").mkdir()
    assert free_target("/x/people.csv.gz", places) == "people-out"
    assert free_target("/x/*.csv", places) == "table-out"
    (home / "people.toml").touch()
    assert free_file("/x/people.csv", places) == home / "people-2.toml"
