"""Ordered values into intervals."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


MOST_SQUARES: int = 1152921504606846976

def sweep(weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Starts of classes, each ended as soon as it has k; what is left joins the last.
    """

def smallest_cap(weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, low: int, high: int) -> int:
    """
    The least cap from low to high within which a chain of intervals exists; high if there is none below it.
    """

def cheapest_chain(weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, cap: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Starts of the intervals, of k to cap each, whose sum of squares is least. The total times the cap must be below MOST_SQUARES.
    """

def narrowest_chain(weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, cap: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Starts of the intervals, of k to cap each, that lose least: the sum of weight times width, from the low end of the first value to the high end of the last.
    """
