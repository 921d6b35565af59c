"""Roles that are proposed, and the command that follows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pandas as pd
import pytest

import covey
from covey import InvalidInput
from tests.conftest import Covey
from tests.engine.postgres.people import made
from tests.postgres import SECRET, SECRET_IN_URL, server


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rows = 400
    frame = pd.DataFrame(
        {
            "name": [f"Person {at}" for at in range(rows)],
            "age": [20 + at % 50 for at in range(rows)],
            "zip": [f"0{1000 + at % 7}" for at in range(rows)],
            "lat": [48 + at % 5 / 10 for at in range(rows)],
            "lon": [9 + at % 4 / 10 for at in range(rows)],
            "the diagnosis": [f"E1{at % 3}" for at in range(rows)],
        }
    )
    frame.to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


def test_the_command_runs_as_it_is_printed(
    table: Path, covey: Covey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table.parent)
    command = covey("suggest", "people.csv", "--json")
    assert command.code == 0, command.err
    printed = next(
        line for line in covey("suggest", "people.csv").out.splitlines() if "anonymize" in line
    )
    words = shlex.split(printed)
    assert words[0] == "covey"
    ran = covey(*words[1:])
    assert ran.code == 0, ran.err
    released = pd.read_csv(table.parent / "out" / "table.csv", dtype=str)
    assert list(released) == ["age", "zip", "lat", "lon", "the diagnosis"]


def test_no_value_is_shown(table: Path) -> None:
    shown = covey.suggest(table).summary()
    assert "Person" not in shown
    assert "01001" not in shown


def test_people_who_come_again_are_counted_as_people(covey: Covey, tmp_path: Path) -> None:
    rows = 400
    frame = pd.DataFrame(
        {
            "patient": [f"P{at // 4:04}" for at in range(rows)],
            "member_id": [at // 3 for at in range(rows)],
            "age": [20 + at // 40 for at in range(rows)],
        }
    )
    frame.to_csv(tmp_path / "visits.csv", index=False)
    command = json.loads(covey("suggest", tmp_path / "visits.csv", "--json").out)["command"]
    assert "--person patient" in command
    assert "--drop member_id" in command
    words = shlex.split(command)
    assert covey(*words[1:-1], tmp_path / "out").code == 0


def test_a_number_counts_people_rather_than_a_name() -> None:
    rows = range(400)
    table = pd.DataFrame(
        {
            "Patient Name": [f"Ann {row // 8}" for row in rows],
            "Patient-ID": [f"P{row // 4}" for row in rows],
            "Insurance No.": [f"A{row // 4}" for row in rows],
        }
    )
    found = covey.suggest(table)
    assert [str(look.treatment) for look in found.looks] == ["drop", "person", "drop"]
    assert found.looks[0].advice == "people are counted by 'Patient-ID'"
    alone = covey.suggest(table[["Patient Name"]])
    assert [str(look.treatment) for look in alone.looks] == ["person"]


def test_a_coordinate_alone_is_ordered() -> None:
    found = covey.suggest(pd.DataFrame({"lat": [48.5, 52.25] * 30}))
    assert "--ordered lat" in found.command
    assert "--point" not in found.command


def test_an_empty_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n")
    with pytest.raises(InvalidInput, match="no rows"):
        covey.suggest(tmp_path / "t.csv")


def test_values_are_read_as_the_table_writes_them(tmp_path: Path) -> None:
    rows = [
        f"{20 + at % 30},{at % 10};{1 + at % 28}.{1 + at % 12}.19{50 + at % 40}" for at in range(90)
    ]
    table = tmp_path / "t.csv"
    table.write_text("\n".join(["age;visit", *rows]))
    found = covey.suggest(table, decimal=",", date_format="%d.%m.%Y", header=True)
    assert [str(look.treatment) for look in found.looks] == ["ordered", "ordered"]
    said = "--header --decimal , --date-format %d.%m.%Y -k 10"
    assert said in found.command


def test_a_column_that_tells_another_is_to_be_dropped() -> None:
    rows = range(400)
    table = pd.DataFrame(
        {
            "age": [20 + row % 40 for row in rows],
            "level": [row % 40 * 3 for row in rows],
            "hours": [row * row % 31 for row in rows],
        }
    )
    looks = {look.column: look for look in covey.suggest(table).looks}
    assert looks["level"].why == "determines 'age' in 100 % of the rows"
    assert str(looks["level"].treatment) == "drop"
    assert str(looks["hours"].treatment) == "keep"


def test_one_of_age_and_birth_is_published_and_costs_are_no_diversity() -> None:
    rows = range(400)
    table = pd.DataFrame(
        {
            "birth_date": [f"19{30 + row % 60}-03-{1 + row % 28:02}" for row in rows],
            "age": [94 - row % 60 for row in rows],
            "year_of_birth": [1930 + row % 60 for row in rows],
            "cost": [row * 1.37 for row in rows],
        }
    )
    found = covey.suggest(table)
    looks = {look.column: look for look in found.looks}
    assert {name: str(look.treatment) for name, look in looks.items()} == {
        "birth_date": "drop", "age": "ordered", "year_of_birth": "drop", "cost": "sensitive",
    }  # fmt: skip
    assert "'birth_date' and 'age' tell each other" in looks["birth_date"].why
    assert looks["birth_date"].advice.startswith("or keep it, and drop 'age'")
    assert "--sensitive cost:t-ordered=0.3" in found.command
    without = covey.suggest(table[["birth_date", "year_of_birth"]])
    assert [str(look.treatment) for look in without.looks] == ["drop", "ordered"]
    alone = covey.suggest(table[["birth_date"]])
    assert [str(look.treatment) for look in alone.looks] == ["ordered"]


def test_of_two_columns_that_say_the_same_one_is_published() -> None:
    rows = range(400)
    table = pd.DataFrame(
        {
            "education": [f"level {row % 9}" for row in rows],
            "education_num": [3 * (row % 9) for row in rows],
            "age": [20 + row % 40 for row in rows],
            "occupation": [f"job {row % 9 // 3}" for row in rows],
        }
    )
    looks = {look.column: look for look in covey.suggest(table).looks}
    assert {name: str(look.treatment) for name, look in looks.items()} == {
        "education": "label", "education_num": "drop", "age": "ordered", "occupation": "label",
    }  # fmt: skip
    assert "it and 'education' determine each other" in looks["education_num"].why


def test_a_column_that_tells_another_one_that_others_know_says_so() -> None:
    """Not the other way round: there are several jobs of one education."""
    job = [f"j{at % 12}" for at in range(240)]
    education = [f"e{at % 12 // 4}" for at in range(240)]
    town = [f"t{at * 7 % 11}" for at in range(240)]
    found = covey.suggest(pd.DataFrame({"job": job, "education": education, "town": town}))
    of = {each.column: each for each in found.looks}
    assert of["job"].why == "by name; determines 'education' in 100 % of the rows"
    assert "--drop education" in of["job"].advice
    assert [str(each.treatment) for each in found.looks] == ["label"] * 3
    assert not [name for name in ("education", "town") if "determines" in of[name].why]


def test_a_day_that_no_calendar_has_is_said_to_be_in_the_way() -> None:
    born = [f"{1 + at % 28}.02.19{10 + at % 90}" for at in range(400)]
    said = "some values are not read as numbers, dates or missing values yet"
    good = covey.suggest(pd.DataFrame({"born": born}), date_format="%d.%m.%Y")
    assert said not in good.summary()
    odd = covey.suggest(pd.DataFrame({"born": [*born, "31.02.1980"]}), date_format="%d.%m.%Y")
    assert odd.unread == ("born",)
    assert said in odd.summary()


@pytest.mark.xdist_group("postgres")
def test_the_command_for_a_table_on_a_server_connects_and_shows_no_password(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with made(40) as study:
        user = f"suggested_{study.schema}"
        server().run(
            f"CREATE ROLE {user} LOGIN PASSWORD '{SECRET}'",
            f"GRANT USAGE ON SCHEMA {study.schema} TO {user}",
            f"GRANT SELECT ON {study.schema}.people TO {user}",
        )
        try:
            done = covey("suggest", study.url(user=user, password=SECRET_IN_URL))
            assert (done.code, SECRET in done.out, SECRET_IN_URL in done.out) == (0, False, False)
            (line,) = [each for each in done.out.splitlines() if each.startswith("covey anonymize")]
            assert study.url(user=user) in line
            monkeypatch.setenv("PGPASSWORD", SECRET)
            ran = covey(*shlex.split(line)[1:])
            assert ran.code == 0, ran.err
        finally:
            server().run(f"DROP OWNED BY {user}", f"DROP ROLE {user}")
