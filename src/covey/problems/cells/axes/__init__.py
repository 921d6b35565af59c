"""The attributes of a table as arrays, one class for each kind of attribute.

A *combination* is a row of the counted table: what several records have in common. Every axis holds
a code for each combination; missing values are -1, except that of labels they are one more label.

``axis`` says what every axis can do; ``ordered``, ``places``, ``labels``, ``trees`` and ``areas``
are the kinds. A further kind is one more module here. Those that the records of each
value are enough to cut are ``CutByValue``.
"""

from covey.problems.cells.axes.areas import AreaAxis, JoinedBy
from covey.problems.cells.axes.axis import Axis, CutByValue
from covey.problems.cells.axes.labels import LabelAxis
from covey.problems.cells.axes.ordered import OrderedAxis
from covey.problems.cells.axes.places import PlaceAxis
from covey.problems.cells.axes.trees import TreeAxis

__all__ = [
    "AreaAxis",
    "Axis",
    "CutByValue",
    "JoinedBy",
    "LabelAxis",
    "OrderedAxis",
    "PlaceAxis",
    "TreeAxis",
]
