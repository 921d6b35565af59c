"""What a class must meet besides k: one protocol, and the sensitive attributes it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Requirement(Protocol):
    def words(self) -> str: ...


@dataclass(frozen=True, eq=False)
class Sensitive:
    column: str
    codes: NDArray[np.int32]
    labels: Sequence[Any]


def bind(
    requirements: Sequence[Requirement],
    sensitive: Sequence[Sensitive],
    population: NDArray[np.int64] | None,
    rows: int,
) -> tuple[Requirement, ...]:
    return tuple(requirements)


def refuse_impossible(*given: Any) -> None:
    pass


def offending(*given: Any) -> Requirement | None:
    return None
