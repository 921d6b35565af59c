"""What a release claims is read from its folder, once."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.verification.claims import Check, read_claims
from tests.release.tables import K, people, roles, write


@pytest.fixture
def out(tmp_path: Path) -> Path:
    known = roles(tmp_path)
    quasi = dict([known["labels"], known["points"]])
    table = write(tmp_path / "people.csv", people())
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out")
    return tmp_path / "out"


def test_a_line_says_what_became_of_a_claim() -> None:
    assert Check("all is well", True).line() == "held         all is well"
    assert Check("a\nb", False, "it\x1b is not").line().startswith("FAILED       a")
    assert Check("open", None, "ask").line() == "not checked  open: ask"
    assert "\n" not in Check("a\nb", None).line()


def test_claims_are_those_of_the_files(out: Path) -> None:
    claimed = read_claims(out)
    assert claimed.content == (out / "certificate.json").read_bytes()
    assert claimed.k == K
    assert claimed.columns == ("town", "lat", "lon")
    assert claimed.solved is claimed.certificate
    assert not claimed.one_partition
    assert claimed.job.k == K
    assert set(claimed.kinds) == set(claimed.columns)
    assert {len(texts) for texts in claimed.cells.values()} == {len(claimed.sizes)}


def test_the_sets_of_classes_are_found_once(out: Path) -> None:
    claimed = read_claims(out)
    assert len(claimed.dimensions) == 3, "points have two"
    assert claimed.dimensions is claimed.dimensions
    for name, sets in claimed.sets_of_classes.items():
        column = claimed.roles[name].columns(name)[0]
        texts = claimed.book.of(column).published[sets].tolist()
        assert texts == claimed.cells[column]
