"""``tests/release/solve/test_kept.py`` has more of what is refused, before anything is read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import covey
from covey import InvalidInput
from covey.release.job import Job
from covey.release.job.kept import refuse_more_than_k, refuse_unkept

JOB = Job(None, 3, {"age": covey.Ordered(), "sex": covey.Labels()})


@pytest.mark.parametrize(
    ("how", "given"),
    [
        ({"k_map": 5}, "k_map="),
        ({"recoding": "nested"}, "recoding="),
        ({"sampling_weight": "w"}, "sampling_weight="),
        ({"dependence": "exact"}, "dependence=.exact."),
    ],
)
def test_what_takes_all_combinations_is_named(how: dict[str, Any], given: str) -> None:
    refuse_unkept(JOB)
    with pytest.raises(InvalidInput, match=f"given: {given}"):
        refuse_unkept(replace(JOB, **how))


def test_the_hint_is_that_of_the_command() -> None:
    refuse_more_than_k(replace(JOB, dependence="exact"), "x")
    with pytest.raises(InvalidInput) as raised:
        refuse_more_than_k(replace(JOB, person="name"), "say y")
    assert str(raised.value.hint).endswith("or say y.")
