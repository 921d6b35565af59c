"""Tutte paths: paths of plane graphs of which every bridge has few attachments.

Take a path away from its graph. A bridge is a component of the rest, with its edges to the path; an
edge between two vertices of the path is a bridge, too. The attachments of a bridge are the vertices
of the path that it has edges to.

Theorem (Tutte 1977). Let C be the outer cycle of a 2-connected plane graph, with two vertices and
an edge on it. There is a path between the two vertices through the edge so that every bridge has
at most three attachments, and at most two if it holds an edge of C.

The construction is that of Thomassen (1983). As in Chiba and Nishizeki (1989), parts are cut off
that would be searched twice otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TypeAlias

from covey.core.dataclass import dataclass

Task: TypeAlias = Generator["Task", None, None]
"""A part of the path that is being built: yields the tasks that must be done before it goes on."""

Edge: TypeAlias = tuple[int, int]


class Plane:
    """The neighbours of every vertex in clockwise order, and the place of each among them."""

    def __init__(self, rotations: Sequence[list[int]]) -> None:
        self.rotations = rotations
        self.places = [{u: place for place, u in enumerate(row)} for row in rotations]


@dataclass(frozen=True, eq=False)
class Disk:
    """A cycle of a plane graph and all that is inside it.

    The cycle runs clockwise. If ``turn`` is -1, it runs counterclockwise, and whatever is said
    about directions is mirrored. For a vertex v of the cycle, ``fans[v]`` are its neighbours in
    clockwise order: from the next vertex of the cycle, through the inside, to the previous one.

    Vertices inside have the neighbours that they have in the plane. They are not copied, so that a
    disk costs as much memory as its cycle. An edge of the cycle may stand for a part of the graph
    that was cut off; the caller that cut it off replaces the edge in the path.
    """

    plane: Plane
    cycle: list[int]
    fans: Mapping[int, list[int]]
    turn: int = 1

    def mirrored(self) -> Disk:
        fans = {v: fan[::-1] for v, fan in self.fans.items()}
        return Disk(self.plane, self.cycle[::-1], fans, -self.turn)

    def after(self, v: int, u: int, step: int = 1) -> Iterator[int]:
        """The neighbours of v after u, clockwise (or counterclockwise), around to u itself."""
        row = self.fans.get(v)
        if row is None:
            row = self.plane.rotations[v]
            place = self.plane.places[v][u]
            # Fans are mirrored with the disk, the rows of the plane are not.
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

    A vertex that is on the path stays there. An edge that stands for a part that was cut off is
    removed when the path goes through the part instead.
    """

    def __init__(self, count: int) -> None:
        self.links: list[list[int]] = [[] for _ in range(count)]

    def __contains__(self, v: int) -> bool:
        return bool(self.links[v])

    def join(self, v: int, u: int) -> None:
        self.links[v].append(u)
        self.links[u].append(v)

    def remove(self, v: int, u: int) -> None:
        self.links[v].remove(u)
        self.links[u].remove(v)

    def read(self, v: int) -> list[int]:
        """The vertices of the path in their order, from this end on."""
        path = [v]
        # A vertex has two links at most, of which one leads back.
        while onward := [u for u in self.links[path[-1]] if u not in path[-2:]]:
            path += onward
        return path


def tutte_path(disk: Disk, x: int, y: int, edge: Edge | None = None) -> list[int]:
    """A Tutte path from x to y through an edge. All three are on the cycle of the disk.

    The tasks that wait are on a list, not on Python's stack, which is too small for large graphs.
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
    """Follow the cycle from x to the edge, then go through the rest of the disk to y.

    In the end the first part of the path is repaired: it may have bridges with too many
    attachments.
    """
    if len(disk.cycle) == 2 or edge in ((x, y), (y, x)):
        trail.join(x, y)
        return
    disk, first_end, goal = _oriented(disk, x, y, edge)
    cycle = disk.cycle
    first = cycle[: first_end + 1]
    # The rest of the disk, without the first part, has a border of its own, which faces that part.
    taken = set(first)
    facing = _facing(disk, cycle[first_end + 1], cycle[-1], lambda v: v not in taken)
    places = {v: place for place, v in enumerate(cycle)}
    length, end = next((i, places[v]) for i, v in enumerate(facing, 1) if places.get(v, 0) >= goal)
    # What is beyond y is attached to the rest only by the vertex where the facing border meets the
    # cycle again. The path must go through that vertex, or there would be no way back.
    last_edge = None if end == goal else (cycle[end - 1], cycle[end])
    second = cycle[first_end + 1 : end + 1]
    yield _chain(disk, trail, second, facing[:length], cycle[goal], last_edge)
    yield _repaired(disk, trail, first, facing)
    # The edge that the path must go through.
    trail.join(first[-1], second[0])


def _oriented(disk: Disk, x: int, y: int, edge: Edge | None) -> tuple[Disk, int, int]:
    """The disk, mirrored if needed, with its cycle from x through the edge to y, where the edge
    does not end at y; and the places of the first end of the edge and of y.

    If the edge ends at y, the roles of x and y are exchanged. Without a given edge, the last but
    one on the longer way to y is taken.
    """
    at = disk.cycle.index(x)
    cycle = disk.cycle[at:] + disk.cycle[:at]
    goal = cycle.index(y)
    start = x
    if edge is None:
        mirror = 2 * goal < len(cycle)
        goal = len(cycle) - goal if mirror else goal
        # The edge before the last on the way to y, which therefore does not end at y.
        first_end = goal - 2
    else:
        low, high = sorted((cycle.index(edge[0]), cycle.index(edge[1])))
        # The edge that joins the last vertex of the cycle to the first begins at the last.
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
    """The border of the vertices for which ``inside`` holds, from one of its vertices to another.
    All others are on its right.

    The start lies on the cycle. What is attached to the border by a single vertex is left out.
    """
    walk = [start]
    place = {start: 0}
    before, v = start, next(u for u in reversed(disk.fans[start]) if inside(u))
    while v != end:
        if v in place:
            # The walk went around something that only v connects to the border: forget it.
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
    """The blocks (2-connected parts) between two paths with the same ends. The lower path is on the
    right of the upper one.

    The blocks come in the order of the paths, each with its part of the lower path. A block of a
    single edge is None. Given fans replace those of the disk.
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
    """A path through all blocks between two paths; in the last one to the goal, through the edge.

    The lower path faces a part of the path that is repaired later.
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
    """A path from the first vertex of the lower path to the goal. The cycle of the disk ends with
    the lower path, backwards.

    A face that touches the lower path in two places cuts off the part between them. If the path
    left that part out, it would be searched a second time when the path on the other side is
    repaired. So an edge replaces the part, and the part is searched only if the path uses the edge.
    """
    fans = dict(disk.fans)
    shortcut: list[int] = []
    done = 0
    parts: list[tuple[list[int], list[int]]] = []
    for low, high, inner, upper in _cuts(disk, lower):
        p, q = lower[low], lower[high]
        # The neighbours on this side of the face go with the part that is cut off.
        fans[p] = fans[p][: fans[p].index(inner) + 1]
        fans[q] = fans[q][fans[q].index(upper[-2]) + 1 :]
        if inner != q:
            # p and q are no neighbours on the far side: here the new edge is put.
            fans[p].append(q)
            fans[q].insert(0, p)
            parts.append((upper, lower[low : high + 1]))
        shortcut += lower[done : low + 1]
        done = high
    shortcut += lower[done:]
    # The cycle up to the lower path, both of whose ends stay, and then the shortcut, backwards.
    cycle = disk.cycle[: len(disk.cycle) - len(lower) + 2] + shortcut[-2:0:-1]
    reduced = Disk(disk.plane, cycle, {v: fans[v] for v in cycle}, disk.turn)
    yield _path(reduced, trail, lower[0], goal, edge)
    for upper, below in parts:
        # The path goes over the edge that stands for the part.
        if below[-1] in trail.links[below[0]]:
            trail.remove(below[0], below[-1])
            yield _chain(disk, trail, upper, below, below[-1], None)


def _cuts(disk: Disk, lower: list[int]) -> list[tuple[int, int, int, list[int]]]:
    """The outermost parts that single faces cut off along the lower path.

    Each is given by its first and last place on the lower path, the neighbour of its first vertex
    on the far side of the face, and the near side of the face from its first vertex to its last.
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
            # Walk around the face, and note the farthest place of the lower path that it touches.
            near = high = 0
            face = [start]
            before, v = start, first
            while v != start:
                face.append(v)
                place = places.get(v)
                if place is not None:
                    # From this vertex the same face need not be walked around a second time.
                    seen.add((v, before))
                    if place > high:
                        near, high = len(face), place
                before, v = v, next(disk.after(v, before))
            # Of several faces with the same ends, the last one is nearest to the lower path. But if
            # there is an edge between the ends, no second one is put beside it.
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
    """A connected part beside two paths: its first and last place on the first path, and its
    attachments on the second.

    Of its vertices only the border is known: those from which an edge to a path can be seen.
    """

    border: set[int]
    low: int
    high: int
    others: set[int]


def _repaired(disk: Disk, trail: Trail, first: list[int], facing: list[int]) -> Task:
    """The first part of the cycle, with detours through the bridges that have more than one
    attachment on it.

    Such a bridge has at most two attachments on the rest of the path, all on the border that faces
    the first part. The pieces of the first part that two bridges span have at most an end in
    common, or one contains the other.
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
    # A bridge whose piece lies within that of another is visited on the same detour.
    # Of bridges that begin at one place the longest comes first, so that it takes the others in.
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
    """Walk once around the bridge, with the paths on the right. The paths are connected, so that
    one round sees all attachments."""
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
    """A path between the ends of a part of the cycle, through the part and the bridges on it.

    ``others`` are the attachments of the bridges elsewhere. The first, which is nearest to the last
    vertex, becomes the end of the path: an edge from the last vertex to it is added, which the path
    must use, and which is removed in the end. A second one is ignored: what is attached to it has
    at most two more attachments.
    """
    own = border.union(part, others[:1])
    upper = part + others[:1]
    # A vertex inside a bridge, away from both paths, is reached only from its own bridge.
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
        trail.remove(last, beyond)
