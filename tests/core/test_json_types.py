"""JSON is read as its types say, and refused with the place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from covey.core.json_types import (
    Between,
    Malformed,
    Matching,
    Needs,
    OneOf,
    Others,
    build_schema,
    read_json,
)
from tests.json_schema import is_valid


@dataclass(frozen=True)
class Point:
    """A place."""

    x: float
    y: float
    name: Annotated[str | None, "What people call it."] = None


@dataclass(frozen=True)
class Line:
    """Points, and more."""

    kind: Annotated[str, OneOf(("open", "closed"))]
    points: tuple[Point, ...]
    rest: Annotated[Mapping[str, Any], Others()]


Small = Annotated[int, Between("a small number", 0, 9)]
Word = Annotated[str, Matching("a word", "[a-z]+")]

SOUND: list[tuple[Any, Any, Any]] = [
    (str, "a", "a"),
    (bool, True, True),
    (float, 3, 3),
    (int | None, None, None),
    (tuple[int, ...], [1, 2], (1, 2)),
    (tuple[float, float], [1, 2.5], (1, 2.5)),
    (Mapping[Word, Small], {"a": 1}, {"a": 1}),
    (Point, {"y": 2, "x": 1}, Point(1, 2)),
    (Point, {"y": 2, "x": 1, "name": "b"}, Point(1, 2, "b")),
    (
        Line,
        {"kind": "open", "points": [{"x": 1, "y": 2}], "colour": [None]},
        Line("open", (Point(1, 2),), {"colour": [None]}),
    ),
    (str | tuple[float, float], [1, 2], (1, 2)),
    (Annotated[Mapping[str, str], Needs(("a",))], {"a": "", "b": ""}, {"a": "", "b": ""}),
]
WRONG: list[tuple[Any, Any, str]] = [
    (str, 3, "a text is expected; given: 3"),
    (int, True, "a whole number is expected; given: true"),
    (int, 3.0, "a whole number is expected; given: 3.0"),
    (bool, 1, "true or false is expected; given: 1"),
    (float, 10**400, "a finite number is expected; given: 1000"),
    (float, float("inf"), "a finite number is expected; given: Infinity"),
    (int | None, "a", 'a whole number or null is expected; given: "a"'),
    (Small, 10, "a small number is expected; given: 10"),
    (Word, "a\n", r'a word is expected; given: "a\n"'),
    (tuple[int, ...], [1, "2"], '[1]: a whole number is expected; given: "2"'),
    (tuple[float, float], [1], "a list of 2 is expected; given: a list"),
    (Mapping[Word, Small], {"A": 1}, 'A: a word is expected; given: "A"'),
    (Mapping[Word, Small], {"a": []}, "a: a small number is expected; given: a list"),
    (Mapping[Word, Small], [], "an object is expected; given: a list"),
    (Annotated[Mapping[str, str], Needs(("a",))], {}, "a: this field is missing"),
    (Point, {"x": 1}, "y: this field is missing"),
    (Point, {"x": 1, "y": 2, "z": 3}, "z: there is no such field here"),
    (Point, {"x": 1, "y": 2, "name": None}, "name: a text is expected; given: null"),
    (Line, {"kind": "no", "points": []}, 'kind: one of "open", "closed" is expected'),
    (Line, {"kind": "open", "points": [{"x": 1, "y": "a b"}]}, "points[0].y: a finite number"),
    (Mapping[str, int], {"a b" * 99: ""}, '["a b'),
]


@pytest.mark.parametrize(("kind", "value", "expected"), SOUND)
def test_a_value_is_read(kind: Any, value: Any, expected: Any) -> None:
    assert read_json(kind, value) == expected
    assert is_valid(value, build_schema("any", kind))


@pytest.mark.parametrize(("kind", "value", "words"), WRONG)
def test_another_value_is_refused_with_the_place(kind: Any, value: Any, words: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_json(kind, value)
    assert str(refused.value).startswith(words)
    assert len(str(refused.value)) < 200
    if value != 3.0:  # a whole number, by JSON Schema
        assert not is_valid(value, build_schema("any", kind))


def test_a_type_that_json_has_not_is_an_error() -> None:
    with pytest.raises(TypeError, match="JSON has no type"):
        read_json(set[int], [])


def test_a_schema_tells_what_people_should_know() -> None:
    schema = build_schema("A line", Line)
    assert schema["title"] == "A line"
    point = schema["$defs"]["Point"]
    assert point["description"] == "A place."
    assert point["properties"]["name"]["description"] == "What people call it."
    assert point["required"] == ["x", "y"]
    assert schema["$defs"]["Line"]["additionalProperties"] is True
