"""Classes as paths: the arc-flow integer program, solved by HiGHS.

Item types are taken from the heaviest to the lightest. A node is a pair (types decided, weight so
far), an arc takes some copies of the next type, and a class is a path from (0, 0) to a weight at
which it may end. A solution is a flow that uses every copy of every type; how many paths it has is
free. The linear relaxation is strong, since a path never exceeds the largest class allowed.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core import milp as programs
from covey.core.dataclass import dataclass
from covey.problems.labels.items import Items

if TYPE_CHECKING:
    import highspy

MAX_ARCS = 300_000
"""Larger models take HiGHS minutes for the linear program alone."""

MAX_REACHED = 10 * MAX_ARCS
"""Weights of one layer of nodes, of which most may lead nowhere."""

COPIES_APART = 8
"""Up to so many copies of a type, an arc for each number of them; above, an arc takes one."""


class TooLarge(Exception):
    """The model would have more than MAX_ARCS arcs."""


class Outcome(Enum):
    SOLVED = auto()
    INFEASIBLE = auto()
    CUT_OFF = auto()


@dataclass(frozen=True)
class FlowAnswer:
    """What HiGHS said. ``prices`` are the linear program's duals per type, ``bins`` the integer
    program's classes by sorted position, ``ends`` their weights (of empty ones, too), ``bound`` the
    proved lower bound on the objective."""

    outcome: Outcome
    objective: float = 0.0
    bound: float = -np.inf
    prices: NDArray[np.float64] | None = None
    bins: NDArray[np.int32] | None = None
    ends: NDArray[np.int64] | None = None


@dataclass(frozen=True, eq=False)
class Graph:
    """Arcs by column: from node, to node, type taken (or -1), copies taken. Node 0 is the source;
    ``ends`` maps the nodes at which a class may end to its weight."""

    items: Items
    tail: NDArray[np.int64]
    head: NDArray[np.int64]
    taken: NDArray[np.int64]
    number: NDArray[np.int64]
    nodes: int
    end_nodes: NDArray[np.int64]
    end_weights: NDArray[np.int64]


def build_graph(items: Items, least: int, most: int) -> Graph:
    """All paths of weight at most ``most``; classes end at weights from ``least`` on."""
    # The source is a node of its own, with one arc to the empty class.
    weights, names, nodes, arcs = np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), 2, 1
    columns: list[Arcs] = [(names - 1, names, names - 2, names - 1)]
    # What all types weigh together that are not decided yet.
    rest = items.total
    for t, (size, copies) in enumerate(
        zip(items.distinct.tolist(), items.copies.tolist(), strict=True)
    ):
        fits = min(copies, most // size)
        apart = fits <= COPIES_APART
        rest_then = rest - size * copies
        reached = _reached(weights, size, fits, most)
        # A path that cannot reach ``least`` any more leads nowhere.
        # Where an arc takes one copy, more copies may follow within the layer: they still count as
        # rest.
        reached = reached[reached >= least - (rest_then if apart else rest)]
        fresh = nodes + np.arange(len(reached))
        if apart:
            layer = [
                _arcs((weights, names), (reached, fresh), size, t, number)
                for number in range(fits + 1)
            ]
        else:
            # A chain inside of the layer: arcs lead into it without a copy, and each arc within it
            # takes one. So there are two arcs for a weight, however many copies there are.
            layer = [
                _arcs((weights, names), (reached, fresh), size, t, 0),
                _arcs((reached, fresh), (reached, fresh), size, t, 1),
            ]
        columns += layer
        arcs += sum(len(part[0]) for part in layer)
        if arcs > MAX_ARCS:
            raise TooLarge
        nodes += len(reached)
        weights, names, rest = reached, fresh, rest_then
    tail, head, taken, number = (np.concatenate(part) for part in zip(*columns, strict=True))
    ends = weights >= least
    return Graph(items, tail, head, taken, number, nodes, names[ends], weights[ends])


def _reached(weights: NDArray[np.int64], size: int, fits: int, most: int) -> NDArray[np.int64]:
    """The weights, up to ``most``, with none to ``fits`` copies more: doubling what is added, so
    that nothing larger than the outcome is kept."""
    batch = 1
    while fits > 0:
        batch = min(batch, fits)
        heavier = weights[weights <= most - batch * size] + batch * size
        # Not np.union1d: two ascending runs are merged much faster than they are hashed.
        both = np.sort(np.concatenate([weights, heavier]), kind="stable")
        weights = both[np.diff(both, prepend=-1) > 0]
        if len(weights) > MAX_REACHED:
            raise TooLarge
        fits -= batch
        batch *= 2
    return weights


Layer = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Weights in ascending order, and the names of their nodes."""

Arcs = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _arcs(source: Layer, target: Layer, size: int, taken: int, number: int) -> Arcs:
    """Arcs that take a number of copies of one type, where the weight they lead to is kept."""
    heavier = source[0] + number * size
    # A weight beyond all of the target gets the last place, where the comparison refuses it.
    at = np.minimum(np.searchsorted(target[0], heavier), max(0, len(target[0]) - 1))
    there = target[0][at] == heavier if len(target[0]) else np.zeros(len(at), dtype=bool)
    count = int(there.sum())
    return (
        source[1][there],
        target[1][at[there]],
        np.full(count, taken if number else -1),
        np.full(count, number),
    )


@dataclass(frozen=True, eq=False)
class Row:
    """One more linear condition: low <= sum over classes of ``of[class weight]`` <= high."""

    of: NDArray[np.float64]
    low: float = -np.inf
    high: float = np.inf


@dataclass(frozen=True, eq=False)
class Model:
    """A graph with the charge for a class that ends at each weight, and further conditions.

    With ``may_omit``, copies may be left out at the charge of their size: the linear program is
    then always feasible, and its optimum is 0 exactly if nothing need be left out.
    """

    graph: Graph
    charges: NDArray[np.float64]
    rows: tuple[Row, ...] = ()
    may_omit: bool = False

    @property
    def exact(self) -> bool:
        """Whether doubles, in which HiGHS counts, tell the best choice from the second best."""
        # What a class charges for each of its records, at most. All records together are charged no
        # more than so many times that.
        each = self.charges / np.maximum(self.graph.end_weights, 1)
        return float(np.abs(each).max(initial=0)) * self.graph.items.total < programs.EXACT_UP_TO

    def solve_relaxation(self, limit: programs.Limit) -> FlowAnswer:
        """The linear program: its optimum and its prices."""
        import highspy

        solver = self._run(limit, integral=False)
        if solver is None:
            return FlowAnswer(Outcome.CUT_OFF)
        if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return FlowAnswer(Outcome.INFEASIBLE)
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return FlowAnswer(Outcome.CUT_OFF)
        duals = np.array(solver.getSolution().row_dual)
        # The rows of the program: one for each node but the source, then one for each type, whose
        # duals are the prices.
        nodes, kinds = self.graph.nodes - 1, len(self.graph.items.distinct)
        objective = solver.getInfo().objective_function_value
        return FlowAnswer(Outcome.SOLVED, objective, prices=duals[nodes : nodes + kinds])

    def solve(self, limit: programs.Limit) -> FlowAnswer:
        """The integer program: its classes."""
        import highspy

        solver = self._run(limit, integral=True)
        if solver is None:
            return FlowAnswer(Outcome.CUT_OFF)
        status, info = solver.getModelStatus(), solver.getInfo()
        if status == highspy.HighsModelStatus.kInfeasible:
            return FlowAnswer(Outcome.INFEASIBLE)
        # HiGHS says optimal within its own tolerance. That counts as a proof only if two costs
        # cannot be closer than doubles can tell.
        solved = self.exact and status == highspy.HighsModelStatus.kOptimal
        outcome = Outcome.SOLVED if solved else Outcome.CUT_OFF
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return FlowAnswer(Outcome.CUT_OFF, bound=info.mip_dual_bound)
        # HiGHS keeps integers up to a tolerance.
        flow = np.rint(np.array(solver.getSolution().col_value)).astype(np.int64)
        ends = np.repeat(self.graph.end_weights, flow[len(self.graph.tail) :])
        return FlowAnswer(
            outcome,
            info.objective_function_value,
            info.mip_dual_bound,
            bins=self._classes(flow),
            ends=ends,
        )

    def _run(self, limit: programs.Limit, *, integral: bool) -> highspy.Highs | None:
        graph, kinds = self.graph, len(self.graph.items.distinct)
        arcs, ends, node_rows = len(graph.tail), len(graph.end_nodes), graph.nodes - 1
        inner, takes = graph.tail > 0, graph.taken >= 0
        arc, end = np.arange(arcs), arcs + np.arange(ends)
        # Flow in less flow out is 0 at every node but the source, and each type is used up.
        entries = [
            (graph.head - 1, arc, np.ones(arcs)),
            (graph.tail[inner] - 1, arc[inner], np.full(int(inner.sum()), -1.0)),
            (graph.end_nodes - 1, end, np.full(ends, -1.0)),
            (node_rows + graph.taken[takes], arc[takes], graph.number[takes].astype(np.float64)),
        ]
        for extra, condition in enumerate(self.rows):
            entries.append((np.full(ends, node_rows + kinds + extra), end, condition.of))
        charges = [np.zeros(arcs), self.charges]
        if self.may_omit:
            omitted = arcs + ends + np.arange(kinds)
            entries.append((node_rows + np.arange(kinds), omitted, np.ones(kinds)))
            charges.append(graph.items.distinct.astype(np.float64))
        copies = graph.items.copies.astype(np.float64)
        row, column, value = (np.concatenate(part) for part in zip(*entries, strict=True))
        program = programs.build(
            np.concatenate(charges),
            row,
            column,
            value,
            np.concatenate([np.zeros(node_rows), copies, [r.low for r in self.rows]]),
            np.concatenate([np.zeros(node_rows), copies, [r.high for r in self.rows]]),
            integral=integral,
        )
        return programs.run(program, limit)

    def _classes(self, flow: NDArray[np.int64]) -> NDArray[np.int32]:
        """Take the flow apart into paths, from their ends; bins by sorted position."""
        graph, arcs = self.graph, len(self.graph.tail)
        arriving: dict[int, list[int]] = {}
        for arc in np.flatnonzero(flow[:arcs]).tolist():
            arriving.setdefault(int(graph.head[arc]), []).append(arc)
        left = flow.tolist()
        # Labels of equal size stand at sorted positions that follow each other, and are handed out
        # one by one.
        next_copy = (np.cumsum(graph.items.copies) - graph.items.copies).tolist()
        bins = np.full(len(graph.items), -1, dtype=np.int32)
        name = 0
        for end, node in enumerate(graph.end_nodes.tolist()):
            for _ in range(left[arcs + end]):
                at = node
                while at != 0:
                    # Flow in equals flow out, so that some arriving arc always has flow left; which
                    # one does not matter, since equal labels are interchangeable.
                    arc = next(arc for arc in arriving[at] if left[arc] > 0)
                    left[arc] -= 1
                    t, number = int(graph.taken[arc]), int(graph.number[arc])
                    if t >= 0:
                        bins[next_copy[t] : next_copy[t] + number] = name
                        next_copy[t] += number
                    at = int(graph.tail[arc])
                name += 1
        return bins
