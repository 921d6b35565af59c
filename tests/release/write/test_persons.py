"""People instead of records, from the table to the release and back: counted by code that shares
nothing with the solver."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey.attributes import Role
from covey.core.errors import Infeasible, InternalError, InvalidInput
from covey.engine.duckdb.hidden import DuckDBHidden
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.cells import parts
from covey.problems.regions.graph import Graph
from tests.release.tables import write, zips
from tests.report.page import Page

K = 10


def visits(people: int = 240, seed: int = 1, *, nobody: int = 0) -> dict[str, list[Any]]:
    """Visits of patients: some came once, some very often, mostly at one age and in one town."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[Any, ...]] = []
    for person in range(people):
        age, town, zip_ = int(rng.integers(20, 80)), int(rng.integers(6)), int(rng.integers(25))
        for _ in range(int(rng.geometric(0.2))):
            name = None if len(rows) < nobody else f"p{person}"
            grown = age + int(rng.random() < 0.3)
            moved = zip_ if rng.random() < 0.9 else int(rng.integers(25))
            ill = "abcdef"[int(rng.integers(6))]
            rows.append((name, f"h{person // 2}", grown, f"town {town}", f"0{moved:04}", ill))
    names = ("patient", "house", "age", "town", "zip", "illness")
    return {name: list(own) for name, own in zip(names, zip(*rows, strict=True), strict=True)}


def published(folder: Path) -> list[dict[str, str]]:
    with (folder / "table.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def in_order(
    table: dict[str, list[Any]], out: Path, column: str
) -> dict[tuple[str, ...], set[Any]]:
    """Who is in each class of a release that kept the order of its rows."""
    rows = published(out)
    recoded = [name for name in ("age", "town", "zip") if name in rows[0]]
    found: dict[tuple[str, ...], set[Any]] = {}
    for at, (row, holder) in enumerate(zip(rows, table[column], strict=True)):
        name = ("alone", at) if holder is None else holder
        found.setdefault(tuple(row[each] for each in recoded), set()).add(name)
    return found


WAYS: dict[str, dict[str, Role]] = {
    "ordered": {"age": covey.Ordered()},
    "labels": {"town": covey.Labels()},
    "two": {"age": covey.Ordered(), "town": covey.Labels()},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("nobody", [0, 7])
def test_every_class_has_k_people(tmp_path: Path, way: str, nobody: int) -> None:
    table = visits(nobody=nobody)
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    others = [name for name in ("age", "town", "zip") if name not in WAYS[way]]
    done = covey.anonymize(
        file, k=K, quasi=WAYS[way], person="patient", drop=[*others, "house"], out=out,
        shuffle=False,
    )  # fmt: skip
    sizes = sorted(map(len, in_order(table, out, "patient").values()))
    assert sizes[0] >= K
    people = done.certificate.classes.people
    assert people is not None
    assert sorted(people.sizes) == sizes
    assert (people.smallest, people.largest) == (sizes[0], sizes[-1])
    assert done.certificate.cost == done.plan.largest == sizes[-1]
    assert done.certificate.lower_bound <= sizes[-1]
    assert list(published(out)[0]) == [*WAYS[way], "illness"]
    again = covey.verify(out, against=file)
    assert again.holds, again.summary()
    assert all(check.held for check in again.checks if "people" in check.claim)


def test_the_same_release_on_any_number_of_threads(tmp_path: Path) -> None:
    file = write(tmp_path / "visits.csv", visits())
    seen = set()
    for threads in (1, 2):
        out = tmp_path / str(threads)
        covey.anonymize(file, k=K, quasi=WAYS["two"], person="patient", out=out, threads=threads)
        seen.add(((out / "table.csv").read_bytes(), (out / "cells.csv").read_bytes()))
    assert len(seen) == 1


def test_by_records_most_classes_of_visits_hold_few_people(tmp_path: Path) -> None:
    """What is wrong without ``person``: a patient who comes every week is a class."""
    rng = np.random.default_rng(5)
    table: dict[str, list[Any]] = {"patient": [], "day": []}
    for person in range(120):
        for _ in range(1 + 30 * (person % 3 == 0)):
            table["patient"].append(person)
            table["day"].append(person * 3 + int(rng.integers(4)))
    file, days = write(tmp_path / "visits.csv", table), {"day": covey.Ordered()}
    least = {}
    for name, column in (("records", ""), ("people", "patient")):
        out = tmp_path / name
        drop = [] if column else ["patient"]
        covey.anonymize(file, k=K, quasi=days, person=column, drop=drop, out=out, shuffle=False)
        rows = published(out)
        who: dict[str, set[int]] = {}
        for row, patient in zip(rows, table["patient"], strict=True):
            who.setdefault(row["day"], set()).add(patient)
        least[name] = sorted(map(len, who.values()))
    assert sum(size == 1 for size in least["records"]) > len(least["records"]) / 3
    assert least["people"][0] >= K


def test_households(tmp_path: Path) -> None:
    """Households live in one place: without groups a class may be few of them."""
    table: dict[str, list[Any]] = {
        name: [row // 6 for row in range(600)] for name in ("house", "zip")
    }
    table["sex"] = ["fm"[row % 2] for row in range(600)]
    file = write(tmp_path / "people.csv", table)
    quasi = {"zip": covey.Ordered(), "sex": covey.Labels()}
    fewest = {}
    for name, groups in (("without", {}), ("with", {"house": 5})):
        done = covey.anonymize(
            file, k=K, quasi=quasi, groups=groups, drop=[] if groups else ["house"],
            out=tmp_path / name, shuffle=False,
        )  # fmt: skip
        who: dict[tuple[str, str], set[int]] = {}
        for row, house in zip(published(tmp_path / name), table["house"], strict=True):
            who.setdefault((row["zip"], row["sex"]), set()).add(house)
        fewest[name] = min(map(len, who.values()))
        assert done.certificate.classes.people is None
        again = covey.verify(tmp_path / name, against=file)
        assert again.holds, again.summary()
    assert fewest["without"] < 5 <= fewest["with"]


def test_maps_and_points_and_other_recodings(tmp_path: Path) -> None:
    table = visits()
    areas = zips(tmp_path / "zips.geojson")
    file = write(tmp_path / "visits.csv", table)
    for name, quasi, recoding in (
        ("map", {"zip": covey.Regions(str(areas), key="code")}, "local"),
        ("both", {"zip": covey.Regions(str(areas), key="code"), "age": covey.Ordered()}, "local"),
        ("global", WAYS["two"], "global"),
        ("nested", WAYS["two"], "nested"),
        ("trees", {"zip": covey.Regions(str(areas), key="code"), **WAYS["two"]}, "nested"),
    ):
        out = tmp_path / name
        covey.anonymize(
            file, k=K, quasi=quasi, person="patient", recoding=recoding, out=out, shuffle=False,
            drop=[each for each in ("age", "town", "zip") if each not in quasi],
        )  # fmt: skip
        assert min(map(len, in_order(table, out, "patient").values())) >= K
        again = covey.verify(out, against=file, map=str(areas) if "zip" in quasi else None)
        assert again.holds, again.summary()


def test_what_is_asked_of_sensitive_columns_counts_people(tmp_path: Path) -> None:
    """Every class has l people with different illnesses: found by plain search over its people."""
    table = visits(people=60)
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    done = covey.anonymize(
        file, k=4, quasi={"age": covey.Ordered()}, person="patient", shuffle=False, out=out,
        sensitive={"illness": {"l": 3, "alpha": 0.9}}, drop=["house", "town", "zip"],
    )  # fmt: skip
    rows = published(out)
    has: dict[str, dict[str, set[str]]] = {}
    for row, patient in zip(rows, table["patient"], strict=True):
        has.setdefault(row["age"], {}).setdefault(row["illness"], set()).add(patient)
    for illnesses in has.values():
        people = set().union(*illnesses.values())
        assert max(map(len, illnesses.values())) <= 0.9 * len(people) + 1e-9
        assert _can_differ(list(illnesses.values()), 3)
    measured = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    assert measured["person"] == "patient"
    again = covey.verify(out, against=file)
    assert again.holds, again.summary()
    assert sum("counted by people" in check.claim for check in again.checks) == 2
    assert done.plan.sensitive == ("illness",)


def _can_differ(holders: list[set[str]], l: int, taken: frozenset[str] = frozenset()) -> bool:  # noqa: E741
    if l == 0:
        return True
    return any(
        _can_differ(holders[at + 1 :], l - 1, taken | {person})
        for at, own in enumerate(holders)
        for person in sorted(own - taken)[: l + 1]
    )


def test_frames(tmp_path: Path) -> None:
    pd = import_module("pandas")
    frame = pd.DataFrame(visits(nobody=3))
    done = covey.anonymize(frame, k=K, quasi=WAYS["two"], person="patient", drop=["house", "zip"])
    assert "patient" not in done.table.columns
    who = done.table.assign(p=frame["patient"].fillna("").to_numpy()).groupby(["age", "town"])["p"]
    assert who.nunique().min() >= K - 1  # the three that are nobody are three people
    assert done.certificate.classes.people is not None
    assert done.certificate.classes.people.smallest >= K


def test_nothing_appears_if_the_recount_finds_fewer_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = write(tmp_path / "visits.csv", visits()), tmp_path / "out"
    counted = DuckDBHidden.holders

    def one_fewer(hidden: Any, columns: Any) -> Any:
        found = [dict(own) for own in counted(hidden, columns)]
        found[0][0] -= 1
        return found

    monkeypatch.setattr(DuckDBHidden, "holders", one_fewer)
    with pytest.raises(InternalError, match="counted again by 'patient'"):
        covey.anonymize(file, k=K, quasi=WAYS["two"], person="patient", out=out)
    assert not out.exists()


def test_bad_input_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "visits.csv", visits(people=30))
    age, out = {"age": covey.Ordered()}, tmp_path / "out"
    with pytest.raises(InvalidInput, match="'nobody'"):
        covey.anonymize(file, k=2, quasi=age, person="nobody", out=out)
    with pytest.raises(InvalidInput, match="A column has one role: 'age'"):
        covey.anonymize(file, k=2, quasi=age, person="age", out=out)
    with pytest.raises(InvalidInput, match="one different value of 'house' or more"):
        covey.anonymize(file, k=2, quasi=age, groups={"house": 0})
    with pytest.raises(InvalidInput, match="groups says"):
        covey.anonymize(file, k=2, quasi=age, groups=["house"])  # type: ignore[arg-type]
    with pytest.raises(Infeasible, match="Only 30 different people in all by 'patient'"):
        covey.anonymize(file, k=31, quasi=age, person="patient", out=out)
    with pytest.raises(Infeasible, match="'house' has only 15 different values"):
        covey.anonymize(file, k=2, quasi=age, groups={"house": 16}, out=out)


def test_the_notes_say_who_was_counted(tmp_path: Path) -> None:
    file = write(tmp_path / "visits.csv", visits(nobody=2))
    done = covey.anonymize(file, k=K, quasi=WAYS["two"], person="patient", out=tmp_path / "out")
    said = " / ".join(done.plan.notes)
    assert "2 records have no value in 'patient': each counts as a person of its own" in said
    assert "people by 'patient' have the" in said
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert f"every class has at least {K} people" in page
    assert "people each (" in done.plan.summary()


def test_parts_never_count_records_instead_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of very many combinations, too: somebody may be in several parts."""
    monkeypatch.setattr(parts, "COMBINATIONS", 20)
    monkeypatch.setattr(parts, "RECORDS", 40)
    table = visits()
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    how: dict[str, Any] = {"k": K, "quasi": WAYS["two"], "drop": ["house", "zip"]}
    assert covey.anonymize(
        file, **{**how, "drop": ["patient", "house", "zip"]}, out=tmp_path / "records"
    ).certificate.method == "parts"  # fmt: skip
    done = covey.anonymize(file, **how, person="patient", out=out, shuffle=False)
    assert done.certificate.method != "parts"
    assert min(map(len, in_order(table, out, "patient").values())) >= K
    with pytest.raises(InvalidInput, match="people or groups, who may be in several parts"):
        covey.anonymize(file, **how, person="patient", part_size=40, out=out)


def test_people_in_several_classes_are_counted_and_told(tmp_path: Path) -> None:
    """Their records may be put together: the owner reads how many they are, and so do others, if
    they are k or more."""
    table = visits()
    file = write(tmp_path / "visits.csv", table)
    for way, drop in (("ordered", ["house", "town", "zip"]), ("labels", ["house", "age", "zip"])):
        out = tmp_path / way
        done = covey.anonymize(
            file, k=K, quasi=WAYS[way], person="patient", drop=drop, out=out, shuffle=False
        )
        classes: dict[str, set[tuple[str, ...]]] = {}
        for name, people in in_order(table, out, "patient").items():
            for patient in people:
                classes.setdefault(patient, set()).add(name)
        many = sum(len(own) > 1 for own in classes.values())
        # Ages differ by a year, towns never.
        assert (many >= K) == (way == "ordered")
        told = f"{many:,} people have records in several classes" if many else "nobody has records"
        assert any(note.startswith(told) for note in done.plan.notes)
        audit = json.loads((out / "audit.json").read_text(encoding="utf-8"))
        assert any(note.startswith(told) for note in audit["notes"])
        page = Page((out / "report.html").read_text(encoding="utf-8")).text
        assert f"{told[0].upper()}{told[1:]}" in page
        assert covey.verify(out, against=file).holds


def test_new_records_are_counted_by_people(tmp_path: Path) -> None:
    """Classes of k records and fewer than k people are left out, or refused."""
    table = visits()
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    covey.anonymize(
        file, k=K, quasi={"age": covey.Ordered()}, person="patient", out=out,
        sensitive={"illness": {"l": 2}}, drop=["house", "town", "zip"],
    )  # fmt: skip
    rows = [
        at
        for at, (age, patient) in enumerate(zip(table["age"], table["patient"], strict=True))
        if age < 50 or patient.endswith("7")
    ]
    few = {name: [own[at] for at in rows] * 2 for name, own in table.items()}
    new, again = write(tmp_path / "new.csv", few), tmp_path / "again"
    with pytest.raises(Infeasible, match="fewer than k = 10 people"):
        covey.apply(out, new, out=again)
    done = covey.apply(out, new, out=again, below_k="suppress", shuffle=False)
    assert done.people is not None
    there = [size for size in done.people if size]
    assert min(there) >= K
    assert "patient" not in published(again)[0]
    assert len({row["age"] for row in published(again)}) == len(there)
    assert f"every class  at least {K} people, counted by 'patient'" in done.summary()
    everybody = len(set(few["patient"]))
    assert f"note         {everybody} people by 'patient' have the" in done.summary()
    assert "records in several classes" in done.summary()
    found = covey.verify(again, against=new, source=out)
    assert found.holds, found.summary()


def test_new_records_need_the_column_that_identifies_people(tmp_path: Path) -> None:
    file, out = write(tmp_path / "visits.csv", visits()), tmp_path / "out"
    covey.anonymize(file, k=K, quasi=WAYS["two"], person="patient", out=out)
    without = {name: own for name, own in visits().items() if name != "patient"}
    with pytest.raises(InvalidInput, match="'patient'"):
        covey.apply(out, write(tmp_path / "new.csv", without), out=tmp_path / "again")


def test_visits_that_are_counted_by_records_are_warned_of(tmp_path: Path) -> None:
    """The number of the patient is dropped, and classes are few patients all the same."""
    table = visits()
    file = write(tmp_path / "visits.csv", table)
    quasi = {"age": covey.Ordered(), "zip": covey.Labels()}
    said = {}
    for name, how in (("records", {"drop": ["patient"]}), ("people", {"person": "patient"})):
        done = covey.anonymize(
            file,
            k=K,
            quasi=quasi,
            out=tmp_path / name,
            **{"drop": [], **how},  # type: ignore[arg-type]
        )
        said[name] = [words for words in done.plan.warnings if "'patient'" in words]
        again = covey.verify(tmp_path / name, against=file)
        assert again.holds, again.summary()
    (words,) = said["records"]
    assert "240 different values" in words
    assert said["people"] == []
    page = (tmp_path / "records" / "report.html").read_text(encoding="utf-8")
    assert "if it identifies people" in page


def test_people_with_two_values_are_counted_and_said(tmp_path: Path) -> None:
    table = visits()
    file = write(tmp_path / "visits.csv", table)
    ages: dict[str, set[int]] = {}
    for patient, age in zip(table["patient"], table["age"], strict=True):
        ages.setdefault(patient, set()).add(age)
    many = sum(len(own) > 1 for own in ages.values())
    done = covey.anonymize(
        file, k=K, quasi=WAYS["two"], person="patient", out=tmp_path / "out", drop=["zip"]
    )
    said = [note for note in done.plan.notes if "differ in" in note]
    assert len(said) == 1  # nobody moved to another town
    assert said[0].startswith(f"{many} people have records that differ in 'age'")


def test_a_part_of_the_map_with_few_people_is_refused(tmp_path: Path) -> None:
    """Two islands; on one of them twenty visits of two people."""
    world = tmp_path / "map.json"
    write_graph(AreaMap(["a", "b", "c"], Graph.from_edges(3, [(0, 1)])), world)
    zips_ = ["a", "b"] * 20 + ["c"] * 20
    people = [f"p{at}" for at in range(40)] + ["q", "r"] * 10
    file = write(tmp_path / "visits.csv", {"zip": zips_, "patient": people})
    quasi = {"zip": covey.Regions(str(world))}
    out = tmp_path / "out"
    covey.anonymize(file, k=K, quasi=quasi, out=out, drop=["patient"])
    with pytest.raises(Infeasible, match="1 part of the map of 'zip' that no border joins"):
        covey.anonymize(file, k=K, quasi=quasi, out=tmp_path / "people", person="patient")


@pytest.mark.parametrize("nobody", [1, 14])
def test_records_without_a_value_are_a_class_if_they_are_of_k_people(
    tmp_path: Path, nobody: int
) -> None:
    """Twenty-eight records lack an age: of one person, or of fourteen."""
    table = visits()
    table["age"][:28] = [None] * 28
    table["patient"][:28] = [f"x{at % nobody}" for at in range(28)]
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    covey.anonymize(
        file, k=K, quasi={"age": covey.Ordered()}, person="patient", out=out, shuffle=False,
        drop=["house", "town", "zip"],
    )  # fmt: skip
    who = in_order(table, out, "patient")
    assert min(map(len, who.values())) >= K
    alone = {texts for texts, people in who.items() if people <= {f"x{at}" for at in range(28)}}
    assert alone == ({("",)} if nobody == 14 else set())
    again = covey.verify(out, against=file)
    assert again.holds, again.summary()


def test_what_is_withheld_leaves_k_people_and_is_said(tmp_path: Path) -> None:
    """One visit far away from all others stretches its class; its person is there without it."""
    table: dict[str, list[Any]] = {"patient": [], "age": [], "sex": []}
    for person in range(60):
        for _ in range(4):
            table["patient"].append(person)
            table["age"].append(20 + person // 15)
            table["sex"].append("fm"[person % 2])
    table["patient"].append(0)
    table["age"].append(120)
    table["sex"].append("x")
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    quasi = {"age": covey.Ordered(), "sex": covey.Labels()}
    done = covey.anonymize(file, k=7, quasi=quasi, person="patient", suppress=0.01, out=out)
    assert done.plan.suppressed == 1
    people = done.certificate.classes.people
    assert people is not None
    assert people.smallest >= 7
    again = covey.verify(out, against=file)
    assert again.holds, again.summary()
    with pytest.raises(InvalidInput, match="by its records, and not by its people"):
        covey.anonymize(
            file, k=7, quasi=quasi, person="patient", suppress=0.01, suppress_for="largest",
            out=tmp_path / "other",
        )  # fmt: skip


BLANKS = {"age": [1, 1, 1, 5, 5, 6], "who": ["a", "a ", " a", "b", "c", "d"]}
"""With blanks that are no part of values, all people of age 1 are one."""


@pytest.mark.parametrize("how", [{"person": "who"}, {"groups": {"who": 2}}])
@pytest.mark.parametrize("kind", ["file", "frame"])
def test_blanks_make_nobody_another_person(tmp_path: Path, how: dict[str, Any], kind: str) -> None:
    frame = import_module("pandas").DataFrame(BLANKS)
    table = tmp_path / "in.csv"
    frame.to_csv(table, index=False)
    out = tmp_path / "out" if kind == "file" else None
    given = table if kind == "file" else frame
    done = covey.anonymize(given, k=2, quasi={"age": covey.Ordered()}, trim=True, out=out, **how)
    assert done.plan.classes == 1
    if kind == "file":
        found = covey.verify(tmp_path / "out", against=table)
        assert all(check.held for check in found.checks), found.summary()


def test_a_mark_of_missing_values_is_no_person(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("age,who\n" + "1,N/A\n" * 3 + "5,b\n5,c\n6,d\n")
    out = tmp_path / "out"
    done = covey.anonymize(
        table, k=2, quasi={"age": covey.Ordered()}, person="who", na="N/A", out=out
    )
    assert done.plan.classes == 2
    assert any("3 records have no value in 'who'" in note for note in done.plan.notes)
    assert covey.verify(out, against=table).holds


@pytest.mark.parametrize("seed", range(3))
def test_siblings_in_order_stay_neighbours(tmp_path: Path, seed: int) -> None:
    tree = tmp_path / "tree.csv"
    rows = [f"l{at},n{at // 4}" for at in range(12)] + [f"n{at},all" for at in range(3)]
    tree.write_text("\n".join(["child,parent", *rows]) + "\n", encoding="utf-8")
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {"x": [f"l{at}" for at in rng.integers(0, 12, 200)], "p": rng.integers(0, 90, 200)}
    )
    quasi = {"x": covey.Tree(tree, ordered=True)}
    release = covey.anonymize(table, k=6, quasi=quasi, person="p")
    assert covey.verify(release, against=table).holds
