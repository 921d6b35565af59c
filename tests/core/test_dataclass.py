"""covey's dataclass: made later, and no different from that of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import os
import pickle
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from importlib import import_module
from pkgutil import walk_packages
from threading import Barrier
from typing import Any

import pytest

import covey
from covey.core.dataclass import dataclass


@dataclass(frozen=True)
class Town:
    name: str
    people: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Capital(Town):
    country: str = "?"


class Metropolis(Capital):
    """Not a dataclass itself."""


@dataclass(frozen=True, eq=False)
class Road:
    length: float


def is_made(cls: type) -> bool:
    return isinstance(vars(cls)["__dataclass_fields__"], dict)


def declared() -> type:
    """A class that nobody has used."""

    @dataclass(frozen=True)
    class River:
        name: str
        length: int = 0

    return River


def test_a_class_is_made_with_its_first_object() -> None:
    river = declared()
    assert not is_made(river)
    assert repr(river("Isar")).endswith("River(name='Isar', length=0)")
    assert is_made(river)


@pytest.mark.parametrize(
    "asked",
    [
        dataclasses.fields,
        dataclasses.is_dataclass,
        inspect.signature,
        lambda cls: cls.__match_args__,
        lambda cls: cls.__dataclass_params__,
    ],
)
def test_a_class_is_made_when_it_is_asked_what_it_has(asked: Callable[[Any], object]) -> None:
    river = declared()
    assert asked(river)
    assert is_made(river)
    assert river("Isar", 295).length == 295


def test_what_is_made_is_a_dataclass_of_the_standard_library() -> None:
    town, same = Capital("Rome", ["Ada"], "Italy"), Capital("Rome", ["Ada"], country="Italy")
    assert town == same
    assert town != Capital("Rome")
    assert dataclasses.asdict(town) == {"name": "Rome", "people": ["Ada"], "country": "Italy"}
    assert dataclasses.replace(town, country="Georgia").country == "Georgia"
    with pytest.raises(dataclasses.FrozenInstanceError):
        town.name = "Roma"  # type: ignore[misc]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Capital()  # type: ignore[call-arg]
    assert Road(1.0) != Road(1.0)
    match town:
        case Capital(name, _, country):
            assert (name, country) == ("Rome", "Italy")


def test_subclasses_without_the_decorator_are_made_with_their_parent() -> None:
    assert Metropolis("Lagos") == Metropolis("Lagos")
    assert [each.name for each in dataclasses.fields(Metropolis)] == ["name", "people", "country"]
    assert str(inspect.signature(Metropolis)) == str(inspect.signature(Capital))


def test_a_subclass_is_made_before_its_parent_was_used() -> None:
    river = declared()

    @dataclass(frozen=True)
    class Canal(river):  # type: ignore[misc, valid-type]
        locks: int = 0

    assert Canal("Kiel", 98, 2) == Canal("Kiel", 98, locks=2)
    assert is_made(river)


def test_signatures_are_those_of_the_fields() -> None:
    assert str(inspect.signature(declared())) == "(name: 'str', length: 'int' = 0) -> None"


def test_what_would_be_lost_is_refused() -> None:
    with pytest.raises(AssertionError, match="slots"):
        dataclass(slots=True)(type("Lake", (), {}))
    with pytest.raises(AssertionError, match="makes its objects itself"):
        dataclass(type("Sea", (), {"__new__": object.__new__}))


def test_every_class_can_be_made() -> None:
    """What is wrong with a class would else be found where it is first used."""
    made = 0
    for found in walk_packages(covey.__path__, "covey."):
        if found.name.endswith(("__main__", "_native")):
            continue
        for cls in vars(import_module(found.name)).values():
            own = isinstance(cls, type) and cls.__module__ == found.name
            if own and "__dataclass_fields__" in vars(cls):
                dataclasses.fields(cls)
                made += is_made(cls)
    assert made > 300


def test_what_is_abstract_stays_abstract() -> None:
    @dataclass(frozen=True)
    class Shape(ABC):
        name: str

        @abstractmethod
        def area(self) -> float: ...

    with pytest.raises(TypeError, match="abstract"):
        Shape("any")  # type: ignore[abstract]


def test_a_parent_that_makes_objects_gets_what_it_needs() -> None:
    @dataclass
    class Refused(ValueError):
        why: str

    assert Refused("late").args == ("late",)


def test_copies_and_pickles() -> None:
    town = Capital("Rome")
    assert copy.copy(town) == copy.deepcopy(town) == pickle.loads(pickle.dumps(town)) == town


def test_a_pickle_is_read_where_no_object_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    river = declared()
    text = pickle.dumps(Road(2.0))
    monkeypatch.setattr(sys.modules[__name__], "Road", river)
    read = pickle.loads(text)
    assert is_made(river)
    assert read.length == 2.0


def test_a_class_that_was_interrupted_is_made_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @dataclass(frozen=True)
    class Lake:
        name: str = ""
        fish: list[str] = field(default_factory=list)

    def interrupted(cls: type) -> None:
        raise KeyboardInterrupt

    # One of the last things that are done to a class.
    monkeypatch.setattr(dataclasses.abc, "update_abstractmethods", interrupted)  # type: ignore[attr-defined]
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Lake()
    monkeypatch.undo()
    assert Lake("Ammersee") == Lake("Ammersee", [])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_new_process_does_not_wait_for_a_thread_that_it_does_not_have() -> None:
    code = """
import os, threading
from covey.core import dataclass as module
held, done = threading.Event(), threading.Event()
def hold():
    with module._MAKING:
        held.set(); done.wait(30)
threading.Thread(target=hold, daemon=True).start()
held.wait()
child = os.fork()
if not child:
    @module.dataclass
    class A:
        x: int
    os._exit(A(3).x)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
done.set()
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "3\n"


def test_an_object_that_is_called_has_its_own_signature() -> None:
    @dataclass
    class Adds:
        one: int

        def __call__(self, other: int) -> int:
            return self.one + other

    assert str(inspect.signature(Adds(1))) == "(other: 'int') -> 'int'"


def test_threads_that_use_a_class_at_once_make_it_once() -> None:
    for _ in range(20):
        river, start = declared(), Barrier(4)

        def first(at: int, river: Any = river, start: Barrier = start) -> Any:
            start.wait()
            return river("Isar", at)

        with ThreadPoolExecutor(4) as pool:
            assert [each.length for each in pool.map(first, range(4))] == [0, 1, 2, 3]
