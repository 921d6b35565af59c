"""Labels along a taxonomy."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


MOST_LIGHT: int = 12

def best_bound(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> tuple[int, int]:
    """
    The highest lower bound of the largest class that one node proves, and that node; k and -1 if none proves more.
    """

def solve_stars(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, cap: int, quadratic: bool, two_only: bool, squares_up_to: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]]:
    """
    The bin of every node at its parent, -1 without one; the largest bin at every node; and whether no plan of its star is better.
    """

def classes_of(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, bins: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
    """The class of every label, from the bins of all nodes."""

def whole_nodes(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
    """The bins of the finest answer whose classes are single nodes."""

def solve_chains(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, quadratic: bool) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], int, int]:
    """
    Of a tree whose siblings are in order: the bin of every node at its parent, -1 without one; the least possible largest class; and the node that proves it.
    """

def hulls(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], labels: int, ordered: bool, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], members: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    The smallest sets along a tree that hold some labels each, ascending: what lies below the children of the lowest node above them, and, where siblings are in order, below those between them.
    """

def first_misshapen(parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """
    The first class that is neither a node nor several children of one; -1 if none.
    """
