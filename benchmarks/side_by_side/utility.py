"""What releases are worth to an analyst, of tables that others made, all measured alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.side_by_side.contender import Classes, Contender, GivesUp, Later, Timed
from benchmarks.side_by_side.result import DONE, Row
from benchmarks.side_by_side.subjects import Data

SECONDS = 20
"""That covey may search for one division of every column: its answer is the best until then."""


def releasing(which: str) -> Contender:
    """``which`` names a way of ``benchmarks.utility``."""

    def contender(data: Data, k: int) -> Timed:
        from benchmarks import utility
        from benchmarks.peers.shipped import shipped

        records = int(data["records"])
        table = next(each for each in shipped() if len(each.frame) == records)
        ways = {**utility.LOCAL, **utility.global_ways(SECONDS)}
        publish = ways[which]

        def solve() -> Classes | Later:
            published, meaning = publish(table)
            if not len(published):
                raise GivesUp
            return lambda: _figures(utility.measured(which, 0, table, published, meaning))

        return solve

    return contender


def _figures(found: object) -> dict[str, float]:
    from benchmarks.utility import Released

    assert isinstance(found, Released)
    return {
        "classes": found.answer.classes,
        "largest": found.answer.largest,
        "withheld": found.answer.suppressed,
        "loss": found.answer.gcp,
        "error": found.query,
        "accuracy": found.accuracy,
        "tree": found.tree,
    }


UTILITY: dict[str, Contender] = {
    "covey": releasing("covey"),
    "covey-tight": releasing("covey, tight"),
    "covey-nested": releasing("covey, nested"),
    "anonypy": releasing("anonypy"),
    "covey-global": releasing("covey, global"),
    "covey-global-5": releasing("covey, global, 5 %"),
    "lattice-5": releasing("lattice, 5 %"),
    "grid-5": releasing("grid, 5 %"),
    "anjana-5": releasing("anjana, 5 %"),
}

LOCAL = ("covey", "covey-tight", "covey-nested", "anonypy")
"""Those with sets for each class. The others divide every column once for the whole table."""
HEADS = (
    "n",
    "among those with",
    "loss",
    "error of counts",
    "linear model",
    "tree model",
    "largest",
    "CPU seconds",
)


def firsts(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """Who is first by each measure, a line for each table and kind of recoding, as HEADS says."""
    done = [row for row in rows if row.status == DONE]
    for n in dict.fromkeys(row.n for row in done):
        for kind, local in (("sets for each class", True), ("one division of a column", False)):
            own = [row for row in done if row.n == n and (row.program in LOCAL) == local]
            if own:
                yield f"{n:,}", kind, *(_first(own, measure) for measure in MEASURES)


MEASURES: tuple[tuple[str, bool], ...] = (
    *(("loss", False), ("error", False), ("accuracy", True), ("tree", True)),
    *(("largest", False), ("cpu", False)),
)
"""Of a row, in the order of HEADS, and whether more is better."""


def _first(rows: Sequence[Row], measure: tuple[str, bool]) -> str:
    """All of them where several are equal; nobody where nothing was measured."""
    name, more = measure
    values = {row.program: getattr(row, name) for row in rows}
    known = {program: value for program, value in values.items() if value is not None}
    best = (max if more else min)(known.values(), default=None)
    return ", ".join(program for program, value in known.items() if value == best)
