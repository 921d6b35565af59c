"""Every class stands for as many people of the population as is claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.verification.claims import read_claims
from covey.verification.population import populated, read_population
from tests.release.tables import write

CLAIM = "every class stands for 6 people of the population"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", {"town": ["Bern"] * 4 + ["Chur"] * 4})
    write(tmp_path / "all.csv", {"town": ["Bern", "Chur", "Thun"], "people": [20, 10, 99]})
    covey.anonymize(
        table,
        k=2,
        quasi={"town": covey.Labels()},
        k_map=6,
        population=f"{tmp_path / 'all.csv'}:people",
        out=tmp_path / "out",
    )
    return tmp_path / "out"


def test_people_are_counted_by_the_classes_of_the_codebook(out: Path) -> None:
    claimed = read_claims(out)
    population = read_population(claimed, f"{out.parent / 'all.csv'}:people")
    assert population is not None
    assert population.people.sum() == 129
    (check,) = populated(claimed, population, None)
    assert (check.claim, check.held, check.found) == (CLAIM, True, "the least 10")


def test_too_few_people_are_found(out: Path) -> None:
    claimed = read_claims(out)
    few = write(out.parent / "few.csv", {"town": ["Bern"] * 9 + ["Chur"] * 5})
    (check,) = populated(claimed, read_population(claimed, str(few)), None)
    assert (check.held, check.found) == (False, "the least 5")


def test_without_the_population_it_is_left_open(out: Path) -> None:
    claimed = read_claims(out)
    assert read_population(claimed, None) is None
    (check,) = populated(claimed, None, None)
    assert check.held is None


def test_a_release_that_claims_nothing_of_it_has_no_use_for_one(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", {"town": ["Bern"] * 4})
    covey.anonymize(table, k=2, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    claimed = read_claims(tmp_path / "out")
    assert list(populated(claimed, None, None)) == []
    with pytest.raises(covey.InvalidInput, match="claims nothing about a population"):
        read_population(claimed, str(table))
