"""Controlled rounding: every number becomes one of the two multiples of a base beside it, and all
sums still add up (Cox 1987). With one or two columns such a table always exists."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import Infeasible
from covey.cross_tables.cross_table import CrossTable, Sums
from covey.cross_tables.ranges import NETWORK, Attack, Range, program


def rounded(table: CrossTable, base: int) -> NDArray[np.int64]:
    """The multiples that are nearest to the counts altogether."""
    import highspy

    # Variables: for each number that is no multiple, whether it is rounded up. Multiples stay.
    down = table.flat // base
    between = table.flat % base > 0
    own = table.sums.among(between)
    # What is rounded up in an equation makes up for what was cut off in it.
    known = np.zeros(table.sums.count)
    np.add.at(known, table.sums.row, table.sums.sign * down[table.sums.cell])
    with_between = np.unique(table.sums.row[between[table.sums.cell]])
    # Rounded up, a number is base - rest away; rounded down, it is rest away.
    costs = (base - 2 * (table.flat[between] % base)).astype(np.float64)
    many = int(between.sum())
    found = down * base
    # A table that has multiples only is published as it is.
    if many:
        solver = program(
            own,
            -known[with_between],
            np.zeros(many),
            np.ones(many),
            # With one or two columns, the program in fractions has an answer in whole numbers.
            whole=table.values.ndim > NETWORK,
            costs=costs,
        )
        solver.run()
        up = np.array(solver.getSolution().col_value)
        feasible = highspy.SolutionStatus.kSolutionStatusFeasible
        # From three columns on there may be none.
        if solver.getInfo().primal_solution_status != feasible or len(up) != many:
            raise Infeasible(
                f"No table of multiples of {base:,} adds up and is this near to the counts.",
                hint="Hide cells instead: leave --round out. Or leave a column out.",
            )
        found[between] += base * (up > 0.5)
    return found


def ranges_of_rounded(
    shape: tuple[int, ...], published: NDArray[np.int64], base: int
) -> list[Range]:
    """What every number can have been: less than the base away, and all sums add up."""
    every = Sums.of(shape)
    attack = Attack(
        every,
        np.zeros(every.count),
        # The published number is one of the two multiples beside the true one.
        np.maximum(published - base + 1, 0).astype(np.float64),
        (published + base - 1).astype(np.float64),
        whole=len(shape) > NETWORK,
    )
    return list(attack.ranges(range(len(published))))
