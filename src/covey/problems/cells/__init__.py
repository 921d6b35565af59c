"""Cells: several attributes at once. A class has one set per attribute, of the attribute's kind: a
range, a rectangle, a group of labels, a connected region, nodes of a tree. Any two classes are
disjoint on some attribute.

==============  ==================================================================
axes            the attributes as arrays, one class of axis for each kind
problem         the frozen problem and solution; ``answer`` is what every answer tells
sets            the sets that classes have on an axis
kinds           the kinds of columns and of cuts
check           the checker behind the problem
cut_tree        the tree of cuts behind a solution, and where it leads a combination
class_rows      the rows of every class
class_sets      from a tree of cuts to the sets, as they were cut or shrunk to what occurs
distinct_sets   tables of sets, each distinct set once
distinct        combinations that are equal on every axis
map_tree        a map as a rooted tree, its areas in the tree's order
nesting         few regions of a map that nest; ``nested_sets`` are those of classes
axis_table      axes as compiled loops take them: columns of codes
forest          cells cut from the top, all in one tree of cuts
slabs           slabs of one ordered column, with a better promise
parts           the top cuts first, then every part by itself; ``top_cuts`` and ``boxed`` are
                for a table that is elsewhere, ``grafting`` puts the trees together
improve         the default: the last levels cut in several ways
exchange        cells of several classes cut again, so that these exchange combinations
pruning         a tree without the cuts that break a requirement
constrain       trees that meet requirements, the best of several
recode          global recoding by greedy cuts
grids           global recoding as a search; ``blocks`` are the parts of one attribute
hierarchy       the tree of nested sets of an axis
first_trees     the trees that nested recoding starts from
nested          nested recoding
withhold        which records are withheld
single          answers of the only attribute's own solver, as cells
merge           classes of the only attribute, merged until they meet requirements
narrow          sets over the values that are left
bound           the certificates
methods         all methods by name
==============  ==================================================================
"""

from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis, TreeAxis
from covey.problems.cells.problem import CellProblem, CellSolution

__all__ = [
    "AreaAxis",
    "Axis",
    "CellProblem",
    "CellSolution",
    "LabelAxis",
    "OrderedAxis",
    "PlaceAxis",
    "TreeAxis",
]
