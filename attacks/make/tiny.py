"""Tables that are small enough to try everything."""

from __future__ import annotations

from random import Random
from typing import Any

from attacks.recount.asked import Areas, Asked, Quasi, Rows

LABELS = ("a", "b", "c", "d", "e", "f", "g", "h")


def draw_tiny(rng: Random, roles: int | None = None) -> Asked:
    """A job on a few records; ordered values are whole numbers, places are on a small grid."""
    roles = roles or rng.choice((1, 1, 2, 2, 3))
    joint = roles > 1 or rng.random() < 0.3
    count = rng.randint(2, 10 if joint else 16)
    columns: dict[str, list[Any]] = {"id": [f"r{at}" for at in range(count)]}
    quasi: list[Quasi] = []
    for at in range(roles):
        mapped = any(own.role == "regions" for own in quasi)
        quasi.append(_quasi(rng, f"q{at}", columns, count, joint, mapped))
    sensitive: dict[str, dict[str, Any]] = {}
    if joint and rng.random() < 0.4:
        columns["s"] = [rng.choice("uvw") for _ in range(count)]
        sensitive["s"] = dict([rng.choice(_rules(rng))])
    table = Rows(tuple(columns), list(zip(*columns.values(), strict=True)))
    return Asked(
        table,
        rng.randint(1, 4),
        tuple(quasi),
        sensitive=sensitive,
        suppress=rng.choice((0.0, 0.0, 0.15, 0.3)) if joint else 0.0,
        recoding=rng.choice(("local", "local", "global")) if joint else "local",
        objective=rng.choice(("max-size", "max-size", "quadratic")),
        missing=rng.choice(("own", "own", "suppress")),
        seed=rng.randrange(3),
        id="id",
    )


def _rules(rng: Random) -> list[tuple[str, Any]]:
    return [
        ("l", rng.randint(1, 3)),
        ("entropy-l", round(rng.uniform(1, 2.5), 2)),
        ("recursive", [round(rng.uniform(0.6, 3), 1), rng.randint(1, 2)]),
        ("alpha", round(rng.uniform(0.4, 1), 2)),
        ("t", round(rng.uniform(0.1, 0.8), 2)),
    ]


def _quasi(
    rng: Random, name: str, columns: dict[str, list[Any]], count: int, joint: bool, mapped: bool
) -> Quasi:
    role = rng.choice(("labels", "ordered", "points", *(() if mapped else ("regions",))))
    gap = rng.choice((0.0, 0.0, 0.2))
    size = rng.randint(1, 4 if joint else 7)

    def drawn(pool: Any) -> list[Any]:
        chosen = rng.choices(pool, [rng.choice((1, 1, 3)) for _ in pool], k=count)
        return [None if rng.random() < gap else value for value in chosen]

    if role == "labels":
        columns[name] = drawn(LABELS[:size])
        return Quasi(name, role, (name,))
    if role == "ordered":
        columns[name] = drawn(sorted(rng.sample(range(40), size)))
        return Quasi(name, role, (name,))
    if role == "points":
        side = 2 if joint else 3
        pairs = drawn([(float(x), float(y)) for x in range(side) for y in range(rng.randint(1, 3))])
        both = f"{name}x", f"{name}y"
        for at, column in enumerate(both):
            columns[column] = [None if pair is None else pair[at] for pair in pairs]
        return Quasi(", ".join(both), role, both)
    areas = tiny_areas(rng, min(size, 4) if joint else size)
    columns[name] = drawn(areas.codes)
    return Quasi(name, role, (name,), areas=areas)


def tiny_areas(rng: Random, count: int) -> Areas:
    """A tree with a few borders more, at times in two parts."""
    codes = tuple(f"0{at}" for at in range(count))
    borders = {(codes[rng.randrange(max(at - 2, 0), at)], codes[at]) for at in range(1, count)}
    if count > 2 and rng.random() < 0.5:
        borders.add((codes[0], codes[-1]))
    if rng.random() < 0.2:
        borders = set(sorted(borders)[: count // 2])
    return Areas(codes, frozenset(borders))
