"""A release on a server, verified there, and what somebody changed in it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import covey as library
from covey import InvalidInput
from tests.conftest import Covey
from tests.engine.postgres.people import RELEASE, Study, made
from tests.postgres import server
from tests.verification.test_imports import ALLOWED

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Study]:
    monkeypatch.chdir(tmp_path)
    with made() as study:
        study.anonymize(sensitive={"diagnosis": {"l": 2}})
        yield study


def failed(study: Study, **how: Any) -> list[str]:
    found = library.verify(study.url("release"), **how)
    return [check.claim for check in found.checks if check.held is False]


def test_a_release_holds_and_its_rows_stay_there(study: Study) -> None:
    log = server().folder / "log"
    before = log.stat().st_size
    found = library.verify(study.url("release"))
    assert found.holds, found
    assert any(c.claim == "the certificate is the one that its owner published" and c.held
               for c in found.checks)  # fmt: skip
    with log.open("rb") as file:
        file.seek(before)
        asked = file.read().decode()
    rows = [line for line in asked.splitlines() if f'FROM "{study.schema}"."release"' in line]
    assert rows
    assert all("count(*)" in line and "GROUP BY" in line for line in rows)


def test_beside_its_table_everything_is_checked(study: Study) -> None:
    found = library.verify(study.url("release"), against=study.url())
    assert found.holds, found
    assert {c.held for c in found.checks} == {True}, found


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ("UPDATE SCHEMA.release SET age = 'x' WHERE ctid = '(0,1)'", "every class of the table"),
        ("DELETE FROM SCHEMA.release WHERE ctid = '(0,1)'", "its classes are those"),
        ("INSERT INTO SCHEMA.release SELECT * FROM SCHEMA.release LIMIT 1", "has as many records"),
        ("UPDATE SCHEMA.release_codebook SET published = 'x' WHERE set = '1'", "the tables beside"),
        ("DROP TABLE SCHEMA.release_cells", "the tables beside"),
        ("UPDATE SCHEMA.release_certificate SET content = content || ' ' WHERE file ="
         " 'report.html'", "the files are those"),
        ("INSERT INTO SCHEMA.release_certificate VALUES ('more.txt', 'x')", "the files are those"),
        ("UPDATE SCHEMA.release SET diagnosis = 'flu'", "every class has"),
    ],
)  # fmt: skip
def test_what_somebody_changed_is_found(study: Study, change: str, claim: str) -> None:
    study.run(change)
    assert [found for found in failed(study) if claim in found]


def test_a_change_beside_the_classes_is_found_beside_the_table(study: Study) -> None:
    study.run("UPDATE SCHEMA.release SET diagnosis = 'd9' WHERE ctid = '(0,1)'")
    assert not failed(study)
    assert "every value is inside its class, and no record is lost, added or changed" in failed(
        study, against=study.url()
    )
    study.run("UPDATE SCHEMA.people SET age = age + 1 WHERE name = 'Name 7'")
    assert "the table given is the one that the release was made of" in failed(
        study, against=study.url()
    )


def test_a_table_of_lists_beside_a_release_is_found(study: Study) -> None:
    """Values that no set can hold."""
    study.run("ALTER TABLE SCHEMA.release_cells ALTER age TYPE text[] USING ARRAY[age]")
    assert "the tables beside it say what its files say" in failed(study)


@pytest.mark.parametrize("name", ["../escaped", ""])
def test_names_of_files_do_not_lead_out_of_the_folder(study: Study, name: str) -> None:
    study.run(f"INSERT INTO SCHEMA.release_certificate VALUES ('{name}', 'x')")
    with pytest.raises(InvalidInput, match="without a plain name"):
        library.verify(study.url("release"))


def test_what_is_no_release_is_refused(study: Study, covey: Covey) -> None:
    done = covey("verify", study.url())
    assert (done.code, "is not a release" in done.err) == (2, True)
    done = covey("verify", study.url("release"))
    assert done.code == 0, done.err
    assert "the release holds" in done.out
    study.run("UPDATE SCHEMA.release SET age = 'x'")
    assert covey("verify", study.url("release"), "--json").code == 3
    done = covey("sign", study.url("release"), "--key", "none")
    assert done.code == 2


def test_a_certificate_of_a_server_is_no_folder(study: Study, tmp_path: Path) -> None:
    (folder := tmp_path / "copied").mkdir()
    for name in ("certificate.json", "codebook.csv", "cells.csv", "report.html"):
        (folder / name).write_text(study.file(name))
    with pytest.raises(InvalidInput, match="that of a release on a server"):
        library.verify(folder)


def test_its_classes_are_applied_to_new_records(study: Study) -> None:
    done = library.apply(study.url("release"), study.url(), out=study.url("again"))
    assert done.where.endswith(f"#{study.schema}.again")
    found = library.verify(study.url("again"))
    assert found.holds, found
    # The release has a rule for diagnoses; new records are counted by what they are looked up by.
    beside = library.verify(study.url("again"), study.url(), source=study.url("release"))
    assert {check.held for check in beside.checks} == {True}, beside
    named = library.apply(release=study.url("release"), table=study.url(), out=study.url("named"))
    assert named.sizes == done.sizes
    before = study.file("certificate.json")
    with pytest.raises(InvalidInput, match="whose codebook is applied"):
        library.apply(study.url("release"), study.url(), out=study.url("release"), overwrite=True)
    assert study.file("certificate.json") == before
    with pytest.raises(InvalidInput, match="not compared with others"):
        library.apply(
            study.url("release"), study.url(), out=study.url("more"), beside=[study.url("release")]
        )


def test_a_table_is_checked_by_its_counts(study: Study, covey: Covey) -> None:
    done = covey("check", study.url("release"), "--quasi", "age,sex", "--sensitive", "diagnosis")
    assert done.code == 0, done.err
    asked = ("check", study.url("release"), "--quasi", "age,sex", "-k", 500)
    quiet, done = covey(*asked), covey(*asked, "--show")
    assert quiet.code == done.code == 3
    assert "k = 500 was asked" in done.err
    # Which classes offend is named if that is asked; elsewhere a log may be read by others.
    smallest = "SELECT age, sex FROM SCHEMA.release GROUP BY 1, 2 ORDER BY count(*), 1, 2 LIMIT 1"
    ((age, sex),) = study.run(smallest)
    assert re.search(rf"{re.escape(age)}.*{re.escape(sex)}", done.out), done.out
    assert age not in quiet.out + quiet.err
    log = (server().folder / "log").read_text()
    last = [line for line in log.splitlines() if "COPY" in line][-1]
    assert "GROUP BY 1, 2" in last
    frame = library.check(study.url("release"), ["age", "sex"], ["diagnosis"])
    rows = study.run("SELECT count(*) FROM SCHEMA.release GROUP BY age, sex")
    assert (frame.k, frame.classes, frame.records) == (
        min(n for (n,) in rows), len(rows), 200,
    )  # fmt: skip
    with pytest.raises(InvalidInput, match="have no order"):
        library.check(study.url("release"), ["age"], original=study.url())


def test_verifying_on_a_server_loads_only_what_is_allowed(study: Study) -> None:
    code = (
        "import sys, covey\n"
        f"assert covey.verify({study.url('release')!r}, against={study.url()!r}).holds\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = [name for name in done.stdout.split() if name.startswith("covey.")]
    assert "covey.verification.server" in ours
    assert [name for name in ours if not ALLOWED.fullmatch(name)] == []


def test_people_are_counted_on_the_server_and_again_beside_its_table(study: Study) -> None:
    study.anonymize(person="name", drop=[], overwrite=True)
    alone = library.verify(study.url("release"))
    assert alone.holds, alone
    found = library.verify(study.url("release"), against=study.url())
    assert found.holds, found
    assert any("different people or more" in c.claim and c.held for c in found.checks)


def test_ranges_in_two_columns_are_values_there_and_hold(study: Study) -> None:
    study.run("ALTER TABLE SCHEMA.people ADD seen date, ADD cost numeric, ADD score float8")
    study.run(
        "UPDATE SCHEMA.people SET seen = date '2024-01-01' + age * 7,"
        " cost = CASE WHEN age % 9 > 0 THEN age * 1.25 END, score = age / 3.0"
    )
    quasi = {c: library.Ordered() for c in ("age", "seen", "cost", "score")}
    how: dict[str, Any] = {"columns": "low-high", "sensitive": {"diagnosis": {"l": 2}}}
    study.anonymize(quasi={**quasi, "sex": library.Labels()}, overwrite=True, tight=True, **how)
    types = study.run(
        "SELECT DISTINCT pg_typeof(age_low)::text, pg_typeof(seen_high)::text,"
        " pg_typeof(cost_low)::text, pg_typeof(score_high)::text FROM SCHEMA.release"
    )
    assert types == [("bigint", "date", "numeric", "double precision")]
    found = library.verify(study.url("release"))
    assert found.holds, found
    found = library.verify(study.url("release"), against=study.url())
    assert found.holds, found
    library.apply(study.url("release"), study.url(), out=study.url("newer"), unknown="suppress")
    assert library.verify(study.url("newer"), source=study.url("release")).holds
    study.run("UPDATE SCHEMA.release SET age_low = age_low - 1")
    assert "its classes are those of the codebook, in their sizes" in failed(study)


def test_pseudonyms_are_made_on_the_server_and_their_key_is_not_logged(
    study: Study, tmp_path: Path
) -> None:
    key = tmp_path / "key.hex"
    key.write_text("5a7c91e0d3b8f246" * 4)
    log = server().folder / "log"
    before = log.stat().st_size
    study.anonymize(person="name", pseudonym=str(key), drop=[], overwrite=True)
    with log.open("rb") as file:
        file.seek(before)
        asked = file.read().decode()
    assert "_secrets" in asked
    # Neither the key, nor the key mixed with the constants of HMAC.
    assert not [byte for byte in ("5a", "6c", "06") if byte * 8 in asked.lower()]
    assert study.tables == ["people", *RELEASE]
    rows = study.run("SELECT count(DISTINCT name), max(length(name)) FROM SCHEMA.release")
    assert rows == [(200, 32)]
    found = library.verify(study.url("release"))
    assert found.holds, found
    assert any("different pseudonyms" in check.claim and check.held for check in found.checks)
    found = library.verify(study.url("release"), against=study.url())
    assert found.holds, found
    study.run("UPDATE SCHEMA.release SET name = 'the same'")
    assert any("different pseudonyms" in claim for claim in failed(study))


def test_pseudonyms_of_decimals_are_refused_there(study: Study, tmp_path: Path) -> None:
    study.run("ALTER TABLE SCHEMA.people ADD who float8")
    study.run("UPDATE SCHEMA.people SET who = age")
    (tmp_path / "key.hex").write_text("5a7c91e0d3b8f246" * 4)
    with pytest.raises(InvalidInput, match="of the type float8"):
        study.anonymize(person="who", pseudonym=str(tmp_path / "key.hex"), overwrite=True)
    assert study.tables == ["people", *RELEASE]
