"""A release that counts people is not measured by records without a word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import covey
from covey.core.caller import by_command
from covey.measures.beside import Beside, certificate_beside, note_on_people

ROWS = "who,age\n" + "".join(f"p{at % 12},{20 + at % 12 // 6}\n" for at in range(36))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "visits.csv"
    file.write_text(ROWS)
    return file


def said(table: Path, person: str = "") -> str:
    return " / ".join(covey.check(table, ["age"], person=person).notes)


def test_the_table_of_a_release_that_counts_people(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    covey.anonymize(table, k=6, quasi={"age": covey.Ordered()}, person="who", out=out)
    released = out / "table.csv"
    assert covey.check(released, ["age"]).k == 18
    assert "says that k counts people, by 'who'; here records are counted" in said(released)
    assert f'covey.verify({str(out)!r}, against="TABLE")' in said(released)
    with by_command():
        assert said(released).endswith(f"covey verify {out} --against TABLE")
    other = out / "other.csv"
    other.write_text(ROWS)
    assert certificate_beside(other) == Beside()
    assert certificate_beside(released) == Beside("who", shuffled=True)
    assert said(other) == ""


def test_pseudonyms_can_be_counted(table: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("5a7c91e0d3b8f246" * 4)
    covey.anonymize(
        table, k=6, quasi={"age": covey.Ordered()}, person="who", pseudonym=str(key),
        out=tmp_path / "out",
    )  # fmt: skip
    released = tmp_path / "out" / "table.csv"
    assert said(released).endswith("To count people: person='who'")
    with by_command():
        assert said(released).endswith("To count people: --person who")
    assert covey.check(released, ["age"], person="who").k == 6
    assert "here records are counted" not in said(released, person="who")


def test_a_job_file_beside_the_table(table: Path) -> None:
    job = table.parent / "job.toml"
    for content in ("no = toml = at all", 'table = "other.csv"\nperson = "who"', "table = 3"):
        job.write_text(content)
        assert said(table) == ""
    os.mkfifo(table.parent / "a.toml")  # reading it would wait for ever
    job.write_text('table = "visits.csv"\nperson = "who"\n')
    assert f"{job} says that k counts people, by 'who'" in said(table)
    assert list(note_on_people(covey, ["who"])) == []
