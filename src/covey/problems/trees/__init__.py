"""Trees: labels below a taxonomy, grouped into its nodes or into several children of one node.

============  ==================================================================
problem       the frozen problem and solution, and the checker
star          the children of one node, as bounds and their checks see them
approx        at most twice the optimum, star by star; single nodes alone
improve       the default: more ways to fill, and the stars that stay above the bound again
exact         all subsets of the light children, where these are few
chains        the optimum where siblings are in order
bound         the certificates: one node, or all of them for the quadratic objective
chain_bound   the same where siblings are in order
methods       all of them by name
============  ==================================================================
"""

from covey.problems.trees.problem import TreeProblem, TreeSolution

__all__ = ["TreeProblem", "TreeSolution"]
