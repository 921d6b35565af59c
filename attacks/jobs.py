"""Random jobs through the library: anonymize, recount, verify, apply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attacks.broken import Broken, require
from attacks.calls import arguments
from attacks.case import Campaign, Case
from attacks.judge import (
    judge_applied,
    judge_refusal,
    judge_release,
    judge_verification,
    judge_withheld,
)
from attacks.make.files import arrow
from attacks.make.jobs import Drawn, Wanted, draw_job
from attacks.recount.asked import Rows
from attacks.recount.feasible import reasons
from attacks.recount.release import Published, recount


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
        covey.anonymize(
            drawn.path, out=out, format=drawn.output, withheld=withheld, **told
        )
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
    seen = covey.verify(again, drawn.path, map=drawn.map, population=drawn.population or None)
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
    kind = case.rng.choice(("pandas", "polars", "pyarrow"))
    frame = _frame(kind, drawn.asked.table)
    try:
        release = covey.anonymize(frame, **arguments(drawn))
    except (covey.InvalidInput, covey.Infeasible) as error:
        judge_refusal(drawn, type(error).__name__, str(error))
        case.tally("refused")
        return
    why = reasons(drawn.asked)
    require(not why, f"published, though {why}")
    table = _rows(kind, release.table)
    book = [(entry.number + 1, *entry[1:]) for entry in release.codebook]
    first = "set" if drawn.asked.joint else "class"
    names = (first, "column", "holds", "value", "low", "high", "published")
    cells = _cells(drawn, table, release.certificate) if drawn.asked.joint else None
    recount(Published(table, release.certificate, Rows(names, book), cells), drawn.asked)
    case.tally("frames")


def _cells(drawn: Drawn, table: Rows, certificate: dict[str, Any]) -> Rows:
    """A frame has no list of cells: classes are what it shows, and their order is not known."""
    at = [table.columns.index(column) for column in drawn.asked.columns]
    seen: dict[tuple[Any, ...], int] = {}
    for row in table.rows:
        texts = tuple(row[place] for place in at)
        seen[texts] = seen.get(texts, 0) + 1
    claimed = certificate["classes"]["sizes"]
    require(sorted(seen.values()) == sorted(claimed), f"sizes {seen.values()}, claimed {claimed}")
    certificate["classes"]["sizes"] = list(seen.values())
    rows = [(number, *texts) for number, texts in enumerate(seen, start=1)]
    return Rows(("class", *drawn.asked.columns), rows)


def _frame(kind: str, table: Rows) -> Any:
    whole = arrow(table)
    if kind == "pyarrow":
        return whole
    if kind == "polars":
        import polars

        return polars.from_arrow(whole)
    return whole.to_pandas()


def _rows(kind: str, frame: Any) -> Rows:
    if kind == "polars":
        return Rows(tuple(frame.columns), frame.rows())
    if kind == "pandas":
        import pyarrow

        frame = pyarrow.Table.from_pandas(frame, preserve_index=False)
    if not hasattr(frame, "column_names"):
        raise Broken(f"a frame came back as {type(frame).__name__}")
    columns = [column.to_pylist() for column in frame.columns]
    return Rows(tuple(frame.column_names), list(zip(*columns, strict=True)))


CAMPAIGN = Campaign(
    "jobs",
    "classes below k, requirements not met, records lost or changed, false certificates, sound"
    " releases that verify refuses, jobs refused without a reason",
    attack,
    smoke=25,
    share=2,
)
