"""pycanon's figures (pycanon.json, by pycanon_figures.py) against covey's of the same tables."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey as library
from covey.measures.measures import Measures, measure
from covey.measures.spread import Spread
from tests.measures import oracle
from tests.measures.pycanon_figures import COLUMNS, FILE, INDEXED, QUASI, TABLES, WITH_MISSING, Rows

FOUND: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def measured(rows: Rows) -> Measures:
    """Of the rows' arrays, which is quicker than by a table."""
    number: dict[tuple[Any, ...], int] = {}
    classes = [number.setdefault(tuple(row[:2]), len(number)) for row in rows]
    illness = Spread.from_rows("illness", classes, illnesses(rows))
    stay = Spread.from_rows("stay", classes, [row[3] for row in rows], ordered=True)
    return measure(np.bincount(classes), [illness, stay])


def test_all_tables_are_there() -> None:
    assert len(FOUND["tables"]) == TABLES
    assert FOUND["versions"]["pycanon"] == "1.3.6"


@pytest.mark.parametrize("number", range(TABLES))
def test_both_agree_on_a_table_without_missing_values(number: int) -> None:
    rows, theirs = FOUND["tables"][number]["rows"], FOUND["tables"][number]["figures"]
    ours = measured(rows)
    illness, stay = ours.sensitive
    assert ours.k == theirs["k"]
    assert illness.distinct_l == theirs["l"] == theirs["recursive_l"]
    assert illness.alpha == pytest.approx(theirs["alpha"])
    assert illness.t_equal == pytest.approx(theirs["t_equal"], abs=1e-12)
    assert stay.t_ordered == pytest.approx(theirs["t_ordered"], abs=1e-12)
    assert ours.risk.prosecutor.highest == pytest.approx(theirs["highest_risk"])
    assert ours.average_class_size == pytest.approx(theirs["c_avg"])
    assert ours.discernibility == theirs["discernibility"]


@pytest.mark.parametrize("number", range(TABLES))
def test_its_entropy_l_is_cut_to_a_whole_number(number: int) -> None:
    """At times to one too few, where rounding leaves 1.9999..."""
    rows, theirs = FOUND["tables"][number]["rows"], FOUND["tables"][number]["figures"]["entropy_l"]
    ours = measured(rows).sensitive[0].entropy_l
    if abs(ours - round(ours)) < 1e-9:
        assert theirs in (round(ours), round(ours) - 1)
    else:
        assert theirs == math.floor(ours)


def test_its_c_takes_the_rarest_value_for_the_most_frequent() -> None:
    """By the definition no c up to r1 / (rl + ... + rm) holds, r1 being the largest count; pycanon
    sorts the counts upwards, so that its c is 1 or 2 whatever the table is."""
    too_small = 0
    for table in FOUND["tables"]:
        theirs, (illness, _) = table["figures"]["recursive_c"], measured(table["rows"]).sensitive
        if theirs is None:
            assert illness.recursive_c is None
            continue
        classes = oracle.groups([tuple(row[:2]) for row in table["rows"]], illnesses(table["rows"]))
        assert theirs == upwards(classes, illness.distinct_l)
        assert illness.recursive_c is not None
        too_small += theirs <= illness.recursive_c
    assert too_small > 10


def upwards(classes: oracle.Groups, length: int) -> int:
    counts = [sorted(Counter(each).values()) for each in classes]
    return max(math.floor(each[0] / sum(each[length - 1 :]) + 1) for each in counts)


def illnesses(rows: Rows) -> list[Any]:
    return [row[2] for row in rows]


def test_its_average_risk_is_over_classes() -> None:
    """The mean of 1 / size over classes, not over records: large classes count as little as small
    ones. covey's, as ARX's, is over records."""
    above = 0
    for table in FOUND["tables"]:
        theirs, ours = table["figures"]["average_risk"], measured(table["rows"])
        sizes = Counter(tuple(row[:2]) for row in table["rows"]).values()
        assert theirs == pytest.approx(sum(1 / size for size in sizes) / len(sizes))
        assert ours.risk.prosecutor.average == pytest.approx(oracle.average_risk(list(sizes)))
        above += theirs > ours.risk.prosecutor.average + 1e-9
    assert above > 10


def test_it_does_not_see_a_class_of_missing_values() -> None:
    """With one quasi-identifier its records are in no class: the one without a zip is alone, and
    pycanon says k = 2."""
    assert FOUND["missing"]["k"] == 2
    assert library.check(pd.DataFrame(WITH_MISSING, columns=COLUMNS), ["zip"]).k == 1


def test_it_takes_names_of_rows_for_their_places() -> None:
    """With another index it fails, or measures other rows without a word."""
    frame = pd.DataFrame(INDEXED, columns=COLUMNS)
    assert FOUND["index"] == {"from 0 on": 2, "from 1 on": "IndexError", "backwards": 1}
    for index in (range(5), range(1, 6), range(4, -1, -1)):
        found = library.check(frame.set_axis(list(index)), QUASI, ["illness"])
        assert found.sensitive[0].distinct_l == 2
