"""Random arguments for the functions at the border: right or hostile in type, length and range."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import covey._native

HUGE = (-(2**63), -(2**31), -1, 2**31 - 1, 2**31, 2**32, 2**53, 2**62, 2**63 - 1)
REALS = (0.0, -0.0, 1.5, -1.0, 1e-320, 1e308, float("inf"), float("-inf"), float("nan"))
NEVER_RIGHT: tuple[Any, ...] = (
    None, "text", b"bytes", 1.5, 2**70, -(2**70), [1, 2], (), {}, object(), np.zeros((2, 2, 2)),
    np.array(["a"]), np.array([None]), np.array(3), np.zeros(3, dtype=">i8"), np.zeros(0),
    np.zeros(3, dtype=np.complex128), np.int64(3), float("nan"), True,
)  # fmt: skip

ARRAY = re.compile(r"NDArray\[numpy\.(\w+)\].*?shape=\(([^)]*)\)")


class Maker:
    """Makes arguments for one call after the other. Arrays of a call mostly have the same length,
    or lengths that belong together. ``instances`` are objects of the border's own classes."""

    def __init__(
        self, random: np.random.Generator, instances: Mapping[str, Sequence[object]]
    ) -> None:
        self.random = random
        self.instances = instances
        self.length = 0

    def arguments(self, parameters: Sequence[str], module: str) -> list[Any]:
        self.length = self.pick((0, 1, 2, 3, 5, 8, 30, 200))
        return [self.value(parameter, module) for parameter in parameters]

    def changed(self, given: Sequence[Any], parameters: Sequence[str], module: str) -> list[Any]:
        """The same arguments, one or two of them changed or made again."""
        self.length = next((len(each) for each in given if _is_array(each)), 3)
        values = list(given)
        for at in self.random.integers(0, len(values), self.pick((1, 1, 1, 2))).tolist():
            if _is_array(values[at]) and self.random.random() < 0.7:
                values[at] = self.damaged(values[at])
            elif type(values[at]) is int and self.random.random() < 0.5:
                values[at] = values[at] + self.pick((-2, -1, 1, 2, values[at]))
            else:
                values[at] = self.value(parameters[at], module)
        return values

    def value(self, annotation: str, module: str) -> Any:
        if self.random.random() < 0.03:
            return self.pick(NEVER_RIGHT)
        array = ARRAY.search(annotation)
        if array:
            dimensions = sum(1 for part in array[2].split(",") if part.strip())
            return self.array(np.dtype(array[1]), dimensions)
        kind = self.pick([part.strip() for part in annotation.split(" | ")])
        if kind == "None":
            return None
        if kind == "int":
            return self.integer()
        if kind == "float":
            return float(self.pick((*REALS, self.random.random(), self.integer())))
        if kind == "bool":
            return bool(self.random.integers(2))
        if kind.startswith(("collections.abc.Sequence", "list")):
            return [self.integer() for _ in range(self.length)]
        return self.instance(kind, module)

    def instance(self, kind: str, module: str) -> Any:
        """An instance of one of the border's own classes, if there is one."""
        name = kind.removeprefix("covey._native.")
        name = name if "." in name else f"{module}.{name}"
        found = find(name)
        if isinstance(found, type) and issubclass(found, enum.Enum):
            return self.pick(list(found))
        known = self.instances.get(name)
        return self.pick(known) if known else self.pick(NEVER_RIGHT)

    def integer(self) -> int:
        """A count, a length, an index, a total, or far too much."""
        if self.random.random() < 0.1:
            return int(self.pick(HUGE))
        low, high = self.pick(
            ((0, 5), (self.length - 2, self.length + 3), (0, 10 * self.length + 2))
        )
        return int(self.random.integers(low, high))

    def array(self, dtype: np.dtype[Any], dimensions: int) -> NDArray[Any]:
        length = max(0, self.length + self.pick((0, 0, 0, 0, 0, 0, 1, -1)))
        width = self.pick((1, 2, 2, 4, 4, self.length))
        values = self.numbers(length * width if dimensions == 2 else length)
        made: NDArray[Any] = values.astype(dtype)
        if dtype.kind == "f":
            made += self.pick((0.0, 0.5))
        return made.reshape(length, width) if dimensions == 2 else made

    def numbers(self, length: int) -> NDArray[np.int64]:
        """Weights, indices, starts, orders or trees: what the loops take, or nearly."""
        style = self.random.integers(7)
        if style == 0:
            return self.random.integers(0, 10, length)
        if style == 1:
            return self.random.integers(0, max(1, self.length), length)
        if style == 2:
            return np.sort(self.random.integers(0, self.length + 1, length))
        if style == 3:
            return self.random.permutation(length)
        if style == 4:
            return np.arange(length, 0, -1) * int(self.pick((1, 1, 1000)))
        if style == 5:
            return np.arange(-1, length - 1)
        return np.full(length, self.pick((0, 1, 1, 2, 7)))

    def damaged(self, array: NDArray[Any]) -> NDArray[Any]:
        """A copy with another value, length, type, order or layout."""
        copy = array.copy()
        way = self.random.integers(8)
        if way <= 2 and copy.size:
            number: Any = self.pick((*HUGE, 0, 1, self.integer()))
            if copy.dtype.kind == "f":
                number = self.pick(REALS)
            elif copy.dtype.kind == "b":
                number = not copy.flat[0]
            limits = np.iinfo(copy.dtype) if copy.dtype.kind in "iu" else None
            if limits:
                number = min(max(number, limits.min), limits.max)
            with np.errstate(all="ignore"):
                copy.flat[int(self.random.integers(copy.size))] = number
        elif way == 3:
            copy = copy[: int(self.random.integers(len(copy) + 1))]
        elif way == 4:
            copy = np.concatenate([copy, copy])
        elif way == 5:
            self.random.shuffle(copy)
        elif way == 6:
            copy = self.pick((copy[::2], copy[::-1], np.asfortranarray(copy), copy[None], copy.T))
        else:
            with np.errstate(all="ignore"):
                copy = copy.astype(self.pick(("i4", "i8", "f8", "?", "u8", ">i8", "f4")))
        copy.flags.writeable = bool(self.random.integers(4))
        return copy

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[int(self.random.integers(len(choices)))]


def find(name: str) -> Any:
    """The function, class or method of this name at the border."""
    found: Any = covey._native
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _is_array(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 0
