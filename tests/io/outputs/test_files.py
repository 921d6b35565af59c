from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from covey import InvalidInput, OutOfResources
from covey.io.columns.counts import read_counts
from covey.io.outputs.files import check_target, replacing, write_csv
from tests.io.from_path import from_path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    values = ["a", "", None, 'quo"te', "com,ma", "two\nlines", " space ", "02139", "é"]
    target = tmp_path / "out.csv"
    write_csv(target, ("value", "count"), [(value, 3) for value in values])
    assert from_path(read_counts)(target).values.tolist() == values


def write_and_be_interrupted(target: Path) -> None:
    with replacing(target) as file:
        file.write("half")
        raise KeyboardInterrupt


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_and_be_interrupted(target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_targets_that_cannot_be_are_refused_first(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("value,count\n")
    (tmp_path / "link.csv").symlink_to(source)
    with pytest.raises(InvalidInput, match="no folder"):
        check_target(tmp_path / "none" / "out.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InvalidInput, match="is a folder"):
        check_target(tmp_path / "folder.csv")
    with pytest.raises(InvalidInput, match=r"cannot be written: File name too long\."):
        check_target(tmp_path / f"{'a' * 252}.csv")
    for name in ("-", "out", "out.parquet"):
        with pytest.raises(InvalidInput, match=r"ending in \.csv"):
            check_target(tmp_path / name)
    with pytest.raises(InvalidInput, match="the input itself"):
        check_target(tmp_path / "link.csv", source)


def test_a_name_that_is_too_long_is_refused_first_by_every_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 3.14 on ``Path.is_dir`` says no to every error."""
    monkeypatch.setattr(Path, "is_dir", os.path.isdir)
    with pytest.raises(InvalidInput, match=r"cannot be written: File name too long\."):
        check_target(tmp_path / f"{'a' * 252}.csv")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def full(_: Path) -> Iterator[tuple[Path, int]]:
        yield tmp_path / "part", os.open("/dev/full", os.O_WRONLY)

    monkeypatch.setattr("covey.io.outputs.files.part_file", full)
    with pytest.raises(OutOfResources, match="The disk is full"):
        write_csv(tmp_path / "out.csv", ["a"], [["x" * 100_000]])
    assert list(tmp_path.iterdir()) == []
