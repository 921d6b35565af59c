"""Answers that take long: the risk of today, what several k would lose, and a release. They run in
a process of their own, which is ended to cancel them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from covey.app.copies import reading_of_copy, sample_of
from covey.app.worker import Answers
from covey.attributes.maps import on_maps
from covey.attributes.range_columns import kinds_of_ranges
from covey.attributes.trees import below_trees
from covey.core.caller import all_spoken
from covey.io.reading import connect, literal
from covey.release.explore.explore import Choice, explore
from covey.release.facts.examples import examples
from covey.release.facts.overlaps import OVERLAP, blur_map, overlapping, sets_overlap
from covey.release.job import FIELDS, Job
from covey.release.job.file import read_job
from covey.release.pipeline import Solved
from covey.release.publish import publish
from covey.release.result import Release
from covey.release.risks.risk import risk
from covey.release.sets.cut import cut_of
from covey.release.steps import OF_ANONYMIZE
from covey.report.render import contents

OTHERWISE = ("table", "k", "quasi", "recoding", "output", "engine", "preset")
"""Fields of a job that explore takes under names of its own, or not at all: a preset asks for one
k, and what it asks of the columns is in their roles."""


def risked(
    answers: Answers,
    table: str,
    quasi: Sequence[str],
    person: str,
    k: int,
    reading: Mapping[str, Any],
) -> dict[str, Any]:
    """How many people are unique today, by which columns, and which columns drive that. ``table``
    is the copy of one that is open."""
    with answers.progress({}) as report:
        report("counting who is unique")
        found = risk(table, quasi, person=person, k=k, **reading_of_copy(reading))
    single = sorted(found.of_size(1), key=lambda each: (-each.unique, -each.classes))
    own = {"single": list(map(asdict, single)), "summary": found.summary()}
    return {**found.to_dict(), **own}


def explored(
    answers: Answers, job: str, k: Sequence[int], table: str = "", sample: int = 0
) -> dict[str, Any]:
    """Solve the job of a file for several k, and say each answer when it is found. ``table`` is a
    copy that takes the place of the job's own; with ``sample``, so many of its rows."""
    asked = read_job(Path(job))
    how = {name: getattr(asked, name) for name in FIELDS if name not in OTHERWISE}
    # The copy is Parquet: how the bytes of the original were read does not apply.
    if table:
        how |= {"encoding": "", "header": None}
    if sample:
        table = str(_sampled(Path(table), sample))

    def tell(choice: Choice, solved: Solved | None) -> None:
        shown = None if solved is None else examples(solved).to_dict()
        warnings = [] if solved is None else list(all_spoken(solved.plan.warnings))
        answers.found({**choice.to_dict(), "example": shown, "warnings": warnings})

    with answers.progress({}) as report:
        found = explore(
            table or asked.table,
            quasi=asked.quasi,
            k=k,
            recoding=[asked.recoding],
            report=report,
            found=tell,
            **how,
        )
    return {"records": found.records}


def _sampled(copy: Path, rows: int) -> Path:
    """Some rows of a copy, drawn once, and so that every run draws the same."""
    target = sample_of(copy, rows)
    if not target.exists():
        target.parent.mkdir(mode=0o700, exist_ok=True)
        # Renamed when it is whole: a process that is ended leaves no half sample.
        part = target.with_suffix(".part")
        with connect() as connection:
            connection.execute(
                f"COPY (SELECT * FROM read_parquet({literal(copy)}) USING SAMPLE"
                f" reservoir({int(rows)} ROWS) REPEATABLE (0)) TO {literal(part)} (FORMAT parquet)"
            )
        part.rename(target)
    return target


def released(answers: Answers, job: str, out: str, look: str) -> dict[str, Any]:
    """Publish the job of a file as the command line does, and write what the page shows of it to
    the file ``look``."""
    asked, folder = read_job(Path(job)), Path(out)
    with answers.progress(OF_ANONYMIZE) as report:
        done = publish(asked, out=folder, report=report)
    assert done.facts is not None
    # The same contents as report.html, so that page and report say the same.
    shown = shown_of(contents(done.facts))
    attributes = dict(zip(asked.quasi, shown["attributes"], strict=True))
    for name, role in below_trees(asked.quasi).items():
        if role.has_known_tree:
            attribute = attributes[name]
            cut = cut_of(role, name, done.codebook, attribute["data"]["sizes"])
            attribute["tree"] = None if cut is None else cut.to_dict()
    _tell_overlaps(asked, done, shown["attributes"])
    shown |= {"k": done.plan.k, "summary": _printed(done), "loss": done.plan.loss}
    # Once each, those of the plan first.
    shown["warnings"] = list(dict.fromkeys([*done.plan.warnings, *shown["warnings"]]))
    shown["notes"] = list(done.notes)
    text = json.dumps(shown, ensure_ascii=False, allow_nan=False)
    Path(look).write_text(text, encoding="utf-8")
    return {"files": list(done.files), "notes": list(done.notes), **_figures(done)}


def _tell_overlaps(asked: Job, done: Release, attributes: Sequence[dict[str, Any]]) -> None:
    """Where sets overlap: say so, and draw how far the areas of a map are blurred. ``mapless`` says
    of a column that global recoding would give a map of it."""
    assert done.facts is not None
    overlap = sets_overlap(asked)
    columns = {name: role.columns(name) for name, role in asked.quasi.items()}
    kinds = kinds_of_ranges(asked.quasi, done.certificate.readings)
    several = overlapping(done.codebook, columns, kinds) if overlap else set()
    maps = on_maps(asked.quasi) if overlap else {}
    pairs = zip(attributes, done.facts.attributes, asked.quasi.items(), strict=True)
    for attribute, facts, (name, role) in pairs:
        blur = None
        if name in maps:
            blur = blur_map(maps[name], name, done.codebook, facts.sizes)
        attribute["overlap"] = OVERLAP if name in several else ""
        attribute["blur"] = None if blur is None else blur.to_dict()
        attribute["mapless"] = overlap and role.may_have_shapes and blur is None


def _printed(done: Release) -> list[str]:
    """What the command line prints, without the places of private files."""
    return done.plan.summary().splitlines()


def _figures(done: Release) -> dict[str, Any]:
    plan = done.plan
    return {
        "k": plan.k,
        "records": plan.records,
        "classes": plan.classes,
        "smallest": plan.smallest,
        "largest": plan.largest,
        "lower_bound": plan.lower_bound,
        "loss": plan.loss,
        "suppressed": plan.suppressed,
        "average_risk": plan.average_risk,
        "verdict": plan.verdict,
        "warnings": list(plan.warnings),
    }


def shown_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """What a report says, for the page: the words, the figures, and the data of every picture."""
    facts = given["facts"]
    found = {
        name: _plain(given[name])
        for name in ("headline", "standing", "decision", "example", "certificate", "histogram")
    }
    found["figures"] = [
        {"title": title, "rows": [_plain(row) for row in rows]} for title, rows in given["figures"]
    ]
    found["changes"] = [each._asdict() for each in given["changes"]]
    found["columns"] = given["columns"]
    found["attributes"] = [_attribute(each) for each in given["attributes"]]
    found["warnings"] = list(all_spoken(facts.warnings))
    found["units"] = facts.units
    found["tiles"] = {
        "asked": facts.k,
        "attained": facts.measures.k,
        "published": facts.records_published,
        "suppressed": facts.suppressed,
        "classes": len(facts.class_sizes),
        "largest": max(facts.class_sizes),
    }
    return found


def _attribute(each: Mapping[str, Any]) -> dict[str, Any]:
    own = each["facts"]
    kept = ("number", "generalized", "smallest", "largest", "by_size", "picture", "noun", "nouns")
    return {
        **{name: each[name] for name in kept},
        "name": own.name,
        "columns": list(own.columns),
        "kind": own.kind.name,
        "distinct": own.distinct,
        "data": json.loads(each["data"]),
    }


def _plain(value: Any) -> Any:
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
