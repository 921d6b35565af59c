"""Arguments with which covey itself calls the compiled loops, as a start for the fuzzer.

Random arguments seldom get past the checks of a function that takes a graph or a tree in several
arrays. So small random problems are solved, and every call at the border is recorded.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import wraps
from types import ModuleType
from typing import Any

import numpy as np

import covey
from covey import _native
from tests.native.signatures import Signature
from tests.test_laws import OBJECTIVES, PROBLEM_KINDS, runs

MOST = 40
"""Examples of each function that are kept."""

Examples = dict[str, list[tuple[Any, ...]]]


def record(chosen: list[Signature], random: np.random.Generator) -> Examples:
    """Up to MOST calls of each function, without the instance on which a method was called."""
    examples: Examples = {signature.name: [] for signature in chosen}
    modules = {signature.name.split(".")[0] for signature in chosen}
    with contextlib.ExitStack() as stack:
        for signature in chosen:
            if not signature.is_property and signature.owner is None:
                stack.enter_context(_recorded(signature.name, examples[signature.name]))
        for problem_kind in PROBLEM_KINDS:
            if problem_kind.of_problems in modules:
                _solve_some(problem_kind, random)
    return examples


def _solve_some(problem_kind: Any, random: np.random.Generator) -> None:
    for objective in OBJECTIVES:
        for method, options in runs(problem_kind, objective):
            problem = problem_kind.problem(problem_kind.random_instance(random), objective)
            covey.solve(problem, method, stop=covey.Stop(seconds=1), **options)


@contextlib.contextmanager
def _recorded(name: str, calls: list[tuple[Any, ...]]) -> Iterator[None]:
    """A function of a module in whose place a recording one stands for a while. Classes stay: the
    fuzzer constructs its own."""
    module_name, function_name = name.split(".")
    module: ModuleType = getattr(_native, module_name)
    function: Any = getattr(module, function_name)
    if isinstance(function, type):
        yield
        return
    setattr(module, function_name, _recording(function, calls))
    try:
        yield
    finally:
        setattr(module, function_name, function)


def _recording(function: Callable[..., Any], calls: list[tuple[Any, ...]]) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        if len(calls) < MOST and not named:
            # A loop may write to its arguments.
            calls.append(
                tuple(each.copy() if isinstance(each, np.ndarray) else each for each in arguments)
            )
        return function(*arguments, **named)

    return call
