"""audit.json of a release, against its certificate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import covey as library
from covey.core.errors import InvalidInput
from covey.release.audit.record import FORMAT
from covey.verification.audit import AUDITED, FOLLOWS, audited, read_by
from covey.verification.claims import read_claims
from tests.conftest import Covey
from tests.verification.test_verify import Released


def test_a_release_without_a_record_that_can_be_read_fails(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    claimed = read_claims(released.out)
    assert [(check.claim, check.held) for check in audited(claimed)] == [(AUDITED, True)]
    file = released.out / "audit.json"
    file.write_text(file.read_text(encoding="utf-8").replace(FORMAT, "covey audit 1", 1))
    (older,) = audited(claimed)
    assert older.held is False
    assert "'covey audit 1'" in older.found
    assert "release the table again" in older.found
    file.unlink()
    assert [(check.claim, check.held) for check in audited(claimed)] == [(AUDITED, False)]


def test_without_the_table_it_is_open_whether_the_record_follows(tmp_path: Path) -> None:
    found = Released(tmp_path, "labels").verify(against=False)
    assert [check.held for check in found.checks if check.claim == FOLLOWS] == [None]


def test_the_table_is_read_again_as_it_was(tmp_path: Path, covey: Covey) -> None:
    rows = [f"{20 + n % 30},M\xfcn {n % 3}" for n in range(120)]
    table, out, new = tmp_path / "a.csv", tmp_path / "out", tmp_path / "new"
    table.write_bytes("\n".join(rows).encode("latin-1"))
    quasi = {"column1": library.Ordered(), "column2": library.Labels()}
    how: dict[str, Any] = {"encoding": "latin-1", "header": False}
    library.anonymize(table, k=5, quasi=quasi, out=out, **how)
    library.apply(out, table, out=new, **how)
    assert read_by(out) == read_by(new) == ("latin-1", False)
    assert covey("verify", out, "--against", table).code == 0
    assert library.verify(new, table, source=out).holds
    # What is named goes before.
    with pytest.raises(InvalidInput, match="is not utf-8"):
        library.verify(out, table, encoding="utf-8")
    _rewritten(out, encoding="no such")
    with pytest.raises(InvalidInput, match="There is no encoding"):
        library.verify(out, table)
    _rewritten(out, encoding=7, header="no")
    assert read_by(out) == ("", None)
    (out / "audit.json").unlink()
    assert read_by(out) == ("", None)


def test_a_header_that_was_named_is_not_asked_of_other_kinds_of_tables(tmp_path: Path) -> None:
    """The same rows in a file that has names and one encoding."""
    table, out = tmp_path / "a.csv", tmp_path / "out"
    table.write_bytes("\n".join(f"{20 + n % 30},\xfc" for n in range(60)).encode("latin-1"))
    quasi = {"column1": library.Ordered()}
    library.anonymize(table, k=5, quasi=quasi, out=out, encoding="latin-1", header=False)
    other = {"column1": [20 + n % 30 for n in range(60)], "column2": ["\xfc"] * 60}
    pq.write_table(pa.table(other), tmp_path / "a.parquet")
    found = library.verify(out, tmp_path / "a.parquet")
    claim = "every value is inside its class, and no record is lost, added or changed"
    assert [check.held for check in found.checks if check.claim == claim] == [True]
    with pytest.raises(InvalidInput, match="is for CSV and Excel"):
        library.verify(out, tmp_path / "a.parquet", header=False)


def _rewritten(out: Path, **run: object) -> None:
    file = out / "audit.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    told["run"].update(run)
    file.write_text(json.dumps(told), encoding="utf-8")
