"""Points into rectangles."""

import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Rule(enum.Enum):
    """How a cut is chosen."""

    PROPORTIONAL = 0
    """Both sides can be shared by classes within [k, cap]."""

    MEDIAN = 1
    """Nearest to the half."""

    SMALLEST = 2
    """The lightest side that keeps k."""

    MIN_BOUND = 3
    """The sides whose own lower bounds are least."""

    PLAIN = 4
    """Next to half of the classes, across the longer side."""

class Surface(enum.Enum):
    """What the coordinates are."""

    FLAT = 0
    """Both have one unit."""

    GLOBE = 1
    """Degrees: x of longitude, y of latitude."""

class Axis(enum.Enum):
    """An axis of the plane."""

    X = 0
    """From west to east."""

    Y = 1
    """From south to north."""

MAX_STATES: int = 4000000

MAX_REMEMBERED: int = 400000000

MAX_LINES: int = 2000

def merge_equal(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """The location of every point, and the first point of every location."""

def order_of(values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], bool]:
    """
    The places of values in ascending order, of equal ones the first one first; and whether no two are equal.
    """

def round_between(low: float, high: float) -> float:
    """The roundest decimal c with low < c <= high."""

def all_inside(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], classes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> bool:
    """Whether every point lies in the cell of its class."""

def tiles(cells: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
    """Whether the cells tile the box."""

def half_perimeters(cells: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], surface: Surface) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
    """Width and height of every cell together, in the unit of y."""

def aspects(cells: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], surface: Surface) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
    """How many times as long as wide every cell is."""

def grow(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, cap: int, rule: Rule, surface: Surface, threads: int = 1, by_x: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]]:
    """
    Cut while both sides keep k: class by location, weight and cell by class. by_x is the order of the locations by x, if it is known.
    """

def search(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, cap: int, aim: float, evenness: float, surface: Surface, effort: int, seconds: float, by_x: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, longest: float = float('inf')) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]] | None:
    """
    Cells within [k, cap], none more than so many times as long as wide, by cuts that are taken back; None if none were found. by_x is as in grow.
    """

def slabs(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], box: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, axis: Axis, by_x: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]]:
    """
    Slabs along the axis, cut across it: class by location, weight and cell by class. by_x is as in grow.
    """

def best_guillotine(weights: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], k: int, largest_counts: bool) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')]:
    """
    A best tiling of a grid by cuts from side to side: columns i to j, rows u to v.
    """

def guillotine_within(weights: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)], k: int, cap: int, looks: int, seconds: float) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')] | None, bool]:
    """
    Cells within [k, cap] of a grid by cuts from side to side, or None; and whether it is known that there are none.
    """
