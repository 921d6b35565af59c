"""Dataclasses that stand for JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from covey.core.json_types import Others
from covey.core.records import JsonObject


@dataclass(frozen=True)
class Inner(JsonObject):
    sizes: tuple[int, ...]
    name: str | None = None


@dataclass(frozen=True)
class Outer(JsonObject):
    inner: Inner
    gap: float | None
    rest: Annotated[Mapping[str, Any], Others()]
    last: str


def test_an_object_is_read_by_the_names_of_its_file() -> None:
    found = Outer(Inner((3, 4)), None, {"more": [1]}, "z")
    assert list(found) == ["inner", "gap", "more", "last"]
    assert found["inner"]["sizes"] == [3, 4]
    assert found.get("name") is None
    assert "name" not in found["inner"]
    assert "gap" in found
    assert len(found) == 4


def test_plain_data_has_no_absent_field() -> None:
    found = Outer(Inner((3, 4)), None, {"more": (1, 2)}, "z")
    plain = {"inner": {"sizes": [3, 4]}, "gap": None, "more": [1, 2], "last": "z"}
    assert found.to_dict() == plain
    assert Inner((), "a").to_dict() == {"sizes": [], "name": "a"}
