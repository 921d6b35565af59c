"""Random jobs through the library: anonymize, recount, verify, apply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attacks.broken import require
from attacks.calls import arguments
from attacks.case import Campaign, Case
from attacks.frames import KINDS, frame, published
from attacks.judge import (
    judge_applied,
    judge_refusal,
    judge_release,
    judge_verification,
    judge_withheld,
)
from attacks.make.jobs import Drawn, Wanted, draw_job
from attacks.recount.feasible import reasons
from attacks.recount.release import recount


def attack(case: Case) -> None:
    import covey

    drawn = draw_job(case.rng, case.folder)
    case.trying(f"a job on {Path(drawn.path).name}")
    if case.rng.random() < 0.15:
        _attack_frame(case)
        return
    out, withheld = case.folder / "out", case.folder / "withheld.csv"
    told = arguments(drawn)
    try:
        covey.anonymize(drawn.path, out=out, format=drawn.output, withheld=withheld, **told)
    except (covey.InvalidInput, covey.Infeasible) as error:
        require(not out.exists(), "a refused job left a release")
        judge_refusal(drawn, type(error).__name__, str(error))
        case.tally("refused")
        return
    found = judge_release(drawn, out)
    judge_withheld(drawn, out, withheld)
    _verify(drawn, out, drawn.path)
    _apply(case, drawn, out, found)
    if case.rng.random() < 0.25:
        _again(drawn, out, told)


def _verify(drawn: Drawn, out: Path, table: str) -> None:
    import covey

    population = drawn.population or None
    seen = covey.verify(out, table, map=drawn.map, population=population)
    judge_verification(seen.to_dict(), drawn.asked)


def _apply(case: Case, drawn: Drawn, out: Path, found: Any) -> None:
    """The table itself as if it were new: what was withheld may come back, or may not fit."""
    import covey

    again = case.folder / "again"
    try:
        covey.apply(out, drawn.path, out=again, unknown="suppress", below_k="suppress",
                    format=drawn.output)  # fmt: skip
    except covey.Infeasible as error:
        require(drawn.asked.suppress, f"apply refuses the table itself: {error}")
        case.tally("not applied")
        return
    judge_applied(drawn, found, again)
    population = drawn.population or None
    seen = covey.verify(again, drawn.path, map=drawn.map, population=population, source=out)
    judge_verification(seen.to_dict(), drawn.asked)


def _again(drawn: Drawn, out: Path, told: dict[str, Any]) -> None:
    """The same job gives the same bytes."""
    import covey

    other = out.with_name("other")
    covey.anonymize(drawn.path, out=other, format=drawn.output, **told)
    for file in sorted(out.iterdir(), key=lambda file: (file.suffix == ".json", file.name)):
        same = file.read_bytes() == (other / file.name).read_bytes()
        require(same, f"the same job gave another {file.name}")


def _attack_frame(case: Case) -> None:
    """A frame in memory, which comes back as one."""
    import covey

    drawn = draw_job(case.rng, case.folder, Wanted(formats=("parquet",), outputs=("",)))
    kind = case.rng.choice(KINDS)
    try:
        release = covey.anonymize(frame(kind, drawn.asked.table), **arguments(drawn))
    except (covey.InvalidInput, covey.Infeasible) as error:
        judge_refusal(drawn, type(error).__name__, str(error))
        case.tally("refused")
        return
    why = reasons(drawn.asked)
    require(not why, f"published, though {why}")
    recount(published(kind, release, drawn.asked), drawn.asked)
    case.tally("frames")


CAMPAIGN = Campaign(
    "jobs",
    "classes below k, requirements not met, records lost or changed, false certificates, sound"
    " releases that verify refuses, jobs refused without a reason",
    attack,
    smoke=3,
    share=2,
)
