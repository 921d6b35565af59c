"""The houses by name, and their rooms, which load when they are entered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from covey.core.errors import InvalidInput

HOUSES = ("labels", "intervals", "rectangles", "regions", "cells")


def room(house: str, name: str) -> Any:
    """A module of a house."""
    if house not in HOUSES:
        raise InvalidInput(
            f"Unknown kind of problem {house!r}: there are {', '.join(HOUSES)}.", given=house
        )
    return import_module(f"covey.problems.{house}.{name}")
