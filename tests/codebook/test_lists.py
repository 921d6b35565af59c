"""Lists in JSON, read as Python reads them, plain or not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covey.codebook.book import Numbering
from covey.codebook.lists import NoList, Reader

VALUES = st.one_of(
    st.text("0123456789", max_size=5),
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.sampled_from(
        ["", "a", "b" * 8, "b" * 9, "b" * 16, "b" * 17, "é" * 8, '","', "\\", "[", " "]
    ),
)
LISTS = st.lists(st.lists(VALUES | st.none(), max_size=6), min_size=1, max_size=6)


@given(
    st.lists(LISTS | st.lists(st.lists(VALUES, min_size=1), min_size=1), max_size=4), st.booleans()
)
@settings(deadline=None)
def test_as_json_reads_them(batches: list[list[list[str | None]]], ascii_: bool) -> None:
    places = Numbering()
    reader = Reader(places)
    for lists in batches:
        texts = [json.dumps(own, ensure_ascii=ascii_, separators=(",", ":")) for own in lists]
        sizes, numbers = reader.read(texts)
        values = list(places)
        assert [values[number] for number in numbers] == [value for own in lists for value in own]
        assert sizes.tolist() == [len(own) for own in lists]


def test_many_values_keep_their_numbers() -> None:
    places = Numbering()
    reader = Reader(places)
    for first in range(0, 20_000, 700):
        own = [str(value) for value in range(first, first + 1000)]
        _, numbers = reader.read([json.dumps(own, separators=(",", ":"))])
        assert [places[value] for value in own] == numbers.tolist()
    assert len(places) == 20_601


@pytest.mark.parametrize(
    "text",
    [
        None, "", "[", "]", '"a"', '"a","b"', '["a"', '"a"]', '["a",]', '["a"]]', '["a"],["b"]',
        '["a""b"]', '["a";"b"]', '["a\n"]', "[1]", '["a",1]', '["a",["b"]]', '{"a":"b"}', "{}",
        '["a"]x', 'x["a"]', '["a" "b"]', "[true]", "[" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_list_is_named(text: str | None) -> None:
    with pytest.raises(NoList) as caught:
        Reader(Numbering()).read(['["a","b"]', text, '["c"]'])
    assert caught.value.place == 1


def test_halves_of_lists_are_none() -> None:
    for texts in (['["a"', '"b"]'], ['["a","b', '"]["c"]'], ['["a"]["b"]', ""]):
        with pytest.raises(NoList):
            Reader(Numbering()).read(texts)


def test_blanks_and_other_ways_to_write_are_lists_too() -> None:
    places = Numbering()
    sizes, numbers = Reader(places).read([' ["a", "b"]', '["\\u0061"]', "[]", "[null]"])
    assert sizes.tolist() == [2, 1, 0, 1]
    assert numbers.tolist() == [1, 2, 1, 0]
