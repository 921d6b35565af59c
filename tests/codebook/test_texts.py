"""No two sets of a column share a text, and no label reads like something else than it is."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.attributes.names import label_names, region_names, stated_names
from covey.codebook.lines import Entry
from covey.codebook.texts import distinguished, literal, look
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.regions.graph import Graph
from tests.effort import cases
from tests.release.tables import rows, write

NASTY = (
    "*", "\uff0a", "any value", "Any  value", "(missing)", "(empty)", "(MISSING) ", "", " ",
    "\u200b", "a", "b", "c", "A", "a ", " a", "a\u00a0", "a\u200b", "\u00e9", "e\u0301", "ﬁ", "fi",
    "a\ufe0f", "e\u200d\u0301", "\u2800", "\u3164", "\u2800*",
    "a, b", "a,\u00a0b", "b, c", "a,", ", b", "a to b", "b to c", "a to", "to b", "to", "a  b",
    "a b", "g-1 (2 values)", "g-1 (6 values)", "g-01 (6 values)", "a and 1 more", "a and 2 more",
    "a* (a and 1 more)", "a (no. 2)", "a (no. 3)", "a and 1 more (no. 2)", '"a"', '"a, b"', '"',
    '""', 'a", "b', "< 20", ">= 30", "[20, 30)", "[20", "30)", "[47.1, 90]", "a x b", "-5", "=1+1",
    "'a'", "a;b", "NULL", "nan", "None", "x" * 70, "(missing), a", "a, (empty)",
)  # fmt: skip

labels = st.one_of(st.sampled_from(NASTY), st.text('ab*,"( )123to<', max_size=8))
some_labels = st.lists(labels, min_size=2, max_size=12, unique=True)

READ_OTHERWISE = re.compile(
    r'\*|any value|\(missing\)|\(empty\)|.* and \d+ more.*|.*\d+ values\)|.*\(no\. \d+\)|".*'
    r"|< .*|>= .*|\[.*, .*[)\]]|\s.*|.*\s|\s*",
    re.IGNORECASE | re.DOTALL,
)


def unquoted(text: str) -> str:
    return text[1:-1].replace('""', '"') if text[:1] == text[-1:] == '"' and text != '"' else text


@given(st.lists(st.lists(st.one_of(st.none(), labels), min_size=1, max_size=7), max_size=12))
def test_no_two_groups_look_alike(classes: list[list[str | None]]) -> None:
    names = label_names("g", classes)
    assert len({name and look(name) for name in names if name is not None}) == sum(
        name is not None for name in names
    )


@given(some_labels, st.data())
def test_no_two_ranges_of_a_stated_order_look_alike(order: list[str], data: Any) -> None:
    places = st.integers(0, len(order) - 1)
    drawn = data.draw(st.lists(st.tuples(places, places), min_size=1, unique=True))
    ends = {(order[min(pair)], order[max(pair)]) for pair in drawn}
    names = stated_names(sorted(ends))
    assert len({look(str(name)) for name in names}) == len(ends)


@given(labels.filter(bool), st.sampled_from(["", ", ", " to "]))
def test_a_label_is_itself_or_in_quotes_and_reads_like_nothing_else(
    label: str, separator: str
) -> None:
    text = literal(label, separator)
    if text != label:
        assert text[0] == text[-1] == '"'
        assert text[1:-1].replace('""', '"') == label
        return
    assert not READ_OTHERWISE.fullmatch(text)
    assert not (separator and separator in text)


INVISIBLE = (
    "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u180b", "\u180e",
    "\u180f", "\u200b", "\u200d", "\u202e", "\u2060", "\u2065", "\u3164", "\ufe00", "\ufe0f",
    "\ufeff", "\uffa0", "\ufff0", "\U0001bca0", "\U0001d173", "\U000e0001", "\U000e0100",
    "\U000e0fff", "\U00016fe4",
)  # fmt: skip
BLANKS = ("\u00a0", "\u2003", "\u2800", "\u3000", "\U0001d159", "\U00013441")


@pytest.mark.parametrize("letter", INVISIBLE)
def test_what_cannot_be_seen_makes_no_difference(letter: str) -> None:
    for text in ("Zug", "\u00e9t\u00e9", "\u2665"):
        for at in range(len(text) + 1):
            assert look(text[:at] + letter + text[at:]) == look(text)
    assert look(f"e{letter}\u0301") == look("\u00e9")
    assert look(f"a{letter}\u0323{letter}\u0307") == look("a\u0307\u0323")
    assert distinguished(["a", f"a{letter}"]) == ["a", f"a{letter} (no. 2)"]
    assert literal(letter) == f'"{letter}"'
    assert literal(f"{letter}*") == f'"{letter}*"'


@pytest.mark.parametrize("letter", BLANKS)
def test_what_looks_like_a_blank_is_one(letter: str) -> None:
    assert look(f"{letter}a{letter}{letter}b{letter}") == "a b"
    assert literal(letter) == f'"{letter}"'


def test_what_looks_alike_is_numbered() -> None:
    assert distinguished(["x", "x", "x (no. 2)"]) == ["x", "x (no. 2)", "x (no. 2) (no. 3)"]
    assert distinguished(["\u00e9", "e\u0301", None]) == ["\u00e9", "e\u0301 (no. 2)", None]


def test_a_very_long_label_is_read_at_once() -> None:
    long = "[" + ", " * 200_000
    assert literal(long, " to ") == f'"{long}"', "it ends with a blank"
    assert literal(long + "x", " to ") == long + "x"


def test_labels_that_are_special_are_quoted() -> None:
    members: list[list[str | None]] = [[None], [""], ["*"], ["(missing)"], [None, "(missing)"]]
    assert label_names("town", members) == [
        None, "", '"*"', '"(missing)"', '(missing), "(missing)"',
    ]  # fmt: skip
    codes = ["*", "x and 1 more", "y"]
    areas = [np.array([0]), np.array([1]), np.array([1, 2])]
    assert region_names(areas, np.array([0, 1, 1]), codes) == [
        '"*"', '"x and 1 more"', '"x and 1 more" and 1 more',
    ]  # fmt: skip


def sets_of(entries: Sequence[Entry], column: str) -> dict[str | None, frozenset[Any]]:
    """What every published text of a column stands for; one text for two sets is an error."""
    by_number: dict[int, tuple[str | None, set[Any]]] = {}
    for entry in entries:
        if entry.column != column:
            continue
        text, held = by_number.setdefault(entry.number, (entry.published, set()))
        assert text == entry.published, "a set has one text"
        held.update(["any"] if entry.holds == "any" else entry.values)
    found = {text: frozenset(held) for text, held in by_number.values()}
    assert len(found) == len(by_number), "every set has a text of its own"
    looks = {None if text is None else look(text) for text in found}
    assert len(looks) == len(found), "no two texts look alike"
    return found


def release_and_verify(
    columns: dict[str, list[Any]], k: int, quasi: dict[str, Any], **how: Any
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, role in quasi.items():
            if isinstance(role, Graph):
                write_graph(AreaMap(sorted({*columns[name]}), role), folder / "map.json")
                quasi = quasi | {name: covey.Regions(folder / "map.json")}
        table = write(folder / "t.csv", columns)
        out = folder / "out"
        release = covey.anonymize(table, k=k, quasi=quasi, out=out, time_limit=0.2, **how)
        for column in quasi:
            found = sets_of(release.codebook, column)
            for text, held in found.items():
                if len(held) == 1 and text is not None and held != {"any"}:
                    (label,) = held
                    assert text == label or unquoted(text) == label or "(no. " in text
            assert found.get("*", frozenset(["any"])) != {"*"}
        areas = folder / "map.json"
        kept = covey.verify(out, against=table, map=areas if areas.exists() else None)
        assert kept.holds, kept.summary()
        if "suppress" in how:
            return
        covey.apply(out, table, out=folder / "again")
        assert rows(folder / "again" / "table.csv") == rows(out / "table.csv")
        assert covey.verify(folder / "again", against=table).holds


slow = settings(
    max_examples=cases(12, quick=6), deadline=None, suppress_health_check=list(HealthCheck)
)


@slow
@given(some_labels, st.sampled_from([1, 2, 5]), st.booleans(), st.booleans())
def test_releases_of_nasty_labels_hold(
    names: list[str], k: int, missing: bool, stated: bool
) -> None:
    role = covey.Ordered(order=names) if stated else covey.Labels()
    rows: list[Any] = [name for at, name in enumerate(names) for _ in range(1 + at % 3)]
    rows += names[:k] + [None] * (5 if missing else 0)
    release_and_verify({"g": rows}, k, {"g": role})


@slow
@given(
    some_labels,
    some_labels,
    st.sampled_from([1, 2, 4]),
    st.sampled_from(["local", "tight", "global", "withheld"]),
    st.booleans(),
)
def test_releases_of_several_nasty_columns_hold(
    names: list[str], others: list[str], k: int, how: str, missing: bool
) -> None:
    rows = [(a, b) for at, a in enumerate(names) for b in others[: 1 + at % len(others)]] * 2
    first: list[Any] = [a for a, _ in rows]
    second: list[Any] = [b for _, b in rows]
    if missing:
        first, second = [*first, "a", None, None, "a"], [*second, None, None, others[0], None]
        names = list(dict.fromkeys([*names, "a"]))
    options: dict[str, dict[str, Any]] = {
        "local": {},
        "tight": {"tight": True},
        "global": {"recoding": "global"},
        "withheld": {"recoding": "global", "suppress": 0.2},
    }
    quasi: dict[str, Any] = {"g": covey.Labels(), "h": covey.Ordered(order=others)}
    release_and_verify({"g": first, "h": second}, k, quasi, **options[how])


@slow
@given(some_labels, st.sampled_from([1, 2, 5]), st.booleans())
def test_releases_of_nasty_areas_hold(names: list[str], k: int, several: bool) -> None:
    codes = sorted(name for name in names if name)
    graph = Graph.from_edges(len(codes), [(at, at + 1) for at in range(len(codes) - 1)])
    rows = [code for at, code in enumerate(codes) for _ in range(1 + at % 3)] + codes * k
    columns: dict[str, list[Any]] = {"g": rows}
    quasi: dict[str, Any] = {"g": graph}
    if several:
        columns["h"] = [names[at % len(names)] for at in range(len(rows))]
        quasi["h"] = covey.Labels()
    release_and_verify(columns, k, quasi)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_range_and_a_label_of_its_name_stay_apart(tmp_path: Path, k: int) -> None:
    rows = ["a"] * 2 + ["b"] + ["a to b"] * 3
    table = write(tmp_path / "t.csv", {"g": rows})
    out = tmp_path / "out"
    release = covey.anonymize(
        table, k=k, quasi={"g": covey.Ordered(order=["a", "b", "a to b"])}, out=out
    )
    published = {1: ["a", "b", '"a to b"'], 2: ["a to b", '"a to b"'], 3: ["a to b", '"a to b"']}
    assert [*Counter(entry.published for entry in release.codebook)] == published[k]
    assert covey.verify(out, against=table).holds


def test_a_label_that_is_a_star_is_not_any_value(tmp_path: Path) -> None:
    stars: list[Any] = ["*"] * 6 + ["x"] * 3 + [None] * 5
    table = write(tmp_path / "t.csv", {"g": stars, "sex": ["m"] * 6 + ["f"] * 8})
    quasi: dict[str, Any] = {"g": covey.Ordered(order=["x", "*"]), "sex": covey.Labels()}
    release = covey.anonymize(table, k=5, quasi=quasi, tight=True, out=tmp_path / "out")
    texts = {entry.published: entry.holds for entry in release.codebook if entry.column == "g"}
    assert texts == {"*": "any", '"*"': "value"}
    assert covey.verify(tmp_path / "out", against=table).holds
