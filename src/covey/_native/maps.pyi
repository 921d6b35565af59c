"""Outlines of areas."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def beside(pairs: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], reach: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stretch: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], windows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], segments: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]]:
    """
    For every pair of areas how long their outlines run within reach of each other, the mean of both directions, and whether they come within reach at all.
    """
