"""Quasi-identifiers by options of the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey
from tests.release.tables import people, write
from tests.verification.test_place_names import grid_map
from tests.verification.test_place_names import people as residents


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--ordered", "age", "--label", "town", "--ordered", "cost"], ["age", "town", "cost"]),
        (["--xy=lon,lat", "--ordered=age", "--label=town"], ["lon, lat", "age", "town"]),
        (["--label", "town", "--point", "lat,lon", "--label", "zip"], ["town", "lat, lon", "zip"]),
    ],
)
def test_columns_keep_the_order_of_the_command_line(
    covey: Covey, tmp_path: Path, options: list[str], names: list[str]
) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    job = ("--save-job", tmp_path / "job.toml")
    ran = covey("anonymize", table, "-k", 12, *options, "--drop", "name", *job, "-o", out)
    assert ran.code == 0, ran.err
    certificate = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    assert list(certificate["quasi"]) == names
    recoded = [line.split()[1] for line in ran.out.splitlines() if line.startswith("recoded")]
    assert [text.rstrip(":,") for text in recoded] == [name.split(",")[0] for name in names]
    again = covey("anonymize", tmp_path / "job.toml", "--plan", "--json")
    assert [quasi["name"] for quasi in json.loads(again.out)["quasi"]] == names


def test_regions_within_states_by_options_and_by_a_job_file(covey: Covey, tmp_path: Path) -> None:
    table, map_ = residents(tmp_path / "people.csv"), grid_map(tmp_path / "map.geojson")
    out, job = tmp_path / "out", tmp_path / "job.toml"
    given = ["anonymize", table, "-k", "10", "--region", f"home={map_}:code", "--ordered", "age"]
    given += ["--area-names", "name", "--area-loss", "areas"]
    cross = covey(*given, "--cross", "never", "-o", out)
    assert cross.code == 2
    assert "--within, which is not given" in cross.err
    unknown = covey(*given, "--within", "stat", "-o", out)
    assert unknown.code == 2
    assert "has no field 'stat'" in unknown.err
    given += ["--within", "state", "--cross", "if-needed"]
    assert covey(*given, "-o", out, "--save-job", job).code == 0
    assert 'within = "state"' in job.read_text()
    assert covey("anonymize", job, "-o", tmp_path / "again").code == 0
    assert (out / "table.csv").read_bytes() == (tmp_path / "again" / "table.csv").read_bytes()
    new = residents(tmp_path / "new.csv", 800)
    assert covey("apply", out, new, "-o", tmp_path / "applied").code == 0


def test_bands_by_options_and_by_a_job_file(covey: Covey, tmp_path: Path) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    bands = ["--bands", "age=10", "--bands", "age <= 79", "--bands", "cost=digits:1"]
    named = ["--ordered", "age", "--ordered", "cost", "--label", "town", "--drop", "name"]
    job = ("--save-job", tmp_path / "job.toml")
    ran = covey("anonymize", table, "-k", 12, *named, *bands, *job, "-o", out)
    assert ran.code == 0, ran.err
    quasi = json.loads((out / "certificate.json").read_text(encoding="utf-8"))["quasi"]
    assert [quasi[name].get("bands") for name in ("age", "cost", "town")] == [
        "10 <=79",
        "digits:1",
        None,
    ]
    assert 'bands = "10 <=79"' in (tmp_path / "job.toml").read_text(encoding="utf-8")
    again = covey("anonymize", tmp_path / "job.toml", "-o", tmp_path / "again")
    assert again.code == 0, again.err
    books = [(folder / "codebook.csv").read_bytes() for folder in (out, tmp_path / "again")]
    assert books[0] == books[1]
    explored = covey("explore", table, *named, *bands, "-k", 12, "--recoding", "local")
    assert explored.code == 0, explored.err


@pytest.mark.parametrize(
    ("bands", "message"),
    [
        ("town=5", "'town' is one of labels"),
        ("agee=5", "as age=5 or age<=90; given: 'agee=5'"),
        ("zip=5", "There are: age, town"),
        ("age", "given: 'age'"),
        ("age=0", "above 0; given: 0"),
        ("age=month", "are a month, but its values are whole numbers"),
        ("age=30,18", "18 comes after 30"),
    ],
)
def test_bands_that_cannot_be(covey: Covey, tmp_path: Path, bands: str, message: str) -> None:
    table = write(tmp_path / "people.csv", people())
    how = ["--ordered", "age", "--label", "town", "--bands", bands]
    ran = covey("anonymize", table, "-k", 12, *how, "-o", tmp_path / "out")
    assert ran.code == 2
    assert message in ran.err
    assert not (tmp_path / "out").exists()


def test_the_bands_of_a_job_file_are_numbers_lists_or_text(covey: Covey, tmp_path: Path) -> None:
    write(tmp_path / "people.csv", people())
    for bands, code in (("10", 0), ("[20, 50]", 0), ('"10 <=79"', 0), ("true", 2), ("{a=1}", 2)):
        lines = 'table = "people.csv"\nk = 12\n[quasi.age]\nrole = "ordered"\n'
        (tmp_path / "job.toml").write_text(f"{lines}bands = {bands}\n", encoding="utf-8")
        assert covey("anonymize", tmp_path / "job.toml", "--plan").code == code, bands


def test_people_and_groups_by_options_and_by_a_job_file(covey: Covey, tmp_path: Path) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    options = ("--ordered", "age", "--person", "name", "--group", "town=3")
    job = ("--save-job", tmp_path / "job.toml")
    ran = covey("anonymize", table, "-k", 12, *options, *job, "-o", out)
    assert ran.code == 0, ran.err
    assert "people each (" in ran.out
    again = covey("anonymize", tmp_path / "job.toml", "--plan", "--json")
    assert json.loads(again.out)["dropped"] == ["name", "town"]


@pytest.mark.parametrize("given", ["town", "town=", "=3", "town=three", "town=-1", "town=1.5"])
def test_groups_are_said_with_a_whole_number(covey: Covey, tmp_path: Path, given: str) -> None:
    table = write(tmp_path / "people.csv", people())
    ran = covey("anonymize", table, "-k", 12, "--ordered", "age", "--group", given, "--plan")
    assert ran.code == 2
    assert "--group is said as COL=N" in ran.err
