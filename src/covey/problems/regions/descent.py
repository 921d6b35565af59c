"""Local search: unite a few neighbouring regions, draw a spanning tree on them, split it again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.graph import Rows
from covey.problems.regions.split import Limits, Weights, split_tree

BUCKETS = 64

MOST_AREAS = 50_000
"""More areas than this are not split again at once: it would take seconds and much memory."""

SHAKE_EVERY = 3
"""Of so many failures, one splits regions next to the worst at random, which may make room."""

MEND, RECORDS, CAPPED, QUADRATIC, COMPACT = 0, 1, 2, 3, 4
"""The aims: that no region is below its thresholds; the heaviest region; the heaviest with areas
capped at k; the quadratic cost; and the shortest borders."""


class State(NamedTuple):
    """The regions at present, and space to work in.

    Region r has areas if ``sizes.records[r] >= 0``; one of them is ``some[r]``. ``numbers`` are how
    many region numbers were ever in use, how many of them are ``free`` again, and the attempt that
    is being made; ``random`` is the state of the random numbers. ``collected[v]``, ``reached[v]``
    and ``united[r]`` are the attempts at which that last happened, ``place[v]`` is where v stands
    in the present tree. ``slack[0]`` is what COMPACT may add to the sum of squares.
    """

    region: NDArray[np.int32]
    sizes: Weights
    some: NDArray[np.int32]
    free: NDArray[np.int32]
    numbers: NDArray[np.int64]
    random: NDArray[np.uint64]
    collected: NDArray[np.int64]
    reached: NDArray[np.int64]
    united: NDArray[np.int64]
    place: NDArray[np.int32]
    slack: NDArray[np.float64]


USED, FREE, ATTEMPT = 0, 1, 2
LONG, BUSHY, BROAD = 0, 1, 2


def new_state(region: NDArray[np.int32], weights: Weights, seed: int) -> State:
    """The state of regions numbered from 0 without gaps."""
    count, used = len(region), int(region.max()) + 1
    sizes = []
    for each in weights:
        found = np.full(count, -1, dtype=np.int64)
        found[:used] = 0
        np.add.at(found, region, each)
        sizes.append(found)
    some = np.full(count, -1, dtype=np.int32)
    some[region] = np.arange(count, dtype=np.int32)
    return State(
        region=region.copy(),
        sizes=Weights(*sizes),
        some=some,
        free=np.empty(count, dtype=np.int32),
        numbers=np.array([used, 0, 0], dtype=np.int64),
        random=np.random.SeedSequence(seed).generate_state(1, np.uint64).astype(np.uint64),
        collected=np.zeros(count, dtype=np.int64),
        reached=np.zeros(count, dtype=np.int64),
        united=np.zeros(count, dtype=np.int64),
        place=np.empty(count, dtype=np.int32),
        slack=np.zeros(1),
    )


@kernel
def draw(state: State, below: int) -> int:
    """A random whole number from 0 to ``below`` - 1 (xorshift)."""
    x = state.random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state.random[0] = x
    # numba takes a uint64 with an int64 for a float.
    return int(np.int64((x >> np.uint64(11)) % np.uint64(below)))


@kernel
def descend(
    rows: Rows,
    lengths: NDArray[np.float64],
    weights: Weights,
    state: State,
    limits: Limits,
    aim: int,
    floor: int,
    most_regions: int,
    failures: int,
    patience: int,
    attempts: int,
    budget: int,
) -> tuple[int, int, bool]:
    """Improve the regions in place until so many ``attempts`` were made or so much work was done,
    the aim's ``floor`` is reached, or ``patience`` attempts in a row failed, after ``failures``
    before. Hands back the work done, how many attempts failed at the end, and whether the aim is
    reached.

    For RECORDS and CAPPED the worst region is taken each time, and its size is the limit that the
    new pieces must stay below; for MEND the regions below a threshold take turns; for QUADRATIC and
    COMPACT all are drawn.
    """
    work = 0
    worst = -1
    areas = np.empty(len(state.region), np.int32)
    first = state.numbers[ATTEMPT]
    while work < budget and failures < patience and state.numbers[ATTEMPT] - first < attempts:
        state.numbers[ATTEMPT] += 1
        used = state.numbers[USED]
        most, most_capped = limits.most, limits.most_capped
        if aim in (QUADRATIC, COMPACT):
            worst = draw(state, used)
            while state.sizes.records[worst] < 0:
                worst = draw(state, used)
        elif aim == MEND:
            worst = _next_low(state, limits, worst + 1)
            work += used // 8
            if worst < 0:
                return work, failures, True
        else:
            keys = state.sizes.records if aim == RECORDS else state.sizes.capped
            worst = int(np.argmax(keys[:used]))
            work += used // 8
            if keys[worst] <= floor:
                return work, failures, True
            if aim == RECORDS:
                most = min(most, keys[worst] - 1)
            else:
                most_capped = min(most_capped, keys[worst] - 1)
        wanted = 2 + draw(state, 3)
        if failures > 20 and failures % 2 == 0:
            wanted = 2 + draw(state, most_regions - 1)
        shaken = aim in (RECORDS, CAPPED) and failures % SHAKE_EVERY == SHAKE_EVERY - 1
        filled = _unite(rows, state, worst, wanted, shaken, areas)
        if filled == 0 or filled > MOST_AREAS:
            work += 20 * filled
            failures += 1
            continue
        order, parent = _random_tree(rows, state, areas[:filled])
        work += 20 * filled
        failures += 1
        inside = Weights(weights.records[order], weights.capped[order], weights.second[order])
        if not _can_split(inside.capped.sum(), limits.k, most_capped):
            continue
        within = Limits(limits.k, limits.second, most, most_capped)
        piece, cost, more = split_tree(parent, inside, within, BUCKETS)
        work += more
        if len(piece) == 0:
            continue
        if (aim in (QUADRATIC, COMPACT)) and not _is_better(
            rows, lengths, state, order, piece, cost, aim
        ):
            continue
        replace_regions(state, order, piece, inside)
        if not shaken:
            failures = 0
    return work, failures, False


@kernel
def _next_low(state: State, limits: Limits, first: int) -> int:
    """The next region below a threshold, from ``first`` on and then from the start, or -1."""
    used = state.numbers[USED]
    for step in range(used):
        region = (first + step) % used
        low = state.sizes.records[region] < limits.k or state.sizes.second[region] < limits.second
        if state.sizes.records[region] >= 0 and low:
            return int(region)
    return -1


@kernel
def _can_split(total: int, k: int, most: int) -> bool:
    """Whether some number of pieces from k to ``most`` adds up to the total."""
    return total // k >= -(-total // most)


@kernel
def _unite(
    rows: Rows, state: State, first: int, wanted: int, without: bool, areas: NDArray[np.int32]
) -> int:
    """Collect the areas of a region and of neighbouring ones, drawn in proportion to their borders
    with what is there; or of neighbouring ones without it. Hands back how many areas that makes."""
    filled = _collect(rows, state, first, areas, 0)
    if without:
        first = _another(rows, state, areas[:filled])
        if first < 0:
            return 0
        # What is collected again belongs to a new attempt; the first region stays out of it.
        left_out = state.region[areas[0]]
        state.numbers[ATTEMPT] += 1
        state.united[left_out] = state.numbers[ATTEMPT]
        filled = _collect(rows, state, first, areas, 0)
    for _ in range(1, wanted):
        region = _another(rows, state, areas[:filled])
        if region < 0:
            break
        filled = _collect(rows, state, region, areas, filled)
    return filled


@kernel
def _another(rows: Rows, state: State, areas: NDArray[np.int32]) -> int:
    """A region next to the areas that is not united with them yet, or -1."""
    # Many areas lie at a border of their region, so a few draws find another region.
    for _ in range(30):
        v = areas[draw(state, len(areas))]
        degree = rows.starts[v + 1] - rows.starts[v]
        if degree > 0:
            u = rows.neighbours[rows.starts[v] + draw(state, degree)]
            if state.united[state.region[u]] != state.numbers[ATTEMPT]:
                return int(state.region[u])
    return -1


@kernel
def _collect(rows: Rows, state: State, region: int, areas: NDArray[np.int32], filled: int) -> int:
    """Append the areas of a region; hands back how many there are now."""
    attempt = state.numbers[ATTEMPT]
    state.united[region] = attempt
    head = filled
    areas[filled] = state.some[region]
    state.collected[state.some[region]] = attempt
    filled += 1
    while head < filled:
        v = areas[head]
        head += 1
        for at in range(rows.starts[v], rows.starts[v + 1]):
            u = rows.neighbours[at]
            if state.collected[u] != attempt and state.region[u] == region:
                state.collected[u] = attempt
                areas[filled] = u
                filled += 1
    return filled


@kernel
def _random_tree(
    rows: Rows, state: State, areas: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """A random spanning tree of the united regions: areas in the order in which they were reached,
    and the place of each one's parent in it.

    It grows from a random area over one of the newest open borders (the more of them there are to
    choose from, the bushier the tree), or over the oldest, which makes compact pieces.
    """
    count, attempt = len(areas), state.numbers[ATTEMPT]
    order = np.empty(count, np.int32)
    parent = np.empty(count, np.int32)
    half_edges = 0
    for v in areas:
        half_edges += rows.starts[v + 1] - rows.starts[v]
    ahead = np.empty(half_edges, np.int32)
    behind = np.empty(half_edges, np.int32)
    shape = draw(state, 4)
    newest = half_edges + 1 if shape == BUSHY else 3 if shape == LONG else 12
    oldest = waiting = filled = 0
    v, above = areas[draw(state, count)], -1
    while True:
        state.reached[v] = attempt
        state.place[v] = filled
        order[filled] = v
        parent[filled] = above
        for at in range(rows.starts[v], rows.starts[v + 1]):
            u = rows.neighbours[at]
            if state.collected[u] == attempt and state.reached[u] != attempt:
                ahead[waiting] = u
                behind[waiting] = filled
                waiting += 1
        filled += 1
        if filled == count:
            return order, parent
        while state.reached[v] == attempt:
            if shape == BROAD:
                v, above = ahead[oldest], behind[oldest]
                oldest += 1
            else:
                pick = waiting - 1 - draw(state, min(waiting, newest))
                v, above = ahead[pick], behind[pick]
                waiting -= 1
                ahead[pick], behind[pick] = ahead[waiting], behind[waiting]


@kernel
def _is_better(
    rows: Rows,
    lengths: NDArray[np.float64],
    state: State,
    order: NDArray[np.int32],
    piece: NDArray[np.int32],
    cost: float,
    aim: int,
) -> bool:
    """Whether the new pieces have a smaller sum of squares than the regions that they replace, or
    the same and shorter borders; for COMPACT, whether they have shorter borders at a price that is
    still allowed."""
    attempt = state.numbers[ATTEMPT]
    before = 0.0
    was = 0.0
    now = 0.0
    for v in order:
        region = state.region[v]
        if state.some[region] == v:
            before += float(state.sizes.records[region]) ** 2
        for at in range(rows.starts[v], rows.starts[v + 1]):
            u = rows.neighbours[at]
            if u < v and state.collected[u] == attempt:
                length = lengths[rows.through[at]]
                was += length * (state.region[u] != region)
                now += length * (piece[state.place[u]] != piece[state.place[v]])
    if aim == COMPACT:
        if now < was and cost - before <= state.slack[0]:
            state.slack[0] -= cost - before
            return True
        return False
    return bool(cost < before or (cost == before and now < was))


@kernel
def replace_regions(
    state: State, order: NDArray[np.int32], piece: NDArray[np.int32], inside: Weights
) -> None:
    """Put the pieces in the place of the regions that were united."""
    numbers, sizes = state.numbers, state.sizes
    for v in order:
        region = state.region[v]
        if state.some[region] == v:
            sizes.records[region] = sizes.capped[region] = sizes.second[region] = -1
            state.free[numbers[FREE]] = region
            numbers[FREE] += 1
    named = np.full(piece.max() + 1, -1, np.int32)
    for at in range(len(order)):
        v = order[at]
        region = named[piece[at]]
        if region < 0:
            if numbers[FREE] > 0:
                numbers[FREE] -= 1
                region = state.free[numbers[FREE]]
            else:
                region = numbers[USED]
                numbers[USED] += 1
            named[piece[at]] = region
            sizes.records[region] = sizes.capped[region] = sizes.second[region] = 0
            state.some[region] = v
        state.region[v] = region
        sizes.records[region] += inside.records[at]
        sizes.capped[region] += inside.capped[at]
        sizes.second[region] += inside.second[at]
