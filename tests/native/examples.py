"""Arguments with which covey itself calls the compiled loops, as a start for the fuzzer.

Random arguments seldom get past the checks of a function that takes a graph or a tree in several
arrays, and a method seldom suits an instance that was made for another call. So small random
problems are solved, and every call at the border is recorded, those of one instance in their order.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import numpy as np

import covey
from tests.native import hand_made
from tests.native.arguments import find
from tests.native.signatures import Signature
from tests.test_laws import OBJECTIVES, PROBLEM_KINDS, runs

MOST = 40
"""Examples of each function that are kept, and of the instances on which a method was called."""

MOST_CALLS = 12
"""Calls of one method on one instance that are kept."""

Arguments = tuple[Any, ...]


@dataclass
class Life:
    """What an instance was made of, and which methods were called on it: their names and arguments,
    in their order."""

    made_of: Arguments
    calls: list[tuple[str, Arguments]] = field(default_factory=list)


class Recorder:
    def __init__(self, chosen: Sequence[Signature]) -> None:
        self.calls: dict[str, list[Arguments]] = {signature.name: [] for signature in chosen}
        self.lives: dict[str, list[Life]] = {}
        self._of_instance: dict[int, tuple[object, Life]] = {}

    def function(self, name: str, called: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(called)
        def call(*arguments: Any, **named: Any) -> Any:
            calls = self.calls[name]
            if len(calls) < MOST and not named:
                calls.append(copied(arguments))
            return called(*arguments, **named)

        return call

    def constructor(self, name: str, made: type) -> Callable[..., Any]:
        lives = self.lives.setdefault(name, [])

        def call(*arguments: Any, **named: Any) -> Any:
            own = copied(arguments)
            instance = made(*arguments, **named)
            if len(lives) < MOST and not named:
                self.calls[name].append(own)
                life = Life(own)
                lives.append(life)
                # With the instance itself: its id is that of no other as long as it is there.
                self._of_instance[id(instance)] = instance, life
            return instance

        return call

    def method(self, name: str, called: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(called)
        def call(instance: Any, *arguments: Any, **named: Any) -> Any:
            _, life = self._of_instance.get(id(instance), (None, None))
            known = [] if life is None or named else life.calls
            if life and sum(each == name for each, _ in known) < MOST_CALLS:
                known.append((name, copied(arguments)))
            return called(instance, *arguments, **named)

        return call


def copied(arguments: Sequence[Any]) -> Arguments:
    """A loop may write to its arguments."""
    return tuple(each.copy() if isinstance(each, np.ndarray) else each for each in arguments)


def record(chosen: Sequence[Signature], random: np.random.Generator) -> Recorder:
    """Make calls by hand, and solve small problems of the kinds that the chosen functions belong
    to."""
    modules = {signature.name.split(".")[0] for signature in chosen}
    with recording(chosen) as recorder:
        # By hand first: the instances of solved problems would leave them no room.
        for module in sorted(modules):
            hand_made.CALLS[module](random)
        for problem_kind in PROBLEM_KINDS:
            if problem_kind.of_problems in modules:
                _solve_some(problem_kind, random)
    return recorder


@contextlib.contextmanager
def recording(chosen: Sequence[Signature]) -> Iterator[Recorder]:
    """The calls of these functions are recorded for a while."""
    recorder = Recorder(chosen)
    # A class is found under its name no longer once a function stands in its place.
    found = [(each, find(each.name), find(each.owner) if each.owner else None) for each in chosen]
    with contextlib.ExitStack() as stack:
        for signature, called, owner in found:
            if not signature.is_property:
                stack.enter_context(_recorded(signature, called, owner, recorder))
        yield recorder


def _solve_some(problem_kind: Any, random: np.random.Generator) -> None:
    for objective in OBJECTIVES:
        for method, options in runs(problem_kind, objective):
            problem = problem_kind.problem(problem_kind.random_instance(random), objective)
            covey.solve(problem, method, stop=covey.Stop(seconds=1), **options)


@contextlib.contextmanager
def _recorded(
    signature: Signature, called: Any, owner: type | None, recorder: Recorder
) -> Iterator[None]:
    """A recording function stands for a while where covey's modules, or the class of a method, have
    the recorded one."""
    name = signature.name
    places: list[tuple[Any, str]]
    if owner is not None:
        stand_in = recorder.method(name, called)
        places = [(owner, name.rpartition(".")[2])]
    else:
        of_class = isinstance(called, type)
        stand_in = (recorder.constructor if of_class else recorder.function)(name, called)
        places = [
            (module, known)
            for key, module in list(sys.modules.items())
            if key.partition(".")[0] == "covey"
            for known, value in list(vars(module).items())
            if value is called
        ]
    for holder, known in places:
        setattr(holder, known, stand_in)
    try:
        yield
    finally:
        for holder, known in places:
            setattr(holder, known, called)
