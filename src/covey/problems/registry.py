"""The kinds of problems by name, and their modules, which load when they are asked for."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from covey.core.errors import InvalidInput
from covey.core.method import Method
from covey.core.result import Certificate

PROBLEM_KINDS = ("labels", "intervals", "rectangles", "regions", "trees", "cells")


WITH_BOUNDS = (*PROBLEM_KINDS, "people")
"""Those whose lower bounds have certificates: also that of people, which has no solver of its
own."""


def module_of(problem_kind: str, name: str) -> ModuleType:
    """A module of a kind of problem."""
    # The name may come from a file: nothing but a known kind becomes the name of a module.
    if problem_kind not in (WITH_BOUNDS if name == "bound" else PROBLEM_KINDS):
        raise InvalidInput(
            f"Unknown kind of problem {problem_kind!r}: there are {', '.join(PROBLEM_KINDS)}.",
            given=problem_kind,
        )
    return import_module(f"covey.problems.{problem_kind}.{name}")


def methods_of(problem_kind: str) -> tuple[Method, ...]:
    """The methods of a kind of problem, the default first."""
    found: tuple[Method, ...] = module_of(problem_kind, "methods").METHODS
    return found


def certificates_of(problem_kind: str) -> tuple[type[Certificate], ...]:
    """What can prove a lower bound for a kind of problem."""
    found: tuple[type[Certificate], ...] = module_of(problem_kind, "bound").CERTIFICATES
    return found
