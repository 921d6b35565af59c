"""Ten records before and after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import covey
from covey.release.explore.explore import Choice, explore
from covey.release.facts.examples import examples
from covey.release.pipeline import Solved


def test_records_are_spread_over_the_table_and_the_same_for_every_k(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    lines = [f"{age},{'Bern' if age % 2 else 'Chur'}" for age in range(20, 60)]
    table.write_text("age,town\n" + "\n".join(lines) + "\n")
    found: dict[int, Any] = {}

    def tell(choice: Choice, solved: Solved | None) -> None:
        found[choice.k] = None if solved is None else examples(solved)

    roles = {"age": covey.Ordered(), "town": covey.Labels()}
    explore(table, quasi=roles, k=[2, 8, 100], recoding=["local"], found=tell)
    assert found[100] is None
    few, many = found[2], found[8]
    assert few.columns == ("age", "town")
    assert [int(row[0]) for row in few.before] == list(range(22, 60, 4))
    assert few.before == many.before
    assert few.after != many.after
    assert all(size >= 8 for size in many.sizes)
    for (age, town), after in zip(many.before, many.after, strict=True):
        assert town in after[1]
        ends = [int(part) for part in after[0].replace("<", "").replace(">=", "").split("-")]
        assert min(ends) - 40 <= int(age) <= max(ends) + 40


def test_people_look_alike_where_they_are_counted(tmp_path: Path) -> None:
    table = tmp_path / "visits.csv"
    lines = [f"{20 + at % 40},{at % 60}" for at in range(240)]
    table.write_text("age,person\n" + "\n".join(lines) + "\n")
    found: list[Any] = []
    explored = explore(
        table,
        quasi={"age": covey.Ordered()},
        k=[5],
        recoding=["local"],
        person="person",
        found=lambda choice, solved: found.append(None if solved is None else examples(solved)),
    )
    (choice,), (shown,) = explored.choices, found
    assert choice.smallest <= min(shown.sizes) <= max(shown.sizes) <= choice.largest


def test_a_record_that_is_left_out_has_nothing_after(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("town\n" + "Bern\n" * 5 + "\n" * 0 + "Chur\n")
    found: list[Any] = []
    explore(
        table,
        quasi={"town": covey.Labels()},
        k=[3],
        recoding=["local"],
        suppress=0.2,
        suppress_for="largest",
        found=lambda choice, solved: found.append(None if solved is None else examples(solved)),
    )
    (shown,) = found
    assert len(shown.before) == 6
    assert {row: after for (row,), after in zip(shown.before, shown.after, strict=True)} == {
        "Bern": ("Bern",),
        "Chur": None,
    }
    assert sorted(shown.sizes) == [0, 5, 5, 5, 5, 5]
