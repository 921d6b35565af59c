"""The released table, counted again."""

from __future__ import annotations

from collections.abc import Iterator

from covey.attributes.sensitive import spread
from covey.core.words import plural
from covey.verification.claims import Check, Claimed
from covey.verification.recount import Table


def recounted(claimed: Claimed, table: Table) -> Iterator[Check]:
    """The released table, counted by what it shows."""
    lacking = [column for column in claimed.columns if column not in table.columns]
    if lacking:
        yield Check("the table has the recoded columns", False, f"no {', '.join(lacking)}")
        return
    found = table.sizes(claimed.columns)
    named = zip(zip(*claimed.cells.values(), strict=True), claimed.sizes, strict=True)
    # A release by covey apply has classes without records, which no table shows.
    expected = {called: size for called, size in named if size}
    least = min(found.values(), default=0)
    yield Check(
        f"every class of the table has k = {claimed.k:,} records or more",
        least >= claimed.k,
        f"{plural(len(found), 'class')}, the smallest of {least:,} records",
    )
    # Also classes that the codebook lacks: get() gives None for these.
    other = sum(expected.get(texts) != size for texts, size in found.items())
    gone = len(expected.keys() - found.keys())
    words = f"{other:,} unlike the certificate's, {gone:,} absent" if other or gone else ""
    yield Check("its classes are those of the codebook, in their sizes", not (other or gone), words)
    rows = sum(found.values())
    published = claimed.certificate.records.published
    yield Check(
        "the released table has as many records as are claimed",
        rows == published,
        f"{rows:,} of {published:,}" if rows != published else "",
    )


def no_formulas(claimed: Claimed, table: Table) -> Iterator[Check]:
    """That every text which a spreadsheet would run has a quote in front, if that is claimed."""
    if claimed.escaped:
        words = f"{plural(table.formulas, 'text')} without a quote in front"
        claim = "no text of the table begins like a formula"
        yield Check(claim, not table.formulas, words if table.formulas else "")


def check_requirements(claimed: Claimed, table: Table) -> Iterator[Check]:
    """What was asked of sensitive attributes, from a count of the table."""
    asked = claimed.job.requirements
    if not asked or claimed.certificate.person is not None:
        # The table does not show who is who: people are counted in the one that it was made of.
        return
    # Sensitive values are published as the table had them, and are read in its notation.
    counted = table.count_texts(claimed.columns, claimed.sensitive_kinds, claimed.notation)
    for each in asked:
        assert each.column is not None
        kind = claimed.sensitive_kinds.get(each.column, "")
        own = spread(counted, claimed.columns, each.column, kind)
        yield Check(f"every class has {each.words()}", bool(each.met(own).all()))
