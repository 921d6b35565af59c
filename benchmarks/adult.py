"""Several quasi-identifiers at once: UCI Adult, eight of them, k = 5, against other packages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import covey
from benchmarks.measure import Figure, best_of
from benchmarks.peers.adult import QUASI, SENSITIVE, adult
from benchmarks.peers.hierarchies import solve_anjana
from benchmarks.peers.mondrian import solve_anonypy
from benchmarks.peers.published import Answer, answer, meaning_of_codebook

K = 5


def run() -> Iterator[Figure]:
    frame = adult()
    yield from absolute(covey_answer(frame, QUASI, tight=False))
    ours = covey_answer(frame, QUASI, tight=True)
    yield from absolute(ours)
    yield from few_sets(frame)
    mondrian = solve_anonypy(frame, QUASI, SENSITIVE, K)
    yield from absolute(mondrian)
    speed = ours.seconds / mondrian.seconds
    yield Figure("seconds: covey / anonypy", speed, "x", 1 / 50)
    yield from against(ours, mondrian, mondrian)
    others = list(solve_anjana(frame, QUASI, K))
    for found in others:
        yield from absolute(found)
    # Which setting is the best is known when all have been tried.
    tried = sum(found.seconds for found in others)
    alone = f"{ours.seconds / min(found.seconds for found in others):.2f} of the quickest alone"
    what = f"seconds: covey / anjana's {len(others)} settings"
    yield Figure(what, ours.seconds / tried, "x", 1 / 50, alone)
    yield from against(
        ours,
        finest=min(others, key=lambda found: found.c_avg),
        nearest=min(others, key=lambda found: found.gcp),
    )


def covey_side(frame: Any, quasi: Sequence[str], tight: bool) -> tuple[float, Any]:
    """Seconds and the release: ages are ordered, all else are labels."""
    roles = {column: covey.Ordered() if column == "age" else covey.Labels() for column in quasi}
    how: dict[str, Any] = {"k": K, "quasi": roles, "tight": tight}
    release = covey.anonymize(frame, **how)  # the first run loads what it needs
    return best_of(3, lambda: covey.anonymize(frame, **how)), release


def few_sets(frame: Any) -> Iterator[Figure]:
    """Nested recoding: what it loses, and how many different sets it has."""
    roles = {column: covey.Ordered() if column == "age" else covey.Labels() for column in QUASI}
    released: list[Any] = []
    how: dict[str, Any] = {"k": K, "quasi": roles, "recoding": "nested"}
    seconds = best_of(1, lambda: released.append(covey.anonymize(frame, **how)))
    sets = len({(entry.column, entry.number) for entry in released[0].codebook})
    yield Figure("covey, nested, seconds", seconds, "s", None, f"{sets:,} different sets")
    yield Figure("covey, nested, NCP", released[0].plan.loss, "")


def covey_answer(frame: Any, quasi: Sequence[str], tight: bool) -> Answer:
    """With ``tight``, sets are shrunk to what occurs, as those of the others are."""
    seconds, release = covey_side(frame, quasi, tight)
    original = frame[list(quasi)]
    meaning = meaning_of_codebook(release.codebook, original)
    return answer(
        "covey, tight" if tight else "covey",
        seconds,
        release.table[list(quasi)],
        original,
        K,
        meaning,
    )


def absolute(found: Answer) -> Iterator[Figure]:
    classes = f"{found.classes:,} classes of {found.smallest:,} to {found.largest:,}"
    yield Figure(f"{found.who}, seconds", found.seconds, "s", None, classes)
    yield Figure(f"{found.who}, C_avg", found.c_avg, "")
    suppressed = f"{found.suppressed:,} suppressed"
    yield Figure(f"{found.who}, NCP", found.gcp, "", None, suppressed)


def against(ours: Answer, finest: Answer, nearest: Answer) -> Iterator[Figure]:
    """covey against the best setting of a peer, for each figure by itself."""
    yield Figure(f"C_avg: covey / {finest.who}", ours.c_avg / finest.c_avg, "x", 1)
    yield Figure(f"NCP: covey / {nearest.who}", ours.gcp / nearest.gcp, "x", 1)
