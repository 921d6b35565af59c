"""Which records a release may lack, and how many."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.attributes.lookup import located
from covey.codebook.locating import NOWHERE
from covey.engine.protocol import Counted
from covey.io.inputs import open_input
from covey.verification.claims import Claimed, read_claims
from covey.verification.left_out import left_out, left_out_whole, too_many_gone
from covey.verification.recount import opened
from tests.release.tables import write

TOWNS: list[Any] = ["Bern"] * 5 + ["Chur"] * 4 + [None] * 2


def counted(folder: Path, **how: Any) -> tuple[Claimed, Counted, Any]:
    table = write(folder / "people.csv", {"town": TOWNS})
    out = folder / "out"
    covey.anonymize(table, k=3, quasi={"town": covey.Labels()}, out=out, **how)
    claimed = read_claims(out)
    with opened(open_input(table)) as before:
        found = before.count(claimed.kinds)
    return claimed, found, located(claimed.roles, claimed.book, claimed.cells, found, claimed.read)


@pytest.mark.parametrize("missing", ["own", "suppress"])
def test_who_lacks_a_value_is_left_out_if_that_is_the_rule(tmp_path: Path, missing: str) -> None:
    claimed, found, classes = counted(tmp_path, missing=missing)
    by_rule = left_out(claimed, found)
    assert found.counts[by_rule].sum() == (2 if missing == "suppress" else 0)
    assert too_many_gone(claimed, found, classes, by_rule) == ""


def test_a_record_without_a_class_is_missed(tmp_path: Path) -> None:
    claimed, found, classes = counted(tmp_path)
    nobody = np.zeros(len(found), dtype=bool)
    classes[np.argmax(found.counts)] = NOWHERE
    words = too_many_gone(claimed, found, classes, nobody)
    assert words == "5 records have no class in the codebook; 0 suppressed are claimed"


def test_no_more_are_suppressed_than_may_be(tmp_path: Path) -> None:
    claimed, found, classes = counted(tmp_path)
    records = replace(claimed.certificate.records, suppressed=3)
    many = replace(claimed, certificate=replace(claimed.certificate, records=records))
    nobody = np.zeros(len(found), dtype=bool)
    assert too_many_gone(many, found, classes, nobody) == (
        "3 records are suppressed, 0 at most may be"
    )


def test_a_class_of_k_records_is_not_left_out(tmp_path: Path) -> None:
    claimed, found, classes = counted(tmp_path)
    assert left_out_whole(claimed, found, classes) == ""
    sizes = (0, *claimed.sizes[1:])
    own = replace(claimed.certificate.classes, sizes=sizes)
    fewer = replace(claimed, certificate=replace(claimed.certificate, classes=own))
    assert left_out_whole(fewer, found, classes).startswith("class 1 is left out, though ")
