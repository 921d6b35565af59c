"""covey apply on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tables import SMALL
from tests.conftest import Covey


def test_apply_reports_and_writes_nothing_until_all_is_settled(
    covey: Covey, table: Path, tmp_path: Path
) -> None:
    out, new = tmp_path / "out", tmp_path / "new"
    covey("anonymize", table, "-k", 10, "--label", "zip", "--drop", "name", "-o", out)
    table.write_text(SMALL.replace(",01,", ",99,"))
    ran = covey("apply", out, table, "-o", new)
    assert ran.code == 3
    assert "9 records with 1 value (in zip) that the codebook lacks" in ran.err
    assert "with --unknown suppress" in ran.err
    ran = covey("apply", out, table, "-o", new, "--unknown", "suppress")
    assert ran.code == 3
    assert "9 records in 1 class of fewer than k = 10" in ran.err
    assert "with --below-k suppress" in ran.err
    assert not new.exists()
    settled = ("--unknown", "suppress", "--below-k", "suppress")
    ran = covey("apply", out, table, "-o", new, *settled)
    assert ran.code == 0
    lines = ran.out.replace(str(table), table.name).splitlines()
    assert lines[:6] == [
        "people.csv: 60 records, k = 10",
        "recoded      zip: labels, 5 distinct values",
        "classes      2 of 3, with 18 to 24 records each",
        "suppressed   18 records (30.00%)",
        "dropped      name",
        "unchanged    age, note",
    ]
    assert covey("verify", new, "--against", table).code == 0


def test_values_and_classes_that_cannot_stay_have_one_exit_code(
    covey: Covey, table: Path, tmp_path: Path
) -> None:
    """Together, and each alone."""
    out, new = tmp_path / "out", tmp_path / "new"
    covey("anonymize", table, "-k", 10, "--label", "zip", "--drop", "name", "-o", out)
    table.write_text(SMALL.replace(",01,", ",99,"))
    ran = covey("apply", out, table, "-o", new)
    assert "9 records with 1 value (in zip)" in ran.err
    assert "9 records in 1 class of fewer than k = 10" in ran.err
    assert ran.code == 3
    assert covey("apply", out, table, "-o", new, "--unknown", "suppress").code == 3
    assert covey("apply", out, table, "-o", new, "--below-k", "suppress").code == 3


@pytest.mark.parametrize(("unknown", "warned"), [(2, False), (24, True)])
def test_many_suppressed_records_are_warned_of(
    covey: Covey, tmp_path: Path, unknown: int, warned: bool
) -> None:
    table = tmp_path / "in.csv"
    table.write_text("town\n" + "Ulm\n" * 30 + "Bern\n" * 30)
    covey("anonymize", table, "-k", 5, "--label", "town", "-o", tmp_path / "out")
    table.write_text("town\n" + "Ulm\n" * 30 + "Bern\n" * (30 - unknown) + "Rome\n" * unknown)
    options = ("--unknown", "suppress", "-o", tmp_path / "new")
    ran = covey("apply", tmp_path / "out", table, *options)
    assert ran.code == 0, ran.err
    warning = "warning      24 of 60 records (40.0%) are left out"
    assert (warning in ran.out) == warned
