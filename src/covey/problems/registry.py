"""The kinds of problems by name, and their modules, which load when they are asked for."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from covey.core.errors import InvalidInput
from covey.core.method import Method
from covey.core.result import Certificate

HOUSES = ("labels", "intervals", "rectangles", "regions", "cells")


def module_of(house: str, name: str) -> ModuleType:
    """A module of a kind of problem."""
    if house not in HOUSES:
        raise InvalidInput(
            f"Unknown kind of problem {house!r}: there are {', '.join(HOUSES)}.", given=house
        )
    return import_module(f"covey.problems.{house}.{name}")


def methods_of(house: str) -> tuple[Method, ...]:
    """The methods of a kind of problem, the default first."""
    found: tuple[Method, ...] = module_of(house, "methods").METHODS
    return found


def certificates_of(house: str) -> tuple[type[Certificate], ...]:
    """What can prove a lower bound for a kind of problem."""
    found: tuple[type[Certificate], ...] = module_of(house, "bound").CERTIFICATES
    return found
