"""HIPAA's safe harbor: which columns are refused, as they are and in groups, and what is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import covey
from covey.core.caller import by_command
from covey.core.errors import NotAttained
from covey.core.thresholds import HIPAA
from covey.release.job import Job
from covey.release.job.safe_harbor import (
    Seen,
    note_on_identifiers,
    refuse_unlike_harbor,
    warnings_on_ages,
)
from covey.release.risks.identifiers import IdentifyingColumns

NOBODY = IdentifyingColumns([], [], [], [], [])
DATED = ["2023-05-01", "2023-05-02", "2024-01-01"]


def job(quasi: dict[str, Any], **more: Any) -> Job:
    return Job(table="t.csv", k=5, quasi=quasi, preset=HIPAA, **more)


def refused(quasi: dict[str, Any], sensitive: tuple[str, ...] = (), **known: Any) -> str:
    """What is said of a table, empty if nothing is refused."""
    seen = Seen((), NOBODY, (), {}, {}, 100)._replace(**known)
    asked = job(quasi, sensitive={column: {} for column in sensitive})
    with by_command():
        try:
            refuse_unlike_harbor(asked, seen)
        except NotAttained as error:
            return f"{error.message} {error.hint}"
    return ""


@pytest.mark.parametrize(
    ("column", "role", "what"),
    [
        ("mrn", covey.Labels(), "medical record numbers"),
        ("ssn", covey.Ordered(), "social security numbers"),
        ("username", covey.Labels(), "other unique numbers"),
        ("county", covey.Labels(), "geographic areas smaller than a state"),
        ("lat, lon", covey.Points(lat="lat", lon="lon"), "geographic areas smaller than a state"),
        ("unit", covey.Regions("map.geojson", key="unit"), "geographic areas"),
        ("admitted", covey.Labels(), "dates"),
    ],
)
def test_identifiers_are_refused_in_groups_as_well(column: str, role: Any, what: str) -> None:
    found = refused({column: role})
    assert what in found
    assert "--drop" in found
    assert "quasi-identifier" not in found


@pytest.mark.parametrize(
    ("column", "role"),
    [
        ("sex", covey.Labels()),
        ("state", covey.Regions("map.geojson", key="state")),
        ("icd_code", covey.Code()),
        ("number of children", covey.Ordered()),
        ("year admitted", covey.Ordered()),
    ],
)
def test_what_is_none_passes(column: str, role: Any) -> None:
    assert refused({column: role}, texts={column: ["a", "b"]}) == ""


def test_values_that_hardly_come_again_are_identifiers_in_groups() -> None:
    each = {"icd_code": [str(at) for at in range(95)], "tag": [str(at) for at in range(95)]}
    assert "other unique numbers" in refused({"icd_code": covey.Code()}, texts=each)
    assert "other unique numbers" in refused({"tag": covey.Labels()}, texts=each)
    assert refused({"tag": covey.Labels()}, texts=each, rows=1000) == ""
    assert refused({"tag": covey.Ordered()}, texts=each) == ""


def test_dates_are_found_by_their_values() -> None:
    found = refused({"sex": covey.Labels()}, unchanged=("seen",), dates=("seen",))
    assert "'seen' (dates)" in found
    assert "--bands seen=year and --ordered seen" in found
    assert "dates" in refused({"seen": covey.Labels()}, texts={"seen": DATED})
    # Sensitive ones are counted, and looked at as well.
    found = refused({"sex": covey.Labels()}, unchanged=("seen",), texts={"seen": DATED})
    assert "'seen' (dates)" in found


def test_texts_that_are_all_distinct_are_refused_unless_somebody_looked() -> None:
    many = NOBODY._replace(many=["notes"])
    found = refused({"sex": covey.Labels()}, unchanged=("notes",), identifying=many)
    assert "almost all values of 'notes' are distinct" in found
    assert "--drop notes" in found
    assert "--sensitive notes" in found
    known = {"unchanged": ("notes",), "identifying": many}
    assert refused({"sex": covey.Labels()}, sensitive=("notes",), **known) == ""


@pytest.mark.parametrize(
    ("column", "kind", "bands", "added"),
    [
        ("born", "date", "year", "--bands 'born=year >="),
        ("birthyear", "integer", None, "--bands 'birthyear=>="),
        ("birthyear", "integer", "5 >=1900", "--bands 'birthyear=5 >="),
        ("born", "date", "year >=1930-01-01", "--bands 'born=year >="),
        ("born", "date", None, "--bands 'born=year >="),
    ],
)
def test_years_of_birth_need_a_bottom_code(
    column: str, kind: str, bands: str | None, added: str
) -> None:
    found = refused({column: covey.Ordered(bands=bands)}, kinds={column: kind})
    assert added in found


@pytest.mark.parametrize(
    ("column", "kind", "bands"),
    [
        ("born", "date", "year >=1990-01-01"),
        ("birthyear", "integer", ">=1990"),
        ("birthyear", "integer", "1990,2000"),
    ],
)
def test_years_of_birth_with_a_bottom_code_pass(column: str, kind: str, bands: str) -> None:
    assert refused({column: covey.Ordered(bands=bands)}, kinds={column: kind}) == ""


def test_pseudonyms_are_codes_made_from_an_identifier() -> None:
    asked = job({"sex": covey.Labels()}, person="mrn", pseudonym="owner")
    with pytest.raises(NotAttained, match="pseudonyms of 'mrn' are codes"):
        refuse_unlike_harbor(asked, Seen((), NOBODY, (), {}, {}, 100))
    refuse_unlike_harbor(replace(asked, pseudonym=""), Seen((), NOBODY, (), {}, {}, 100))


def test_other_bands_of_ages_are_warned_of() -> None:
    (found,) = warnings_on_ages(job({"age": covey.Ordered(bands=5)}))
    assert "--bands 'age=5 <=89'" in found
    (found,) = warnings_on_ages(job({"age": covey.Ordered(bands="5 <=95")}))
    assert "--bands 'age=5 <=89'" in found
    for bands in ("5 <=89", "<90", "0,18,65,90", None):
        assert warnings_on_ages(job({"age": covey.Ordered(bands=bands)})) == []
    assert warnings_on_ages(replace(job({"age": covey.Ordered(bands=5)}), preset="")) == []


def test_nothing_is_said_to_be_absent_that_a_warning_names() -> None:
    plain = job({"age": covey.Ordered()})
    said = note_on_identifiers(plain, NOBODY)
    assert said.startswith("none of the eighteen identifiers was found")
    said = note_on_identifiers(job({"age": covey.Ordered(bands=5)}), NOBODY)
    assert said.startswith("'age' may be among")
    found = note_on_identifiers(plain, NOBODY._replace(many=["cost"], linking=["ward"]))
    assert "'cost', 'ward' may be among the eighteen" in found
    assert "none of" not in found


def test_verify_derives_what_is_said_of_the_columns(tmp_path: Path) -> None:
    table, out = tmp_path / "t.csv", tmp_path / "out"
    ages = [20 + at % 79 for at in range(60)]
    pd.DataFrame({"age": ages, "cost": [at * 1.37 for at in range(60)]}).to_csv(table, index=False)
    covey.anonymize(
        table, k=5, preset=HIPAA, quasi={"age": covey.Ordered(bands=10)}, sensitive={"cost": {}},
        out=out,
    )  # fmt: skip
    said = (out / "report.html").read_text(encoding="utf-8")
    assert "may be among the eighteen identifiers" in said
    assert "ages above 89 are published in bands of their own" in said
    checks = covey.verify(out, against=table).checks
    assert [check for check in checks if check.held is False] == []
