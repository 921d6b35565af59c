"""The recount believes a sound release, and finds out every lie about it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from attacks.broken import Broken
from attacks.recount.asked import Areas, Asked, Quasi, Rows
from attacks.recount.feasible import reasons
from attacks.recount.letters import read_csv
from attacks.recount.release import Published, recount
from attacks.recount.rules import meets
from attacks.recount.texts import says

AREAS = Areas(("01", "02", "03"), frozenset({("01", "02"), ("02", "03")}))
PEOPLE = Rows(
    ("id", "age", "zip", "ill", "name"),
    [
        ("r1", "17", "01", "u", "n1"), ("r2", "19", "01", "v", "n2"), ("r3", "18", "01", "u", "n3"),
        ("r4", "40", "02", "v", "n4"), ("r5", "50", "03", "u", "n5"), ("r6", "99", "03", "v", "n6"),
        ("r7", "80", "03", "u", "n7"),
    ],
)  # fmt: skip
ASKED = Asked(
    PEOPLE,
    2,
    (Quasi("age", "ordered", ("age",)), Quasi("zip", "regions", ("zip",), areas=AREAS)),
    ("name",),
    {"ill": {"l": 2}},
    suppress=0.2,
    id="id",
)
HEADER = "set,column,holds,value,low,high,published\n"
CODEBOOK = (
    f"{HEADER}1,age,range,,,20,< 20\n2,age,range,,20,,>= 20\n"
    '1,zip,values,"[""01"",""02""]",,,0* (01 and 1 more)\n'
    '2,zip,values,"[""02"",""03""]",,,0* (03 and 1 more)\n'
)
CELLS = "class,age,zip\n1,< 20,0* (01 and 1 more)\n2,>= 20,0* (03 and 1 more)\n"
TABLE = (
    "id,age,zip,ill\nr1,< 20,0* (01 and 1 more),u\nr2,< 20,0* (01 and 1 more),v\n"
    "r3,< 20,0* (01 and 1 more),u\nr4,>= 20,0* (03 and 1 more),v\nr5,>= 20,0* (03 and 1 more),u\n"
    "r6,>= 20,0* (03 and 1 more),v\n"
)
CLAIMS: dict[str, Any] = {
    "k": 2, "objective": "max-size", "suppress": 0.2, "recoding": "local",
    "tight": False, "k_map": None, "missing": "own", "unmapped": "error", "dropped": ["name"],
    "seed": 0, "read": {"columns": {"age": {"read_as": "integer"}}},
    "records": {"input": 7, "published": 6, "suppressed": 1},
    "classes": {"count": 2, "smallest": 3, "largest": 3, "sizes": [3, 3]},
    "cost": 3, "lower_bound": 2, "gap": 0.5, "status": "feasible",
    "proof": {"kind": "withheld", "bound": 2},
}  # fmt: skip


def published(
    table: str = TABLE, codebook: str = CODEBOOK, cells: str = CELLS, **claims: Any
) -> Published:
    return Published(read_csv(table), CLAIMS | claims, read_csv(codebook), read_csv(cells))


def test_a_sound_release_is_believed() -> None:
    found = recount(published(), ASKED)
    assert found.sizes == [3, 3]
    assert found.places == [0, 0, 0, 1, 1, 1, 1]


def changed(old: str, new: str, where: str = TABLE) -> str:
    assert old in where
    return where.replace(old, new)


@pytest.mark.parametrize(
    ("release", "found"),
    [
        (published(table=changed("r6,>= 20", "r6,< 20")), "classes below k"),
        (published(table=changed("r6,>= 20,0* (03", "r6,< 20,0* (01")), "sizes are"),
        (published(table=changed("r2,", "r8,")), "was added"),
        (published(table=changed("r2,", "r1,")), "was added"),
        (published(table=changed("r4,>= 20,0* (03 and 1 more),v\n", "")), "sizes are"),
        (published(table=changed(",v\n", ",w\n")), "'ill' of 'r2' was 'v' and is 'w'"),
        (published(table=changed("ill\n", "name\n")), "the table has the columns"),
        (published(codebook=changed(",20,< 20", ",30,< 20", CODEBOOK)), "published as '< 20'"),
        (published(codebook=changed(",20,,>= 20", ",10,,>= 20", CODEBOOK)), "published as"),
        (published(codebook=changed("03 and 1", "02 and 1", CODEBOOK)), "of no codebook row"),
        (published(cells=changed("2,>= 20", "2,< 20", CELLS)), "classes overlap"),
        (published(cells=changed("2,>=", "3,>=", CELLS)), "cells.csv numbers its row 2"),
        (published(k=3), "k is 3 in the certificate"),
        (published(cost=4), "the cost is 3"),
        (published(lower_bound=3), "the bound is not that of the proof"),
        (published(lower_bound=4, proof={"bound": 4}), "a lower bound of 4, a cost of 3"),
        (published(gap=0.0), "the gap is 0.5"),
        (published(status="optimal"), "the status is optimal"),
        (published(dropped=[]), "dropped is []"),
        (published(records={"input": 7, "published": 7, "suppressed": 0}), "published, not 6"),
        (
            published(classes=CLAIMS["classes"] | {"sizes": [2, 4]}),
            r"sizes are \[3, 3\], and \[2, 4\]",
        ),
        (published(classes=CLAIMS["classes"] | {"largest": 4}), "count, smallest, largest"),
    ],
)  # fmt: skip
def test_lies_are_found_out(release: Published, found: str) -> None:
    with pytest.raises(Broken, match=found.replace("[]", r"\[\]")):
        recount(release, ASKED)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (replace(ASKED, k=4), "classes below k = 4"),
        (replace(ASKED, sensitive={"ill": {"l": 3}}), "does not meet l=3"),
        (replace(ASKED, suppress=0.0), "1 records withheld, 0 without a class"),
        (replace(ASKED, recoding="global"), "sets overlap"),
        (replace(ASKED, missing="suppress"), "missing is 'own'"),
        (
            replace(ASKED, quasi=(ASKED.quasi[0], replace(
                ASKED.quasi[1], areas=replace(AREAS, borders=frozenset({("02", "03")}))))),
            "in 2 pieces",
        ),
        (
            replace(ASKED, k_map=9, population=Rows(("age", "zip"), [("17", "01")])),
            "stands for 0 people",
        ),
    ],
)  # fmt: skip
def test_what_was_asked_for_and_is_not_there_is_found_out(asked: Asked, found: str) -> None:
    with pytest.raises(Broken, match=found):
        recount(published(), asked)


def test_a_record_outside_of_its_class_is_found_out() -> None:
    rows = [("r1", "30", *row[2:]) if row[0] == "r1" else row for row in PEOPLE.rows]
    with pytest.raises(Broken, match="'r1' is published, but no class of the codebook has it"):
        recount(published(), replace(ASKED, table=Rows(PEOPLE.columns, rows), suppress=0.5))


def test_without_an_identifier_records_are_compared_as_a_bag() -> None:
    asked = replace(ASKED, id="", suppress=0.0, table=Rows(PEOPLE.columns, PEOPLE.rows[:6]))
    records = {"input": 6, "published": 6, "suppressed": 0}
    claims: dict[str, Any] = {"suppress": 0.0, "records": records}
    recount(published(**claims), asked)
    with pytest.raises(Broken, match="1 published records are not those of the table"):
        recount(published(changed("r6", "r5"), **claims), asked)


@pytest.mark.parametrize(
    ("rule", "value", "own", "held"),
    [
        ("l", 2, "uv", True),
        ("l", 2, "uu", False),
        ("entropy-l", 2, "uv", True),
        ("entropy-l", 2, "uuv", False),
        ("recursive", [2, 2], "uuv", False),
        ("recursive", [3, 2], "uuv", True),
        ("alpha", 0.5, "uv", True),
        ("alpha", 0.5, "uuv", False),
        ("t", 0.25, "uv", True),
        ("t", 0.24, "uv", False),
        ("t-ordered", 0.25, "12", True),
        ("t-ordered", 0.24, "12", False),
    ],
)
def test_rules_by_their_formulas(rule: str, value: Any, own: str, held: bool) -> None:
    whole = "1112" if rule == "t-ordered" else "uuuv"
    assert meets(rule, value, list(own), list(whole)) is held


@pytest.mark.parametrize(
    ("text", "label", "between", "held"),
    [
        ("Bern", "Bern", ", ", True),
        ("*", "*", ", ", False),
        ('"*"', "*", ", ", True),
        ("< 20", "< 20", ", ", False),
        ("Bern, Chur", "Bern, Chur", ", ", False),
        ("Bern, Chur", "Bern, Chur", " to ", True),
        ('"a ""b"""', 'a "b"', ", ", True),
        (" a", " a", ", ", False),
        (None, None, ", ", True),
        ("(missing)", "(missing)", ", ", False),
        ("a and 2 more", "a and 2 more", "", False),
    ],
)
def test_a_text_is_a_label_if_it_can_be_read_in_no_other_way(
    text: str | None, label: str | None, between: str, held: bool
) -> None:
    assert says(text, label, between) is held


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (ASKED, []),
        (replace(ASKED, k=8), ["7 records are fewer than k"]),
        (replace(ASKED, sensitive={"ill": {"l": 3}}), ["the whole table does not meet l=3"]),
    ],
)
def test_a_refusal_needs_a_reason(asked: Asked, why: list[str]) -> None:
    assert reasons(asked)[: len(why) or None] == why


def test_it_shares_nothing_with_covey() -> None:
    folder = Path(__file__).parent.parent.parent / "attacks" / "recount"
    listed = ", ".join(f"attacks.recount.{module.stem}" for module in folder.glob("*.py"))
    code = f"import attacks.brute.tiny, {listed}, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"covey", "duckdb", "numpy", "shapely"}
