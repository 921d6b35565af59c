"""The report and the record of a release by ``covey apply``, written again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import SAYS_NOTHING, CoveyError
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.release.apply.report import (
    NewRecords,
    applied_facts,
    on_ids,
    undone_by,
    words_for_report,
)
from covey.release.certificate import AppliedCertificate
from covey.release.facts.decisions import Told
from covey.release.risks.dependence import quasi_of_roles
from covey.report.facts import Facts
from covey.verification.audit import read_audit
from covey.verification.claims import Check, Claimed
from covey.verification.dependences import looked_at
from covey.verification.holders import Rows, marked_in, spellings_in
from covey.verification.original import REPORT
from covey.verification.recount import Table
from covey.verification.report import formulas_in, same_pages, unfit


def reported_applied(
    claimed: Claimed,
    data: AppliedCertificate,
    table: Table,
    before: Table,
    counted: Counted,
    classes: NDArray[np.int64],
    held: Holders | None,
    repeated: Holders | None,
    sound: bool,
) -> Iterator[Check]:
    """That the report is the one that covey writes of these records, to the last byte."""
    wrong = list(unfit(claimed, sound))
    if wrong:
        yield from wrong
        return
    audit = read_audit(claimed)
    told = {} if audit is None else audit.run
    try:
        found = _facts(claimed, data, table, before, counted, classes, held, repeated, told)
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        yield Check(REPORT, False, error.message)
        return
    yield from same_pages(claimed, found, told)


def _facts(
    claimed: Claimed,
    data: AppliedCertificate,
    table: Table,
    before: Table,
    counted: Counted,
    classes: NDArray[np.int64],
    held: Holders | None,
    repeated: Holders | None,
    told: Told,
) -> Facts:
    # Texts, since that is what the released table has.
    recounted = table.count(dict.fromkeys(claimed.columns, "text"))
    passed = {
        column: claimed.sensitive_kinds.get(column, "text")
        for column in data.sensitive
        # New records need not have the sensitive columns of the release that is applied.
        if column in before.columns
    }
    beside = recounted
    if passed:
        beside = table.count_texts(claimed.columns, passed, claimed.notation)
    hidden = (*claimed.columns, *data.unpublished, *data.holders)
    unchanged = [column for column in before.columns if column not in hidden]
    # Nothing is counted besides the quasi-identifiers: all other columns are asked about.
    identifying = before.identifying(unchanged, (), list(data.sensitive))
    formulas = () if data.escape_formulas else formulas_in(claimed, table, unchanged)
    # The statements of holders join what was counted last.
    before.count(claimed.kinds)
    rows = Rows(claimed, before)
    likely = looked_at(
        rows, counted, quasi_of_roles(claimed.roles), unchanged, read_audit(claimed), exact=False
    )
    undone = undone_by(rows, counted, claimed.roles, likely, classes, data)
    marked = marked_in(before, [*counted.columns, *data.holders], data.person)
    ids = on_ids(data, held, repeated, spellings_in(before, data.person), marked, classes)
    new = NewRecords(
        certificate=data,
        roles=claimed.roles,
        book=claimed.book,
        texts=claimed.cells,
        columns=before.columns,
        notes=before.notes(counted.columns),
        counted=counted,
        classes=classes,
        held=held,
        recounted=recounted,
        beside=beside,
        identifying=identifying,
        ids=ids,
        undone=undone,
        warnings=words_for_report(
            recounted.records,
            before.rows,
            identifying,
            ids,
            undone,
            in_order=not data.shuffled,
            formulas=formulas,
        ),
    )
    return applied_facts(new, told)
