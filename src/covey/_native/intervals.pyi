"""Ordered values into intervals."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def sweep(weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Starts of classes, each ended as soon as it has k; what is left joins the last.
    """
