"""A certificate comes from anybody: every field is checked before anything is made of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core.json_types import Malformed
from covey.release.certificate import ReleaseCertificate, parsed
from tests.effort import cases, spread
from tests.release.certificate.made import KINDS, Made, changed

DEEP: Any = "x"

for _ in range(200):
    DEEP = [DEEP]

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 3, 2**62, 2**63, 10**400, 0.5, 1e300, float("nan"), "", "5", "1.5", "\ud800",
    "\x00", "../x", [], ["a"], ["a", "a"], [None], {}, {"a": 1}, DEEP,
)  # fmt: skip


PER_KIND = cases(12, quick=3)
"""Changed certificates of each kind that are handed to verify. The campaign ``proofs`` tries many
more."""


def ways(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a JSON value; of long lists to the first two."""
    if here:
        yield here
    if isinstance(data, dict | list):
        parts = data.items() if isinstance(data, dict) else enumerate(data[:2])
        for name, value in parts:
            yield from ways(value, (*here, name))


def changes(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for way in ways(data):
        name = ".".join(map(str, way))
        yield f"{name} gone", changed(data, way)
        for value in ODD:
            yield f"{name} = {str(value)[:40]!r}", changed(data, way, value)


@pytest.mark.parametrize("kind", spread(KINDS, quick=4))
def test_any_change_of_a_field_is_answered_in_words(tmp_path: Path, kind: str) -> None:
    """No change makes verify fail in any other way. All of them are read; those that are not
    refused for their type are verified, or some of them where there are many."""
    made = Made(tmp_path, kind)
    assert made.answer(made.sound)
    passed = []
    for what, data in changes(made.sound):
        try:
            parsed(tmp_path, json.dumps(data).encode())
        except covey.CoveyError:
            continue
        passed.append((what, data))
    assert passed
    for what, data in random.Random(0).sample(passed, min(PER_KIND, len(passed))):
        try:
            made.answer(data)
        except Exception as error:
            raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        ("cells", ("shuffled",)),
        ("ordered", ("read", "columns", "age", "read_as")),
        ("cells", ("read", "columns")),
        ("regions", ("read", "columns", "zip", "map")),
        ("k-map", ("read", "population")),
        ("k-map", ("read", "population", "fingerprint")),
        ("points", ("quasi",)),
        ("labels", ("missing",)),
    ],
)
def test_a_field_that_is_needed_is_missed(tmp_path: Path, kind: str, way: tuple[str, ...]) -> None:
    made = Made(tmp_path, kind)
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        parsed(tmp_path, json.dumps(changed(made.sound, way)).encode())


@pytest.mark.parametrize(
    ("kind", "way", "value"),
    [
        ("regions", ("quasi", "zip", "tolerance"), "5"),
        ("points", ("read", "columns", "place"), {"pole": "north"}),
        ("points", ("read", "columns", "place"), {"pole": 400}),
        ("labels", ("read", "columns", "town"), {"pole": 0}),
        ("labels", ("classes", "sizes", 0), 2**63),
        ("labels", ("table", "delimiter"), "\ud800"),
        ("labels", ("table", "delimiter"), "a"),
        ("applied", ("withheld",), [1]),
        ("applied", ("cost",), 3),
        ("labels", ("withheld",), [1]),
        ("cells", ("read", "columns", "wealth"), {}),
        ("ordered", ("read", "columns", "age", "read_as"), "text"),
        ("cells", ("read", "columns", "age", "missing_as"), [1, 2]),
        ("cells", ("read", "columns", "age", "missing_as"), "middle"),
        ("cells", ("read", "columns", "zip", "missing_as"), "lowest"),
    ],
)
def test_a_field_of_another_kind_is_refused(
    tmp_path: Path, kind: str, way: tuple[Any, ...], value: Any
) -> None:
    made = Made(tmp_path, kind)
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        parsed(tmp_path, json.dumps(changed(made.sound, way, value)).encode())


@pytest.mark.parametrize(
    ("way", "value", "words"),
    [
        (("classes", "sizes", 1), "12", "classes.sizes[1]: a count, a whole number from 0 to"),
        (("records", "published"), -1, "records.published: a count"),
        (("records", "people"), 1, "records.people: there is no such field here"),
        (("quasi", "age", "columns"), ["sex"], "quasi.age.columns: these are not the columns"),
        (("quasi", "age", "role"), "label", 'quasi.age.role: one of "labels", "ordered"'),
        (("weights", "wealth"), 1, "weights.wealth: this is no quasi-identifier"),
        (("files", "a/b.csv"), "", 'files["a/b.csv"]: the plain name of a file'),
        (("files", "a\u200bb.csv"), "", 'files["a\\u200bb.csv"]: the name of a file is printable'),
        (("gap",), 10**400, "gap: a finite number is expected; given: 1000000"),
    ],
)
def test_the_message_says_where(
    tmp_path: Path, way: tuple[Any, ...], value: Any, words: str
) -> None:
    made = Made(tmp_path, "ordered")
    with pytest.raises(Malformed) as refused:
        ReleaseCertificate.from_json(json.dumps(changed(made.sound, way, value)).encode())
    assert str(refused.value).startswith(words)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize("kind", KINDS)
def test_a_certificate_comes_back_from_its_file(tmp_path: Path, kind: str) -> None:
    made = Made(tmp_path, kind)
    content = made.path.read_bytes()
    found = ReleaseCertificate.from_json(content)
    assert found.to_json().encode() == content
    assert found.to_dict() == made.sound
    assert ReleaseCertificate.from_json(found.to_json().encode()) == found


def test_a_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    """Programs differ in which of the two they take."""
    made = Made(tmp_path, "labels")
    text = made.path.read_text(encoding="utf-8").replace('"k": ', '"k": 999, "k": ', 1)
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        parsed(tmp_path, text.encode())
