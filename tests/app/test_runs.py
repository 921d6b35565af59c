"""Releases in private folders."""

from __future__ import annotations

import stat
from pathlib import Path
from zipfile import ZipFile

import pytest

import covey
from covey import InvalidInput
from covey.app.draft import Draft
from covey.app.runs import JOB_FILE, RELEASE, Runs, packed
from covey.release.job import Job


def test_a_run_has_a_folder_with_its_job(private: Path) -> None:
    runs, job = Runs(private), Job("/x.csv", 5, {"age": covey.Ordered()})
    folder = runs.begin(job)
    (folder / "left over").touch()
    assert runs.begin(job) == folder
    assert [file.name for file in folder.iterdir()] == [JOB_FILE]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with pytest.raises(InvalidInput, match="There is no run 1"):
        runs.folder(1)
    draft = Draft.of_table("/x.csv", {}, ["age"])
    runs.finish(draft, k=5)
    assert runs.draft(1) is draft
    assert list(runs) == [{"number": 1, "k": 5}]
    assert runs.folder(1) == folder
    assert runs.begin(job) != folder
    for number in (0, -1, 2):
        with pytest.raises(InvalidInput):
            runs.folder(number)
        with pytest.raises(InvalidInput):
            runs.draft(number)


def test_the_last_run_is_chosen_until_somebody_chooses_another(private: Path) -> None:
    runs, draft = Runs(private), Draft.of_table("/x.csv", {}, ["age"])
    assert (runs.chosen, runs.beside) == (0, 0)
    for _ in range(3):
        runs.finish(draft)
    assert (runs.chosen, runs.beside) == (3, 0)
    runs.choose(1, 2)
    assert (runs.chosen, runs.beside) == (1, 2)
    for wrong in ((4, 0), (0, 0), (1, 4)):
        with pytest.raises(InvalidInput):
            runs.choose(*wrong)
    runs.choose(2, 2)
    assert (runs.chosen, runs.beside) == (2, 0)
    runs.choose(2, 1)
    runs.finish(draft)
    assert (runs.chosen, runs.beside) == (4, 1)


def test_another_table_has_runs_of_its_own(private: Path) -> None:
    runs = Runs(private)
    for table in ("/a.csv", "/b.csv", "/a.csv"):
        runs.finish(Draft.of_table(table, {}, ["age"]))
    assert [run["number"] for run in runs.of("/a.csv")] == [1, 3]
    runs.choose(3, 1)
    for table, chosen in (("/b.csv", 2), ("/c.csv", 0), ("/a.csv", 3)):
        runs.turn_to(table)
        assert (runs.chosen, runs.beside) == (chosen, 0)


def test_a_release_is_packed_once(tmp_path: Path) -> None:
    (tmp_path / RELEASE).mkdir()
    (tmp_path / RELEASE / "table.csv").write_text("a\n1\n")
    first = packed(tmp_path)
    with ZipFile(first) as file:
        assert file.read("release/table.csv") == b"a\n1\n"
    before = first.stat().st_mtime_ns
    assert packed(tmp_path).stat().st_mtime_ns == before
    assert sorted(file.name for file in tmp_path.iterdir()) == [RELEASE, "release.zip"]
