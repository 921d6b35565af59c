"""Releases on a server: the same as in a folder, and nothing secret in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import covey
from covey import InvalidInput
from covey.engine.protocol import ToFile, ToFrame, ToTable
from covey.io.inputs import open_input
from covey.io.layout import Layout
from covey.io.postgres.address import read_address
from covey.release.write.destination import check_layout, read_out, receipts_of, target_in
from tests.conftest import Covey
from tests.engine.postgres.people import RELEASE, Study, made
from tests.postgres import SECRET, SECRET_IN_URL, server

pytestmark = pytest.mark.xdist_group("postgres")

URL = "postgresql://ann@db/clinic#study.release"


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Study]:
    monkeypatch.chdir(tmp_path)
    with made() as study:
        yield study


def test_an_output_is_a_folder_a_table_or_nothing(tmp_path: Path) -> None:
    assert read_out("out") == Path("out")
    assert read_out(None) is None
    address = read_out(URL)
    assert address == read_address(URL)
    assert receipts_of(read_address(URL)) == Path("study.release.receipts.jsonl")
    assert isinstance(target_in(None, None, None, False), ToFrame)
    assert isinstance(target_in(tmp_path, Layout("csv"), tmp_path / "out", False), ToFile)
    assert target_in(tmp_path, None, address, True) == ToTable(read_address(URL), tmp_path, True)


@pytest.mark.parametrize("scheme", ["POSTGRESQL", "postgresql+psycopg", "mysql"])
@pytest.mark.parametrize("kind", [str, Path])
def test_another_url_is_no_folder_and_is_not_shown(scheme: str, kind: type[str | Path]) -> None:
    with pytest.raises(InvalidInput, match=f"begins with {re.escape(scheme)}:") as refused:
        read_out(kind(f"{scheme}://ann:secret@db/clinic#study.release"))
    assert "covey load then takes the release to HDFS, object storage" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_what_is_for_files_is_refused_on_a_server(names: Path) -> None:
    given = open_input(names)
    for format_, escape in (("csv", False), ("", True)):
        with pytest.raises(InvalidInput, match="is for a table in a file"):
            check_layout(given, read_address(URL), format_, escape)


def facts(certificate: str) -> dict[str, Any]:
    """What a certificate says of the release, whoever counted the rows and wherever they lie."""
    found: dict[str, Any] = json.loads(certificate)
    for field in ("input", "files", "table"):
        found.pop(field)
    return found


@pytest.mark.parametrize(
    ("quasi", "how"),
    [
        ({"age": covey.Ordered(), "sex": covey.Labels()}, {}),
        ({"diagnosis": covey.Labels()}, {}),
        ({"age": covey.Ordered()}, {"sensitive": {"diagnosis": {"l": 2}}, "suppress": 0.05}),
        ({"at": covey.Ordered(), "zone": covey.Ordered()}, {"missing": "suppress"}),
        ({"money": covey.Ordered(), "odd name\n": covey.Labels()}, {"recoding": "global"}),
        ({"code": covey.Labels(), "x, y": covey.Points(x="x", y="money")}, {}),
    ],
)
def test_a_server_and_duckdb_make_the_same_release(
    study: Study, tmp_path: Path, quasi: dict[str, Any], how: dict[str, Any]
) -> None:
    """The same bytes of the codebook, the classes and their shapes, and the same facts: types,
    NULL, empty text, case, Unicode, decimals, times with and without zones, odd names, newlines,
    duplicates."""
    study.run(
        "CREATE TABLE SCHEMA.mixed AS SELECT p.*, (age * 1.25)::numeric(9,2) AS money,"
        " age::float8 / 3 AS x,"
        " '2024-05-31 12:00'::timestamp + age * interval '90.5 seconds' AS at,"
        " CASE WHEN age < 25 THEN NULL ELSE '2024-03-01 00:30+02'::timestamptz + age *"
        " interval '1 day' END AS zone,"
        " (ARRAY['a', 'A', 'ä', E'a\\u0308', '', NULL, E'x\\ny', ' a', '02139', '2139'])"
        "[age % 10 + 1] AS code, (ARRAY['=1', E'\"q\"', 'tab\\t'])[age % 3 + 1] AS \"odd name\n\""
        " FROM SCHEMA.people p, generate_series(1, 2)"
    )
    url = study.url("mixed")
    covey.anonymize(url, k=5, quasi=quasi, drop=["name"], out=study.url("release"), **how)
    folder = tmp_path / "out"
    here = covey.anonymize(url, k=5, quasi=quasi, drop=["name"], out=folder, **how)
    for file in here.files:
        if file.endswith((".csv", ".geojson")):
            assert study.file(file) == (folder / file).read_bytes().decode(), file
    assert facts(study.file("certificate.json")) == facts((folder / "certificate.json").read_text())
    columns = [c for role in json.loads(study.file("certificate.json"))["quasi"].values()
               for c in role["columns"]]  # fmt: skip
    named = ", ".join(f'"{column}"' for column in columns)
    there = study.run(f"SELECT {named}, count(*) FROM SCHEMA.release GROUP BY {named}")
    query = f"SELECT {named}, count(*) FROM '{folder / 'table.parquet'}' GROUP BY {named}"
    with duckdb.connect() as connection:
        assert sorted(there, key=str) == sorted(connection.execute(query).fetchall(), key=str)


def test_a_password_is_nowhere(
    study: Study, tmp_path: Path, covey: Covey, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in what is printed, nor in any file, table or comment, whether it works or not."""
    server().run(
        f"CREATE ROLE clerk LOGIN PASSWORD '{SECRET}'",
        f"GRANT ALL ON SCHEMA {study.schema} TO clerk",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {study.schema} TO clerk",
    )
    try:
        given = study.url("people", "clerk", SECRET_IN_URL)
        out = study.url("release", "clerk", SECRET_IN_URL)
        how = ("-k", 5, "--ordered", "age", "--drop", "name")
        ran = [
            covey("anonymize", given, *how, "--save-job", tmp_path / "job.toml", "-o", out),
            covey("anonymize", given, *how, "-o", out),
            covey("anonymize", given, *how, "--json", "--overwrite", "-o", out),
            covey("anonymize", given, *how, "-o", tmp_path / "out"),
            covey("anonymize", given, "-k", 5, "--label", "nothing", "-o", tmp_path / "none"),
            covey("anonymize", given.replace("postgresql", "postgresq"), *how, "-o", "x"),
            covey("anonymize", given.replace("#", "?nonsense=1#"), *how, "-o", "x"),
            covey("check", given, "--quasi", "age", "-k", 100),
            covey("check", given.replace("s3cret", "wrong"), "--quasi", "age"),
            covey("verify", tmp_path / "out", "--against", given),
        ]
        assert [done.code for done in ran] == [0, 2, 0, 0, 2, 2, 2, 3, 2, 0]
        files = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
        assert len(files) > 6
        stored = [
            content for (content,) in study.run("SELECT content FROM SCHEMA.release_certificate")
        ]
        stored += study.run("SELECT description FROM pg_description")
        shown = [done.out + done.err for done in ran] + [caplog.text]
        for secret in (SECRET, SECRET_IN_URL, "s3cret"):
            assert not [text for text in (*shown, *map(str, stored)) if secret in text]
            assert not [content for content in files if secret.encode() in content]
        assert "wrong/of" not in ran[8].err + ran[8].out
    finally:
        server().run("DROP OWNED BY clerk CASCADE", "DROP ROLE clerk")


def test_a_password_comes_from_the_usual_places(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server().run(
        f"CREATE ROLE clerk LOGIN PASSWORD '{SECRET}'",
        f"GRANT ALL ON SCHEMA {study.schema} TO clerk",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {study.schema} TO clerk",
    )
    try:
        escaped = SECRET.replace(":", r"\:")
        (kept := tmp_path / "pgpass").write_text(f"127.0.0.1:*:*:clerk:{escaped}\n")
        kept.chmod(0o600)
        with pytest.raises(InvalidInput, match="no connection"):
            study.anonymize("clerk")
        monkeypatch.setenv("PGPASSFILE", str(kept))
        study.anonymize("clerk")
        (service := tmp_path / "services").write_text(
            f"[clinic]\nhost=127.0.0.1\nport={server().port}\ndbname=postgres\nuser=clerk\n"
        )
        monkeypatch.setenv("PGSERVICEFILE", str(service))
        url = f"postgresql://?service=clinic#{study.schema}."
        found = covey.anonymize(
            f"{url}people", k=5, quasi={"age": covey.Ordered()}, out=f"{url}other"
        )
        assert found.where == f"postgresql:///?service=clinic#{study.schema}.other"
    finally:
        server().run("DROP OWNED BY clerk CASCADE", "DROP ROLE clerk")


def test_a_job_runs_again(study: Study, tmp_path: Path, covey: Covey) -> None:
    job = tmp_path / "job.toml"
    how = ("-k", 5, "--ordered", "age", "--drop", "name", "--save-job", job)
    assert covey("anonymize", study.url(), *how, "-o", study.url("release")).code == 0
    first = study.file("certificate.json")
    assert f'table = "{study.url()}"' in job.read_text()
    assert covey("anonymize", job).code == 2
    done = covey("anonymize", job, "--overwrite")
    assert done.code == 0, done.err
    assert study.file("certificate.json") == first
    assert covey("anonymize", job, "--plan", "--overwrite").code == 0


def test_a_file_is_not_published_on_a_server(names: Path, covey: Covey) -> None:
    done = covey("anonymize", names, "-k", 5, "--label", "value", "-o", URL)
    assert done.code == 2
    assert "Only a table on a PostgreSQL server is published on it" in done.err


def test_records_that_are_left_out_stay_on_the_server(study: Study, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="not listed"):
        study.anonymize(withheld=tmp_path / "withheld.csv")
    with pytest.raises(InvalidInput, match="does not keep the order"):
        study.anonymize(shuffle=False)
    with pytest.raises(InvalidInput, match="on another server"):
        study.anonymize(out=study.url("release").replace("127.0.0.1", "localhost"))
    assert study.tables == ["people"]


def test_new_records_are_published_by_an_old_codebook(study: Study, tmp_path: Path) -> None:
    quasi = {"age": covey.Ordered()}
    covey.anonymize(study.url(), k=5, quasi=quasi, drop=["name"], out=tmp_path / "out")
    done = covey.apply(tmp_path / "out", study.url(), out=study.url("release"))
    assert (done.records, done.suppressed) == (200, 0)
    assert study.tables == ["people", *RELEASE]
    ((smallest,),) = study.run(
        "SELECT min(n) FROM (SELECT count(*) AS n FROM SCHEMA.release GROUP BY age) g"
    )
    assert smallest >= 5


def test_a_population_in_a_file_goes_with_a_table_on_a_server(study: Study, tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("age\n" + "".join(f"{age}\n" * 20 for age in range(18, 90)))
    found = study.anonymize(quasi={"age": covey.Ordered()}, k_map=20, population=str(people))
    assert found.certificate.k_map == 20


def test_models_are_trained_on_a_release_on_a_server(study: Study) -> None:
    found = study.anonymize(target="diagnosis")
    assert found.certificate.target == "diagnosis"
    assert "tree model of diagnosis" in study.file("report.html")
    checks = covey.verify(study.url("release"), study.url())
    assert checks.holds, checks
