"""All ways to group a few items, counted by people with plain sets."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

Visits = list[set[int]]
"""The people of every item."""


@st.composite
def visits(draw: st.DrawFn, items: int = 6, people: int = 9) -> Visits:
    count = draw(st.integers(1, items))
    most = draw(st.integers(1, people))
    one = st.sets(st.integers(0, most - 1), min_size=1, max_size=most)
    return draw(st.lists(one, min_size=count, max_size=count))


def size(found: Visits, items: list[int]) -> int:
    return len(set().union(*(found[item] for item in items)))


def groupings(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in groupings(rest):
        yield [[first], *smaller]
        for at in range(len(smaller)):
            yield [*smaller[:at], [first, *smaller[at]], *smaller[at + 1 :]]


def runs(count: int) -> Iterator[list[list[int]]]:
    for cuts in range(1 << (count - 1)):
        found = [[0]]
        for item in range(1, count):
            if cuts >> (item - 1) & 1:
                found.append([])
            found[-1].append(item)
        yield found


def least(found: Visits, k: int, *, in_order: bool = False) -> int | None:
    """The least largest class; None, if there is no answer."""
    ways = runs(len(found)) if in_order else groupings(list(range(len(found))))
    sizes = ([size(found, part) for part in parts] for parts in ways)
    return min((max(own) for own in sizes if min(own) >= k), default=None)


def pairs(found: Visits) -> tuple[list[int], list[int]]:
    both = [(item, person) for item, own in enumerate(found) for person in sorted(own)]
    return [item for item, _ in both], [person for _, person in both]
