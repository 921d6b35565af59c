"""docs/benchmarks.md, from results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.side_by_side.result import Results, as_markdown, table
from benchmarks.side_by_side.subjects import SUBJECTS

HEAD = """# Benchmarks

Written by `make bench`, in about 35 minutes (`make bench QUICK=1`: in five, into `build/bench`).
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


def _figure(each: Mapping[str, Any]) -> str:
    """One that was stopped has no value."""
    return "" if each["value"] is None else f"{each['value']:.3g} {each['unit']}".strip()
