"""Plain texts instead of those of other libraries."""

from __future__ import annotations

from typing import Any

import numpy as np

import covey
from covey.core.plain import with_plain_texts
from covey.release.job import Job

age, sick = np.str_("age"), np.str_("sick")


def test_texts_become_plain_wherever_they_stand() -> None:
    given: dict[str, Any] = {"role": covey.Ordered(order=(age, "b")), age: [(sick,), 3]}
    found = with_plain_texts(given)
    texts = [*found, found["role"].order[0], found["age"][0][0]]
    assert {type(text) for text in texts} == {str}
    assert found == given


def test_what_is_plain_already_stays_the_same_object() -> None:
    role = covey.Points(lat="lat", lon="lon")
    given = {"place": role, "names": ["a", ("b",)]}
    assert with_plain_texts(given) is given


def test_a_job_has_plain_names() -> None:
    job = Job(
        table=None,
        k=2,
        quasi={age: covey.Ordered(), "place": covey.Points(lat=np.str_("y"), lon="x")},
        sensitive={sick: {"l": 2}},
        requirements=[covey.Alpha(sick, 0.5)],
        drop=[np.str_("name")],
        weights={age: 2.0},
        na={age: ["-99"]},
        person=np.str_("who"),
    )
    names = [*job.quasi, *job.sensitive, *job.drop, *job.weights, *job.na, job.person]
    names += [str_ for each in job.requirements if (str_ := each.column)]
    names += job.quasi["place"].columns("place")
    assert {type(name) for name in names} == {str}
