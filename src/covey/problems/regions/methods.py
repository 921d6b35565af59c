"""The methods for regions by name."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.method import Method, MethodResult
from covey.core.result import Certificate, Guarantee
from covey.core.stop import Watch
from covey.problems.regions.any_graph import first_pieces, lightened, promise
from covey.problems.regions.approx import cut_tree
from covey.problems.regions.bound import Partitions, certify, quick_floor
from covey.problems.regions.exact import FEW_REGIONS, MOST_REGIONS, best_partition
from covey.problems.regions.improve import Floors, balanced, divided
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.regions.stranding import strand
from covey.problems.regions.trees import Tree, searched, spanning_tree


def of_tree(problem: RegionProblem, tree: Tree) -> Guarantee:
    """What cutting this very tree promises."""
    k, kappa = problem.k, problem.kappa
    degree = int(tree.degree.max())
    if problem.second is not None:
        return Guarantee("nothing: the theorem knows one threshold only", "Theorem zipcodes")
    # Area by area, which is better than the largest degree and the heaviest area together: they
    # need not be in one place.
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
    return _answer(problem, cut_tree(problem, found), of_tree(problem, found))


def _any_graph(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    found = lightened(problem, first_pieces(problem), watch)
    return _answer(problem, found.solution, promise(problem, found), found.proof)


def _balanced(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    found = _searched(problem, watch, seed)
    certificate = _proved(problem, found, watch)
    notes = (_reached(problem, found.solution),)
    return MethodResult(found.solution, found.guarantee, certificate, notes)


@dataclass(frozen=True, eq=False)
class _Searched:
    """The answer of the search, what is promised of it, and a proof that was met on the way."""

    solution: RegionSolution
    guarantee: Guarantee
    proof: Certificate | None


def _searched(problem: RegionProblem, watch: Watch, seed: int) -> _Searched:
    with divided(problem, watch, seed) as division:
        # Every area capped at k, so that one giant area does not hide how good the others are.
        capped = RegionProblem(np.minimum(problem.weights, problem.k), problem.graph, problem.k)
        floors = Floors(quick_floor(problem), quick_floor(capped))
        tree = searched(problem.graph)
        start = lightened(problem, cut_tree(problem, tree).classes, watch)
        promises = of_tree(problem, tree), promise(problem, start)
        # Pieces of a tree of low degree are light, too, where areas are light against k.
        guarantee = min(promises, key=_strength)
        solution = balanced(problem, start.solution, division, floors, watch, seed)
    return _Searched(solution, guarantee, start.proof)


def _proved(problem: RegionProblem, found: _Searched, watch: Watch) -> Certificate:
    """The strongest certificate; the one that takes a search comes last."""
    cost = problem.cost(found.solution.sizes)
    certificate = certify(problem, cost, found.proof)
    return strand(problem, cost, certificate.bound, watch) or certificate


def _strength(guarantee: Guarantee) -> float:
    """Smaller is better."""
    return inf if guarantee.limit is None else guarantee.limit


def _exact(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    return _exactly(problem, watch, seed, MOST_REGIONS, asked_for=True)


def _exactly(
    problem: RegionProblem, watch: Watch, seed: int, most_regions: int, *, asked_for: bool
) -> MethodResult:
    """``asked_for``: a note says so where the exact method is not possible."""
    first = _searched(problem, watch, seed)
    best = first.solution
    certificate = _proved(problem, first, watch)
    notes = []
    found = best_partition(problem, best, certificate.bound, watch, most_regions)
    if found is not None:
        best, bound = found
        certificate = Partitions(bound) if bound > certificate.bound else certificate
    elif asked_for:
        notes.append("too many regions are possible for the exact method: balanced's answer")
    if problem.cost(best.sizes) == certificate.bound:
        return MethodResult(best, OPTIMAL, certificate)
    return MethodResult(best, first.guarantee, certificate, (_reached(problem, best), *notes))


def _auto(problem: RegionProblem, watch: Watch, seed: int) -> MethodResult:
    """Exact where all regions can be listed."""
    # That there were too many regions to list is no news to somebody who did not ask for exact.
    return _exactly(problem, watch, seed, FEW_REGIONS, asked_for=False)


def _answer(
    problem: RegionProblem,
    solution: RegionSolution,
    guarantee: Guarantee,
    proof: Certificate | None = None,
) -> MethodResult:
    certificate = certify(problem, problem.cost(solution.sizes), proof)
    return MethodResult(solution, guarantee, certificate, (_reached(problem, solution),))


def _reached(problem: RegionProblem, solution: RegionSolution) -> str:
    ratio = int(solution.sizes.max()) / problem.kappa
    return f"heaviest region / max(k, heaviest area): {ratio:.4g}"


METHODS: tuple[Method, ...] = (
    Method(
        "auto", "balanced, and exact where all regions can be listed", _auto, until_stopped=True
    ),
    Method(
        "balanced",
        "regions re-split with their neighbours, the heaviest first",
        _balanced,
        until_stopped=True,
    ),
    Method("exact", "all partitions into connected regions, where they are few", _exact),
    Method("any-graph", "parts of heavy regions moved on, below 3 on every graph", _any_graph),
    Method("tree", "the paper's cuts of a spanning tree of low degree", _tree, {"tree": "auto"}),
)
