"""A source with its answer, known in advance: drawn at random, planted, or searched for."""

from __future__ import annotations

import operator
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

TRIES = 1000
STEPS_AT_MOST = 100_000
"""The exact solvers give up after so many: in their own time, a few seconds."""

Wanted = Literal["yes", "no"]


class Source(Protocol):
    """What every source can do: be drawn, be solved, say whether an answer is one."""

    name: ClassVar[str]
    sizes: ClassVar[str]
    """What n and m are."""

    @classmethod
    def random(cls, n: int, m: int, rng: np.random.Generator) -> Self: ...
    @classmethod
    def planted(cls, n: int, m: int, rng: np.random.Generator) -> tuple[Self, Any]: ...
    @classmethod
    def refuse_unless_possible(cls, n: int, m: int, wanted: Wanted) -> None: ...
    @property
    def plainly_no(self) -> bool:
        """Whether one look shows that the answer is no."""
        ...

    def solve(self) -> Any | None: ...
    def check(self, answer: Any) -> None: ...
    def to_dict(self) -> dict[str, Any]: ...
    def answer_to_list(self, answer: Any) -> list[Any]: ...


S = TypeVar("S", bound=Source)


@dataclass(frozen=True)
class Known(Generic[S]):
    """``answer`` is a solution of the source, None if there is none; ``how`` says how one knows."""

    source: S
    answer: Any | None
    how: Literal["planted", "searched"]

    def __post_init__(self) -> None:
        if self.answer is not None:
            self.source.check(self.answer)

    @classmethod
    def searched(cls, source: S) -> Known[S]:
        return cls(source, source.solve(), "searched")


def draw_source(
    kind: type[S], n: int, m: int, seed: int, *, plant: bool = False, wanted: Wanted | None = None
) -> Known[S]:
    """A random source of so many parts; with ``plant`` a solution is put into it first, with
    ``wanted`` others are thrown away. The same seed gives the same source.

    Of sources without a solution, one that does not show it at first sight is preferred.
    """
    rng = np.random.default_rng(_seed(seed))
    if plant and wanted == "no":
        raise InvalidInput(
            "What is planted has a solution, so its answer cannot be no.",
            hint="Leave out one of the two.",
        )
    if plant or wanted is not None:
        kind.refuse_unless_possible(n, m, "yes" if plant else wanted or "yes")
    if plant:
        source, answer = kind.planted(n, m, rng)
        return Known(source, answer, "planted")
    if wanted is None:
        return Known.searched(kind.random(n, m, rng))
    plain = None
    # Drawn again until the answer is as wanted. Plain ones are kept for the case that no other is
    # found.
    for _ in range(TRIES):
        source = kind.random(n, m, rng)
        if source.plainly_no:
            plain = plain or source
            continue
        found = Known.searched(source)
        if (found.answer is not None) == (wanted == "yes"):
            return found
    if plain is not None and wanted == "no":
        return Known(plain, None, "searched")
    hint = "Plant a solution (--plant), or" if wanted == "yes" else "Take other sizes, or"
    raise InvalidInput(
        f"None of {TRIES:,} random instances ({kind.sizes}: {n:,} and {m:,}) has the answer"
        f" {wanted}.",
        hint=f"{hint} try another seed.",
        given=(n, m),
    )


def positive(value: Any, what: str) -> int:
    """A number of things, at least one."""
    try:
        whole = operator.index(value)
    except TypeError:
        whole = 0
    # True is the whole number 1 to Python.
    if whole < 1 or isinstance(value, bool):
        raise InvalidInput(f"{what} is a positive whole number; given: {value!r}.", given=value)
    return whole


def too_long(what: str) -> InvalidInput:
    return InvalidInput(
        f"The search for {what} was given up after {STEPS_AT_MOST:,} steps.",
        hint="Take a smaller instance, or plant a solution (--plant), which needs no search.",
    )


def _seed(given: Any) -> int:
    try:
        seed = operator.index(given)
    except TypeError:
        seed = -1
    if not 0 <= seed < 2**32 or isinstance(given, bool):
        raise InvalidInput(
            f"A seed is a whole number from 0 to 2^32 - 1; given: {given!r}.", given=given
        )
    return seed
