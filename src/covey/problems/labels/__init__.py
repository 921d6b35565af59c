"""Labels: unordered values, grouped in any way. The paper's min-max bin covering.

============  ==================================================================
problem       the frozen problem and solution, their cost, and the checker
items         the values as the algorithms see them: sizes, heaviest first
approx        the paper's fold, spread and 5/2 algorithms
two           at most twice the optimum, case by case
schemes       the paper's two approximation schemes
improve       the balanced method, the default
fill          classes filled to targets, which improve starts from
pairs         pairs of classes split again, more equally
exact         the exact solver, on arcflow's integer program
bound         lower bounds and the certificates that carry them
methods       all of them by name
============  ==================================================================
"""

from covey.problems.labels.problem import LabelProblem, LabelSolution

__all__ = ["LabelProblem", "LabelSolution"]
