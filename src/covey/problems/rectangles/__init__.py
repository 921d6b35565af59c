"""Rectangles: points in the plane, tiled by cells. The paper's section on GPS coordinates.

============  ==================================================================
problem       the frozen problem and solution, and the checker
plane         equal points, round numbers between points, what a tiling is
grid          the grid of distinct coordinates
cuts          tilings by a tree of cuts
approx        the paper's kd cuts: median, smallest, min-bound
improve       the proportional method, the default
recut         parts of a tiling cut again, for compact cells and none very long
slabs         columns of k together, cut by rows: 4 times the optimum
exact         all guillotine tilings, and all tilings of tiny grids
bound         the certificates
methods       all of them by name
============  ==================================================================
"""

from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

__all__ = ["RectangleProblem", "RectangleSolution"]
