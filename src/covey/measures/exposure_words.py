"""The risk of a table in words: for the terminal, the report and notebooks."""

from __future__ import annotations

from collections.abc import Iterator

from covey.core.notebook import lines_as_html
from covey.core.words import in_a_line, plural, plural_of
from covey.measures.exposure import Exposure, Found
from covey.measures.uniqueness import Uniqueness
from covey.measures.words import Figure, percent

SHOWN = 5
"""Subsets of a size that are shown."""
NUMBERS = {1: "one column", 2: "two columns", 3: "three columns"}


def summary(found: Exposure) -> str:
    return "\n".join(map(in_a_line, _lines(found)))


def _lines(found: Exposure) -> Iterator[str]:
    many = plural_of(found.unit)
    named = f"{found.input}: " if found.input else ""
    told = "" if found.unit == "record" else f", {plural(found.records, 'record')}"
    yield f"{named}{plural(found.people, found.unit)}{told}"
    yield f"known        {', '.join(found.columns)}"
    yield f"unique       {_share(found.found.unique, found.people, many)}, alone with what is known"
    yield f"below {found.k:<7,}{_share(found.found.below, found.people, many)}, in smaller classes"
    yield f"classes      {found.found.classes:,}, the smallest with {found.found.smallest:,}"
    for name, words in _risks(found):
        yield f"{name:<13}{words}"
    for size in range(1, found.up_to + 1):
        # All columns together are said above.
        if size == len(found.columns):
            break
        for at, each in enumerate(found.of_size(size)[:SHOWN]):
            head = f"by {size}" if at == 0 else ""
            yield f"{head:<13}{_subset(each, found)}"
    for at, driver in enumerate(found.drivers if len(found.columns) > 1 else ()):
        head = "driven by" if at == 0 else ""
        yield f"{head:<13}{driver.column}: {driver.unique_without:,} unique without it"
    for note in found.notes:
        yield f"note         {note}"


def _subset(each: Found, found: Exposure) -> str:
    share = percent(each.unique / found.people)
    return f"{', '.join(each.columns)}: {each.unique:,} unique ({share}), {each.below:,} below k"


def _risks(found: Exposure) -> Iterator[tuple[str, str]]:
    risk = found.risk
    above = f"above {percent(risk.threshold)} for"
    for name, attack in (("prosecutor", risk.prosecutor), ("journalist", risk.journalist)):
        yield (
            name,
            f"{percent(attack.highest)} at most, {percent(attack.average)} on average,"
            f" {above} {percent(attack.at_risk)}",
        )
    yield "marketer", f"{percent(risk.marketer)} of all links are right"
    if found.alone is not None:
        be = "is" if found.alone == 1 else "are"
        yield (
            "population",
            f"{found.alone:,} of the {plural(found.people, found.unit)} {be} alone in the"
            " population as well, counted in its table",
        )
    if found.uniqueness is not None:
        yield "population", words_on_uniqueness(found.uniqueness)


def words_on_uniqueness(found: Uniqueness) -> str:
    """How many people of the population are unique, as estimated."""
    if found.uniques is None or found.share is None:
        return f"how many of {found.population:,} people are unique is not known: no model fits"
    return (
        f"some {found.uniques:,.0f} of {found.population:,} people ({percent(found.share)}) are"
        f" unique, estimated by {found.chosen}"
    )


def _share(part: int, whole: int, many: str) -> str:
    return f"{part:,} of {whole:,} {many} ({percent(part / whole)})"


def figures_before(found: Exposure, unique_after: int, risk_after: float) -> list[Figure]:
    """What others could find in the original table, and what became of it."""
    many = plural_of(found.unit)
    known = ", ".join(found.columns)
    rows = [
        Figure(
            f"unique {many}",
            f"{found.found.unique:,} -> {unique_after:,}",
            f"by {known}, in the original -> in the release: {percent(found.unique_share)} were"
            " alone with their values",
        ),
        Figure(
            f"{many} below k",
            f"{found.found.below:,} -> 0",
            f"in classes of fewer than {found.k:,}",
        ),
        Figure(
            "prosecutor risk, average",
            f"{percent(found.risk.prosecutor.average)} -> {percent(risk_after)}",
            "before -> after: the chance to find the record of somebody whose values are known",
        ),
    ]
    for size in range(1, min(found.up_to, len(found.columns) - 1) + 1):
        worst = found.of_size(size)[0]
        rows.append(
            Figure(
                f"unique by {NUMBERS[size]}",
                f"{worst.unique:,}",
                f"in the original, by {', '.join(worst.columns)}: no other"
                f" {'' if size == 1 else f'{size} '}by which more were",
            )
        )
    # Without anybody unique there is nothing to drive.
    if found.drivers and len(found.columns) > 1 and found.found.unique:
        driver = found.drivers[0]
        rows.append(
            Figure(
                "driven most by",
                driver.column,
                f"without it {driver.unique_without:,} {many} of the original would be unique"
                f" instead of {found.found.unique:,}",
            )
        )
    return rows


def as_html(found: Exposure) -> str:
    """Plain HTML, without a script or a link."""
    return lines_as_html(summary(found).splitlines())
