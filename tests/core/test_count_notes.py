"""Notes that count records, or people, which may be few."""

from __future__ import annotations

import copy
import pickle

import pytest

from covey.core.count_notes import HAVE, CountNote, for_others


@pytest.mark.parametrize(
    ("note", "own", "others"),
    [
        (
            CountNote(1, "record", "none", HAVE),
            "1 record has none",
            "fewer than 5 records have none",
        ),
        (CountNote(4, "person", "two", HAVE), "4 people have two", "fewer than 5 people have two"),
        (CountNote(5, "record", "none", HAVE), "5 records have none", "5 records have none"),
        (CountNote(1004, "record", "gone"), "1,004 records gone", "1,004 records gone"),
        (
            CountNote(2, "record", "gone", before="1 code: ", before_few="codes: "),
            "1 code: 2 records gone",
            "codes: fewer than 5 records gone",
        ),
    ],
)
def test_others_are_not_told_small_counts(note: CountNote, own: str, others: str) -> None:
    assert note == own
    assert for_others(["3 columns", note], 5) == ("3 columns", others)
    for again in (copy.deepcopy(note), pickle.loads(pickle.dumps(note))):
        assert again == own
        assert for_others([again], 5) == (others,)
