"""Tiny tables: cost and lower bound against the best of all answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from attacks.broken import require
from attacks.brute.tiny import cheapest, optimum, optimum_of_values
from attacks.calls import arguments
from attacks.case import Campaign, Case
from attacks.frames import published
from attacks.judge import judge_refusal
from attacks.make.files import arrow
from attacks.make.jobs import Drawn
from attacks.make.maps import write_graph
from attacks.make.tiny import draw_tiny
from attacks.recount.asked import Asked
from attacks.recount.release import recount

TABLES = 20
"""In one case: each takes some milliseconds."""


def attack(case: Case) -> None:
    for _ in range(TABLES):
        _attack_table(case, draw_tiny(case.rng))


def _attack_table(case: Case, asked: Asked) -> None:
    import covey

    drawn = place(case, asked)
    case.trying(words(asked))
    try:
        release = covey.anonymize(arrow(asked.table), **arguments(drawn))
    except (covey.InvalidInput, covey.Infeasible) as error:
        judge_refusal(drawn, type(error).__name__, f"{error} {words(asked)}")
        case.tally("refused")
        return
    recount(published("pyarrow", release, asked), asked)
    found = release.certificate.to_dict()
    # Where nobody was withheld although some might be, the bound is one for such answers, and says
    # so.
    meant = replace(asked, suppress=0) if "nobody" in found["verdict"] else asked
    best = optimum(meant, kinds(asked))
    between(asked, found["lower_bound"], best, found["cost"], found["proof"]["kind"])
    lowest = cheapest(asked, kinds(asked))
    require(
        lowest is None or found["cost"] >= lowest,
        f"a cost of {found['cost']}, below the optimum {lowest}: {words(asked)}",
    )
    case.tally("optimal", found["status"] == "optimal")
    if asked.plain and asked.quasi[0].role == "ordered":
        require(found["cost"] == best, f"intervals that are not optimal: {words(asked)}")
    if asked.plain:
        _attack_methods(case, asked, optimum_of_values(asked, kinds(asked)))


def between(asked: Asked, bound: int, best: int | None, cost: int, how: str) -> None:
    require(best is not None, f"published, but brute force finds no answer: {words(asked)}")
    assert best is not None
    require(bound <= best, f"a bound of {bound} by {how}, the optimum is {best}: {words(asked)}")
    if not any(map(asked.shares, asked.quasi)):
        require(cost >= best, f"a cost of {cost}, below the optimum {best}: {words(asked)}")


def place(case: Case, asked: Asked) -> Drawn:
    """With its map, if it has one."""
    areas = next((quasi.areas for quasi in asked.quasi if quasi.areas is not None), None)
    map_ = None if areas is None else write_graph(case.folder / "map.json", areas)[0]
    return Drawn(asked, "", "frame", "", map_)


def kinds(asked: Asked) -> dict[str, str]:
    """How tiny tables have their ordered columns read."""
    return {quasi.name: "integer" for quasi in asked.quasi if quasi.role == "ordered"}


def words(asked: Asked) -> str:
    """All that is needed to try it by hand."""
    roles = ", ".join(f"{quasi.name} as {quasi.role}" for quasi in asked.quasi)
    borders = [sorted(quasi.areas.borders) for quasi in asked.quasi if quasi.areas is not None]
    return (
        f"k={asked.k} {asked.objective} {roles} {borders or ''} suppress={asked.suppress}"
        f" {asked.recoding} {dict(asked.sensitive) or ''} missing={asked.missing}"
        f" {asked.table.columns} {asked.table.rows}"
    )


def _attack_methods(case: Case, asked: Asked, best: int | None) -> None:
    """Every method of the problem_kind: its answer, its bound, its promise."""
    import covey

    problem = problem_of(asked)
    assert best is not None
    assert problem is not None
    for method in covey.methods(problem.problem_kind):
        try:
            result = covey.solve(problem, method.name, stop=covey.Stop(seconds=5))
        except covey.InvalidInput:
            continue  # not for this objective
        if result.status == "below-k":
            continue
        between(asked, result.lower_bound, best, result.cost, f"{method.name}'s certificate")
        promised = result.guarantee.at_most(best)
        require(
            promised is None or result.cost <= promised,
            f"{method.name} promised {promised}, its cost is {result.cost}: {words(asked)}",
        )
        require(result.certificate.holds(problem), f"{method.name}: its proof does not hold")
        case.tally("answers of methods")


def problem_of(asked: Asked) -> Any:
    """The problem of a single column as the solver takes it; None if no record has a value."""
    import covey

    (quasi,) = asked.quasi
    objective: Any = asked.objective
    columns = [asked.table.column(column) for column in quasi.columns]
    rows = Counter(zip(*columns, strict=True))
    if quasi.role != "labels" or asked.missing == "suppress":
        rows = Counter({values: n for values, n in rows.items() if None not in values})
    if sum(rows.values()) < asked.k:
        return None
    if quasi.role == "labels":
        return covey.LabelProblem(list(rows.values()), asked.k, objective)
    if quasi.role == "ordered":
        weights = [rows[value] for value in sorted(rows)]
        return covey.IntervalProblem(weights, asked.k, objective)
    if quasi.role == "points":
        x, y = zip(*rows, strict=True)
        return covey.RectangleProblem(x, y, asked.k, list(rows.values()), objective)
    assert quasi.areas is not None
    there = {code for (code,) in rows}
    used = [part for part in quasi.areas.parts() if part & there]
    codes = [code for code in quasi.areas.codes if any(code in part for part in used)]
    borders = [(codes.index(a), codes.index(b)) for a, b in quasi.areas.borders if a in codes]
    weights = [rows[(code,)] for code in codes]
    return covey.RegionProblem(weights, borders, asked.k, objective)


CAMPAIGN = Campaign(
    "optima",
    "bounds above the optimum, costs below it, promises that are not kept",
    attack,
    smoke=1,
)
