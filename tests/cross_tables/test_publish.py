"""Tables of counts from end to end: counted, protected, written, verified."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import covey
from covey.core.errors import InvalidInput
from covey.core.stop import Watch
from covey.cross_tables import publish
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.hiding import Hidden
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


def visits(tmp_path: Path, **more: str) -> Path:
    """Somebody in Ulm came twenty times: of six people there, k = 5 hides nobody; of three in Bonn
    it hides all, although they have nine records."""
    file = tmp_path / "visits.csv"
    rows = [(f"u{at}", "Ulm") for at in range(6)] + [("u0", "Ulm")] * 20
    rows += [(f"b{at % 3}", "Bonn") for at in range(9)] + [(f"w{at}", "Wien") for at in range(7)]
    rows += [("", "Wien"), ("", "Wien"), *more.items()]
    file.write_text("id,town\n" + "".join(f"{who},{town}\n" for who, town in rows))
    return file


def test_people_are_counted_once(tmp_path: Path) -> None:
    file = visits(tmp_path)
    by_records = tabulate(file, ["town"], k=5)
    assert not by_records.hidden.any()
    found = tabulate(file, ["town"], k=5, person="id", out=tmp_path / "out")
    told = published(tmp_path / "out")
    assert found.table.flat.tolist() == [
        3,
        6,
        9,
        18,
    ]  # Wien has two records of nobody in particular
    assert (told[("Bonn",)], told[("(total)",)]) == ("", "18")
    assert found.notes[0] == "2 records have no value in 'id' and count as a person each"
    assert "18 people, k = 5" in found.summary()
    verified = covey.verify(tmp_path / "out", against=file)
    assert all(check.held for check in verified.checks), verified.summary()
    assert "everybody is in one cell" in verified.summary()


def test_missing_values_that_put_somebody_in_two_cells_are_named(tmp_path: Path) -> None:
    file = tmp_path / "visits.csv"
    file.write_text("id,town,sex\n" + "a,Ulm,f\na,,f\nb,Ulm,m\nb,Bern,m\nc,Ulm,f\n" * 2)
    with pytest.raises(InvalidInput, match="2 people of 3") as refused:
        tabulate(file, ["sex", "town"], k=2, person="id")
    assert refused.value.details == (
        "'town' is not the same in all records of 2 people; the value is missing in some records of"
        " 1 of them: fill it in.",
    )


def test_somebody_in_two_cells_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="1 person of 16 by 'id' would be in several cells"):
        tabulate(visits(tmp_path, u0="Wien"), ["town"], k=5, person="id")


@pytest.mark.parametrize(
    ("person", "words"), [("town", "nobody can be counted by it"), ("name", "no column 'name'")]
)
def test_a_column_that_tells_nobody_apart(tmp_path: Path, person: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        tabulate(visits(tmp_path), ["town"], k=5, person=person)


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


def test_a_table_of_which_every_number_is_hidden_says_so(tmp_path: Path) -> None:
    file = tmp_path / "few.csv"
    file.write_text("town,sex\nUlm,f\nBonn,m\nBonn,f\n")
    *_, note = tabulate(file, ["town", "sex"], k=5).notes
    assert note == "every number is hidden: count by fewer columns, or round with round_to="


def test_k_of_one_would_hide_nobody(people: Path) -> None:
    with pytest.raises(InvalidInput, match="k is 2 or more; given: 1"):
        tabulate(people, ["county"], k=1)


def test_a_preset_stands_for_its_k(people: Path, tmp_path: Path) -> None:
    found = tabulate(people, ["county"], preset="cms", out=tmp_path / "out")
    assert (found.k, found.to_dict()["preset"]) == (11, "cms")
    assert "Medicare" in found.notes[0]
    with pytest.raises(InvalidInput, match="names no k"):
        tabulate(people, ["county"], preset="hipaa-safe-harbor", k=5)
    with pytest.raises(InvalidInput, match="No k is given"):
        tabulate(people, ["county"])


def test_a_choice_that_does_not_hold_is_never_published(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(table: CrossTable, k: int, _: Watch) -> Hidden:
        return Hidden(table.small(k), 0, 0)

    monkeypatch.setattr(publish, "hide", careless)
    found = tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    assert any("no choice that holds" in note for note in found.notes)
    assert found.hidden.sum() > found.table.small(5).sum()
    assert found.records_hidden == found.table.flat[found.hidden].sum()
    assert covey.verify(tmp_path / "out", against=people).holds


def test_a_mark_that_few_have_is_warned_of_where_a_certificate_names_it(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("town\n" + "Ulm\n" * 9 + "Bonn\n" * 9 + "N/A\n" * 2 + "Little End 7\n")
    for out in (None, tmp_path / "out"):
        found = tabulate(file, ["town"], k=5, na=["N/A", "Little End 7"], out=out)
        said = [note for note in found.notes if "fewer than 5 records have in 'town'" in note]
        assert len(said) == (out is not None)
        assert not any("Little End" in note for note in found.notes)
