"""What a contender is: a function from the data to what is timed.

What is timed returns the class of every item, or None where there are none, or a function that
measures the answer when the time is taken. Loading a program, and bringing data into its form, is
not timed, except where the subject is just that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from benchmarks.side_by_side.subjects import Data

Classes = NDArray[Any] | None
Later = Callable[[], dict[str, float]]
"""Figures of an answer, by their names in a row."""
Timed = Callable[[], Classes | Later]
Contender = Callable[[Data, int], Timed]


class GivesUp(Exception):
    """A program that ends without an answer."""
