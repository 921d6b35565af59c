"""Bands: how they are said, where they begin and end, and what a release of them is."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import covey
from covey import InvalidInput
from covey.attributes.bands import Bands, ordinal
from covey.verification.bands import Rule
from tests.effort import cases
from tests.release.tables import K, people, write


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (5, "5"),
        (2.5, "2.5"),
        (Decimal("0.25"), "0.25"),
        ([0, 18, 30, 65], "0,18,30,65"),
        ([18], "18,"),
        ("18,", "18,"),
        ("0, 18,30", "0,18,30"),
        ([dt.date(2020, 1, 1), "2022-01-01"], "2020-01-01,2022-01-01"),
        ("quarter", "quarter"),
        ("digits:2", "digits:2"),
        ("<= 90", "<=90"),
        ("<90   5 >=18", "5 >=18 <90"),
        ("month <2020-01-01", "month <2020-01-01"),
    ],
)
def test_bands_are_said_in_one_way(said: Any, text: str) -> None:
    assert Bands.of(said).text == text
    assert Bands.of(text).text == text
    assert covey.Ordered(bands=said) == covey.Ordered(bands=text)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (0, "width of bands is above 0; given: 0"),
        (-5, "width of bands is above 0; given: -5"),
        ("", "given: none of them"),
        ([], "given: none of them"),
        (True, "given: bool"),
        (object(), "given: object"),
        ("moth", "Did you mean 'month'"),
        ("five", "no part 'five'"),
        ("<=", "no part '<='"),
        ("<=2024-13-01", "no part"),
        ("5 10", "one width at most"),
        ("<90 <=80", "one top code at most"),
        ("5 month", "given: width and unit of time"),
        ("digits:0", "one digit or more"),
        ([0, 18, 18], "each of them once; 18 comes after 18"),
        ([30, 18], "18 comes after 30"),
        (["2022-01-01", "2020-01-01"], "2020-01-01 comes after 2022-01-01"),
        ([1, "2020-01-01"], "numbers or dates, not both"),
        (["a"], "given: 'a'"),
    ],
)
def test_what_is_no_band(said: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        covey.Ordered(bands=said)


@pytest.mark.parametrize(
    ("said", "kind", "message"),
    [
        ("month", "integer", "are a month, but its values are whole numbers"),
        (5, "date", "are a width or digits, but its values are dates"),
        ("digits:2", "timestamp", "its values are timestamps"),
        ([1, 2], "date", "given by dates; given: 1"),
        (["2020-01-01"], "integer", "given by whole numbers; given: 2020-01-01"),
        (2.5, "integer", "given by whole numbers; given: 2.5"),
        ("<=90.5", "integer", "given by whole numbers; given: 90.5"),
        ("<=90", "decimal", "Say <90"),
        (">2020-01-01", "timestamp", "Say >=2020-01-01"),
        ("day", "date", "nothing to join"),
        (">=18 <18", "integer", "not below its top code"),
    ],
)
def test_bands_of_another_kind(said: Any, kind: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Bands.of(said).grid(kind, "x")


def test_bands_are_not_for_labels() -> None:
    with pytest.raises(InvalidInput, match="not for labels in a stated order"):
        covey.Ordered(order=["a", "b"], bands=5)


@pytest.mark.parametrize(
    ("said", "kind", "value", "low", "high"),
    [
        (5, "integer", "22", "20", "25"),
        (5, "integer", "-1", "-5", "0"),
        ("0.25", "decimal", "0.6", "0.5", "0.75"),
        ([0, 18, 65], "integer", "17", "0", "18"),
        ([0, 18, 65], "integer", "-3", None, "0"),
        ([0, 18, 65], "integer", "65", "65", None),
        ("5 >=18 <=90", "integer", "18", "18", "20"),
        ("5 >=18 <=90", "integer", "90", "90", "91"),
        ("5 >=18 <=90", "integer", "91", "91", None),
        ("5 >17", "integer", "17", None, "18"),
        ("digits:2", "integer", "41233", "41000", "42000"),
        ("digits:2", "integer", "7", "7", "8"),
        ("digits:2", "integer", "-41000", "-41000", "-40000"),
        ("digits:2", "integer", "-10000", "-10000", "-9900"),
        ("digits:1", "number", "0.00321", "0.003", "0.004"),
        ("digits:1", "number", "3e-40", "3E-40", "4E-40"),
        ("month", "date", "2024-12-31", "2024-12-01", "2025-01-01"),
        ("quarter", "timestamp", "2024-05-31 23:59:59", "2024-04-01", "2024-07-01"),
        ("decade", "date", "1999-01-02", "1990-01-01", "2000-01-01"),
        ("day", "timestamp", "2024-05-31 23:59:59", "2024-05-31", "2024-06-01"),
        ("year <=2020-05-31", "date", "2020-03-01", "2020-01-01", "2020-06-01"),
        ("year", "date", "9999-03-01", "9999-01-01", None),
    ],
)
def test_the_band_of_a_value(
    said: Any, kind: str, value: str, low: str | None, high: str | None
) -> None:
    grid = Bands.of(said).grid(kind, "x")
    found = grid.band(ordinal(value, kind))
    texts = [None if end is None else grid.text(end) for end in (found.low, found.high)]
    assert texts == [low, high]


SAID: dict[str, list[Any]] = {
    "integer": [5, 7, [0, 18, 30], "digits:1", "digits:2", "5 >=-8 <=21", "<=3", ">4 <9"],
    "decimal": [5, "0.25", [0, "2.5"], "digits:1", "digits:3", "2 >=1.5", "<3.5"],
    "date": [
        "month",
        "quarter",
        "year",
        "decade",
        ["2020-02-03"],
        "month >=2019-05-05 <=2021-07-31",
    ],
}
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "integer": st.integers(-120, 120) | st.integers(-(10**6), 10**6),
    "decimal": st.decimals(-120, 120, places=3),
    "date": st.dates(dt.date(2018, 1, 1), dt.date(2022, 12, 31)),
}


@given(st.data())
def test_bands_hold_their_values_and_are_disjoint(data: st.DataObject) -> None:
    """Against the verifier's rule, which tests single borders and knows no bands."""
    kind = data.draw(st.sampled_from(sorted(SAID)))
    said = data.draw(st.sampled_from(SAID[kind]))
    values = sorted(data.draw(st.sets(VALUES[kind], min_size=1, max_size=30)))
    bands = Bands.of(said)
    grid, rule = bands.grid(kind, "x"), Rule.of(bands.text, kind)
    texts = [str(value) for value in values]
    items = grid.items(texts)
    assert len(items.of_value) == len(values)
    for at, text in enumerate(texts):
        value, band = ordinal(text, kind), items.bands[items.of_value[at]]
        if band.free:
            assert band.low == band.high == value
            continue
        assert band.low is None or band.low <= value
        assert band.high is None or value < band.high
        assert all(rule.allows(grid.text(end)) for end in band[:2] if end is not None)
    for one, other in zip(items.bands, items.bands[1:], strict=False):
        assert one.high is not None
        assert other.low is not None
        assert one.high <= other.low
    # No border lies inside of a band: nothing could be cut there.
    if kind == "integer":
        for band in items.bands:
            if band.low is not None and band.high is not None and band.high - band.low < 1000:
                inside = range(band.low + 1, band.high)
                assert not any(rule.allows(str(number)) for number in inside)


def released(folder: Path, columns: dict[str, list[Any]], quasi: Any, **how: Any) -> Any:
    table = write(folder / "in.csv", columns)
    return covey.anonymize(
        table, out=folder / "out", overwrite=True, **{"k": K, **how}, quasi=quasi
    )


def published(release: Any, column: str) -> Counter[str]:
    with Path(release.table).open(newline="", encoding="utf-8") as file:
        return Counter(row[column] for row in csv.DictReader(file))


def best_largest(counts: list[int], k: int) -> int:
    """Of all ways to join neighbours to groups of k or more: the least largest, by trying them."""
    if not counts:
        return 0
    found = [
        max(sum(counts[:end]), best_largest(counts[end:], k))
        for end in range(1, len(counts) + 1)
        if sum(counts[:end]) >= k and (end == len(counts) or sum(counts[end:]) >= k)
    ]
    return min(found)


@given(
    st.lists(st.integers(0, 45), min_size=8, max_size=40),
    st.sampled_from([5, 7, [3, 10, 30], "10 >=5 <=32", "<=20", "digits:1"]),
    st.integers(2, 6),
)
@settings(max_examples=cases(20, quick=10))
def test_the_answer_is_the_best_of_those_along_the_bands(
    values: list[int], said: Any, k: int
) -> None:
    frame = pd.DataFrame({"age": values})
    found = covey.anonymize(frame, k=k, quasi={"age": covey.Ordered(bands=said)})
    grid = Bands.of(said).grid("integer", "age")
    in_bands = Counter(grid.band(value) for value in sorted(values))
    assert found.plan.largest == best_largest(list(in_bands.values()), k)
    assert found.plan.status == "optimal"
    # The same band, the same text.
    texts: dict[Any, str] = {}
    for value, text in zip(values, found.table["age"], strict=True):
        assert texts.setdefault(grid.band(value), text) == text


def test_a_single_band_loses_its_own_width() -> None:
    ages = [18, 24, 25, 29, 30, 39] * 5
    found = covey.anonymize(
        pd.DataFrame({"age": ages}), k=10, quasi={"age": covey.Ordered(bands=[18, 25, 30])}
    )
    assert set(found.table["age"]) == {"< 25", "25-29", ">= 30"}
    # Widths: 18 to 24, 25 to 29, 30 to 39, of 18 to 39.
    assert found.plan.loss == pytest.approx((6 + 4 + 9) / 3 / 21)


def test_bands_of_width_one_lose_what_values_lose() -> None:
    frame = pd.DataFrame({"age": [3, 4, 4, 7, 8, 11, 12, 12, 15, 20] * 3})
    one, plain = (
        covey.anonymize(frame, k=6, quasi={"age": covey.Ordered(bands=said)}) for said in (1, None)
    )
    assert one.plan.loss == pytest.approx(plain.plan.loss)


WAYS: list[tuple[Any, dict[str, Any]]] = [
    ({"age": covey.Ordered(bands=10)}, {}),
    ({"age": covey.Ordered(bands=10)}, {"suppress": 0.05}),
    ({"age": covey.Ordered(bands="5 >=18 <=80"), "town": covey.Labels()}, {}),
    ({"age": covey.Ordered(bands="5 <=80"), "town": covey.Labels()}, {"recoding": "global"}),
    (
        {"age": covey.Ordered(bands=[20, 50]), "cost": covey.Ordered(bands="digits:1")},
        {"tight": True, "suppress": 0.05},
    ),
    (
        {"age": covey.Ordered(bands=30), "cost": covey.Ordered(bands="100 <4000")},
        {"missing": "suppress"},
    ),
]


@pytest.mark.parametrize(("quasi", "how"), WAYS)
def test_a_release_along_bands_holds(tmp_path: Path, quasi: Any, how: dict[str, Any]) -> None:
    release = released(tmp_path, people(), quasi, drop=["name", "zip", "lat", "lon"], **how)
    checked = covey.verify(release, against=tmp_path / "in.csv")
    assert checked.holds, str(checked)
    assert "every range begins and ends where a band does" in str(checked)
    applied = covey.apply(release, tmp_path / "in.csv", out=tmp_path / "new", unknown="suppress")
    assert covey.verify(applied.folder, source=release).holds
    borders = {int(text) for text in re.findall(r"\d+", " ".join(published(release, "age")))}
    if quasi["age"].bands == "10":
        assert {border % 10 for border in borders} <= {0, 9}
        assert borders


def test_dates_are_published_by_their_units(tmp_path: Path) -> None:
    days = [dt.date(2024, month, day) for month in range(1, 13) for day in (1, 9, 15, 28)]
    columns = {"seen": [str(day) for day in days]}
    for bands, k, expected in (
        ("month", 4, {"< 2024-02", "2024-02", "2024-11", ">= 2024-12"}),
        ("quarter", 12, {"< 2024-04", "2024-Q2", "2024-Q3", ">= 2024-10"}),
        ("month", 8, {"< 2024-03", "2024-05 to 2024-06", ">= 2024-11"}),
    ):
        quasi = {"seen": covey.Ordered(bands=bands)}
        assert expected <= set(published(released(tmp_path, columns, quasi, k=k), "seen"))


def test_values_outside_of_the_borders_are_said(tmp_path: Path) -> None:
    ages = {"age": [1, 5, 20, 40, 70] * K}
    inside = released(tmp_path, ages, {"age": covey.Ordered(bands=[0, 10, 100])})
    outside = released(tmp_path, ages, {"age": covey.Ordered(bands=[10, 30])})
    said = ["the outermost bands are open" in " ".join(each.notes) for each in (inside, outside)]
    assert said == [False, True]


def test_years_before_christ_have_no_bands() -> None:
    grid = Bands.of("year").grid("date", "born")
    with pytest.raises(InvalidInput, match="years 1 to 9999; 'born' has '0044-03-15 \\(BC\\)'"):
        grid.items(["0044-03-15 (BC)"])
    with pytest.raises(InvalidInput, match="years 1 to 9999; 'born' has '0044-03-15 \\(BC\\) 10"):
        Bands.of("year").grid("timestamp", "born").items(["0044-03-15 (BC) 10:00:00"])


def test_digits_of_fractions_are_exact() -> None:
    grid = Bands.of("digits:2").grid("decimal", "x")
    assert grid.band(Fraction("0.29")) == (Fraction("0.29"), Fraction("0.3"), False)


@pytest.mark.parametrize(
    ("said", "kind", "value", "fine"),
    [
        (3, "number", "1e+300", False),
        (3, "number", "9007199254740993.0", True),
        ("0.1", "number", "0.3", True),
        ("0.1", "number", "9007199254740992.0", False),
        ("digits:2", "number", "1.23e-300", True),
        (3, "decimal", "123456789012345678.5", True),
    ],
)
def test_bands_that_a_double_cannot_tell_apart(
    said: Any, kind: str, value: str, fine: bool
) -> None:
    grid = Bands.of(said).grid(kind, "x")
    if fine:
        assert len(grid.items([value]).bands) == 1
    else:
        with pytest.raises(InvalidInput, match="too narrow for the value"):
            grid.items([value])


@pytest.mark.parametrize("seed", range(8))
def test_finer_bands_are_never_worse(seed: int) -> None:
    """Of one column, whose classes are the best that its bands allow: what is possible with bands
    of ten is possible with bands of five, and without any."""
    rng = np.random.default_rng(seed)
    ages = np.minimum(rng.geometric(0.05, 120), 99)
    frame = pd.DataFrame({"age": ages})
    largest = [
        max(covey.anonymize(frame, k=6, quasi={"age": role}).certificate.classes.sizes)
        for role in (covey.Ordered(), covey.Ordered(bands=5), covey.Ordered(bands=10))
    ]
    assert largest == sorted(largest)
