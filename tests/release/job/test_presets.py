"""Presets: what they ask for, what they refuse, and what is said of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey.core.errors import InvalidInput, NotAttained
from covey.core.thresholds import HIPAA, NO_CLAIM, PRESETS
from covey.release.job.file import read_job

QUASI = {"age": covey.Ordered(), "zip": covey.Labels()}


def people(rows: int = 400) -> pd.DataFrame:
    random = np.random.default_rng(0)
    zips = random.integers(100, 104, rows)
    return pd.DataFrame(
        {
            "age": random.integers(20, 99, rows),
            "zip": [f"{each}" for each in zips],
            "illness": random.integers(0, 9, rows),
        }
    )


def areas(people_of_last: int) -> pd.DataFrame:
    return pd.DataFrame(
        {"zip": ["100", "101", "102", "103"], "people": [30_000, 30_000, 30_000, people_of_last]}
    )


def published(table: pd.DataFrame | None = None, **how: Any) -> covey.Release:
    quasi = how.pop("quasi", QUASI)
    return covey.anonymize(people() if table is None else table, quasi=quasi, **how)


@pytest.mark.parametrize(
    ("name", "k"), [(each.name, each.k) for each in PRESETS.values() if each.k is not None]
)
def test_a_threshold_is_what_the_preset_asks_for(name: str, k: int) -> None:
    plan = published(preset=name).plan
    assert plan.k == k
    assert plan.smallest >= k
    (note,) = [each for each in plan.notes if "preset" in each]
    assert PRESETS[name].source in note
    assert NO_CLAIM in note


def test_what_is_given_is_taken_instead_and_said() -> None:
    plan = published(preset="cms", k=5).plan
    assert plan.k == 5
    assert "the preset cms asks for k = 11; k = 5 was given instead" in plan.notes


def test_without_a_preset_nothing_is_said_and_k_is_needed() -> None:
    assert not [note for note in published(k=5).plan.notes if "preset" in note]
    with pytest.raises(InvalidInput, match="No k is given"):
        published()


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A preset is one of cms, k5"):
        published(preset="hippa", k=5)


def test_a_job_file_may_leave_k_to_its_preset(tmp_path: Path) -> None:
    people().to_csv(tmp_path / "t.csv", index=False)
    job = tmp_path / "job.toml"
    job.write_text('table = "t.csv"\npreset = "cms"\n[quasi.age]\nrole = "ordered"\n')
    assert read_job(job).k == 11


def test_verify_derives_what_is_said_of_a_preset(tmp_path: Path) -> None:
    people().to_csv(tmp_path / "t.csv", index=False)
    out = tmp_path / "out"
    done = covey.anonymize(tmp_path / "t.csv", preset="cms", k=5, quasi=QUASI, out=out)
    assert done.certificate.preset == "cms"
    assert "5 was given instead" in (out / "report.html").read_text(encoding="utf-8")
    checks = covey.verify(out, against=tmp_path / "t.csv").checks
    assert [check for check in checks if check.held is False] == []


def test_ages_above_89_are_one_band() -> None:
    found = published(
        people().drop(columns="zip"), preset=HIPAA, k=2, quasi={"age": covey.Ordered()}
    )
    texts = set(found.table["age"])
    assert not [text for text in texts if any(f"{age}" in text for age in range(91, 99))]
    own = covey.Ordered(bands=10)
    other = published(people().drop(columns="zip"), preset=HIPAA, k=2, quasi={"age": own})
    assert any("the bands of 'age' are '10'" in each for each in other.plan.warnings)
    with pytest.raises(NotAttained, match="strict=True: ages above 89"):
        published(people().drop(columns="zip"), preset=HIPAA, k=2, quasi={"age": own}, strict=True)


def test_ages_that_are_not_ordered_are_refused() -> None:
    table = people().drop(columns="zip")
    with pytest.raises(NotAttained, match="'age' may hold ages, and is not ordered"):
        published(table, preset=HIPAA, k=2, quasi={"age": covey.Labels()})
    with pytest.raises(NotAttained, match="'age' may hold ages, and is not ordered"):
        published(table, preset=HIPAA, k=2, quasi={"illness": covey.Labels()})


def test_a_preset_without_its_population_is_refused() -> None:
    with pytest.raises(InvalidInput, match="there is no table of the population"):
        published(preset=HIPAA, k=5)


def test_areas_are_counted_in_the_population(tmp_path: Path) -> None:
    file = tmp_path / "areas.csv"
    how = {"preset": HIPAA, "k": 5, "population": f"{file}:people"}
    areas(30_000).to_csv(file, index=False)
    notes = published(**how).plan.notes
    assert any("covey cannot see" in note for note in notes)
    areas(20_000).to_csv(file, index=False)
    with pytest.raises(NotAttained, match="areas of more than 20,000 people; 1 of"):
        published(**how)


def test_five_digits_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "areas.csv"
    areas(30_000).assign(zip=lambda own: own["zip"] + "39").to_csv(file, index=False)
    table = people().assign(zip=lambda own: own["zip"] + "39")
    with pytest.raises(NotAttained, match="at most three digits"):
        published(table, preset=HIPAA, k=5, population=f"{file}:people")


def test_dates_are_to_be_cut_at_years() -> None:
    seen = pd.Timestamp("1980-01-01") + pd.to_timedelta(np.arange(400) * 9, unit="D")
    table = pd.DataFrame({"seen": [each.date().isoformat() for each in seen], "x": 1})
    with pytest.raises(NotAttained, match="publishes years of dates"):
        published(table, preset=HIPAA, k=5, quasi={"seen": covey.Ordered()})
    cut = published(table, preset=HIPAA, k=5, quasi={"seen": covey.Ordered(bands="year")})
    assert cut.plan.smallest >= 5


@pytest.mark.parametrize(
    ("column", "what"),
    [("Last Name", "names"), ("device_serial", "device identifiers"), ("IP", "network addresses")],
)
def test_the_eighteen_identifiers_are_looked_for(column: str, what: str) -> None:
    table = people().drop(columns="zip").assign(**{column: "x"})
    with pytest.raises(NotAttained, match=what):
        published(table, preset=HIPAA, k=5, quasi={"age": covey.Ordered()})
    dropped = published(table, preset=HIPAA, k=5, quasi={"age": covey.Ordered()}, drop=[column])
    assert dropped.plan.k == 5
