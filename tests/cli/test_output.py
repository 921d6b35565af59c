"""Machines at their limits: each has a message and the exit code 4, and what became of the release
is said."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from covey.engine.duckdb import DuckDBEngine
from tests.conftest import Covey

BUG = "this is a bug"
FULL = Path("/dev/full")
AT_STAGE = """
import resource, sys
from importlib import import_module
from covey.__main__ import main

home, _, name = sys.argv.pop(1).rpartition(".")
more = int(sys.argv.pop(1))
module = import_module(home)
do = getattr(module, name)

def limited(*given, **named):
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))
    import numpy
    numpy.ones(more, dtype=numpy.int64)
    return do(*given, **named)

setattr(module, name, limited)
main()
"""
"""A command that comes to the end of its memory in some function."""

AT_ONCE = """
import resource, sys
import covey.cli
from covey.__main__ import main

with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**24, used + 2**24))
main()
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text("name,v\n" + "".join(f"n{row},v{row % 4}\n" for row in range(4000)))
    return file


def command(*arguments: object, code: str = "") -> list[str]:
    start = ["-c", code] if code else ["-m", "covey"]
    return [sys.executable, *start, *map(str, arguments)]


def run(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(arguments, text=True, check=False, **(streams | how))


def test_an_answer_that_does_not_fit_is_said_after_publishing(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    chosen = command("anonymize", table, "-k", 10, "--label", "v", "-o", out)
    with FULL.open("w") as full:
        ran = run(*chosen, stdout=full)
    assert ran.returncode == 4
    assert "The answer cannot be written to standard output: No space left" in ran.stderr
    assert f"The release was published in {out}." in ran.stderr
    assert BUG not in ran.stderr
    with FULL.open("w") as full:
        ran = run(*command("verify", out), stdout=full)
    assert ran.returncode == 4
    assert "published" not in ran.stderr
    new = tmp_path / "new"
    with FULL.open("w") as full:
        ran = run(*command("apply", out, table, "-o", new, "--json"), stdout=full)
    assert ran.returncode == 4
    assert f"The release was published in {new}." in ran.stderr
    assert (new / "certificate.json").exists()


def test_a_closed_output_is_said(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    chosen = command("anonymize", table, "-k", 10, "--label", "v", "-o", out)
    ran = run("sh", "-c", 'exec "$@" >&-', "sh", *chosen)
    assert ran.returncode == 4
    assert "cannot be written to standard output: Bad file descriptor" in ran.stderr
    assert f"The release was published in {out}." in ran.stderr
    assert run(*command("verify", out)).returncode == 0


def test_what_is_said_beside_the_answer_may_be_lost(table: Path, tmp_path: Path) -> None:
    """Nor does it land in the next file that is opened."""
    for number, closing in enumerate((">/dev/full", ">&-")):
        out = tmp_path / str(number)
        chosen = command("anonymize", table, "-k", 10, "--label", "v", "-o", out)
        ran = run("sh", "-c", f'exec "$@" 0<&- 2{closing}', "sh", *chosen)
        assert ran.returncode == 0
        assert "released" in ran.stdout
        assert run(*command("verify", out, "--against", table)).returncode == 0
        assert run("sh", "-c", f'exec "$@" 2{closing}', "sh", *command("verify")).returncode == 2


def test_who_stops_reading_is_not_told(table: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = run(*command("check", table, "--quasi", "v"), stdout=writing)
    os.close(writing)
    assert ran.returncode == 0
    assert ran.stderr == ""


@pytest.mark.parametrize(
    "stage", ["covey.release.solve.solving.solve", "covey.release.publish.refuse_unlike"]
)
def test_too_little_memory_is_said(table: Path, tmp_path: Path, stage: str) -> None:
    out = tmp_path / "out"
    arguments = (stage, 2**27, "anonymize", table, "-k", 10, "--label", "v", "-o", out)
    ran = run(*command(*arguments, code=AT_STAGE))
    assert ran.returncode == 4, ran.stderr
    assert "covey: The memory is not enough." in ran.stderr
    assert "Nothing was published." in ran.stderr
    assert BUG not in ran.stderr
    assert sorted(tmp_path.iterdir()) == [table]


def test_memory_that_ends_after_publishing_is_said(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("anonymize", table, "-k", 10, "--label", "v", "-o", out)
    ran = run(*command("covey.cli.anonymize._tell", 2**27, *arguments, code=AT_STAGE))
    assert ran.returncode == 4
    assert "The memory is not enough." in ran.stderr
    assert f"The release was published in {out}." in ran.stderr
    assert run(*command("verify", out)).returncode == 0


def test_libraries_that_do_not_fit_into_memory_are_no_bug(table: Path, tmp_path: Path) -> None:
    arguments = ("anonymize", table, "-k", 10, "--label", "v", "-o", tmp_path / "out")
    ran = run(*command(*arguments, code=AT_ONCE))
    assert ran.returncode == 4
    assert ran.stderr.startswith("covey: The memory is not enough.\nNothing was published.\n")


def test_a_database_engine_without_memory_is_no_bug(
    covey: Covey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT i, hash(i) AS v FROM range(300000) t(i)) TO '{file}'")
    small = DuckDBEngine(memory="2MB")
    monkeypatch.setattr("covey.release.publish.engine_for", lambda *_: small)
    ran = covey("anonymize", file, "-k", 10, "--label", "v", "-o", tmp_path / "out")
    assert ran.code == 4
    assert "The memory is not enough" in ran.err
    assert "Nothing was published." in ran.err
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_after_publishing_does_not_say_that_nothing_was_written(
    covey: Covey, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strike(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("covey.cli.anonymize._tell", strike)
    out = tmp_path / "out"
    ran = covey("anonymize", table, "-k", 10, "--label", "v", "-o", out)
    assert ran.code == 130
    assert ran.err.endswith(f"covey: interrupted; the release was published in {out}\n")


@pytest.mark.parametrize("format_", ["csv", "parquet", "duckdb", "sqlite", "xlsx"])
def test_a_disk_that_takes_no_more_leaves_nothing(
    table: Path, tmp_path: Path, format_: str
) -> None:
    """A limit of the size of files, which every user can set, stands for a full disk."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    out = tmp_path / "out"
    arguments = ("anonymize", table, "-k", 10, "--label", "v", "-o", out, "--format", format_)
    ran = run(
        *command(*arguments),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)),
        env={**os.environ, "TMPDIR": str(temporary)},
    )
    assert ran.returncode == 4
    assert f"table.{format_} cannot be written" in ran.stderr
    assert "Nothing was published." in ran.stderr
    assert sorted(tmp_path.iterdir()) == [table, temporary]
    assert list(temporary.iterdir()) == []


def test_a_full_temporary_folder_is_said(table: Path, tmp_path: Path) -> None:
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{table}') TO '{file}'")
    ran = run(
        *command("check", file, "--quasi", "v"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert ran.returncode == 4
    assert "larger than is allowed" in ran.stderr
    assert "cannot be read into a private copy" in ran.stderr


def test_too_many_open_files_are_said(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        for number in range(60):
            connection.execute(f"COPY (SELECT 'a' AS v) TO '{tmp_path}/{number}.parquet'")
    ran = run(
        *command("check", f"{tmp_path}/*.parquet", "--quasi", "v"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)),
    )
    assert ran.returncode == 4
    assert "Too many files are open" in ran.stderr
    assert "ulimit -n" in ran.stderr


@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
def test_what_never_ends_or_begins_is_refused(
    covey: Covey, table: Path, tmp_path: Path, kind: str
) -> None:
    strange = tmp_path / "strange" if kind != "device" else Path("/dev/zero")
    if kind == "pipe":
        os.mkfifo(strange)
    with socket.socket(socket.AF_UNIX) as listening:
        if kind == "socket":
            listening.bind(str(strange))
        out = ("-k", 10, "-o", tmp_path / "out")
        for arguments in (
            ("anonymize", strange, "--label", "v", *out),
            ("anonymize", table, "--region", f"v={strange}:code", *out),
            ("check", strange, "--quasi", "v"),
            ("check", table, "--quasi", "v", "--original", strange),
            ("graph", "--areas", strange),
            ("graph", "--graph", strange),
            ("graph", "--nodes", strange, "--edges", strange),
            ("solve", "labels", strange, "-k", 10),
            ("apply", tmp_path, strange, "-o", tmp_path / "out"),
            ("verify", strange),
        ):
            ran = covey(*arguments)
            assert ran.code == 2, arguments
            assert BUG not in ran.err, arguments
    assert not (tmp_path / "out").exists()


def test_folders_are_no_tables_and_no_maps(covey: Covey, table: Path, tmp_path: Path) -> None:
    out = ("-k", 10, "-o", tmp_path / "out")
    for arguments in (
        ("anonymize", tmp_path, "--label", "v", *out),
        ("anonymize", table, "--region", f"v={tmp_path}:code", *out),
        ("graph", "--areas", tmp_path),
        ("graph", "--graph", tmp_path),
        ("solve", "labels", tmp_path, "-k", 10),
    ):
        assert covey(*arguments).code == 2, arguments
