"""Requirements inside compiled loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.jit import kernel

if TYPE_CHECKING:
    from covey.cells.problem import CellProblem


class Rules(NamedTuple):
    kinds: NDArray[np.int32]


def rules_of(problem: CellProblem) -> Rules:
    return Rules(np.zeros(0, np.int32))


@kernel
def meets(
    weights: NDArray[np.int64],
    secrets: NDArray[np.int32],
    people: NDArray[np.int64],
    begin: int,
    end: int,
    rules: Rules,
) -> bool:
    return True
