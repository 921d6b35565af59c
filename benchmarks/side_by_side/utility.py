"""What releases are worth to an analyst, of tables that others made, all measured alike."""

from __future__ import annotations

from benchmarks.side_by_side.contender import Classes, Contender, GivesUp, Later, Timed
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
