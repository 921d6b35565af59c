"""Tutte paths: paths of plane graphs that leave nothing behind that hangs by more than a little.

A bridge of a path is a component of what the path leaves over, with its edges to the path, or an
edge between two vertices of the path; where it meets the path are its attachments. In a 2-connected
plane graph with the outer cycle C, any two vertices and any edge of C, there is a path between the
two through the edge, every bridge of which has at most three attachments, and at most two if it
holds an edge of C (Tutte 1977). The construction is that of Thomassen (1983), with parts cut off
before they would be searched twice as in Chiba and Nishizeki (1989).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TypeAlias

Task: TypeAlias = Generator["Task", None, None]
"""A path in the making: yields the tasks that have to be done before it goes on."""

Edge: TypeAlias = tuple[int, int]


class Plane:
    """The neighbours of every vertex in clockwise order, and where each stands among them."""

    def __init__(self, rotations: Sequence[list[int]]) -> None:
        self.rotations = rotations
        self.places = [{u: place for place, u in enumerate(row)} for row in rotations]


@dataclass(frozen=True, eq=False)
class Disk:
    """A cycle of a plane graph and all that is inside it.

    The cycle runs clockwise, or, if ``turn`` is -1, counterclockwise, and all that follows is
    mirrored. ``fans[v]`` are the neighbours of v on the cycle, from the one after v on the cycle
    clockwise through the inside to the one before. Vertices inside have the neighbours that they
    have in the plane, so that a disk costs as much as its cycle. Edges of the cycle need not be
    edges of the graph: who puts others there replaces them in the path.
    """

    plane: Plane
    cycle: list[int]
    fans: Mapping[int, list[int]]
    turn: int = 1

    def mirrored(self) -> Disk:
        fans = {v: fan[::-1] for v, fan in self.fans.items()}
        return Disk(self.plane, self.cycle[::-1], fans, -self.turn)

    def after(self, v: int, u: int, step: int = 1) -> Iterator[int]:
        """The neighbours of v after u, clockwise or against the clock, around to u itself."""
        row = self.fans.get(v)
        if row is None:
            row = self.plane.rotations[v]
            place = self.plane.places[v][u]
            step *= self.turn
        else:
            place = row.index(u)
        for _ in range(len(row)):
            place = (place + step) % len(row)
            yield row[place]

    def between(self, v: int, first: int, last: int) -> list[int]:
        """The neighbours of v from one to another, clockwise."""
        fan = self.fans.get(v)
        if fan is not None:
            if fan[0] == first and fan[-1] == last:
                return fan
            return fan[fan.index(first) : fan.index(last) + 1]
        row, places = self.plane.rotations[v], self.plane.places[v]
        if self.turn < 0:
            return _cyclic(row, places[last], places[first])[::-1]
        return _cyclic(row, places[first], places[last])


def _cyclic(row: list[int], first: int, last: int) -> list[int]:
    return row[first : last + 1] if first <= last else row[first:] + row[: last + 1]


class Trail:
    """The edges of the path so far, in no order.

    A vertex stays on the path once it is there; edges that stand for something else may go again.
    """

    def __init__(self, count: int) -> None:
        self.links: list[list[int]] = [[] for _ in range(count)]

    def __contains__(self, v: int) -> bool:
        return bool(self.links[v])

    def join(self, v: int, u: int) -> None:
        self.links[v].append(u)
        self.links[u].append(v)

    def part(self, v: int, u: int) -> None:
        self.links[v].remove(u)
        self.links[u].remove(v)

    def read(self, v: int) -> list[int]:
        """The path from this end of it."""
        path = [v]
        while onward := [u for u in self.links[path[-1]] if u not in path[-2:]]:
            path += onward
        return path


def tutte_path(disk: Disk, x: int, y: int, edge: Edge | None = None) -> list[int]:
    """A Tutte path from x to y through an edge, all on the cycle of the disk.

    The tasks wait for each other on a list, not on Python's stack, which would run out.
    """
    trail = Trail(len(disk.plane.rotations))
    waiting = [_path(disk, trail, x, y, edge)]
    while waiting:
        task = next(waiting[-1], None)
        if task is None:
            waiting.pop()
        else:
            waiting.append(task)
    return trail.read(x)


def _path(disk: Disk, trail: Trail, x: int, y: int, edge: Edge | None) -> Task:
    """Follow the cycle from x to the edge, then through what is left to y; mend the first part."""
    if len(disk.cycle) == 2 or edge in ((x, y), (y, x)):
        trail.join(x, y)
        return
    disk, first_end, goal = _oriented(disk, x, y, edge)
    cycle = disk.cycle
    first = cycle[: first_end + 1]
    taken = set(first)
    facing = _facing(disk, cycle[first_end + 1], cycle[-1], lambda v: v not in taken)
    places = {v: place for place, v in enumerate(cycle)}
    length, end = next((i, places[v]) for i, v in enumerate(facing, 1) if places.get(v, 0) >= goal)
    # Beyond y all hangs by the vertex where the facing side comes back to the cycle: go there.
    last_edge = None if end == goal else (cycle[end - 1], cycle[end])
    second = cycle[first_end + 1 : end + 1]
    yield _chain(disk, trail, second, facing[:length], cycle[goal], last_edge)
    yield _mended(disk, trail, first, facing)
    trail.join(first[-1], second[0])


def _oriented(disk: Disk, x: int, y: int, edge: Edge | None) -> tuple[Disk, int, int]:
    """The disk with its cycle from x to y through the edge, which does not end at y.

    With the places of the first end of the edge and of y. Where only y to x is possible, that.
    Without an edge: the last but one on the longer way to y.
    """
    at = disk.cycle.index(x)
    cycle = disk.cycle[at:] + disk.cycle[:at]
    goal = cycle.index(y)
    start = x
    if edge is None:
        mirror = 2 * goal < len(cycle)
        goal = len(cycle) - goal if mirror else goal
        first_end = goal - 2
    else:
        low, high = sorted((cycle.index(edge[0]), cycle.index(edge[1])))
        first_end = high if low == 0 and high == len(cycle) - 1 else low
        mirror = first_end >= goal
        if mirror:
            goal = len(cycle) - goal
            first_end = len(cycle) - 1 - first_end
        if first_end + 1 == goal:
            start, mirror, first_end = y, not mirror, 0
    if mirror:
        disk = disk.mirrored()
    at = disk.cycle.index(start)
    cycle = disk.cycle[at:] + disk.cycle[:at]
    return Disk(disk.plane, cycle, disk.fans, disk.turn), first_end, goal


def _facing(disk: Disk, start: int, end: int, inside: Callable[[int], bool]) -> list[int]:
    """The border of what is inside, from one vertex of it to another, the rest on the right.

    The start lies on the cycle. What hangs by a single vertex of the border is left out.
    """
    walk = [start]
    place = {start: 0}
    before, v = start, next(u for u in reversed(disk.fans[start]) if inside(u))
    while v != end:
        if v in place:
            for popped in walk[place[v] + 1 :]:
                del place[popped]
            del walk[place[v] + 1 :]
        else:
            place[v] = len(walk)
            walk.append(v)
        before, v = v, next(filter(inside, disk.after(v, before, -1)))
    walk.append(end)
    return walk


def _blocks(
    disk: Disk, upper: list[int], lower: list[int], fans: Mapping[int, list[int]]
) -> list[tuple[Disk | None, list[int]]]:
    """The blocks between two paths with the same ends, the lower one on the right of the upper one.

    One block after the other, each with its part of the lower path; None is a block of one edge.
    Fans that are given come before those of the disk.
    """
    places = {v: place for place, v in enumerate(upper)}
    blocks: list[tuple[Disk | None, list[int]]] = []
    low = 0
    for high in range(1, len(lower)):
        if lower[high] not in places:
            continue
        above = upper[places[lower[low]] : places[lower[high]] + 1]
        below = lower[low : high + 1]
        block = None
        if len(above) > 2 or len(below) > 2:
            cycle = above + below[-2:0:-1]
            own = {
                v: fans.get(v) or disk.between(v, after, before)
                for before, v, after in zip(
                    [cycle[-1], *cycle], cycle, [*cycle[1:], cycle[0]], strict=False
                )
            }
            block = Disk(disk.plane, cycle, own, disk.turn)
        blocks.append((block, below))
        low = high
    return blocks


def _chain(
    disk: Disk, trail: Trail, upper: list[int], lower: list[int], goal: int, edge: Edge | None
) -> Task:
    """Through all blocks between two paths; in the last one to the goal, through the edge.

    The lower path faces a path that is still to be mended.
    """
    blocks = _blocks(disk, upper, lower, {})
    for number, (block, below) in enumerate(blocks, 1):
        last = number == len(blocks)
        if block is None:
            trail.join(below[0], below[-1])
        else:
            end = goal if last else below[-1]
            yield _block(block, trail, below, end, edge if last else None)


def _block(disk: Disk, trail: Trail, lower: list[int], goal: int, edge: Edge | None) -> Task:
    """From the first vertex of the lower path, which ends the cycle backwards, to the goal.

    A face that comes to the lower path in two places cuts off what lies between. Such a part, if
    the path left it out, would be searched once more when the path on the other side is mended; so
    an edge takes its place, and only where the path uses that edge is the part searched.
    """
    fans = dict(disk.fans)
    shortcut: list[int] = []
    done = 0
    parts: list[tuple[list[int], list[int]]] = []
    for low, high, inner, upper in _cuts(disk, lower):
        p, q = lower[low], lower[high]
        fans[p] = fans[p][: fans[p].index(inner) + 1]
        fans[q] = fans[q][fans[q].index(upper[-2]) + 1 :]
        if inner != q:
            fans[p].append(q)
            fans[q].insert(0, p)
            parts.append((upper, lower[low : high + 1]))
        shortcut += lower[done : low + 1]
        done = high
    shortcut += lower[done:]
    cycle = disk.cycle[: len(disk.cycle) - len(lower) + 2] + shortcut[-2:0:-1]
    reduced = Disk(disk.plane, cycle, {v: fans[v] for v in cycle}, disk.turn)
    yield _path(reduced, trail, lower[0], goal, edge)
    for upper, below in parts:
        if below[-1] in trail.links[below[0]]:
            trail.part(below[0], below[-1])
            yield _chain(disk, trail, upper, below, below[-1], None)


def _cuts(disk: Disk, lower: list[int]) -> list[tuple[int, int, int, list[int]]]:
    """The outermost parts that single faces cut off from the lower path.

    Each as its first and last place on the lower path, the neighbour of the first vertex there on
    the far side of the face, and the near side of the face from the first vertex to the last.
    """
    places = {v: place for place, v in enumerate(lower)}
    seen: set[Edge] = set()
    cuts = []
    low = 0
    while low < len(lower) - 1:
        start = lower[low]
        best: tuple[int, int, int, list[int]] | None = None
        fan = disk.fans[start]
        for inner, first in pairwise(fan):
            if (start, inner) in seen:
                continue
            near = high = 0
            face = [start]
            before, v = start, first
            while v != start:
                face.append(v)
                place = places.get(v)
                if place is not None:
                    seen.add((v, before))
                    if place > high:
                        near, high = len(face), place
                before, v = v, next(disk.after(v, before))
            # Of several with the same ends the last one is the nearest to the lower path; but an
            # edge between the ends must not come to lie beside the one that is put there.
            if high >= low + 2 and (
                best is None or high > best[1] or (high == best[1] and best[2] != lower[high])
            ):
                best = low, high, inner, face[:near]
        if best is None:
            low += 1
        else:
            cuts.append(best)
            low = best[1]
    return cuts


@dataclass(eq=False)
class _Bridge:
    """What hangs together beside two paths: its places on the first, its attachments on the second.

    Of its vertices only the border is known, those that see the paths.
    """

    border: set[int]
    low: int
    high: int
    others: set[int]


def _mended(disk: Disk, trail: Trail, first: list[int], facing: list[int]) -> Task:
    """The first part of the cycle, led through the bridges with more than one attachment on it.

    They have at most two on the rest of the path, which lie on the side that faces the first part,
    and span parts of the first that overlap in ends only or lie in each other.
    """
    places = {v: place for place, v in enumerate(first)}
    order = {v: place for place, v in enumerate(facing)}
    known: set[int] = set(first)
    bridges = []
    for v in first:
        for root in disk.fans[v]:
            if root not in known and root not in trail:
                bridge = _bridge(disk, trail, root, v, places)
                known |= bridge.border
                if bridge.low < bridge.high:
                    bridges.append(bridge)
    bridges.sort(key=lambda bridge: (bridge.low, -bridge.high))
    outermost: list[_Bridge] = []
    for bridge in bridges:
        if outermost and bridge.high <= outermost[-1].high:
            outermost[-1].border |= bridge.border
            outermost[-1].others |= bridge.others
        else:
            outermost.append(bridge)
    done = 0
    for bridge in outermost:
        for v, u in pairwise(first[done : bridge.low + 1]):
            trail.join(v, u)
        part = first[bridge.low : bridge.high + 1]
        others = sorted(bridge.others, key=order.__getitem__)
        yield _detour(disk, trail, part, others, bridge.border, known)
        done = bridge.high
    for v, u in pairwise(first[done:]):
        trail.join(v, u)


def _bridge(
    disk: Disk, trail: Trail, root: int, seen_from: int, places: Mapping[int, int]
) -> _Bridge:
    """Around the bridge, the paths on the right: they hang together, so one round sees them all."""
    bridge = _Bridge({root}, places[seen_from], places[seen_from], set())
    v, before = root, seen_from
    while True:
        for u in disk.after(v, before, -1):
            if u in places:
                bridge.low = min(bridge.low, places[u])
                bridge.high = max(bridge.high, places[u])
            elif u in trail:
                bridge.others.add(u)
            else:
                bridge.border.add(u)
                v, before = u, v
                break
            if v == root and u == seen_from:
                return bridge


def _detour(
    disk: Disk,
    trail: Trail,
    part: list[int],
    others: list[int],
    border: set[int],
    known: set[int],
) -> Task:
    """Between the ends of a part of the cycle, through the part and the bridges on it.

    The first of their attachments elsewhere, that next to the last vertex, is made the end of the
    path, by an edge from the last vertex that the path has to take. The second, if there is one, is
    left away: what hangs by it hangs by at most two vertices of the path besides.
    """
    own = border.union(part, others[:1])
    upper = part + others[:1]
    # What sees neither path is met only from the bridge that it belongs to.
    lower = _facing(disk, part[0], upper[-1], lambda v: v in own or not (v in known or v in trail))
    edge = None
    fans: dict[int, list[int]] = {}
    if others:
        edge = last, beyond = part[-1], others[0]
        inner = takewhile((own - {last}).__contains__, disk.after(beyond, lower[-2]))
        fans[beyond] = [lower[-2], *inner, last]
        inner = takewhile((own - {beyond}).__contains__, disk.after(last, part[-2], -1))
        fans[last] = [part[-2], *inner, beyond][::-1]
    for block, below in _blocks(disk, upper, lower, fans):
        if block is None:
            trail.join(below[0], below[-1])
        else:
            needed = edge if below[-1] == upper[-1] else None
            yield _path(block, trail, below[0], below[-1], needed)
    if others:
        trail.part(last, beyond)
