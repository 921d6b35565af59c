"""Runs that are killed leave records behind, which the next run or covey clean removes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from covey.core import temporary as leftovers
from covey.release.owner.receipt import receipts_beside
from tests.conftest import Covey

SECRET = "Wilhelmina"
"""In every record: where it is found, a record was left."""

HANG = """
import sys, time
from importlib import import_module
from covey.__main__ import main

def hang(*given, **named):
    print("there", flush=True)
    time.sleep(600)

def first(do):
    def done(*given, **named):
        do(*given, **named)
        hang()
    return done

def one_batch(do):
    def batches(*given):
        for batch in do(*given):
            yield batch
            hang()
    return batches

home, _, name = sys.argv.pop(1).rpartition(".")
how = sys.argv.pop(1)
module = import_module(home)
setattr(module, name, {"at": lambda _: hang, "after": first, "within": one_batch}[how](
    getattr(module, name)))
main()
"""
"""A command that stops at, after or within some function until it is killed."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "in" / "people.csv"
    file.parent.mkdir()
    rows = "".join(f"{SECRET} {row},v{row % 4}\n" for row in range(12_000))
    file.write_text("name,v\n" + rows)
    return file


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


Killed = Callable[..., None]


@pytest.fixture
def killed(temporary: Path) -> Killed:
    """Run a command until it gets somewhere, and kill it there."""

    def run(where: str, how: str, *arguments: object) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", HANG, where, how, *map(str, arguments)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "there\n"
        process.kill()
        process.communicate()

    return run


def holding(folder: Path) -> list[Path]:
    """The files in which a record can be read."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if SECRET.encode() in file.read_bytes()]


MOMENTS = {
    "solving": ("covey.release.solve.solving.solve", "at"),
    "csv": ("covey.engine.duckdb.hidden.write_table", "after"),
    "parquet": ("covey.engine.duckdb.hidden.write_table", "after"),
    "duckdb": ("covey.io.outputs.database_file._run", "at"),
    "sqlite": ("covey.io.outputs.table._batches", "within"),
    "xlsx": ("covey.io.outputs.excel._written", "within"),
    "counting": ("covey.release.publish.refuse_unlike", "at"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_release_is_removed_by_the_next_run(
    covey: Covey, table: Path, temporary: Path, tmp_path: Path, killed: Killed, moment: str
) -> None:
    out = tmp_path / "releases" / "out"
    out.parent.mkdir()
    chosen = ("anonymize", table, "-k", 1000, "--label", "v", "-o", out)
    more = ("--format", moment) if moment in ("parquet", "duckdb", "sqlite", "xlsx") else ()
    killed(*MOMENTS[moment], *chosen, *more)
    left = [*temporary.iterdir(), *out.parent.iterdir()]
    assert len(left) >= 2
    assert not out.exists()
    ran = covey(*chosen, "--drop", "name")
    assert ran.code == 0, ran.err
    for path in left:
        assert f"removed {path}" in ran.err
    assert sorted(out.parent.iterdir()) == [out, receipts_beside(out)]
    assert holding(tmp_path) == [table]


@pytest.mark.parametrize("format_", ["csv", "parquet", "duckdb", "sqlite", "xlsx"])
def test_a_killed_recoding_is_removed_by_covey_clean(
    covey: Covey, table: Path, temporary: Path, tmp_path: Path, killed: Killed, format_: str
) -> None:
    out = tmp_path / "out"
    assert covey("anonymize", table, "-k", 10, "--label", "v", "-o", out).code == 0
    new = tmp_path / "new"
    arguments = ("apply", out, table, "-o", new, "--format", format_)
    killed(*MOMENTS[format_], *arguments)
    seen = covey("clean", "--dry-run", tmp_path)
    assert seen.code == 0
    assert seen.out.count("would be removed") == len(seen.out.splitlines()) >= 2
    assert len([*temporary.iterdir(), *tmp_path.glob(".new.*")]) >= 2
    ran = covey("clean", tmp_path)
    assert ran.code == 0
    assert ran.out == seen.out.replace("would be removed", "removed")
    assert list(tmp_path.glob(".*")) == []
    # What this very process uses is still there.
    assert [path for path in temporary.iterdir() if path not in leftovers._held] == []
    assert covey("clean", tmp_path).out.startswith("nothing was left in")


def test_a_killed_replacement_leaves_the_new_release(
    covey: Covey, table: Path, tmp_path: Path, killed: Killed
) -> None:
    out = tmp_path / "out"
    chosen = ("anonymize", table, "--label", "v", "-o", out)
    assert covey(*chosen, "-k", 10).code == 0
    killed("covey.io.outputs.folder._exchange", "after", *chosen, "-k", 5000, "--overwrite")
    assert len(list(tmp_path.glob(".out.*"))) == 1, "the former release"
    assert covey("clean", tmp_path).code == 0
    assert list(tmp_path.glob(".*")) == []
    assert '"k": 5000' in (out / "certificate.json").read_text()
    assert covey("verify", out).code == 0


def test_the_list_of_withheld_records_is_removed_as_well(
    covey: Covey, table: Path, tmp_path: Path, killed: Killed
) -> None:
    with table.open("a") as file:
        file.write(f"{SECRET},\n" * 3)
    lists = tmp_path / "lists"
    lists.mkdir()
    killed(
        "covey.release.certificate.write_certificate", "at",
        "anonymize", table, "-k", 10, "--label", "v", "--missing", "suppress",
        "-o", tmp_path / "out", "--withheld", lists / "withheld.csv",
    )  # fmt: skip
    assert len(holding(lists)) == 1
    assert covey("clean", lists, tmp_path).code == 0
    assert list(lists.iterdir()) == []
    assert holding(tmp_path) == [table]


@pytest.mark.parametrize("command", [("verify", "OUT"), ("check", "TABLE", "--quasi", "v")])
def test_readers_that_are_killed_leave_nothing_for_long(
    covey: Covey, table: Path, temporary: Path, tmp_path: Path, killed: Killed,
    command: tuple[str, ...],
) -> None:  # fmt: skip
    out = tmp_path / "out"
    assert covey("anonymize", table, "-k", 10, "--label", "v", "-o", out).code == 0
    own = set(temporary.iterdir())
    given = [{"OUT": str(out), "TABLE": str(table)}.get(word, word) for word in command]
    killed("covey.io.staging.csv._look_through", "at", *given)
    left = set(temporary.iterdir()) - own
    assert left
    leftovers._cleared.clear()
    ran = covey(*given)
    assert ran.code == 0
    for path in left:
        assert f"note: removed {path}, which a run that was killed had left: " in ran.err
        assert not path.exists()


@pytest.mark.parametrize("dry", [True, False])
def test_a_folder_of_two_names_is_looked_at_once(
    covey: Covey, temporary: Path, monkeypatch: pytest.MonkeyPatch, dry: bool
) -> None:
    left = temporary / f"covey-{leftovers._token()}"
    left.mkdir()
    (temporary.parent / "link").symlink_to(temporary)
    monkeypatch.chdir(temporary)
    ran = covey("clean", ".", temporary.parent / "link", *(["--dry-run"] if dry else []))
    assert (ran.code, ran.out.count("covey-")) == (0, 1)
    assert left.exists() == dry


def test_names_with_controls_and_line_ends_are_shown(tmp_path: Path) -> None:
    left = tmp_path / f".a\nheld\x1b.{leftovers._token()}.part"
    left.touch()
    command = [sys.executable, "-m", "covey", "clean", "--dry-run", str(tmp_path)]
    here = os.environ | {"TMPDIR": str(tmp_path)}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=here)
    assert ran.returncode == 0
    assert ".a\\nheld\\u001b." in ran.stdout


def test_a_folder_that_is_none_is_refused(covey: Covey, tmp_path: Path) -> None:
    ran = covey("clean", tmp_path / "none")
    assert ran.code == 2
    assert "There is no folder" in ran.err


def test_what_cannot_be_removed_is_said(
    covey: Covey, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = temporary / f"covey-{leftovers._token()}"
    left.mkdir()
    monkeypatch.setattr(leftovers, "_remove", lambda _: None)
    ran = covey("clean", tmp_path)
    assert ran.code == 3
    assert f"{left}: 0 bytes" in ran.out
    assert "cannot be removed" in ran.out
