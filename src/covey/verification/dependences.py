"""Which dependences the publisher counted in all records.

Of a large table some rows are looked at first, and which these are depends on where the table was:
a server has other ones than a file. So audit.json has what looked like a dependence there. It is
counted in all rows again. What looks like one in the rows that are looked at here and is not
recorded is counted as well: if it brings somebody below k, the release says nothing of it, which is
left for a person to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted
from covey.release.audit import Audit
from covey.release.risks.candidates import (
    Candidates,
    Numbers,
    Quasi,
    Rows,
    candidates,
    counted_at_most,
    is_sampled,
)
from covey.release.risks.dependence import find_dependences, words_on_dependences
from covey.report.facts import LookedAt
from covey.verification.claims import Check

MISSED = "the report warns of every column that is found here to undo others"
MISSED_AGAIN = "the report warns of every column that is found here to name people more than once"


def looked_at(
    rows: Rows,
    counted: Counted,
    quasi: Sequence[Quasi],
    published: Sequence[str],
    audit: Audit | None,
    exact: bool,
) -> Candidates:
    """What looked like a dependence to the publisher."""
    # If all rows are looked at, what is found is the same as the publisher found.
    if exact or audit is None or not is_sampled(counted.records, len(published), len(quasi)):
        return candidates(rows, counted.records, quasi, published, exact)
    names = {each.name for each in quasi}
    found = tuple(LookedAt(**vars(each)) for each in audit.looked_at)
    counted_ones = {each.columns for each in found}
    # Anybody may have written audit.json: what it names must be something that covey looks at, and
    # no more of it than covey counts, or checking would take for ever.
    for each in found:
        too_many = len(counted_ones) > counted_at_most(counted.records)
        if not each.columns or not each.quasi or too_many or (each.knowing and not each.tells):
            raise InvalidInput("audit.json has dependences that covey does not look at.")
        others_know = {*each.quasi, *each.knowing}
        if not (set(each.columns) <= set(published) and others_know <= names):
            raise InvalidInput("audit.json has dependences of columns that are not there.")
    return Candidates(found, audit.uncounted, audit.untried)


def missed(
    rows: Rows,
    counted: Counted,
    quasi: Sequence[Quasi],
    published: Sequence[str],
    known: Sequence[LookedAt],
    classes: Numbers,
    k: int,
    person: str,
    *,
    kept: bool = False,
) -> Iterator[Check]:
    """What the publisher did not look at, and what is found here. Of combinations that were
    ``kept`` in the engine the publisher counted nothing by other columns."""
    if not kept and not is_sampled(counted.records, len(published), len(quasi)):
        return
    own = candidates(rows, counted.records, quasi, published).looked_at
    others = [each for each in own if each not in known]

    def warnings(these: Sequence[LookedAt]) -> Mapping[tuple[str, ...], str]:
        found = find_dependences(rows, counted, quasi, these, person)
        return words_on_dependences(found, classes, k, person)

    # What was looked at and gave no warning is not told.
    told = {column for columns in warnings(known) for column in columns}
    words = [each for columns, each in warnings(others).items() if not set(columns) <= told]
    # Never FAILED: other rows were looked at, by chance, and the release is as covey made it.
    yield Check(MISSED, None if words else True, "; ".join(words))
