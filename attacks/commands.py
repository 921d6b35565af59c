"""Random jobs through the command line: options, job files, every format of output."""

from __future__ import annotations

import json
from pathlib import Path

from attacks.broken import require
from attacks.case import Campaign, Case
from attacks.judge import (
    judge_applied,
    judge_refusal,
    judge_release,
    judge_verification,
    judge_withheld,
)
from attacks.make.jobs import Drawn, Wanted, draw_job
from attacks.options import as_job_file, as_options, can_be_options
from attacks.recount.release import Recounted
from attacks.terminal import Ran, judge_nothing_left, judge_words, run_apart, run_here

WANTED = Wanted(outputs=("", "csv", "parquet", "xlsx", "sqlite", "duckdb"))


def attack(case: Case) -> None:
    place = case.folder / "in"
    place.mkdir()
    drawn = draw_job(case.rng, place, WANTED)
    by_file = not can_be_options(drawn) or case.rng.random() < 0.3
    job = place / "job.toml"
    job.write_text(as_job_file(drawn), encoding="utf-8")
    out, withheld = case.folder / "out", case.folder / "withheld.csv"
    told = [str(job)] if by_file else as_options(drawn)
    run = run_apart if case.rng.random() < 0.1 else run_here
    case.trying("covey anonymize " + " ".join(told))
    ran = run("anonymize", *told, "-o", out, "--withheld", withheld, "--json")
    judge_words(ran)
    if ran.code:
        judge_nothing_left(case.folder, ["in"])
        judge_refusal(drawn, f"code {ran.code}", ran.err)
        case.tally("refused")
        return
    judge_nothing_left(case.folder, ["in", "out", "withheld.csv"])
    found = judge_release(drawn, out)
    judge_withheld(drawn, out, withheld)
    _judge_answer(ran, out)
    _judge_plan(told, found)
    _judge_verify(drawn, out)
    _judge_apply(case, drawn, out, found)
    if not by_file:
        _judge_saved_job(case, told, out)


def _judge_answer(ran: Ran, out: Path) -> None:
    """What is printed is what is in the folder."""
    answer = json.loads(ran.out)
    written = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    require(
        answer["certificate"] == written,
        "--json prints another certificate",
    )
    require(
        sorted(answer["files"]) == sorted(file.name for file in out.iterdir()),
        "--json lists others",
    )


def _judge_plan(told: list[str], found: Recounted) -> None:
    ran = run_here("anonymize", *told, "--plan", "--json")
    judge_words(ran, (0,))
    plan = json.loads(ran.out)
    own = [size for size in found.sizes if size]
    require(
        plan["records"] - plan["suppressed"] == sum(own),
        f"--plan foretells {plan['suppressed']} suppressed, {sum(own)} were published",
    )


def _judge_verify(drawn: Drawn, out: Path) -> None:
    told: list[object] = ["verify", out, "--against", drawn.path, "--json"]
    told += ["--map", drawn.map] if drawn.map else []
    told += ["--population", drawn.population] if drawn.population else []
    ran = run_here(*told)
    judge_words(ran)
    judge_verification(json.loads(ran.out), drawn.asked)
    require(ran.code == 0, f"verify of a sound release ends with {ran.code}")


def _judge_apply(case: Case, drawn: Drawn, out: Path, found: Recounted) -> None:
    again = case.folder / "again"
    told: list[object] = ["--unknown", "suppress", "--below-k", "suppress", "-o", again]
    told += ["--format", drawn.output] if drawn.output else []
    ran = run_here("apply", out, drawn.path, *told)
    judge_words(ran)
    if ran.code:
        require(drawn.asked.suppress, f"apply refuses the table itself: {ran.err}")
        case.tally("not applied")
        return
    judge_applied(drawn, found, again)
    seen = run_here("verify", again, "--against", drawn.path)
    judge_words(seen, (0,))


def _judge_saved_job(case: Case, told: list[str], out: Path) -> None:
    """A saved job gives the same release, to the byte."""
    job, other = case.folder / "saved.toml", case.folder / "other"
    judge_words(run_here("anonymize", *told, "-o", other, "--save-job", job), (0,))
    judge_words(run_here("anonymize", job, "-o", other, "--overwrite"), (0,))
    for file in sorted(out.iterdir(), key=lambda file: (file.suffix == ".json", file.name)):
        same = file.read_bytes() == (other / file.name).read_bytes()
        require(same, f"the same job from a file gave another {file.name}")


CAMPAIGN = Campaign(
    "commands",
    "the same through options and job files; exit codes without words, files left behind, --json"
    " and --plan that say something else, saved jobs that do something else",
    attack,
    smoke=2,
    share=1.5,
)
