"""Tables of counts from end to end: counted, protected, written, verified."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import covey
from covey.core.errors import InvalidInput
from covey.cross_tables.publish import tabulate


def published(folder: Path) -> dict[tuple[str, ...], str]:
    with (folder / "table.csv").open(newline="") as file:
        _, *rows = csv.reader(file)
    return {tuple(row[:-1]): row[-1] for row in rows}


def test_small_numbers_are_hidden_and_cannot_be_derived(people: Path, tmp_path: Path) -> None:
    found = tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    told = published(tmp_path / "out")
    assert told["C2", "hiv"] == ""
    assert told["(total)", "(total)"] == "150"
    assert told["C1", "(missing)"] == "0"
    assert found.hidden.sum() >= 4  # two rows and two columns, at least
    verified = covey.verify(tmp_path / "out", against=people)
    assert verified.holds, verified.summary()
    assert all(check.held for check in verified.checks)
    assert covey.verify(tmp_path / "out").holds
    assert "optimal" in found.summary()


def test_the_certificate_does_not_tell_how_many_records_are_hidden(
    people: Path, tmp_path: Path
) -> None:
    found = tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    text = (tmp_path / "out" / "certificate.json").read_text()
    assert str(found.records_hidden) not in text.replace(json.loads(text)["files"]["table.csv"], "")


def test_marks_of_missing_values_are_no_category(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("town\n" + "Ulm\n" * 9 + "N/A\n" * 7 + " Ulm\n" * 3)
    found = tabulate(file, ["town"], k=2, na="N/A", trim=True, out=tmp_path / "out")
    assert found.table.categories == (("Ulm", "(missing)"),)
    verified = covey.verify(tmp_path / "out", against=file)
    assert all(check.held for check in verified.checks), verified.summary()


def test_rounded_numbers_add_up(people: Path, tmp_path: Path) -> None:
    tabulate(people, ["county", "illness"], k=5, round_to=5, out=tmp_path / "out")
    told = {names: int(number) for names, number in published(tmp_path / "out").items()}
    assert all(number % 5 == 0 for number in told.values())
    row = [number for (county, _), number in told.items() if county == "C1"]
    assert sum(row[:-1]) == row[-1]
    assert covey.verify(tmp_path / "out", against=people).holds


@pytest.mark.parametrize(
    ("by", "more", "words"),
    [
        (["county", "sex"], {}, "has no column 'sex'"),
        (["county", "county"], {}, "several different ones"),
        ([], {}, "several different ones"),
        (["county"], {"round_to": 4}, "multiples of k = 5 or more; given: 4"),
    ],
)
def test_bad_input(people: Path, by: list[str], more: dict[str, int], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        tabulate(people, by, k=5, **more)  # type: ignore[arg-type]
