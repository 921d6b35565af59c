"""What is refused in a job."""

from __future__ import annotations

from typing import Any

import pytest

import covey
from covey.release.job import Job
from covey.release.job.checks import refuse_unready


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: covey.Points(lat="a"), "two columns"),
        (lambda: covey.Points(lat="a", lon="b", x="c"), "two columns"),
        (lambda: covey.Points(x="a", y="a"), "for both"),
        (lambda: covey.Ordered(order=["a", "a"]), "every label once"),
        (lambda: covey.Ordered(order="abc"), "a list of labels"),
        (lambda: covey.Ordered(order=["a"], kind="date"), "have no kind"),
        (lambda: covey.Regions("m", islands="bridge"), "islands is one of"),  # type: ignore[arg-type]
    ],
)
def test_roles_are_checked(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(covey.InvalidInput, match=message):
        make()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"drop": "name"}, r"drop=\['name'\]"),
        ({"drop": [3]}, "named by text"),
        ({"sensitive": "cost"}, "sensitive is a list"),
        ({"sensitive": {"cost": "l=3"}}, "sensitive is a list"),
        ({"sensitive": None}, "sensitive is a list"),
        ({"preset": ["cms"]}, "A preset is one of"),
        ({"requirements": covey.DistinctDiversity("cost", 2)}, "a list of requirements"),
        ({"requirements": ["cost:l=3"]}, "a list of requirements"),
        ({"requirements": 3}, "a list of requirements"),
    ],
)
def test_what_is_not_a_list(how: dict[str, Any], message: str) -> None:
    with pytest.raises(covey.InvalidInput, match=message):
        Job("in.csv", 3, {"age": covey.Ordered()}, **how)


def test_weights_are_a_number_for_each_column() -> None:
    job = Job("in.csv", 3, {"age": covey.Ordered()}, weights=3)  # type: ignore[arg-type]
    with pytest.raises(covey.InvalidInput, match="weights has a number for each column"):
        refuse_unready(job, ("age",))


@pytest.mark.parametrize("sensitive", [["cost:l=3"], {"cost": {"l": 3}}])
def test_rules_of_sensitive_columns(sensitive: Any) -> None:
    job = Job("in.csv", 3, {"age": covey.Ordered()}, sensitive=sensitive)
    assert job.sensitive == ("cost",)
    assert job.requirements == (covey.DistinctDiversity("cost", 3),)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"part_size": 2}, "3 or more"),
        ({"part_size": -1}, "least number of records in a part"),
        ({"part_size": True}, "least number of records in a part"),
        ({"part_size": 50.0}, "least number of records in a part"),
        ({"part_size": 50}, "for several quasi-identifiers"),
    ],
)
def test_parts_that_cannot_be_made_are_refused(how: dict[str, Any], message: str) -> None:
    with pytest.raises(covey.InvalidInput, match=message):
        Job("in.csv", 3, {"age": covey.Ordered()}, **how).refuse_unready(["age"])


def test_parts_are_for_local_recoding() -> None:
    several = {"age": covey.Ordered(), "town": covey.Labels()}
    with pytest.raises(covey.InvalidInput, match="with local recoding"):
        Job("in.csv", 3, several, part_size=9, recoding="global").refuse_unready(list(several))
    Job("in.csv", 3, several, part_size=0, recoding="global").refuse_unready(list(several))
