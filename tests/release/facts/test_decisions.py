"""Every option of a run has its place in the record, and every default its reason."""

from __future__ import annotations

from dataclasses import MISSING

from covey.release.facts.decisions import ELSEWHERE, OF_COLUMNS, WHY, told_by
from covey.release.job import FIELDS, OPTIONS, Job


def test_every_field_of_a_job_is_told() -> None:
    for name, field in FIELDS.items():
        if name in (*OF_COLUMNS, *ELSEWHERE):
            continue
        has_default = field.default is not MISSING or field.default_factory is not MISSING
        assert has_default is (name != "k"), name
        assert name == "k" or WHY[name], name


def test_what_no_certificate_records_is_told_by_the_job_alone() -> None:
    told = told_by(Job("people.csv", 3, {}, time_limit=2.0, output="out", pseudonym=""))
    assert told["time_limit"] == 2.0
    assert not told.keys() & {*OF_COLUMNS, *ELSEWHERE}
    assert not [name for name in told if OPTIONS[name].recorded]
