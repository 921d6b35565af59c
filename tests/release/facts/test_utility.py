"""A release and what it was made of, as measures of utility see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.codebook.reader import read_book
from covey.engine import default_engine
from covey.io.inputs import open_input
from covey.release import certificate
from covey.release.facts.utility import tables_of
from tests.release.tables import K, people, roles, write


@pytest.mark.parametrize(
    "kinds",
    [("labels",), ("ordered",), ("points",), ("regions",), ("labels", "ordered", "regions")],
)
@pytest.mark.parametrize("how", [{}, {"recoding": "global"}])
def test_what_a_set_stands_for_holds_the_original(
    tmp_path: Path, kinds: tuple[str, ...], how: dict[str, Any]
) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi = dict(roles(tmp_path)[kind] for kind in kinds)
    covey.anonymize(
        table, k=K, quasi=quasi, drop=["name"], shuffle=False, out=tmp_path / "out", **how
    )
    own = certificate.parsed(tmp_path / "out", certificate.read_bytes(tmp_path / "out"))
    known = own.to_roles()
    book = read_book(tmp_path / "out" / "codebook.csv")
    engine = default_engine()
    with engine.open(open_input(table), own.kinds(known)) as snapshot:
        counted = snapshot.count()
    with engine.open(
        open_input(tmp_path / "out" / "table.csv"), dict.fromkeys(own.columns, "text")
    ) as snapshot:
        released = snapshot.count()
    tables = tables_of(known, book, own.readings, counted, released)
    assert tables.before.sum() == tables.after.sum() == 400
    for view in tables.views:
        assert view.spread.sum(axis=1) == pytest.approx(1.0)
        # Every value that occurs is possible by the release.
        told = np.bincount(view.after, weights=tables.after, minlength=len(view.spread))
        possible = told @ (view.spread > 0)
        assert (possible[np.unique(view.before)] > 0).all()


def test_the_report_says_what_an_analyst_finds(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi = dict(roles(tmp_path)[kind] for kind in ("labels", "ordered"))
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], suppress=0.05, out=tmp_path / "out")
    page = (tmp_path / "out" / "report.html").read_text()
    assert "What an analyst can still find" in page
    assert "random counts, error" in page
    found = covey.verify(tmp_path / "out", table)
    assert found.holds, found.summary()
