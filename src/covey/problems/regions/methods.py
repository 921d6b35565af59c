"""The methods for regions by name."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.regions.approx import cut_tree
from covey.problems.regions.bound import Partitions, certify, quick_floor
from covey.problems.regions.exact import FEW_REGIONS, MOST_REGIONS, best_partition
from covey.problems.regions.improve import Floors, balanced
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.trees import Tree, searched, spanning_tree


def of_tree(problem: RegionProblem, tree: Tree) -> Guarantee:
    """What cutting this very tree promises."""
    k, kappa = problem.k, problem.kappa
    degree = int(tree.degree.max())
    if problem.second is not None:
        return Guarantee("nothing: the theorem knows one threshold only", "Theorem zipcodes")
    pieces = problem.weights + np.maximum(tree.degree - 1, 0) * (k - 1)
    most = min(int(pieces.max()) + k - 1, kappa + max(degree, 1) * (k - 1))
    if problem.objective == "quadratic":
        return Guarantee(
            f"no region above {most:,} records",
            "Theorem zipcodes",
            limit=problem.total * (most - k),
        )
    ratio = Fraction(most, kappa)
    text = f"at most {float(ratio):.4g} times the optimum, the spanning tree having degree {degree}"
    return Guarantee(text, "Theorem zipcodes", ratio=ratio, limit=most)


OPTIMAL = Guarantee("optimal", source="all partitions", ratio=Fraction(1))


def _tree(problem: RegionProblem, watch: Watch, seed: int, *, tree: str) -> MethodResult:
    found = spanning_tree(problem.graph, tree)
    return _answer(problem, cut_tree(problem, found), found)


def _balanced(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    tree = searched(problem.graph)
    return _answer(problem, _searched(problem, tree, watch, seed), tree)


def _searched(problem: RegionProblem, tree: Tree, watch: Watch, seed: int) -> RegionSolution:
    capped = RegionProblem(np.minimum(problem.weights, problem.k), problem.graph, problem.k)
    floors = Floors(quick_floor(problem), quick_floor(capped))
    return balanced(problem, tree, floors, watch, seed)


def _exact(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    return _exactly(problem, watch, seed, MOST_REGIONS)


def _exactly(problem: RegionProblem, watch: Watch, seed: int, most_regions: int) -> MethodResult:
    tree = searched(problem.graph)
    best = _searched(problem, tree, watch, seed)
    certificate = certify(problem, problem.cost(best.sizes))
    notes = []
    found = best_partition(problem, best, certificate.bound, watch, most_regions)
    if found is None:
        notes.append("too many regions are possible for the exact method: balanced's answer")
    else:
        best, bound = found
        certificate = Partitions(bound) if bound > certificate.bound else certificate
    if problem.cost(best.sizes) == certificate.bound:
        return MethodResult(best, OPTIMAL, certificate)
    answer = _answer(problem, best, tree)
    return MethodResult(best, answer.guarantee, certificate, (*answer.notes, *notes))


def _auto(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    """Exact where all regions can be listed."""
    answer = _exactly(problem, watch, seed, FEW_REGIONS)
    kept = tuple(note for note in answer.notes if "exact method" not in note)
    return MethodResult(answer.solution, answer.guarantee, answer.certificate, kept)


def _answer(problem: RegionProblem, solution: RegionSolution, tree: Tree) -> MethodResult:
    largest, kappa = int(solution.sizes.max()), problem.kappa
    notes = (f"heaviest region / max(k, heaviest area): {largest / kappa:.4g}",)
    certificate = certify(problem, problem.cost(solution.sizes))
    return MethodResult(solution, of_tree(problem, tree), certificate, notes)


METHODS: tuple[Method, ...] = (
    Method("auto", "balanced, and exact where all regions can be listed", _auto),
    Method("balanced", "regions re-split with their neighbours, the heaviest first", _balanced),
    Method("exact", "all partitions into connected regions, where they are few", _exact),
    Method("tree", "the paper's cuts of a spanning tree of low degree", _tree, {"tree": "auto"}),
)
