"""A job comes back from its file."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import covey
from covey.attributes import Role, role_from_dict
from covey.release.job import Job
from covey.release.job.file import read_job, write_job

ROLES: list[dict[str, Role]] = [
    {'zip "code"': covey.Labels()},
    {"age": covey.Ordered()},
    {"answer": covey.Ordered(order=["never", "ofte\tn", "é"])},
    {"place": covey.Points(lat="Breite", lon="Länge")},
    {"place": covey.Points(x="x", y="y")},
    {"zip": covey.Regions("maps/zips.geojson", key="code", islands="nearest", tolerance=0.5)},
]


@pytest.mark.parametrize("quasi", ROLES)
def test_a_job_comes_back_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quasi: dict[str, Role]
) -> None:
    (tmp_path / "jobs").mkdir()
    monkeypatch.chdir(tmp_path)
    job = Job(
        "data/people-*.csv", 10, quasi, drop=["name", "e mail"], missing="suppress",
        unmapped="suppress", objective="quadratic", seed=7, time_limit=2.5, shuffle=True,
        format="parquet", encoding="latin-1", output="out",
    )  # fmt: skip
    write_job(job, Path("jobs/job.toml"))
    assert 'table = "../data/people-*.csv"' in Path("jobs/job.toml").read_text()
    found = read_job(Path("jobs/job.toml"))
    assert found == job
    assert found.output == "out"


@given(st.text(min_size=1), st.lists(st.text(min_size=1), min_size=1, unique=True))
def test_any_text_survives(name: str, order: list[str]) -> None:
    import tempfile

    role = covey.Ordered(order=order)
    assert role_from_dict(name, role.to_dict()) == role
    if any("\ud800" <= letter <= "\udfff" for text in (name, *order) for letter in text):
        return  # half a character is no text of a file
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "job.toml"
        job = Job(str(Path(folder) / "in.csv"), 3, {name: role}, drop=[name])
        write_job(job, file)
        assert read_job(file) == job


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("table = ", "is not TOML"),
        ('table = "a.csv"\nk = 3\n', "says no 'quasi'"),
        ('tabel = "a.csv"\n', r"unknown key 'tabel'.\nDid you mean 'table'"),
        ('table = "a.csv"\nk = "3"\n[quasi.a]\nrole = "labels"\n', "'k' is of type int"),
        ('table = "a.csv"\nk = true\n[quasi.a]\nrole = "labels"\n', "'k' is of type int"),
        ('table = "a.csv"\nk = 3\nquasi = 5\n', "a table of its own"),
        ('table = "a.csv"\nk = 3\n[quasi.a]\n', "role of 'a' is one of"),
        ('table = "a.csv"\nk = 3\n[quasi.a]\nrole = "label"\n', "Did you mean 'labels'"),
        ('table = "a.csv"\nk = 3\n[quasi.a]\nrole = "regions"\n', "needs the option 'map'"),
        (
            'table = "a.csv"\nk = 3\n[quasi.a]\nrole = "regions"\nmap = "m"\nkeys = "z"\n',
            r"no option 'keys'.\nDid you mean 'key'",
        ),
    ],
)
def test_what_is_amiss_in_a_job_is_said(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "job.toml"
    file.write_text(text)
    with pytest.raises(covey.InvalidInput, match=message):
        read_job(file)


def test_frames_have_no_place_in_a_file(tmp_path: Path) -> None:
    job = Job(pl.DataFrame({"a": ["x"]}), 1, {"a": covey.Labels()})
    with pytest.raises(covey.InvalidInput, match="names a table by its path"):
        write_job(job, tmp_path / "job.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_job_file_has_it_all(tmp_path: Path) -> None:
    job = Job(
        "people.csv",
        5,
        {"age": covey.Ordered(), "town": covey.Labels()},
        sensitive=["cost"],
        requirements=[
            covey.DistinctDiversity("illness", 3),
            covey.RecursiveDiversity("illness", 2.0, 3),
            covey.Closeness("illness", 0.4),
        ],
        suppress=0.01,
        recoding="global",
        weights={"age": 2.0},
    )
    write_job(job, tmp_path / "job.toml")
    read = read_job(tmp_path / "job.toml")
    assert read.requirements == job.requirements
    assert read.sensitive == ("cost", "illness")
    assert (read.suppress, read.recoding, read.weights) == (0.01, "global", {"age": 2.0})
