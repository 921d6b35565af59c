"""What new records must meet besides k, alone and beside other releases: what does not is not
published."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.sensitive import unmet
from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.release.apply.settling import AGAIN
from covey.release.certificate import ReleaseCertificate
from covey.release.job.sensitive import from_rules
from covey.release.write.hidden_table import HiddenTable
from covey.release.write.recount import unmet_by_people
from covey.requirements.requirement import Requirement


def refuse_unmet(written: HiddenTable, data: ReleaseCertificate, given: Input) -> None:
    """What was asked of the release's sensitive attributes holds for new records, too."""
    asked = from_rules(data.sensitive)
    if not asked:
        return
    sensitive = dict.fromkeys(str(each.column) for each in asked)
    for column in sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    kinds = data.read.sensitive or {}
    counted = written.count_sensitive({column: kinds.get(column, "text") for column in sensitive})
    # Counted in the written table, as others will see it.
    low = unmet(asked, counted, list(written.texts), kinds)
    if low:
        raise _not_met(given, low[0])


def refuse_unmet_by_people(
    counted: Counted,
    classes: NDArray[np.int64],
    held: Holders,
    data: ReleaseCertificate,
    given: Input,
) -> None:
    """The same counted by people."""
    assert data.person is not None
    asked, kinds = from_rules(data.sensitive), data.read.sensitive or {}
    for low in unmet_by_people(asked, counted, classes, held, data.person, kinds):
        # One is enough.
        raise _not_met(given, low)


def _not_met(given: Input, requirement: Requirement) -> Infeasible:
    return Infeasible(
        f"{given.name}: some class of its records does not have {requirement.words()}, as the"
        " release asks. Nothing was published.",
        hint=f"Add records, or publish the whole table again: {AGAIN}",
    )


def refuse_composition(hidden: Path, others: Sequence[Any] | str | Path, given: Input) -> list[str]:
    """Refuse a release that gives people away together with others; what is said if it does not."""
    if isinstance(others, str | Path):
        others = [others]
    if not others:
        return []
    from covey.verification.claims import read_claims
    from covey.verification.composition import together

    found = list(together(read_claims(hidden), others))
    # What only the table of the other release could tell is said, and stops nobody.
    # held is None where it could not be checked.
    failed = [f"{check.claim}: {check.found}" for check in found if check.held is False]
    if failed:
        raise Infeasible(
            f"{given.name}: this does not hold: {'; '.join(failed)}. Nothing was published.",
            hint="Somebody with both releases could find these people's records. Publish when"
            " enough new people are in every class, or publish the whole table again and withdraw"
            " the former release.",
        )
    return [
        ("not checked: " if check.held is None else "")
        + (f"{check.claim}: {check.found}" if check.found else check.claim)
        for check in found
    ]
