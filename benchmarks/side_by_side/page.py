"""docs/benchmarks.md, from results. ``python -m benchmarks.side_by_side.page`` writes it again from
docs/benchmarks.json, without measuring anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.side_by_side.figures import unmeasured
from benchmarks.side_by_side.result import Results, Row, as_markdown, table
from benchmarks.side_by_side.run import ROOT
from benchmarks.side_by_side.subjects import SUBJECTS
from benchmarks.side_by_side.utility import HEADS as FIRSTS
from benchmarks.side_by_side.utility import firsts

HEAD = """# Benchmarks

All rows, figures and limits are those of the commit that the table below names, which need not be
the last one. What was measured again since is in [what was measured]({measured}); where the two
differ, that page is newer.

Written by `make bench`, which begins nothing after 75 minutes (`make bench QUICK=1`: after five,
into `build/bench`).
covey and what a user would pick instead, on the same data, in one run on one machine, each in a
process of its own. *Seconds* are of the call alone, without loading the program, except for
releases and first runs; *CPU seconds* are those of all its threads, which other load on the
machine changes less. *Largest / k* is the largest class: 1 is the best that k allows. *Miss k*
counts classes with fewer than k records, or regions that are not connected: an answer with any of
them cannot be published. A program that took more than {limit:g} seconds of CPU was stopped, and
tried no larger size. A row is measured alone by `python -m benchmarks.side_by_side` and what its
last column says, with the Python of `.venv-peers`, which `make .venv-peers/ready` sets up. Figures
of single claims are in [what was measured]({measured}).

{machine}

Two runs, as of two commits, are compared by `make bench-compare OLD=a.json NEW=b.json`; the figures
of this page are in `docs/benchmarks.json`.
"""

DOCS = ROOT / "docs"
MEASURED = "reference/measured.md"
CALM = 1.0
"""Processes that may want to run besides."""
BUSY = """

**The machine was busy with other work.** Seconds are longer than they would be, CPU seconds less
so; who was stopped may not be on a quiet one. Compare programs, and not this page with others."""


def page(results: Results, drawn: Mapping[str, Path], measured: str = MEASURED) -> str:
    machine = as_markdown(("where", ""), [("commit", results.commit), *results.machine.items()])
    busy = BUSY if float(results.machine.get("load at the start", 0)) > CALM else ""
    head = HEAD.format(limit=results.limit, machine=machine + busy, measured=measured)
    return head + "".join(_sections(results, drawn))


def _sections(results: Results, drawn: Mapping[str, Path]) -> Iterator[str]:
    for name, subject in SUBJECTS.items():
        rows = results.of(name)
        if not rows:
            continue
        yield f"\n## {subject.title}\n\n{subject.words}"
        yield "\n\n" if subject.k == 1 else f" k = {subject.k:,}.\n\n"
        heads, *lines = table(rows, command=True)
        yield as_markdown(heads, lines) + "\n"
        if name == "utility":
            yield from _firsts(rows)
        if name in drawn:
            yield f"\n![Time and memory of {name} against n](pictures/{drawn[name].name})\n"
        versions = dict.fromkeys(f"{r.program} {r.version}" for r in rows if r.version)
        yield f"\n{', '.join(versions)}.\n"
    if results.figures:
        yield "\n## Single claims\n\n"
        yield as_markdown(
            ("what", "figure", "at most", "remark"),
            (
                (
                    str(each["what"]),
                    _figure(each),
                    "" if each["limit"] is None else f"{each['limit']:g}",
                    str(each["remark"]).replace("|", "/"),
                )
                for each in results.figures
            ),
        )
        yield "\n"
        if lacking := unmeasured(results.figures):
            yield f"\nNot measured in this run, or not to the end: {', '.join(lacking)}.\n"
            yield "Each is run alone by `python -m benchmarks NAME`.\n"


def _firsts(rows: Sequence[Row]) -> Iterator[str]:
    """A column of which nothing was measured is left out."""
    lines = list(firsts(rows))
    used = [at for at in range(len(FIRSTS)) if any(line[at] for line in lines)]
    if lines:
        yield "\nFirst by each measure:\n\n"
        yield as_markdown(
            [FIRSTS[at] for at in used], [[line[at] for at in used] for line in lines]
        )
        yield "\n"


def _figure(each: Mapping[str, Any]) -> str:
    """One that was stopped has no value."""
    return "" if each["value"] is None else f"{each['value']:.3g} {each['unit']}".strip()


def main() -> None:
    """The committed page again, from the committed results: after a change of this module."""
    results = Results.read(DOCS / "benchmarks.json")
    (DOCS / "benchmarks.md").write_text(committed(results), encoding="utf-8")


def committed(results: Results) -> str:
    pictures = sorted((DOCS / "pictures").glob("bench-*.png"))
    return page(results, {file.stem.removeprefix("bench-"): file for file in pictures})


if __name__ == "__main__":
    main()
