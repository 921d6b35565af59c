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


def test_plain_data_has_the_order_of_the_fields() -> None:
    found = Outer(Inner((3, 4)), None, {"more": [1]}, "z")
    assert list(found.to_dict()) == ["inner", "gap", "more", "last"]


def test_plain_data_has_no_absent_field() -> None:
    found = Outer(Inner((3, 4)), None, {"more": (1, 2)}, "z")
    plain = {"inner": {"sizes": [3, 4]}, "gap": None, "more": [1, 2], "last": "z"}
    assert found.to_dict() == plain
    assert Inner((), "a").to_dict() == {"sizes": [], "name": "a"}
