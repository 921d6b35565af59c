"""What a killed run left is removed, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from covey.core import temporary as leftovers
from covey.core.temporary import (
    has_appeared,
    is_in_the_making,
    leftovers_in,
    part_file,
    part_folder,
    private_folder,
    remove_leftovers,
)

MAKE = """
import sys, time
from pathlib import Path
from covey.core.temporary import part_file, part_folder, private_folder
where = Path(sys.argv[1])
with private_folder(where) as one, part_folder(where / "out") as two, part_file(where / "a.csv"):
    (one / "0.csv").write_text("x" * 1500)
    (two / "inner").mkdir()
    (two / "inner" / "table.csv").write_text("secret")
    print("made", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def maker(tmp_path: Path) -> subprocess.Popen[str]:
    """A process that has made one of each kind."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAKE, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "made\n"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def named(folder: Path, prefix: str = "covey-", suffix: str = "") -> Path:
    """A folder such as a crash between making and locking leaves."""
    made = folder / f"{prefix}{leftovers._token()}{suffix}"
    made.mkdir()
    return made


def test_what_a_living_process_uses_stays(maker: subprocess.Popen[str], tmp_path: Path) -> None:
    there = sorted(tmp_path.iterdir())
    assert len(there) == 3
    assert leftovers_in(tmp_path) == []
    assert remove_leftovers(tmp_path) == []
    assert sorted(tmp_path.iterdir()) == there
    kill(maker)


def test_a_stopped_process_lives(maker: subprocess.Popen[str], tmp_path: Path) -> None:
    maker.send_signal(signal.SIGSTOP)
    assert leftovers_in(tmp_path) == []
    kill(maker)


def test_what_a_killed_process_left_is_removed(
    maker: subprocess.Popen[str], tmp_path: Path
) -> None:
    kill(maker)
    found = {left.path.name.partition(".part")[0][:6]: left for left in leftovers_in(tmp_path)}
    assert len(found) == 3
    assert found["covey-"].size == 1500
    assert found["covey-"].age < 600
    assert len(remove_leftovers(tmp_path)) == 3
    assert list(tmp_path.iterdir()) == []


def test_whoever_makes_something_removes_what_was_left(
    maker: subprocess.Popen[str], tmp_path: Path
) -> None:
    kill(maker)
    with private_folder(tmp_path) as own:
        assert list(tmp_path.iterdir()) == [own]
    assert list(tmp_path.iterdir()) == []


def test_a_crash_before_the_lock_leaves_something_that_is_removed(tmp_path: Path) -> None:
    named(tmp_path)
    assert len(remove_leftovers(tmp_path)) == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_of_the_same_process_is_removed(tmp_path: Path) -> None:
    with private_folder(tmp_path), part_folder(tmp_path / "o"), part_file(tmp_path / "f") as made:
        assert leftovers_in(tmp_path) == []
        assert made[0].exists()


def test_who_removes_leftovers_at_the_same_time_takes_nothing_from_whom_it_belongs_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between making a folder and locking it, another process may look, lock and remove it."""
    make = leftovers._make_folder
    seen: list[leftovers.Leftover] = []

    def make_and_lose_it(path: Path) -> None:
        make(path)
        if not seen:
            seen.extend(leftovers_in(tmp_path))
            assert [left.remove() for left in seen] == [True]

    monkeypatch.setattr(leftovers, "_make_folder", make_and_lose_it)
    with private_folder(tmp_path) as own:
        assert own.is_dir()
        assert own != seen[0].path
        assert leftovers_in(tmp_path) == []


def test_what_another_removed_is_gone(tmp_path: Path) -> None:
    (left,) = (named(tmp_path), leftovers_in(tmp_path))[1]
    left.path.rmdir()
    assert left.remove()


def test_what_is_used_again_is_not_removed(tmp_path: Path) -> None:
    (left,) = (named(tmp_path), leftovers_in(tmp_path))[1]
    lock = leftovers._lock(left.path)
    assert lock is not None
    assert not left.remove()
    os.close(lock)
    assert left.remove()


@pytest.mark.parametrize(
    "name",
    ["covey-patients", "covey-abcdefgh", ".out.abcdefgh.part", f"covey-{'0' * 32}", "covey-"],
)
def test_names_of_others_are_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "diary.txt").write_text("mine")
    assert leftovers_in(tmp_path) == []


def test_links_are_neither_followed_nor_removed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "diary.txt").write_text("mine")
    where = tmp_path / "where"
    where.mkdir()
    (where / f"covey-{leftovers._token()}").symlink_to(precious)
    inside = named(where)
    (inside / "link").symlink_to(precious)
    (inside / "file").symlink_to(precious / "diary.txt")
    assert [left.path for left in remove_leftovers(where)] == [inside]
    assert (precious / "diary.txt").read_text() == "mine"
    assert len(list(where.iterdir())) == 1


def test_what_belongs_to_others_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert leftovers_in(tmp_path) == []


def test_files_and_pipes_with_the_name_of_a_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / f"covey-{leftovers._token()}").write_text("mine")
    os.mkfifo(tmp_path / f".out.{leftovers._token()}.part")
    assert leftovers_in(tmp_path) == []


def test_what_another_machine_made_stays_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lock is not seen here, if the disk is one that both share."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(leftovers, "_boot", lambda: "00000000")
        made = named(tmp_path)
    (made / "0.csv").write_text("x")
    (left,) = leftovers_in(tmp_path)
    assert "another" in left.kept
    assert not left.remove()
    assert remove_leftovers(tmp_path) == []
    long_ago = time.time() - leftovers.A_DAY - 60
    os.utime(made, (long_ago, long_ago))
    assert leftovers_in(tmp_path)[0].kept, "a file in it is younger"
    os.utime(made / "0.csv", (long_ago, long_ago))
    assert leftovers_in(tmp_path)[0].remove()


def test_a_place_that_cannot_be_looked_at_has_nothing(tmp_path: Path) -> None:
    assert leftovers_in(tmp_path / "none") == []


def test_names_of_any_length_have_room(tmp_path: Path) -> None:
    for name in ("ü" * 127, "x" + "ü" * 127):
        with part_folder(tmp_path / name) as folder:
            assert folder.is_dir()
            assert folder.name.isprintable(), "it is cut between letters"
    folder = named(tmp_path, ".a\nb.", ".part")
    assert [left.path for left in leftovers_in(tmp_path)] == [folder]


def test_a_part_that_takes_its_place_is_not_removed(tmp_path: Path) -> None:
    with part_file(tmp_path / "a.csv") as (part, handle):
        os.write(handle, b"done")
        part.replace(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == "done"
    assert list(tmp_path.iterdir()) == [tmp_path / "a.csv"]


def test_a_fork_does_not_remove_what_its_parent_needs(tmp_path: Path) -> None:
    """A fork of the process runs what its parent registered for its own end."""
    code = (
        "import os, sys, tempfile\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "from covey.core.temporary import process_folder\n"
        "folder = process_folder()\n"
        "if os.fork() == 0:\n"
        "    sys.exit()\n"
        "os.wait()\n"
        "assert folder.is_dir() and folder == process_folder()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert list(tmp_path.iterdir()) == []


def test_the_permissions_of_new_files_are_read_without_a_moment_open_to_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = []
    masks = [0o027]

    def umask(mask: int) -> int:
        given.append(mask)
        masks.append(mask)
        return masks[-2]

    monkeypatch.setattr(os, "umask", umask)
    assert leftovers.umask() == 0o027
    assert given == [0o077, 0o027]


def test_a_folder_is_in_the_making_until_it_has_appeared(tmp_path: Path) -> None:
    assert not is_in_the_making()
    with part_folder(tmp_path / "out") as hidden:
        assert is_in_the_making()
        # What it replaced may lie under its name now.
        has_appeared(hidden)
        assert hidden.exists()
        assert not is_in_the_making()
    with part_folder(tmp_path / "out") as hidden:
        assert is_in_the_making()
        hidden.rename(tmp_path / "out")
        assert not is_in_the_making()
