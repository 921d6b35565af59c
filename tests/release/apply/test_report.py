"""What the report on new records says."""

from __future__ import annotations

from covey.release.apply.report import words_for_report
from covey.release.risks.identifiers import IN_ORDER, Suspects


def test_warnings_on_new_records() -> None:
    nobody = Suspects([], [], [], [], [])
    assert words_for_report(100, 100, nobody, in_order=False, formulas=()) == ()
    assert words_for_report(96, 100, nobody, in_order=False, formulas=()) == ()
    few, *more = words_for_report(
        95, 100, Suspects(["ssn"], [], [], [], []), in_order=True, formulas=("a formula",)
    )
    assert few.startswith("5 of 100 records (5.0%) are left out")
    assert more[0].startswith("'ssn' looks like an identifier")
    assert more[1:] == [IN_ORDER, "a formula"]
