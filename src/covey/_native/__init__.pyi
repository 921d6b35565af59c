"""
The compiled loops of covey. Arguments are checked, then Python's lock is released.
"""

from covey._native import (
    cells as cells,
    intervals as intervals,
    labels as labels,
    maps as maps,
    people as people,
    rectangles as rectangles,
    regions as regions,
    trees as trees
)
