"""Items into classes, counted by people."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def runs(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], people: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], persons: int, k: int, most: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Where runs of k to most people each start, in items of which number i has the people from starts[i] on; nothing, if there are no such runs.
    """

def groups(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], people: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], persons: int, k: int, look: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
    """
    The class of every item: those of k people alone, the others together until they have k. The next one is chosen among look items from either end, the fullest first; with 0 the fullest is next.
    """
