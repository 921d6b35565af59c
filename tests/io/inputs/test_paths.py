"""Paths, patterns and names that lead to tables, or to none."""

from __future__ import annotations

import hashlib
import os
import random
from pathlib import Path

import duckdb
import pytest

import covey
from covey import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.paths import digest
from tests.conftest import Covey
from tests.io.inputs.files import file, rows
from tests.loopback import Loopback

DIGITS = random.Random(0).randbytes(1 << 21).hex().encode()


def test_a_digest_is_that_of_all_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covey.io.inputs.paths.ROOM", 1000)
    assert digest(file(tmp_path, DIGITS)) == hashlib.sha256(DIGITS).hexdigest()


def test_paths_that_lead_to_no_table_are_refused(tmp_path: Path) -> None:
    file(tmp_path, "a\n1\n", "people.csv")
    with pytest.raises(InvalidInput, match=r"There is no file .*\nDid you mean 'people.csv'"):
        open_input(tmp_path / "peopel.csv")
    with pytest.raises(InvalidInput, match="There is no file"):
        open_input(tmp_path / "none" / "people.csv")
    with pytest.raises(InvalidInput, match="is a folder"):
        open_input(tmp_path)
    with pytest.raises(InvalidInput, match="No file is called like"):
        open_input(str(tmp_path / "*.parquet"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="not a file on disk"):
        open_input(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="has no parts"):
        open_input(f"{tmp_path}/people.csv::Sheet1")


def test_many_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        file(tmp_path, f"id,from\n1,{name}\n2,{name}\n", f"part-{name}.csv")
    found = rows(str(tmp_path / "part-*.csv"), tmp_path)
    assert [row[1] for row in found] == ["a", "a", "b", "b", "c", "c"]
    with duckdb.connect() as connection:
        for name in ("2", "10"):
            target = tmp_path / f"part-{name}.parquet"
            connection.execute(f"COPY (SELECT {name} AS n FROM range(3)) TO '{target}'")
    assert rows(str(tmp_path / "*.parquet"), tmp_path) == [(10,)] * 3 + [(2,)] * 3


def test_files_that_do_not_fit_together_are_named(tmp_path: Path) -> None:
    file(tmp_path, "id,town\n1,a\n", "1.csv")
    file(tmp_path, "id,Town\n1,a\n", "2.csv")
    with pytest.raises(InvalidInput, match=r"2\.csv has another header than .*1\.csv"):
        open_input(str(tmp_path / "*.csv"))
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS n) TO '{tmp_path / '1.parquet'}'")
        connection.execute(f"COPY (SELECT 'a' AS n) TO '{tmp_path / '2.parquet'}'")
    with pytest.raises(InvalidInput, match=r"2\.parquet has other columns or types"):
        open_input(str(tmp_path / "*.parquet"))
    (tmp_path / "1.csv").unlink()
    with pytest.raises(InvalidInput, match=r"2\.csv is not Parquet"):
        open_input(str(tmp_path / "[12].*"))


def test_a_name_that_looks_like_a_pattern_is_a_name(tmp_path: Path) -> None:
    file(tmp_path, "a\nwrong\n", "a1.csv")
    assert rows(file(tmp_path, "a\nright\n", "a[1]*'.csv"), tmp_path) == [("right",)]
    assert rows(file(tmp_path, "a\nright\n", "a::b.csv"), tmp_path) == [("right",)]
    with duckdb.connect() as connection:
        target = tmp_path / "p*.parquet"
        connection.execute(f"COPY (SELECT 1 AS n) TO '{target}'")
        assert rows(target, tmp_path) == [(1,)]


@pytest.mark.parametrize(
    "address",
    ["{url}/in.csv", "{url}/*.parquet", "{url}/in.xlsx::S", "s3://bucket/in.csv", "md:people",
     "sqlite:{folder}/in.sqlite", "file://{folder}/in.csv", "postgres:host=127.0.0.1"],
)  # fmt: skip
def test_addresses_are_no_tables(
    covey: Covey, tmp_path: Path, loopback: Loopback, address: str
) -> None:
    given = address.format(url=loopback.url, folder=tmp_path)
    file(tmp_path, "a\nx\nx\n")
    job = file(tmp_path, f'table = "{given}"\nk = 2\n[quasi.a]\nrole = "labels"\n', "job.toml")
    people = file(tmp_path, "a\nx\nx\n", "people.csv")
    released = ("--label", "a", "-k", 2, "-o", tmp_path / "out")
    words = "covey reads files" if ":/" in given else "there is no file"
    for command in (
        ("anonymize", given, *released),
        ("anonymize", job, "-o", tmp_path / "out"),
        ("anonymize", people, *released, "--k-map", 1, "--population", given),
        ("check", given, "--quasi", "a"),
        ("check", people, "--quasi", "a", "--original", given),
        ("solve", "labels", given, "--column", "a", "-k", 2),
        ("graph", "--nodes", given, "--x", "a", "--y", "a"),
    ):
        ran = covey(*command)
        assert ran.code == 2, command
        assert words in ran.err.lower(), command
    assert loopback.asked == []
    assert not (tmp_path / "out").exists()


def test_a_name_that_is_too_long_is_no_file() -> None:
    with pytest.raises(InvalidInput, match="There is no file"):
        open_input("x" * 300)


@pytest.mark.parametrize(
    ("role", "what"),
    [
        (covey.Regions("https://ann:secret@host/map.json", "code"), "map"),
        (covey.Tree("https://ann:secret@host/tree.csv"), "tree"),
        (covey.Distances("https://ann:secret@host/far.csv"), "table of distances"),
    ],
)
def test_maps_and_trees_are_not_fetched_either(role: covey.Role, what: str, tmp_path: Path) -> None:
    table = file(tmp_path, "x\na\na\n", "people.csv")
    with pytest.raises(InvalidInput, match=f"save the {what} as a file first") as caught:
        covey.explore(table, k=[2], quasi={"x": role})
    assert "secret" not in str(caught.value)
