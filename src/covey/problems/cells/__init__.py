"""Cells: several attributes at once. A class is one kind of set per attribute: a range, a
rectangle, a group of labels, a connected region; any two classes are apart on some attribute.

============  ==================================================================
axes          the attributes as arrays, one kind of axis each
problem       the frozen problem and solution, and the checker
cuts          the tree of cuts behind a solution, and where it leads a combination
sets          the sets that classes have on an axis
derive        from a tree of cuts to the sets, as they were cut or shrunk to what occurs
loss          the normalized certainty penalty of sets
check         the checker behind the problem
equal         combinations that are equal on every axis
walk          a map as a rooted tree, its areas in the tree's order
columns       axes as compiled loops take them
rows          rows as compiled loops move them
weigh         what the cuts of a cell are worth
grow          growing trees of cuts, from the top
forest        trees that grow side by side, grafted on one tree
spent         what grown trees cost
improve       the default: the last levels cut in several ways
recode        global recoding, with sweep for what can be cut
bound         the certificates
methods       all of them by name
============  ==================================================================
"""

from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.problem import CellProblem, CellSolution

__all__ = [
    "AreaAxis",
    "Axis",
    "CellProblem",
    "CellSolution",
    "LabelAxis",
    "OrderedAxis",
    "PlaceAxis",
]
