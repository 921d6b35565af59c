"""A written table that is not as it was meant is refused."""

from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import InternalError, InvalidInput
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.io.layout import Layout
from covey.release.write.recount import refuse_lost_text, refuse_unlike, unmet_by_people
from covey.requirements.diversity import DistinctDiversity

TEXTS = {"age": ["< 30", ">= 30", "any"]}


def counted(**records: int) -> Counted:
    """A column of ages with so many records for each text."""
    known = sorted(records)
    return Counted(
        ("age",),
        (np.array(known, dtype=object),),
        (np.arange(len(known)),),
        np.array([records[text] for text in known]),
    )


def test_what_was_meant_passes() -> None:
    refuse_unlike(counted(**{"< 30": 5, ">= 30": 6}), TEXTS, [5, 6, 0], k=5)


@pytest.mark.parametrize(
    ("found", "sizes", "k"),
    [
        ({"< 30": 5, ">= 30": 5}, [5, 6, 0], 5),
        ({"< 30": 5}, [5, 6, 0], 5),
        ({"< 30": 5, ">= 30": 6, "any": 7}, [5, 6, 0], 5),
        ({"< 30": 5, "30 to 40": 6}, [5, 6, 0], 5),
        ({"< 30": 5, ">= 30": 6}, [5, 6, 0], 6),
    ],
    ids=["a record is gone", "a class is gone", "a class too many", "another text", "below k"],
)
def test_what_was_not_meant_is_refused(found: dict[str, int], sizes: list[int], k: int) -> None:
    with pytest.raises(InternalError, match="nothing was published"):
        refuse_unlike(counted(**found), TEXTS, sizes, k)


@pytest.mark.parametrize("format_", ["xlsx", "dta", "sav", "xpt"])
def test_empty_texts_that_would_become_missing_are_refused(format_: str) -> None:
    with pytest.raises(InvalidInput, match="A class of empty texts"):
        refuse_lost_text({"town": ["", None]}, Layout(format_))
    refuse_lost_text({"town": ["Ulm", None]}, Layout(format_))
    refuse_lost_text({"town": ["", None]}, Layout("csv"))


def test_a_rule_is_counted_by_people_not_by_records() -> None:
    """Two illnesses in a class, of one and the same person, are not those of two people."""
    illness = np.array(["flu", "gout"], dtype=object)
    ages = np.array(["30"], dtype=object)
    both = Counted(
        ("age", "illness"), (ages, illness), (np.zeros(2, int), np.arange(2)), np.full(2, 4)
    )
    classes, kinds = np.zeros(2, dtype=np.int64), {"illness": "text"}
    asked = [DistinctDiversity("illness", 2)]
    for people, missed in (([0, 1], []), ([0, 0], asked)):
        held = Holders(("id",), np.arange(2), (np.array(people),), np.full(2, 4))
        found = unmet_by_people(asked, both, classes, held, "id", kinds)
        assert [*found] == missed
