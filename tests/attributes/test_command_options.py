from __future__ import annotations

import pytest

import covey
from covey.attributes.command_options import NeedsJobFile, plain_name


@pytest.mark.parametrize("name", ["a=b", "a,b", "a:b", "a<b", " a", "a "])
def test_a_name_that_could_be_taken_for_more_needs_a_job_file(name: str) -> None:
    with pytest.raises(NeedsJobFile):
        plain_name(name)


@pytest.mark.parametrize(
    ("role", "words"),
    [
        (covey.Labels(), ("--label", "c")),
        (covey.Ordered(order=["low", "high"]), ("--ordered", "c=low,high")),
        (covey.Ordered(bands="5"), ("--ordered", "c", "--bands", "c=5")),
        (covey.Regions("map.geojson", key="zip"), ("--region", "c=map.geojson:zip")),
        (covey.Tree("icd.csv", ordered=True), ("--tree", "c=icd.csv:ordered")),
        (covey.Code(), ("--code", "c")),
        (covey.KeepCommon(), ("--keep-common", "c")),
        (covey.Distances("far.csv"), ("--distances", "c=far.csv")),
    ],
)
def test_every_role_has_its_option(role: covey.Role, words: tuple[str, ...]) -> None:
    assert tuple(role.as_options("c")) == words


@pytest.mark.parametrize("role", [covey.Ordered(kind="date"), covey.Code(ordered=True)])
def test_what_the_command_line_cannot_say_needs_a_job_file(role: covey.Role) -> None:
    with pytest.raises(NeedsJobFile):
        role.as_options("c")


def test_places_are_named_by_their_columns() -> None:
    role = covey.Points(lat="lat", lon="lon")
    assert tuple(role.as_options("lat, lon")) == ("--point", "lat,lon")
    with pytest.raises(NeedsJobFile):
        role.as_options("home")
