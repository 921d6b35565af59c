"""What is counted where the tables lie is what is counted in copies of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.verification import opening
from covey.verification.claims import Check
from tests.engine.postgres.people import Study, made
from tests.engine.spark.people import QUASI, write_people
from tests.engine.spark.people import Study as Clinic
from tests.spark import kept, session, views

INSIDE = "every value is inside its class, and no record is lost, added or changed"
RECORDS = "the table given has as many records as the certificate says"
POSTGRES = pytest.mark.xdist_group("postgres")
AGES = {"age": covey.Ordered()}


def in_copies(patch: pytest.MonkeyPatch, *given: Any, **how: Any) -> tuple[Check, ...]:
    with patch.context() as own:
        own.setattr(opening, "_there", lambda *_: [])
        return covey.verify(*given, **how).checks


@POSTGRES
@pytest.mark.parametrize(
    "how",
    [
        {"sensitive": {"diagnosis": {"l": 2}}},
        {"quasi": AGES, "person": "name", "groups": {"diagnosis": 2}, "drop": []},
        {"suppress": 0.1, "missing": "suppress", "k": 20},
        {"columns": "low-high", "tight": True, "suppress": 0.05},
        {"drop": ["name", "diagnosis"], "quasi": AGES},
    ],
    ids=["sensitive", "people", "withheld", "low-high", "recoded alone"],
)
def test_on_a_server_as_in_copies(
    how: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with made() as study:
        study.run("UPDATE SCHEMA.people SET name = NULL WHERE name LIKE '%99'")
        study.run("UPDATE SCHEMA.people SET name = 'Name 7' WHERE name LIKE '%98'")
        study.run("UPDATE SCHEMA.people SET age = NULL WHERE name LIKE '%55'")
        study.run('ALTER TABLE SCHEMA.people ADD "born ""%s" date, ADD visit_id text')
        study.run('UPDATE SCHEMA.people SET visit_id = ctid::text, "born ""%s" = \'1950-01-01\'')
        study.anonymize(**how)
        given = study.url("release"), study.url()
        found = covey.verify(*given)
        assert found.holds, found
        assert found.checks == in_copies(monkeypatch, *given)


@POSTGRES
@pytest.mark.parametrize("how", [{}, {"suppress": 0.05, "k": 6}], ids=["all", "withheld"])
def test_whatever_was_changed_there_is_found(
    how: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    one, other = ("(SELECT min(ctid) FROM SCHEMA.release WHERE {})",) * 2
    # Two records of different classes.
    one = one.format("(age, sex) = (SELECT min(age), 'f' FROM SCHEMA.release WHERE sex = 'f')")
    other = other.format("sex = 'm'")
    with made() as study:
        study.anonymize(quasi={"age": covey.Ordered(), "sex": covey.Labels()}, **how)
        study.run("CREATE TABLE SCHEMA.kept AS SELECT * FROM SCHEMA.release")
        study.run("CREATE TABLE SCHEMA.origin AS SELECT * FROM SCHEMA.people")
        for change in (
            f"UPDATE SCHEMA.release SET diagnosis = 'd9' WHERE ctid = {one}",
            f"UPDATE SCHEMA.release SET diagnosis = coalesce(diagnosis || ' ', 'x')"
            f" WHERE ctid = {other}",
            f"UPDATE SCHEMA.release SET age = (SELECT age FROM SCHEMA.release WHERE ctid = {other})"
            f" WHERE ctid = {one}",
            f"UPDATE SCHEMA.release SET sex = 'x' WHERE ctid = {one}",
            f"INSERT INTO SCHEMA.release SELECT * FROM SCHEMA.release WHERE ctid = {one}",
            "UPDATE SCHEMA.people SET diagnosis = 'd8' WHERE diagnosis = 'd1'",
            "UPDATE SCHEMA.people SET sex = CASE sex WHEN 'f' THEN 'm' ELSE 'f' END",
            "ALTER TABLE SCHEMA.people RENAME diagnosis TO other",
            "ALTER TABLE SCHEMA.people ADD more text",
        ):
            study.run(change)
            failed = _failed(study)
            assert INSIDE in failed, change
            study.run("TRUNCATE SCHEMA.release")
            study.run("INSERT INTO SCHEMA.release SELECT * FROM SCHEMA.kept")
            study.run("DROP TABLE SCHEMA.people")
            study.run("CREATE TABLE SCHEMA.people AS SELECT * FROM SCHEMA.origin")
        assert not _failed(study)
        study.run("DELETE FROM SCHEMA.people WHERE name = 'Name 9'")
        assert RECORDS in _failed(study)


def _failed(study: Study) -> list[str]:
    found = covey.verify(study.url("release"), study.url()).checks
    return [check.claim for check in found if check.held is False]


@POSTGRES
def test_tables_of_different_kinds_are_compared_in_copies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with made() as study:
        study.anonymize()
        study.anonymize(out=tmp_path / "out")
        covey.anonymize(study.url(), k=5, quasi=AGES, drop=["name"], out=study.url("more"))
        with monkeypatch.context() as patch:
            patch.setattr(opening, "table_there", _refuse)
            found = covey.verify(tmp_path / "out", study.url())
            assert found.holds, found
            again = covey.verify(study.url("release"), study.url(user="postgres", password="x"))
            assert again.holds, again
        beside = covey.verify(study.url("more"), study.url(), beside=[str(tmp_path / "out")])
        assert any(check.claim.startswith("beside out") for check in beside.checks)


def _refuse(*_: Any) -> None:
    raise AssertionError


@pytest.mark.xdist_group("spark")
def test_in_spark_as_in_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clinic = Clinic(tmp_path, write_people(tmp_path))
    frame = session().read.parquet(str(clinic.table))
    out = clinic.anonymize(frame, sensitive={"cost": {"l": 2}}, groups={"name": 3}, drop=[]).folder
    found = covey.verify(out, frame)
    assert found.holds, found
    assert found.checks == in_copies(monkeypatch, out, frame)
    given = covey.anonymize(frame, k=5, quasi=QUASI, drop=["name"], suppress=0.05)
    before = kept()
    held = covey.verify(given, frame)
    assert held.holds, held
    assert held.checks == in_copies(monkeypatch, given, frame)
    for field in ("seen + interval 1 second", "IF(age = 21, NULL, seen)"):
        named = [f"`{name.replace('`', '``')}`" for name in frame.columns if name != "seen"]
        other = frame.selectExpr(*named, f"CAST({field} AS timestamp) AS seen")
        checks = {each.claim: each.held for each in covey.verify(out, other).checks}
        assert checks[INSIDE] is False
    assert views() == []
    assert kept() <= before
