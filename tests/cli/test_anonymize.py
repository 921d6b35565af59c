"""covey anonymize on the command line."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from covey.release.risks.identifiers import IN_ORDER
from tests.cli.tables import SMALL
from tests.conftest import Covey
from tests.release.tables import people, write, zips


@pytest.mark.parametrize(
    "role",
    [
        ["--label", "town"],
        ["--ordered", "age"],
        ["--point", "lat,lon"],
        ["--xy", "lon,lat"],
        ["--region", "zip=zips.geojson:code"],
    ],
)
def test_a_release_of_every_role_verifies(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("people.csv"), people())
    zips(Path("zips.geojson"))
    ran = covey("anonymize", "people.csv", "-k", 12, *role, "--drop", "name", "-o", "out")
    assert ran.code == 0, ran.err
    for part in ("400 records, k = 12", "lower bound", "verdict", "dropped      name", "out: "):
        assert part in ran.out
    map_ = ["--map", "zips.geojson"] if role[0] == "--region" else []
    ran = covey("verify", "out", "--against", "people.csv", *map_)
    assert ran.code == 0
    assert "the release holds" in ran.out
    assert "not checked" not in ran.out


def test_the_answer_in_a_few_lines(
    covey: Covey, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = covey("anonymize", table.name, "-k", 10, "--ordered", "age", "--keep-order", "-o", "out")
    assert ran.out == (
        "people.csv: 60 records, k = 10\n"
        "recoded      age: ordered values, 31 distinct values\n"
        "classes      6, with 10 records each\n"
        "lower bound  10: k itself\n"
        "verdict      optimal: no answer has a smaller largest class\n"
        "loss         0.1389 of 1 (the normalized certainty penalty, GCP)\n"
        "suppressed   no record\n"
        "dropped      no column\n"
        "unchanged    name, zip, note\n"
        "warning      'name' looks like an identifier by name, unchanged in the release: drop?\n"
        "warning      'zip': others may know this of a person, and nothing protects against that"
        " unless it is named as a quasi-identifier\n"
        f"warning      {IN_ORDER}\n"
        "released     out: audit.json, cells.csv, certificate.json, codebook.csv, report.html,"
        " table.csv\n"
        "not stated   recipient, purpose, controls, threshold, prepared-by, review: the report"
        " leaves them open; state them with --context recipient=TEXT and so on, or below [context]"
        " in a job file\n"
        "receipt      out.receipts.jsonl: keep it, and do not publish it\n"
    )
    assert ran.err == ""
    header, first, *_ = (tmp_path / "out" / "table.csv").read_text().splitlines()
    assert header == "name,zip,age,note"
    assert first == "secret0,00,< 5,"


def test_a_plan_writes_nothing(covey: Covey, table: Path, tmp_path: Path) -> None:
    arguments = ("anonymize", table, "-k", 10, "--label", "zip", "--plan")
    ran = covey(*arguments, "-o", tmp_path / "out")
    assert ran.code == 0
    assert "7 distinct values" in ran.out
    plan = json.loads(covey(*arguments, "--json").out)
    assert (plan["classes"], plan["cost"], plan["lower_bound"]) == (3, 24, 24)
    assert plan["unchanged"] == ["name", "age", "note"]
    assert list(tmp_path.iterdir()) == [table]


@pytest.mark.parametrize(
    ("option", "file", "message"),
    [
        ("--receipts", "zz.txt", "a file ending in .jsonl is expected"),
        ("--receipts", "out/mine.jsonl", "to write mine.jsonl into"),
        ("--withheld", "zz.txt", "a file ending in .csv is expected"),
        ("--withheld", "people.csv", "is the input itself"),
    ],
)
def test_a_plan_refuses_what_the_run_refuses(
    covey: Covey, table: Path, tmp_path: Path, option: str, file: str, message: str
) -> None:
    run = ("anonymize", table, "-k", 10, "--label", "zip", "-o", tmp_path / "out")
    for more in ((), ("--plan",)):
        ran = covey(*run, option, tmp_path / file, *more)
        assert ran.code == 2, more
        assert message in ran.err
    assert list(tmp_path.iterdir()) == [table]


def test_no_header_is_for_tables_that_can_be_without(
    covey: Covey, table: Path, tmp_path: Path
) -> None:
    given, out = write(tmp_path / "people.parquet", people()), tmp_path / "out"
    assert covey("anonymize", given, "-k", 10, "--label", "town", "-o", out).code == 0
    for command in (
        ("anonymize", given, "-k", 10, "--label", "town", "-o", tmp_path / "no"),
        ("apply", out, given, "-o", tmp_path / "no"),
        ("verify", out, "--against", given),
        ("verify", out),
        ("check", given, "--quasi", "town"),
    ):
        ran = covey(*command, "--no-header")
        assert ran.code == 2, command
        assert "--no-header is for CSV and Excel" in ran.err
        assert "Leave it out" in ran.err


def test_a_rule_that_is_none_lists_the_rules_once(covey: Covey, table: Path) -> None:
    ran = covey("anonymize", table, "-k", 2, "--label", "zip", "--sensitive", "age:f=3", "--plan")
    assert ran.code == 2
    assert ran.err.count("entropy-l") == 1


def test_a_saved_job_makes_the_same_release(
    covey: Covey, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = ("--label", "zip", "--drop", "name", "--seed", 5, "--save-job", "job.toml")
    assert covey("anonymize", table, "-k", 10, *chosen, "-o", "out").code == 0
    monkeypatch.chdir("/")
    job = tmp_path / "job.toml"
    again = tmp_path / "again"
    assert covey("anonymize", job, "-o", again).code == 0
    for file in (tmp_path / "out").iterdir():
        assert file.read_bytes() == (again / file.name).read_bytes()
    ran = covey("anonymize", job)
    assert (ran.code, "is not touched" in ran.err) == (2, True)
    assert covey("anonymize", job, "--overwrite").code == 0
    # How it is run may be said beside the file, what is published may not.
    run = ("--time-limit", 7, "--seed", 3, "--threads", 1, "--engine", "duckdb")
    saved = ("--save-job", tmp_path / "other.toml")
    assert covey("anonymize", job, *run, *saved, "-o", tmp_path / "other").code == 0
    other = tomllib.loads((tmp_path / "other.toml").read_text())
    assert (other["time_limit"], other["seed"], other["engine"]) == (7.0, 3, "duckdb")
    ran = covey("anonymize", job, "-k", 3)
    assert ran.code == 2
    assert "is for the job file to say" in ran.err


def test_json_is_one_object(covey: Covey, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = covey("anonymize", table, "-k", 10, "--label", "zip", "-o", out, "--json")
    answer = json.loads(ran.out)
    assert answer["certificate"]["classes"]["sizes"] == [24, 18, 18]
    assert json.loads(covey("verify", out, "--json").out)["holds"] is True
    new = covey("apply", out / "codebook", table, "-o", tmp_path / "new", "--json")
    assert json.loads(new.out)["sizes"] == [24, 18, 18]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-k", "10"], 2, "Which column is a quasi-identifier"),
        (["--label", "zip"], 2, "No k is given"),
        (
            ["-k", "10", "--label", "zpi"],
            2,
            "(a quasi-identifier).\nDid you mean 'zip'",
        ),
        (["-k", "10", "--label", "zip", "--drop", "nmae"], 2, "Did you mean 'name'"),
        (["-k", "10", "--label", "zip", "--sensitive", "zip:l=2"], 2, "A column has one role"),
        (["-k", "10", "--label", "zip", "--sensitive", "age:ll=2"], 2, "'ll' is no rule for"),
        (["-k", "10", "--label", "zip", "--sensitive", "age:l=x"], 2, "is not a number"),
        (["-k", "10", "--label", "zip", "--sensitive", "age:"], 2, "as in age:l=3,t=0.2"),
        (["-k", "10", "--label", "zip", "--sensitive", "age:l"], 2, "as in age:l=3,t=0.2"),
        (["-k", "10", "--label", "zip", "--sensitive", "age:l=2,l=3"], 2, "l stands twice"),
        (["-k", "10", "--label", "zip", "--sensitive", "name:t-ordered=0.2"], 2, "name:t=0.2"),
        (["-k", "10", "--xy", "name,age"], 2, "or make the values missing"),
        (["-k", "10", "--label", "zip", "--weight", "zip"], 2, "as COL=NUMBER"),
        (["-k", "10", "--label", "zip", "--weight", "zip=0"], 2, "not all of them 0"),
        (["-k", "10", "--label", "zip", "--weight", "age=2"], 2, "which is no quasi-identifier"),
        (["-k", "10", "--label", "zip", "--ordered", "zip"], 2, "'zip' has two roles"),
        (["-k", "61", "--label", "zip"], 3, "Only 60 records in all"),
        (["-k", "0", "--label", "zip"], 2, "positive whole number"),
        (["-k", "10", "--ordered", "name"], 2, "60 of its values are not"),
        (
            ["-k", "31", "--ordered", "note=x", "--missing", "suppress"],
            3,
            "Only 30 records in all, fewer than k = 31",
        ),
        (["-k", "10", "--point", "age"], 2, "--point names two columns"),
        (["-k", "10", "--region", "zip"], 2, "--region names a column and its map"),
        (["-k", "10", "--region", "zip=none.geojson:code"], 2, "There is no map none.geojson"),
        (["-k", "10", "--label", "zip", "--missing", "drop"], 2, "--missing"),
        (["-k", "10", "--label", "zip", "--encoding", "latin-99"], 2, "no encoding"),
    ],
)
def test_bad_usage_says_what_is_wrong_and_writes_nothing(
    covey: Covey, table: Path, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    ran = covey("anonymize", table, *arguments, "-o", tmp_path / "out")
    assert ran.code == code
    assert message in ran.err
    assert "secret" not in ran.err
    assert ran.out == ""
    assert list(tmp_path.iterdir()) == [table]
    assert table.read_text() == SMALL


def test_a_sensitive_column_may_end_in_a_colon(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("zip,age,age:\n" + "1,2,3\n" * 4)
    ran = covey("anonymize", table, "-k", 2, "--label", "zip", "--sensitive", "age:", "--plan")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("absent.csv", None, "There is no file"),
        ("folder", "folder", "is a folder"),
        ("empty.csv", b"", "is empty"),
        ("header.csv", b"zip,name\n", "no rows"),
        ("twins.csv", b"zip,ZIP\n1,2\n", "two columns of one name"),
        ("ragged.csv", b"zip,name\n1,secret\n2\n", "line 3: the header names 2 columns"),
        ("nul.csv", b"zip,name\n1,secret\0\n", "NUL byte"),
        ("latin.csv", b"zip,name\n1,secret\xe9\n", "--encoding latin-1"),
        ("missing.csv", b"zip,name\n,secret\n,secret\n", "'zip' has no values"),
        ("cut.parquet", b"PAR1secret", "is not a whole Parquet file"),
        ("cut.csv.gz", b"\x1f\x8b\x08\x00secret", "cannot be unpacked"),
        ("unknown.toml", b'table = "a.csv"\nkk = 3\n', "unknown key 'kk'"),
    ],
)
def test_bad_tables_are_refused_and_nothing_is_written(
    covey: Covey, tmp_path: Path, name: str, content: bytes | str | None, message: str
) -> None:
    file = tmp_path / name
    if isinstance(content, str):
        file.mkdir()
    elif content is not None:
        file.write_bytes(content)
    options = [] if name.endswith(".toml") else ["-k", 1, "--label", "zip"]
    ran = covey("anonymize", file, *options, "-o", tmp_path / "out")
    assert ran.code == 2
    assert message in ran.err
    assert "secret" not in ran.err
    assert list(tmp_path.iterdir()) == ([file] if content is not None else [])
    if isinstance(content, bytes):
        assert file.read_bytes() == content


def test_a_job_file_is_not_replaced_unasked(covey: Covey, table: Path, tmp_path: Path) -> None:
    job, chosen = tmp_path / "job.toml", ("anonymize", table, "-k", 10, "--label", "zip", "--plan")
    job.write_text("precious")
    ran = covey(*chosen, "--save-job", job)
    assert (ran.code, job.read_text()) == (2, "precious")
    assert "replace it with --overwrite" in ran.err
    assert covey(*chosen, "--save-job", job, "--overwrite").code == 0
    assert job.read_text() != "precious"


def test_points_are_weighed_by_the_name_that_they_were_given(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "places.csv"
    table.write_text("lat,lon,sex\n" + "1,2,f\n3,4,m\n" * 5)
    chosen = ("anonymize", table, "-k", 2, "--point", "lat,lon", "--label", "sex", "--plan")
    for name in ("lat,lon", "lat, lon"):
        assert covey(*chosen, "--weight", f"{name}=2").code == 0
    assert covey(*chosen, "--weight", "lat=2").code == 2


def test_the_root_of_the_disk_is_no_release(covey: Covey, table: Path) -> None:
    ran = covey("anonymize", table, "-k", 2, "--label", "v", "-o", "/")
    assert (ran.code, "No folder can be called '/'" in ran.err) == (2, True)


def test_a_pattern_without_quotes(covey: Covey, table: Path) -> None:
    ran = covey("anonymize", table, table, "-k", 10, "--label", "zip", "-o", "out")
    assert (ran.code, "a pattern in quotes" in ran.err) == (2, True)


def test_withheld_records_never_replace_what_is_read(
    covey: Covey, table: Path, tmp_path: Path
) -> None:
    others = tmp_path / "others.csv"
    others.write_text(SMALL)
    chosen = ("anonymize", table, "-k", 10, "--label", "zip", "-o", tmp_path / "out")
    people = ("--k-map", 10, "--population", others)
    for given, more in ((table, ()), (others, people)):
        ran = covey(*chosen, *more, "--withheld", given)
        assert (ran.code, given.read_text()) == (2, SMALL)
        assert f"{given} is the input itself" in ran.err
        assert "Name another file with --withheld" in ran.err


def test_places_that_cannot_be_written_to(covey: Covey, table: Path, tmp_path: Path) -> None:
    chosen = ("anonymize", table, "-k", 10, "--label", "zip")
    ran = covey(*chosen)
    assert (ran.code, "Name a folder to make" in ran.err) == (2, True)
    ran = covey(*chosen, "-o", tmp_path / "none" / "out")
    assert (ran.code, "There is no folder" in ran.err) == (2, True)
    ran = covey(*chosen, "-o", table)
    assert (ran.code, "is a file" in ran.err) == (2, True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "precious").write_text("mine")
    for more in ([], ["--overwrite"]):
        assert covey(*chosen, "-o", other, *more).code == 2
    assert (other / "precious").read_text() == "mine"
    ran = covey(*chosen, "-o", tmp_path, "--overwrite")
    assert ran.code == 2, "the input lies there"
    assert table.read_text() == SMALL


def test_a_full_disk_leaves_nothing(
    covey: Covey, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("covey.engine.duckdb.hidden.write_table", full)
    ran = covey("anonymize", table, "-k", 10, "--label", "zip", "-o", tmp_path / "out")
    assert ran.code == 4
    assert "disk is full" in ran.err
    assert "Nothing was published." in ran.err
    assert list(tmp_path.iterdir()) == [table]


def test_a_release_that_does_not_recount_is_not_published(
    covey: Covey, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from covey.io.outputs.table import write_table

    def one_row_too_few(connection: object, query: str, *rest: object) -> None:
        write_table(connection, f"{query} LIMIT 59", *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("covey.engine.duckdb.hidden.write_table", one_row_too_few)
    ran = covey("anonymize", table, "-k", 10, "--label", "zip", "-o", tmp_path / "out")
    assert ran.code == 1
    assert "nothing was published" in ran.err
    assert list(tmp_path.iterdir()) == [table]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_leaves_nothing(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    file = tmp_path / "hard.csv"
    sizes = [30 + 7919 * i % 41 for i in range(60)]
    file.write_text("v\n" + "".join(f"v{i}\n" * size for i, size in enumerate(sizes)))
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, "anonymize", str(file), "-k", "100", "--label", "v",
         "-o", str(tmp_path / "out")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(private)},
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "solving\n"
    assert len(list(tmp_path.iterdir())) == 3, "the hidden folder is there"
    time.sleep(0.3)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    how = "interrupted" if number is signal.SIGINT else "terminated"
    assert said.endswith(f"covey: {how}; nothing was written\n")
    assert sorted(tmp_path.iterdir()) == [file, private]
    assert not [found for found in private.iterdir() if found.name.startswith("covey-")]


SLOW = """
import sys, time
import covey.release.solve.solving
from covey.cli import main

def endless(*_, **__):
    print("solving", flush=True)
    while True:
        time.sleep(0.01)

covey.release.solve.solving.solve = endless
main(sys.argv[1:])
"""
