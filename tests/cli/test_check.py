"""covey check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    rows = ["A,30,flu"] * 3 + ["A,30,cold", "B,,flu", "B,,cold", "Zurich,40,hiv"]
    file.write_text("zip,age,illness\n" + "\n".join(rows) + "\n")
    return file


def test_a_table_with_its_explanations(covey: Covey, people: Path) -> None:
    ran = covey("check", people, "--quasi", "zip,age", "--sensitive", "illness")
    assert ran.code == 0
    words = " ".join(ran.out.split())
    assert "classes by zip, age k 1 the smallest class: by these, nobody is among fewer" in words
    assert "prosecutor risk, highest 100 % somebody who knows" in words
    assert "1 class (1 record in all) is of the smallest size" in ran.out
    assert "l, distinct" in ran.out
    assert "Zurich" not in ran.out


def test_a_k_that_is_not_attained_is_exit_code_3(covey: Covey, people: Path) -> None:
    ran = covey("check", people, "--quasi", "zip,age", "-k", 3)
    assert ran.code == 3
    assert "2 classes (3 records in all) have fewer than 3 records" in ran.out
    assert "attains k = 1: 2 classes with 3 records in all are smaller" in ran.err
    assert "Zurich" not in ran.out + ran.err


def test_a_k_that_is_attained_is_exit_code_0(covey: Covey, people: Path) -> None:
    ran = covey("check", people, "--quasi", "zip", "-k", 1)
    assert (ran.code, ran.err) == (0, "")
    assert "no class has fewer than 1 records" in ran.out


def test_values_are_named_on_request(covey: Covey, people: Path) -> None:
    ran = covey("check", people, "--quasi", "zip", "--quasi", "age", "-k", 3, "--show")
    assert "'Zurich', '40'" in ran.out
    assert "'B', (missing)" in ran.out


def test_json_says_everything(covey: Covey, people: Path) -> None:
    ran = covey("check", people, "--quasi", "zip,age", "--sensitive", "illness", "-k", 3, "--json")
    assert ran.code == 3
    answer = json.loads(ran.out)
    assert (answer["k"], answer["asked"], answer["attained"]) == (1, 3, False)
    assert answer["risk"]["journalist"] == answer["risk"]["prosecutor"]
    assert answer["risk"]["prosecutor"]["highest"] == 1.0
    assert answer["loss"] is answer["excess"] is None
    assert answer["sensitive"][0]["distinct_l"] == 1
    assert [weak["size"] for weak in answer["offending"][0]["worst"]] == [1, 2]


def test_the_other_tables(covey: Covey, people: Path, tmp_path: Path) -> None:
    everybody = tmp_path / "everybody.csv"
    everybody.write_text(people.read_text() + "Zurich,40,hiv\n" * 9)
    original = tmp_path / "original.csv"
    zips = [1, 1, 2, 2, 3, 3, 9]
    original.write_text("zip,age\n" + "".join(f"0{zip_},4\n" for zip_ in zips))
    more = ["--population", everybody, "--original", original, "--label", "zip"]
    ran = covey("check", people, "--quasi", "zip,age", *more)
    words = " ".join(ran.out.split())
    assert "journalist risk, highest 50 % somebody who does not know" in words
    assert "among 16 records of the population" in words
    # A stands for 01 and 02, four records of seven; nothing is lost of an age that all have.
    assert "certainty penalty (NCP) as seen, zip 28.6 % of the column" in words
    assert "certainty penalty (NCP) as seen, age 0 % of the column" in words
    assert "certainty penalty as seen, all (GCP) 14.3 % the same" in words
    assert "non-uniform entropy" in words
    answer = json.loads(covey("check", people, "--quasi", "zip,age", *more, "--json").out)
    assert answer["loss"]["gcp"] == pytest.approx(1 / 7)
    assert [each["column"] for each in answer["loss"]["columns"]] == ["zip", "age"]
    assert answer["risk"]["population"] == 16


def test_uniques_of_a_population_are_estimated(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "sample.csv"
    table.write_text("zip\n" + "a\na\nb\nb\nc\n")
    ran = covey("check", table, "--quasi", "zip", "--population-size", 50, "--json")
    found = json.loads(ran.out)["uniqueness"]
    assert (found["population"], found["sampled"]) == (50, 0.1)
    assert covey("check", table, "--quasi", "zip", "--population-size", 4).code == 2


def test_a_comma_in_a_name_is_part_of_it(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text('"a,b",c\n1,2\n1,2\n')
    assert covey("check", file, "--quasi", "a,b", "--sensitive", "c").code == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--quasi", "zop"], "Did you mean 'zip'?"),
        (["--quasi", "zip", "-k", 0], "positive whole number"),
        (["--quasi", "zip", "--sensitive", "zip"], "one role"),
        (["--quasi", "zip", "--label", "zip"], "--original"),
        (["--quasi", "zip", "--withheld", "list.csv"], "--original"),
        (["--quasi", "zip", "--population", "nowhere.csv"], "nowhere.csv"),
        ([], "--quasi"),
    ],
)
def test_what_does_not_fit_is_exit_code_2(
    covey: Covey, people: Path, more: list[object], said: str
) -> None:
    ran = covey("check", people, *more)
    assert ran.code == 2
    assert said in ran.err


def test_people_instead_of_records(covey: Covey, tmp_path: Path) -> None:
    """Twelve visits of three patients in one town: k = 12 by records, 3 by people."""
    file = tmp_path / "visits.csv"
    rows = [f"Ulm,p{at % 3}" for at in range(12)] + [f"Bern,q{at}" for at in range(5)]
    file.write_text("town,patient\n" + "\n".join(rows) + "\n")
    ran = covey("check", file, "--quasi", "town", "-k", 5)
    assert (ran.code, ran.err) == (0, "")
    ran = covey("check", file, "--quasi", "town", "-k", 5, "--person", "patient")
    assert ran.code == 3
    assert "1 class (3 people in all) has fewer than 5 people" in ran.out
    assert "attains k = 3: 1 class with 3 people in all is smaller" in ran.err
    assert "the 2 classes have 5 to 12 records" in ran.err
    found = json.loads(covey("check", file, "--quasi", "town", "--person", "patient", "--json").out)
    assert (found["k"], found["unit"], found["records"]) == (3, "person", 8)


def test_notes_name_options_alone(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "visits.csv"
    file.write_text("who,age\na,1\nb,1\n")
    (tmp_path / "job.toml").write_text('table = "visits.csv"\nperson = "who"\n')
    ran = covey("check", file, "--quasi", "age")
    assert ran.err.endswith("To count people: --person who\n")
    gone = tmp_path / "gone-away (made in Python).csv"
    assert f"There is no file {gone}." in covey("check", gone, "--quasi", "age").err
