"""The page reaches the folders that the user named, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.app.places import Places


@pytest.fixture
def places(tmp_path: Path) -> Places:
    for name in ("home/data", "maps", "private", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "home" / "people.csv").write_text("a\n1\n")
    (tmp_path / "home" / "photo.png").write_text("")
    (tmp_path / "home" / ".hidden.csv").write_text("")
    (tmp_path / "elsewhere" / "secret.csv").write_text("a\n1\n")
    return Places.of([tmp_path / "home", tmp_path / "maps"], tmp_path / "private")


@pytest.mark.parametrize("given", ["people.csv", "./people.csv", "data/../people.csv"])
def test_a_path_below_home_is_absolute(places: Places, given: str) -> None:
    assert places.inside(given) == str(places.home / "people.csv")


def test_other_folders_that_were_named_are_open(places: Places, tmp_path: Path) -> None:
    assert places.inside(str(tmp_path / "maps" / "a.geojson"))
    assert places.inside("../maps/a.geojson")
    assert places.inside(str(tmp_path / "private" / "uploads" / "1" / "a.csv"))


def test_patterns_sheets_and_new_names_stay_as_they_are(places: Places) -> None:
    for given in ("part-*.csv", "book.xlsx::Sheet 1", "data/new/out", "data/*/a.parquet"):
        assert places.inside(given) == str(places.home / given)


@pytest.mark.parametrize(
    "given",
    [
        "../elsewhere/secret.csv",
        "data/../../elsewhere/secret.csv",
        "/etc/passwd",
        "../*/secret.csv",
        "new/../../elsewhere/secret.csv",
        "data/*/../../../elsewhere/secret.csv",
        "people.csv::../../../etc/passwd",
        "~root/secret.csv",
        "..",
        "/",
    ],
)
def test_what_leads_out_is_refused(places: Places, given: str) -> None:
    with pytest.raises(InvalidInput, match="not in a folder that this page may use"):
        places.inside(given)


def test_a_link_that_leads_out_is_refused(places: Places, tmp_path: Path) -> None:
    (places.home / "link").symlink_to(tmp_path / "elsewhere")
    (places.home / "file.csv").symlink_to(tmp_path / "elsewhere" / "secret.csv")
    for given in ("link/secret.csv", "link", "file.csv", "link/new"):
        with pytest.raises(InvalidInput):
            places.inside(given)
    shown = [entry["name"] for entry in places.listing("", "table")["entries"]]  # type: ignore[attr-defined]
    assert "link" not in shown
    assert "file.csv" not in shown


@pytest.mark.parametrize("given", ["", "a\0b"])
def test_no_path_is_refused(places: Places, given: str) -> None:
    with pytest.raises(InvalidInput):
        places.inside(given)


@pytest.mark.parametrize("given", ["postgresql://ann@db/clinic#t", "https://example.org/a.csv"])
def test_the_network_is_refused_without_being_shown(places: Places, given: str) -> None:
    with pytest.raises(InvalidInput, match="files of this machine") as refused:
        places.inside(given)
    assert given not in str(refused.value)


def test_a_listing_has_what_fits(places: Places) -> None:
    found = places.listing("", "table")
    names = [entry["name"] for entry in found["entries"]]  # type: ignore[attr-defined]
    assert names == ["data", "people.csv"]
    assert found["above"] is None
    assert places.listing("data", "table")["above"] == str(places.home)
    with pytest.raises(InvalidInput):
        places.listing("../elsewhere", "table")
    with pytest.raises(InvalidInput, match="not a folder"):
        places.listing("people.csv", "table")


def test_paths_are_shown_from_home(places: Places, tmp_path: Path) -> None:
    assert places.shown(str(places.home / "data" / "a.csv")) == "data/a.csv"
    assert places.shown(str(tmp_path / "maps")) == str(tmp_path / "maps")


@pytest.mark.parametrize("given", ["fil*.csv", "li*/secret.csv", "**/*.csv", "file.csv::x", "."])
def test_nothing_is_read_through_a_link_that_leads_out(
    places: Places, tmp_path: Path, given: str
) -> None:
    (places.home / "link").symlink_to(tmp_path / "elsewhere")
    (places.home / "file.csv").symlink_to(tmp_path / "elsewhere" / "secret.csv")
    with pytest.raises(InvalidInput, match="not in a folder that this page may use"):
        places.readable(given)
    for own in ("peop*.csv", "people.csv", "people.csv::x", "data", "new.csv"):
        assert places.readable(own) == places.inside(own)


def test_odd_names_of_the_machine_do_no_harm(places: Places) -> None:
    (places.home / "circle").symlink_to("circle")
    (places.home / os.fsdecode(b"caf\xe9.csv")).write_text("a\n1\n")
    listed = places.listing("", "table")
    assert [entry["name"] for entry in listed["entries"]] == ["data", "people.csv"]  # type: ignore[attr-defined]
    for given in ("x" * 5000, "~no-such-user/a.csv", "half \ud800"):
        with pytest.raises(InvalidInput):
            places.inside(given)


def test_every_kind_of_table_is_listed(places: Places) -> None:
    (places.home / "people.ods").write_text("")
    found = [entry["name"] for entry in places.listing("", "table")["entries"]]  # type: ignore[attr-defined]
    assert "people.ods" in found
