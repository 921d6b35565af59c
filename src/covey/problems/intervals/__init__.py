"""Intervals: ordered values, cut into ranges. Solved exactly, as the paper remarks.

============  ==================================================================
problem       the frozen problem and solution, and the checker
approx        one sweep along the line
exact         dynamic programs: the smallest maximum, the least quadratic cost
bound         the certificate that no chain of smaller intervals exists
methods       all of them by name
============  ==================================================================
"""

from covey.problems.intervals.problem import IntervalProblem, IntervalSolution

__all__ = ["IntervalProblem", "IntervalSolution"]
