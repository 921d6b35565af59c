"""covey.check on tables of every kind: what SQL counts is what plain Python counts."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey as library
from covey import InvalidInput
from tests.engine.steps import Row, written
from tests.measures import oracle

HEADER = ("zip", "age", "illness", "income")


def rows_at_random(seed: int, count: int) -> list[Row]:
    draw = random.Random(seed)
    return [
        (
            draw.choice(["02138", "02139", "", None]),
            draw.choice(["30", "31", None]),
            draw.choice(["flu", "cold", "hiv", None]),
            draw.choice(["9", "10", "200.5", None]),
        )
        for _ in range(count)
    ]


def table(tmp_path: Path, rows: list[Row]) -> Path:
    file = tmp_path / "table.csv"
    file.write_text(written([HEADER, *rows]))
    return file


@pytest.mark.parametrize("seed", range(8))
def test_a_table_is_measured_as_by_hand(tmp_path: Path, seed: int) -> None:
    rows = rows_at_random(seed, 60)
    found = library.check(table(tmp_path, rows), ["zip", "age"], ["illness", "income"], k=4)
    keys = [row[:2] for row in rows]
    illness = oracle.groups(keys, [row[2] for row in rows])
    income = oracle.groups(keys, [row[3] for row in rows])
    sizes = [len(each) for each in illness]
    assert found.records == len(rows)
    assert (found.classes, found.k, found.largest) == (len(sizes), min(sizes), max(sizes))
    assert found.sample_uniques == sizes.count(1)
    assert found.discernibility == oracle.discernibility(sizes, 0)
    first, second = found.sensitive
    assert first.distinct_l == oracle.distinct(illness)
    assert first.t_equal == pytest.approx(oracle.t_equal(illness))
    assert first.t_ordered is None
    order = [None, "9", "10", "200.5"]
    assert second.t_ordered == pytest.approx(oracle.t_ordered(income, order))
    small = found.offending[0]
    assert small.classes == sum(size < 4 for size in sizes)
    assert small.records == sum(size for size in sizes if size < 4)
    assert [weak.size for weak in small.worst] == sorted(size for size in sizes if size < 4)[:10]


def test_values_are_shown_only_on_request(tmp_path: Path) -> None:
    file = table(tmp_path, [("A", None, "flu", "1"), *[("B", "30", "flu", "1")] * 3])
    hidden = library.check(file, ["zip", "age"], k=2).offending[0]
    assert [weak.values for weak in hidden.worst] == [()]
    shown = library.check(file, ["zip", "age"], k=2, show=True).offending[0]
    assert [weak.values for weak in shown.worst] == [("A", None)]


def test_ten_offending_classes_are_listed_at_most(tmp_path: Path) -> None:
    rows: list[Row] = [(f"{number:05}", "30", "flu", "1") for number in range(25)]
    small = library.check(table(tmp_path, rows), ["zip"]).offending[0]
    assert (small.classes, small.records, len(small.worst)) == (25, 25, 10)


def test_the_offending_classes_of_l_and_t(tmp_path: Path) -> None:
    rows: list[Row] = [
        *[("A", "30", illness, "1") for illness in ("flu", "cold", "hiv")],
        *[("B", "30", illness, "1") for illness in ("flu", "cold", "flu")],
        *[("C", "30", illness, "1") for illness in ("hiv", "hiv")],
    ]
    found = library.check(table(tmp_path, rows), ["zip"], ["illness"], show=True)
    _, fewest, farthest = found.offending
    assert [(weak.values, weak.figure) for weak in fewest.worst] == [(("C",), 1)]
    assert farthest.worst[0].values == ("C",)
    assert farthest.worst[0].figure == pytest.approx(5 / 8)


def test_nothing_offends_a_table_that_attains_k(tmp_path: Path) -> None:
    found = library.check(table(tmp_path, [("A", "30", "flu", "1")] * 5), ["zip"], k=5)
    assert found.attained
    assert found.offending[0].classes == 0


def test_frames_are_measured_too() -> None:
    frame = pd.DataFrame({"age": [30, 30, 31, None], "pay": [1.5, 2.5, 1.5, 1.5]})
    found = library.check(frame, ["age"], ["pay"])
    assert (found.k, found.classes, found.records) == (1, 3, 4)
    assert found.sensitive[0].t_ordered == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("quasi", "sensitive", "message"),
    [
        ([], [], "At least one quasi-identifier"),
        (["zap"], [], "no column 'zap'"),
        (["zip"], ["zip"], "one role"),
        (["zip", "zip"], [], "one role"),
        ("zip", [], "A list of columns"),
        (["zip"], "illness", "A list of columns"),
    ],
)
def test_columns_have_one_role(
    tmp_path: Path, quasi: list[str], sensitive: list[str], message: str
) -> None:
    file = table(tmp_path, [("A", "30", "flu", "1")])
    with pytest.raises(InvalidInput, match=message):
        library.check(file, quasi, sensitive)


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no rows"):
        library.check(table(tmp_path, []), ["zip"])


def test_the_same_table_gives_the_same_figures(tmp_path: Path) -> None:
    rows = rows_at_random(1, 500)
    file = table(tmp_path, rows)
    once = library.check(file, ["zip", "age"], ["illness", "income"], show=True)
    random.Random(2).shuffle(rows)
    again = library.check(table(tmp_path, rows), ["zip", "age"], ["illness", "income"], show=True)
    assert once == again


def grouped(tmp_path: Path, header: str, rows: list[str], name: str) -> Path:
    file = tmp_path / name
    file.write_text("\n".join([header, *rows]) + "\n")
    return file


def test_the_journalist_looks_among_the_population(tmp_path: Path) -> None:
    own = grouped(tmp_path, "zip,age", ["A,30", "A,30", "B,", "B,"], "own.csv")
    people = ["A,30"] * 5 + ["B,"] * 2 + ["C,30"] * 9
    everybody = grouped(tmp_path, "name,zip,age", [f"x,{row}" for row in people], "all.csv")
    found = library.check(own, ["zip", "age"], population=everybody).risk
    assert found.prosecutor.highest == found.journalist.highest == 0.5
    assert found.journalist.average == pytest.approx((2 / 5 + 2 / 2) / 4)
    assert found.marketer == pytest.approx((2 / 5 + 2 / 2) / 4)
    assert (found.journalist.at_risk, found.population) == (0.5, 16)


def test_a_population_may_be_a_frame(tmp_path: Path) -> None:
    own = grouped(tmp_path, "age", ["30", "30"], "own.csv")
    everybody = pd.DataFrame({"age": [30] * 8 + [31]})
    assert library.check(own, ["age"], population=everybody).risk.journalist.highest == 1 / 8


def test_a_population_may_name_the_column_of_its_counts(tmp_path: Path) -> None:
    own = grouped(tmp_path, "age", ["30", "30"], "own.csv")
    everybody = grouped(tmp_path, "age,n", ["30,8", "31,1"], "all.csv")
    found = library.check(own, ["age"], population=f"{everybody}:n").risk
    assert (found.journalist.highest, found.population) == (1 / 8, 9)


def test_a_population_without_the_table_s_people_is_refused(tmp_path: Path) -> None:
    own = grouped(tmp_path, "zip", ["A", "A", "Zurich"], "own.csv")
    others = grouped(tmp_path, "zip", ["A"] * 9, "all.csv")
    with pytest.raises(InvalidInput, match="1 class with 1 record of the table has") as refused:
        library.check(own, ["zip"], population=others)
    assert "Zurich" not in str(refused.value)


def test_what_was_lost_is_found_row_by_row(tmp_path: Path) -> None:
    before = grouped(
        tmp_path, "age,town", ["20,Ulm", "30,Bern", "40,Ulm", "60,Chur", ",Zug"], "before.csv"
    )
    after = grouped(
        tmp_path, "town,age", ["x,20-30", "x,20-30", "x,40-60", "Chur,40-60", "Zug,"], "after.csv"
    )
    found = library.check(after, ["age", "town"], original=before).loss
    assert found is not None
    age, town = found.columns
    assert age.ncp == pytest.approx((2 * 10 / 40 + 2 * 20 / 40) / 5)
    # Ulm and Bern are published as x, two of four towns.
    assert town.ncp == pytest.approx(3 * (2 / 4) / 5)
    assert town.entropy == pytest.approx(
        oracle.entropy_loss(
            [("Ulm", "x"), ("Bern", "x"), ("Ulm", "x"), ("Chur", "Chur"), ("Zug", "Zug")]
        )
    )
    assert found.gcp == pytest.approx((age.ncp + town.ncp) / 2)


@pytest.mark.parametrize("seed", range(4))
def test_a_loss_by_hand(seed: int) -> None:
    draw = random.Random(seed)
    was = [draw.choice([1.5, 2.0, 7.25, None]) for _ in range(50)]
    became = [draw.choice("abcde") for _ in range(50)]
    frames = pd.DataFrame({"pay": became}), pd.DataFrame({"pay": was})
    found = library.check(frames[0], ["pay"], original=frames[1]).loss
    assert found is not None
    pairs = list(zip(was, became, strict=True))
    assert found.gcp == pytest.approx(oracle.penalty_of_numbers(pairs))
    assert found.entropy == pytest.approx(oracle.entropy_loss(pairs))
    as_labels = library.check(frames[0], ["pay"], original=frames[1], labels=["pay"]).loss
    assert as_labels is not None
    assert as_labels.gcp == pytest.approx(oracle.penalty_of_labels(pairs))


def test_dates_are_as_far_apart_as_they_are(tmp_path: Path) -> None:
    before = grouped(tmp_path, "day", ["2024-01-01", "2024-01-02", "2024-01-11"], "before.csv")
    after = grouped(tmp_path, "day", ["early", "early", "late"], "after.csv")
    found = library.check(after, ["day"], original=before).loss
    assert found is not None
    assert found.gcp == pytest.approx(2 * (1 / 10) / 3)


def test_an_original_of_other_rows_is_refused(tmp_path: Path) -> None:
    before = grouped(tmp_path, "age", ["20", "30"], "before.csv")
    after = grouped(tmp_path, "age", ["20-30"], "after.csv")
    with pytest.raises(InvalidInput, match=r"1 rows, .* has 2: 1 are missing") as raised:
        library.check(after, ["age"], original=before)
    assert 'withheld="FILE.csv"' in raised.value.hint
    with pytest.raises(InvalidInput, match=r"2 rows, .* has 1: what was lost"):
        library.check(before, ["age"], original=after)


@pytest.mark.parametrize("seed", range(4))
def test_withheld_records_are_lost_entirely(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    was = [(draw.choice("123"), draw.choice(["x", "", None])) for _ in range(60)]
    gone = {("1", "x"), ("3", None)}
    pairs = [(int(pay), None if (pay, town) in gone else "low") for pay, town in was]
    before = pd.DataFrame(was, columns=["pay", "town"])
    after = pd.DataFrame({"pay": ["low" for _, published in pairs if published]})
    listed = tmp_path / "withheld.csv"
    listed.write_text("pay,town\n" + "".join(f"{pay},{town or ''}\n" for pay, town in gone))
    found = library.check(after, ["pay"], original=before, withheld=listed)
    assert found.loss is not None
    assert found.loss.gcp == pytest.approx(oracle.penalty_of_numbers(pairs))
    assert found.loss.entropy == pytest.approx(oracle.entropy_loss(pairs))
    missing = 60 - len(after)
    assert found.notes == (
        f"{missing} records of the frame were withheld, and count as lost entirely",
    )
    assert found.discernibility == len(after) ** 2 + missing * 60


def test_a_list_of_other_records_is_refused(tmp_path: Path) -> None:
    before = grouped(tmp_path, "age", ["20", "30", "40"], "before.csv")
    after = grouped(tmp_path, "age", ["20-30", "20-30"], "after.csv")
    listed = grouped(tmp_path, "age", ["50"], "listed.csv")
    with pytest.raises(InvalidInput, match="1 are missing, but 0 are among"):
        library.check(after, ["age"], original=before, withheld=listed)
    with pytest.raises(InvalidInput, match="give both"):
        library.check(after, ["age"], withheld=listed)


@pytest.mark.parametrize("other", ["original", "population"])
def test_the_other_table_has_the_same_columns(tmp_path: Path, other: str) -> None:
    own = grouped(tmp_path, "age", ["20"], "own.csv")
    strange = grouped(tmp_path, "zip", ["20"], "strange.csv")
    more: dict[str, Any] = {other: strange}
    with pytest.raises(InvalidInput, match="no column 'age'"):
        library.check(own, ["age"], **more)


def test_labels_are_quasi_identifiers(tmp_path: Path) -> None:
    own = grouped(tmp_path, "age,zip", ["20,1"], "own.csv")
    with pytest.raises(InvalidInput, match="Labels are named among"):
        library.check(own, ["age"], original=own, labels=["zip"])


def test_codes_that_begin_with_0_are_no_numbers() -> None:
    codes = ["02138", "02139", "10001", "10002"]
    published = ["021*", "021*", "100*", "100*"]
    found = library.check(
        pd.DataFrame({"zip": published}), ["zip"], original=pd.DataFrame({"zip": codes})
    )
    assert found.loss is not None
    assert found.loss.gcp == 0.5


def test_people_are_counted_as_by_hand(tmp_path: Path) -> None:
    """Against sets of people in plain Python; two records without a person are two people."""
    rng = np.random.default_rng(3)
    rows = [
        (int(rng.integers(3)), int(rng.integers(3)), person, "xyz"[int(rng.integers(3))])
        for person in [*(f"p{at % 25}" for at in range(150)), None, None]
    ]
    file = tmp_path / "visits.csv"
    lines = [f"{a},{b},{person or ''},{ill}" for a, b, person, ill in rows]
    file.write_text("\n".join(["age,sex,id,ill", *lines]) + "\n")
    classes: dict[tuple[int, int], set[object]] = {}
    ills: dict[tuple[int, int], dict[str, set[object]]] = {}
    for at, (a, b, person, ill) in enumerate(rows):
        who: object = at if person is None else person
        classes.setdefault((a, b), set()).add(who)
        ills.setdefault((a, b), {}).setdefault(ill, set()).add(who)
    found = library.check(file, ["age", "sex"], ["ill"], person="id", k=5)
    sizes = [len(own) for own in classes.values()]
    assert found.unit == "person"
    assert (found.k, found.largest, found.records) == (min(sizes), max(sizes), sum(sizes))
    assert found.risk.prosecutor.highest == pytest.approx(1 / min(sizes))
    (secret,) = found.sensitive
    shares = [max(len(own) for own in of.values()) / len(classes[c]) for c, of in ills.items()]
    assert secret.alpha == pytest.approx(max(shares))
    assert secret.distinct_l == 3
    assert any("people are counted by 'id'" in note for note in found.notes)
    assert any("2 records have no value in 'id'" in note for note in found.notes)
    by_records = library.check(file, ["age", "sex"], k=5)
    assert by_records.k == min(sum((a, b) == c for a, b, *_ in rows) for c in classes)
    assert "people" in found.summary()
    with pytest.raises(InvalidInput, match="'nobody'"):
        library.check(file, ["age"], person="nobody")
    with pytest.raises(InvalidInput, match="A column has one role"):
        library.check(file, ["age"], person="age")


def ages(seed: int) -> list[tuple[str, int, int, int, str]]:
    """Ranges of ages, the age itself, its decade, a number that has nothing to do with it, and
    whose the record is."""
    draw = random.Random(seed)
    rows = []
    for at in range(240):
        age = draw.randrange(20, 60)
        rows.append((f"{age // 20}x", age, age // 20 * 7, draw.randrange(9), f"p{at // 2}"))
    return rows


def by_range_and_age(rows: list[tuple[str, int, int, int, str]]) -> dict[object, list[str]]:
    groups: dict[object, list[str]] = {}
    for ages_, age, _, _, person in rows:
        groups.setdefault((ages_, age), []).append(person)
    return groups


COLUMNS = ["ages", "age", "code", "other", "person"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("k", [2, 5, 8])
def test_a_finer_column_undoes_the_classes(seed: int, k: int) -> None:
    rows = ages(seed)
    frame = pd.DataFrame(rows, columns=COLUMNS).drop(columns="person")
    found = library.check(frame, ["ages"], k=k)
    sizes = [len(own) for own in by_range_and_age(rows).values()]
    below = sum(size for size in sizes if size < k)
    counted = [(each.column, each.quasi, each.below, each.unique) for each in found.undoing]
    assert counted == ([("age", "ages", below, sizes.count(1))] if below else [])
    assert ("warning: 'age' determines 'ages' in 100 %" in found.summary()) == bool(below)


def test_a_column_undoes_classes_of_people() -> None:
    rows = ages(7)
    found = library.check(pd.DataFrame(rows, columns=COLUMNS), ["ages"], k=5, person="person")
    groups = [set(own) for own in by_range_and_age(rows).values()]
    few = set().union(*(own for own in groups if len(own) < 5))
    alone = set().union(*(own for own in groups if len(own) == 1))
    (each,) = found.undoing
    assert (each.column, each.below, each.unique) == ("age", len(few), len(alone))
    assert f"{len(few):,} found in groups of fewer than k = 5" in found.summary()
    assert "of the people can be singled out" in found.summary()


@pytest.mark.parametrize(
    ("quasi", "k"),
    [
        (["age"], 2),  # what the quasi-identifiers tell is known anyway
        (["ages", "age"], 2),
        (["ages"], None),  # the column is gone, as below
        (["ages"], 1000),  # no class has k: there is nothing to undo
    ],
)
def test_no_warning_where_nothing_is_undone(quasi: list[str], k: int | None) -> None:
    frame = pd.DataFrame(ages(1), columns=COLUMNS).drop(columns="person")
    if k is None:
        frame = frame.drop(columns="age")
    assert library.check(frame, quasi, k=k).undoing == ()


def test_classes_below_k_are_not_counted_as_undone() -> None:
    """Of the two ranges one is below k already: what a column does to it is nothing new."""
    ages_ = ["a"] * 20 + ["b"] * 4
    finer = [at // 2 for at in range(24)]
    found = library.check(pd.DataFrame({"ages": ages_, "age": finer}), ["ages"], k=5)
    (each,) = found.undoing
    assert (each.below, each.unique) == (20, 0)


def test_columns_that_are_no_values_are_passed_by() -> None:
    frame = pd.DataFrame({"age": [1, 1, 2, 2], "more": [[1], [2], [3], [4]]})
    assert library.check(frame, ["age"], k=2).attained


def test_of_many_rows_some_are_looked_at_and_all_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    rows = [(at % 40 // 20, at % 40) for at in range(25_000)] + [(1, 41), (1, 41)]
    file.write_text("ages,age\n" + "\n".join(f"{a},{b}" for a, b in rows) + "\n")
    (each,) = library.check(file, ["ages"], k=3).undoing
    assert (each.below, each.unique) == (2, 0)
