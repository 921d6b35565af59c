"""Forged proofs and certificates: verify must refuse them in words, and believe none that is
false."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from attacks.broken import Broken, require
from attacks.brute.tiny import optimum, optimum_of_values
from attacks.calls import arguments
from attacks.case import Campaign, Case
from attacks.forge import (
    PROBLEM_KINDS,
    PROOFS,
    damaged_text,
    draw_proof,
    forge_files,
    mutate,
    odd_value,
    swap_texts,
    tell,
)
from attacks.make.files import as_text, csv_text
from attacks.make.jobs import Drawn
from attacks.make.tiny import draw_tiny
from attacks.optima import kinds, place, problem_of, words
from attacks.recount.asked import Asked
from attacks.recount.release import Published, recount
from attacks.terminal import judge_words, run_here

MOST_WITHHELD = 0.5
DIRECT, BY_COMMAND = 400, 12
"""Forgeries of one table that are handed to a proof itself, and to covey verify."""


def attack(case: Case) -> None:
    asked = draw_tiny(case.rng)
    if asked.plain:
        _attack_proofs(case, asked)
    _attack_release(case, asked)


def _attack_proofs(case: Case, asked: Asked) -> None:
    """Proofs alone, against the problem that they are of."""
    problem = problem_of(asked)
    if problem is None:
        return
    best = optimum_of_values(asked, kinds(asked))
    if best is None:
        return
    items, total = len(problem.weights), int(problem.weights.sum())
    for _ in range(DIRECT):
        # A bound above the optimum, which nothing can prove.
        bound = best + case.rng.choice((1, 1, 2, 5, 10**6, 2**63))
        bound = odd_value(case.rng) if case.rng.random() < 0.05 else bound
        proof = draw_proof(
            case.rng, case.rng.choice(PROBLEM_KINDS[problem.problem_kind]), bound, items, total
        )
        case.trying(f"{str(proof)[:200]} for {words(asked)}")
        if _believed(problem, proof) and not _is_true(bound, best):
            raise Broken(f"a proof of {bound} holds, the optimum is {best}: {proof} {words(asked)}")


def _believed(problem: Any, proof: dict[str, Any]) -> bool:
    """Whether a proof holds. What it is refused by is judged where users meet it, at verify."""
    import covey

    try:
        return bool(covey.read_certificate(problem.problem_kind, json.dumps(proof)).holds(problem))
    except Exception:
        return False


def _is_true(bound: Any, best: int) -> bool:
    return isinstance(bound, int | float) and bound <= best


def _attack_release(case: Case, asked: Asked) -> None:
    """A release of k, and certificates that claim more of it."""
    import covey

    # Classes are made for a larger k than the certificate then says: there is room for lies.
    made = replace(asked, k=asked.k + case.rng.randint(0, 2))
    drawn, table = place(case, made), case.folder / "table.csv"
    table.write_text(csv_text(as_text(asked.table)), encoding="utf-8")
    sound = case.folder / "sound"
    try:
        covey.anonymize(str(table), out=sound, **arguments(drawn))
    except (covey.InvalidInput, covey.Infeasible):
        case.tally("refused")
        return
    told = replace(asked, table=as_text(asked.table))
    claims = json.loads((sound / "certificate.json").read_text(encoding="utf-8"))
    _judge_words_of_verdicts(claims)
    best = optimum(asked, kinds(asked))
    for _ in range(BY_COMMAND):
        forge = case.rng.choice((_odd, _odd, _lie, _lie, _lie, _damage, _files, _texts))
        folder = case.folder / "forged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sound, folder)
        what = forge(case, folder, claims, told, best)
        case.trying(f"{what} in a release of {words(made)}")
        _judge(case, folder, drawn, table, told, what)


def _judge_words_of_verdicts(claims: dict[str, Any]) -> None:
    """A forgery must fail for what it claims, not for how it is worded."""
    again = tell(claims, claims["k"], claims["lower_bound"], claims["proof"])
    for name in ("cost", "gap", "status", "verdict"):
        require(again[name] == claims[name], f"forgeries have another {name} than covey's")


def _odd(case: Case, folder: Path, claims: dict[str, Any], asked: Asked, best: Any) -> str:
    changed, what = mutate(case.rng, claims)
    _write(folder, changed)
    return what


def _lie(case: Case, folder: Path, claims: dict[str, Any], asked: Asked, best: Any) -> str:
    """A smaller k, for which the classes are too large, and a bound that says that they are not."""
    rng, sizes = case.rng, claims["classes"]["sizes"]
    problem_kind = _kind_of_problem(asked) if asked.plain else "cells"
    kind = rng.choice(PROBLEM_KINDS[problem_kind] if rng.random() < 0.8 else tuple(PROOFS))
    cost = tell(claims, asked.k, 0, {})["cost"]
    bound = rng.choice((cost, cost, min(cost, (best or 0) + 1)))
    proof = draw_proof(rng, kind, bound, len(asked.table.rows), sum(sizes))
    _write(folder, tell(claims, asked.k, bound, proof))
    return f"k {asked.k}, bound {bound} by {proof}"


def _kind_of_problem(asked: Asked) -> str:
    problem_kinds = {"labels": "labels", "ordered": "intervals", "points": "rectangles"}
    return problem_kinds.get(asked.quasi[0].role, "regions")


def _damage(case: Case, folder: Path, claims: dict[str, Any], asked: Asked, best: Any) -> str:
    raw, what = damaged_text(case.rng, json.dumps(claims))
    (folder / "certificate.json").write_bytes(raw)
    return what


def _files(case: Case, folder: Path, claims: dict[str, Any], asked: Asked, best: Any) -> str:
    return forge_files(case.rng, folder, asked.columns)


def _texts(case: Case, folder: Path, claims: dict[str, Any], asked: Asked, best: Any) -> str:
    return swap_texts(case.rng, folder, asked.columns)


def _write(folder: Path, data: dict[str, Any]) -> None:
    (folder / "certificate.json").write_text(json.dumps(data), encoding="utf-8")


def _judge(case: Case, folder: Path, drawn: Drawn, table: Path, asked: Asked, what: str) -> None:
    told: list[object] = ["verify", folder, "--against", table]
    ran = run_here(*told, *(["--map", drawn.map] if drawn.map else []))
    try:
        judge_words(ran)
    except Broken as found:
        raise Broken(f"{what}: {found}") from None
    case.tally("believed", ran.code == 0)
    if ran.code == 0:
        _judge_believed(folder, asked, what)


def _judge_believed(folder: Path, asked: Asked, what: str) -> None:
    """What verify believes must be true: by the recount, and by brute force."""
    claims = json.loads((folder / "certificate.json").read_text(encoding="utf-8"))
    held = _read(
        lambda: replace(
            asked,
            k=claims["k"],
            objective=claims["objective"],
            suppress=claims.get("suppress", 0.0),
            missing=claims.get("missing", "own"),
            sensitive={c: r for c, r in claims.get("sensitive", {}).items() if r},
        ),
        what,
    )
    try:
        recount(Published.read(folder), held, told=False)
    except Broken as found:
        raise Broken(f"verify believes {what}, but {found}") from None
    # A bound may be one for answers that withhold nobody, which the verdict says then.
    if "withhold" in claims["verdict"]:
        held = replace(held, suppress=0.0)
    # With many records to withhold there are too many ways to try.
    if held.suppress <= MOST_WITHHELD:
        best = optimum(held, kinds(held))
        bound = claims["lower_bound"]
        require(best is None or bound <= best, f"verify believes {what}: the optimum is {best}")


def _read(claims: Callable[[], Asked], what: str) -> Asked:
    try:
        return claims()
    except (KeyError, TypeError, AttributeError) as error:
        raise Broken(f"verify believes a certificate that is none ({error!r}): {what}") from None


CAMPAIGN = Campaign(
    "proofs",
    "crashes of verify, proofs of bounds above the optimum, certificates that claim what is false",
    attack,
    smoke=3,
    share=1.5,
)
