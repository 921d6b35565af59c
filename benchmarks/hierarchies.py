"""UCI Adult, eight quasi-identifiers, k = 5: covey and anjana along the same hierarchies.

anjana takes one level of each hierarchy for the whole column. covey takes nodes, or some children
of one, for each class, or with global recoding for the whole column; siblings in any groups, or in
their order. The loss of all is measured in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import covey
from benchmarks.adult import absolute
from benchmarks.measure import Figure
from benchmarks.peers.adult import QUASI, adult
from benchmarks.peers.hierarchies import STEPS_OF_AGE, as_trees, solve_anjana
from benchmarks.peers.published import Answer, Meaning, Set, answer, meaning_of_codebook

K = 5


def run() -> Iterator[Figure]:
    frame = adult()
    ours = {name: along(frame, name, how) for name, how in WAYS.items()}
    for found in ours.values():
        yield from absolute(found)
    others = list(in_cpu_time(solve_anjana(frame, QUASI, K)))
    for found in others:
        yield from absolute(found)
    best = min(others, key=lambda found: found.gcp)
    yield Figure("NCP: covey / anjana's best setting", ours[FREE].gcp / best.gcp, "x", 1, best.who)
    yield Figure("seconds: covey / that setting", ours[FREE].seconds / best.seconds, "x", 1)


FREE = "covey, trees"
WAYS: dict[str, dict[str, Any]] = {
    FREE: {},
    "covey, siblings in order": {"ordered": True},
    "covey, trees, global": {"recoding": "global"},
    "covey, trees, global, at most 10 % suppressed": {"recoding": "global", "suppress": 0.1},
}


def along(frame: Any, name: str, how: dict[str, Any]) -> Answer:
    """In CPU time."""
    original = frame[list(QUASI)]
    trees = as_trees(original, QUASI, STEPS_OF_AGE["fine"])
    ordered = bool(how.get("ordered"))
    quasi = {column: covey.Tree(tree, ordered=ordered) for column, tree in trees.items()}
    more = {option: value for option, value in how.items() if option != "ordered"}
    began = time.process_time()
    release = covey.anonymize(frame, k=K, quasi=quasi, **more)
    seconds = time.process_time() - began
    meaning = ages_as_ranges(meaning_of_codebook(release.codebook, original))
    return answer(name, seconds, release.table[list(QUASI)], original, K, meaning)


def in_cpu_time(answers: Iterator[Answer]) -> Iterator[Answer]:
    """The time of a setting that anjana gives up is counted to the next."""
    began = time.process_time()
    for found in answers:
        yield replace(found, seconds=time.process_time() - began)
        began = time.process_time()


def ages_as_ranges(meaning: Meaning) -> Meaning:
    """The ages of a node are a range, as those of anjana are."""

    def found(column: str, value: Any) -> Set:
        own = meaning(column, value)
        if column != "age":
            return own
        ages = [int(age) for age in own]
        return min(ages), max(ages)

    return found
