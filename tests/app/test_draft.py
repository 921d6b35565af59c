"""Every click edits a job, which can always be run, shown and taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey import InvalidInput
from covey.app.draft import ROLE_OF, TREATMENTS, Draft
from covey.attributes import ROLES

COLUMNS = ("name", "age", "town", "lat", "lon", "area", "job", "house", "pay")


@pytest.fixture
def draft() -> Draft:
    return Draft.of_table("/data/people.csv", {"trim": True}, COLUMNS)


def test_nothing_is_decided_at_first(draft: Draft) -> None:
    assert draft.undecided == list(COLUMNS)
    assert draft.treatment("age") == {"as": "keep", "options": {}}
    assert draft.job.k == 10
    assert draft.job.quasi == {}
    assert draft.reading == {"trim": True}


def test_every_role_of_a_job_can_be_chosen() -> None:
    assert {*ROLE_OF.values(), "points"} == ROLES.keys()


@pytest.mark.parametrize(
    ("treatment", "options", "role"),
    [
        ("label", {}, covey.Labels()),
        ("ordered", {"bands": "5"}, covey.Ordered(bands="5")),
        ("ordered", {"order": ["a", "b"]}, covey.Ordered(order=["a", "b"])),
        ("code", {}, covey.Code()),
        ("keep-common", {}, covey.KeepCommon()),
        ("tree", {"tree": "/data/jobs.csv", "ordered": True}, covey.Tree("/data/jobs.csv", True)),
        ("region", {"map": "/m.geojson", "key": "k"}, covey.Regions("/m.geojson", "k")),
        ("distances", {"table": "/d.csv"}, covey.Distances("/d.csv")),
    ],
)
def test_a_column_becomes_a_quasi_identifier(
    draft: Draft, treatment: str, options: dict[str, Any], role: covey.Role
) -> None:
    found = draft.treated("job", treatment, options)
    assert found.job.quasi == {"job": role}
    assert found.treatment("job") == {"as": treatment, "options": options}
    assert "job" not in found.undecided


def test_other_treatments(draft: Draft) -> None:
    found = draft.treated("name", "drop", {}).treated("job", "person", {})
    found = found.treated("house", "group", {"least": 3}).treated("pay", "sensitive", {"l": 2})
    found = found.treated("town", "keep", {})
    job = found.job
    assert (job.drop, job.person, job.groups) == (("name",), "job", {"house": 3})
    assert job.sensitive == ("pay",)
    assert job.requirements == (covey.DistinctDiversity("pay", 2),)
    assert found.treatment("house") == {"as": "group", "options": {"least": 3}}
    assert found.treatment("pay") == {"as": "sensitive", "options": {"l": 2}}
    assert set(found.undecided) == set(COLUMNS) - {"name", "job", "house", "pay", "town"}


@pytest.mark.parametrize("first", [t for t in TREATMENTS if t not in ("points", "tree", "region")])
@pytest.mark.parametrize("second", ["keep", "label", "drop"])
def test_a_column_has_one_treatment(draft: Draft, first: str, second: str) -> None:
    options = {"distances": {"table": "/d.csv"}}.get(first, {})
    found = draft.treated("job", first, options).treated("job", second, {})
    assert found.data == draft.treated("job", second, {}).data


def test_two_columns_are_one_place(draft: Draft) -> None:
    placed = draft.treated("lat", "drop", {}).treated("lon", "points", {"lat": "lat", "lon": "lon"})
    assert placed.job.quasi == {"lat, lon": covey.Points(lat="lat", lon="lon")}
    assert placed.job.drop == ()
    assert placed.treatment("lat")["as"] == placed.treatment("lon")["as"] == "points"
    # Without one of them the other is free again.
    split = placed.treated("lat", "ordered", {})
    assert split.job.quasi == {"lat": covey.Ordered()}
    assert "lon" in split.undecided


@pytest.mark.parametrize("options", [{}, {"lat": "lat"}, {"lat": "lat", "lon": "nowhere"}])
def test_a_place_without_its_other_column_is_refused(draft: Draft, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="two columns"):
        draft.treated("lat", "points", options)


def test_quasi_identifiers_are_in_the_order_of_the_table(draft: Draft) -> None:
    found = draft.treated("town", "label", {}).treated(
        "lon", "points", {"lat": "lat", "lon": "lon"}
    )
    found = found.treated("age", "ordered", {})
    assert list(found.job.quasi) == ["age", "town", "lat, lon"]


def test_how_the_table_is_read_stays() -> None:
    draft = Draft.of_table("/data/people.csv", {"header": False}, COLUMNS)
    assert draft.treated("age", "ordered", {}).job.header is False


def test_one_column_identifies_people(draft: Draft) -> None:
    found = draft.treated("name", "person", {}).with_values({"pseudonym": "owner"})
    found = found.treated("house", "person", {})
    assert found.job.person == "house"
    assert "name" in found.undecided
    without = found.treated("house", "keep", {})
    assert without.job.person == without.job.pseudonym == ""


def test_values_are_set_and_taken_back(draft: Draft) -> None:
    found = draft.with_values({"k": 5, "suppress": 0.01, "recoding": "nested"})
    assert (found.job.k, found.job.suppress, found.job.recoding) == (5, 0.01, "nested")
    assert found.with_values({"suppress": None, "recoding": None, "k": 10}).data == draft.data


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"k": 0}, "k"),
        ({"k": "five"}, "k"),
        ({"recoding": "some"}, "recoding"),
        ({"table": "/etc/passwd"}, "not set by itself"),
        ({"output": "/etc"}, "not set by itself"),
        ({"quasi": {}}, "not set by itself"),
        ({"nothing": 1}, "not set by itself"),
    ],
)
def test_wrong_values_are_refused(draft: Draft, values: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        draft.with_values(values)


def test_unknown_columns_and_treatments_are_refused(draft: Draft) -> None:
    with pytest.raises(InvalidInput, match="no column 'agee'"):
        draft.treated("agee", "label", {})
    with pytest.raises(InvalidInput, match="A column is one of"):
        draft.treated("age", "hide", {})
    with pytest.raises(InvalidInput, match="needs the option 'map'"):
        draft.treated("area", "region", {})


def test_options_do_not_change_the_treatment(draft: Draft) -> None:
    with pytest.raises(InvalidInput, match="has no option 'map'"):
        draft.treated("area", "label", {"role": "regions", "map": "/elsewhere/map.json"})


def test_a_draft_as_texts(draft: Draft) -> None:
    found = draft.treated("age", "ordered", {}).treated("name", "drop", {})
    texts = found.texts(Path("/data"), lambda job: job)
    assert texts["command"] == (
        "covey anonymize people.csv --trim -k 10 --ordered age --drop name -o out"
    )
    assert 'table = "people.csv"' in texts["file"]
    assert '"age": covey.Ordered()' in texts["python"]
    elsewhere = found.texts(Path("/data"), lambda job: job, "to publish")
    assert elsewhere["command"].endswith(" -o 'to publish'")
    assert 'out="to publish"' in elsewhere["python"]
    assert elsewhere["file"] == texts["file"]


def test_a_job_comes_back_as_a_draft(draft: Draft) -> None:
    made = draft.treated("age", "ordered", {})
    found = Draft.of_job(made.data, COLUMNS)
    assert found.undecided == []
    assert found.job == made.job
