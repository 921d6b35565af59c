"""A note on published texts that a spreadsheet would run as formulas: how many, never which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from covey.codebook.rows import CODEBOOK_FILE
from covey.core.errors import InvalidInput
from covey.io.formulas import BEGINNINGS, begins_like_one

if TYPE_CHECKING:
    from covey.engine.protocol import Hidden, StagedRows
    from covey.io.layout import Layout
    from covey.release.pipeline import Solved

OPTION = "--escape-formulas"


def with_formulas(rows: StagedRows | Hidden, solved: Solved, layout: Layout | None) -> Solved:
    """The same job, its plan with a word on formulas in these rows: a warning, or a note if they
    are escaped."""
    if layout is None or layout.format == "frame":
        return solved
    plan, escape = solved.plan, solved.job.escape_formulas
    # A look at every row, so only for the format that needs it.
    counts = rows.formulas(plan.unchanged) if layout.format == "csv" else {}
    found = words_on_formulas(
        counts,
        layout.format,
        plan.unchanged,
        solved.texts,
        solved.sizes,
        count_formulas(solved.description.entries.texts()),
        escape,
    )
    if escape:
        return replace(solved, plan=replace(plan, notes=(*plan.notes, *found)))
    return replace(solved, plan=replace(plan, warnings=(*plan.warnings, *found)))


def refuse_names(columns: Sequence[str]) -> None:
    """For those who escape: a name with a quote in front would be another name."""
    names = [column for column in columns if begins_like_one(column)]
    if names:
        raise InvalidInput(
            f"The name of the column {names[0]!r} begins like a formula, and {OPTION} changes no"
            " names.",
            hint="Rename the column in the table, or leave it out: --drop (drop= in Python).",
            given=names[0],
        )


def words_on_formulas(
    counts: Mapping[str, int],
    format_: str,
    unchanged: Sequence[str],
    texts: Mapping[str, Sequence[str | None]],
    sizes: Sequence[int],
    in_codebook: int,
    escape: bool,
) -> tuple[str, ...]:
    """Notes on formulas in a release; ``counts`` are those in unchanged columns,
    ``in_codebook`` the labels and names of its lines that begin like one."""
    # The codebook, which is CSV in any case, has the names of the recoded columns.
    named = formulas_in_names([*texts, *(unchanged if format_ == "csv" else ())])
    in_table = formulas_in_table(counts, format_, texts, sizes, escape)
    return (*named, *in_table, *formulas_in_codebook(in_codebook, escape))


def formulas_in_names(columns: Iterable[str]) -> list[str]:
    """Of columns that CSV files of the release name."""
    return [
        f"the name of column {column!r} begins like a formula; a spreadsheet would run it: rename"
        " the column in the table"
        for column in columns
        if begins_like_one(column)
    ]


def formulas_in_table(
    unchanged_counts: Mapping[str, int],
    format_: str,
    texts: Mapping[str, Sequence[str | None]],
    sizes: Sequence[int],
    escape: bool,
) -> list[str]:
    """Of a table in CSV; other formats say what is text and what a formula. ``texts`` are those of
    the classes, which have so many records each."""
    if format_ != "csv":
        return []
    counts = dict(unchanged_counts)
    for column, own in texts.items():
        counts[column] = sum(
            size for text, size in zip(own, sizes, strict=True) if begins_like_one(text)
        )
    return [
        f"{_begin(count, 'text', f'of column {column!r}')}; {_outcome(count, escape)}"
        for column, count in counts.items()
        if count
    ]


def count_formulas(texts: Iterable[tuple[str, str | None]]) -> int:
    """Of labels and names, each with its column: those that begin like a formula, each once."""
    # Most begin otherwise, and there may be millions of them.
    likely = {pair for pair in texts if pair[1] and pair[1][0] in BEGINNINGS}
    return sum(begins_like_one(text) for _, text in likely)


def formulas_in_codebook(count: int, escape: bool) -> list[str]:
    """Of labels and names of sets in the codebook, which is CSV."""
    if not count:
        return []
    return [f"{_begin(count, 'label or name', f'in {CODEBOOK_FILE}')}; {_outcome(count, escape)}"]


def _begin(count: int, what: str, where: str) -> str:
    many = {"label or name": "labels and names"}.get(what, f"{what}s")
    return (
        f"1 {what} {where} begins like a formula"
        if count == 1
        else f"{count:,} {many} {where} begin like a formula"
    )


def _outcome(count: int, escape: bool) -> str:
    them = "it" if count == 1 else "them"
    if escape:
        return f"a single quote is put in front of {them}"
    return f"a spreadsheet would run {them}, unless {OPTION} puts a single quote in front"
