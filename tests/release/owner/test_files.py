"""Files for the owner alone: they lie outside of the release, and replace nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import covey
from tests.release.tables import K, patients, people, texts, write


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_is_withheld_is_listed_on_request_alone(tmp_path: Path, ending: str) -> None:
    table = write(tmp_path / f"people.{ending}", patients())
    chosen: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    how: dict[str, Any] = {"k": K, "quasi": chosen, "drop": ["name"], "suppress": 0.05}
    listed = tmp_path / "withheld.csv"
    how["shuffle"] = False
    release = covey.anonymize(table, **how, out=tmp_path / "out", withheld=str(listed))
    names = {name for (name,) in texts(listed, ["name"])}
    assert len(names) == release.plan.suppressed > 0
    assert names < {f"person {row}" for row in range(400)}
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "out", "out.receipts.jsonl", table.name, "withheld.csv",
    ]  # fmt: skip
    file = tmp_path / "out" / f"table.{ending}"
    assert covey.verify(tmp_path / "out", table).holds
    proof = tmp_path / "out" / "certificate.json"
    claimed = proof.read_text()
    proof.write_text(json.dumps(json.loads(claimed) | {"suppress": 0.0001}))
    assert not covey.verify(tmp_path / "out", table).holds
    proof.write_text(claimed)
    with pytest.raises(covey.InvalidInput, match="is there already"):
        covey.anonymize(table, **how, out=tmp_path / "again", withheld=str(listed))
    assert not (tmp_path / "again").exists()
    measured = covey.check(file, ["age", "town"], original=table, withheld=listed)
    assert f"{len(names)} records of" in measured.notes[-1]
    with pytest.raises(covey.InvalidInput, match="others may see"):
        covey.anonymize(
            table,
            **how,
            out=tmp_path / "out",
            overwrite=True,
            withheld=tmp_path / "out" / "withheld.csv",
        )
    with pytest.raises(covey.InvalidInput, match="do not come back"):
        covey.anonymize(pd.DataFrame(patients()), **how, withheld=listed)


def test_receipts_lie_outside_of_the_release(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    how: dict[str, Any] = {"k": K, "quasi": {"town": covey.Labels()}, "drop": ["name"]}
    out = tmp_path / "out"
    out.mkdir()
    with pytest.raises(covey.InvalidInput, match="others may see"):
        covey.anonymize(table, **how, out=out, receipts=out / "mine.jsonl")
    with pytest.raises(covey.InvalidInput, match=r"\.jsonl is"):
        covey.anonymize(table, **how, out=out, receipts=tmp_path / "mine.txt")
    with pytest.raises(covey.InvalidInput, match="comes back with it"):
        covey.anonymize(pl.DataFrame(people()), **how, receipts="mine.jsonl")
    assert not list(out.iterdir())


def test_a_name_too_long_for_its_receipts_is_refused(tmp_path: Path) -> None:
    """The folder itself could be made."""
    table = write(tmp_path / "people.csv", people())
    out = tmp_path / ("a" * 245)
    with pytest.raises(covey.InvalidInput, match=r"receipts\.jsonl cannot be written: File name"):
        covey.anonymize(table, k=K, quasi={"age": covey.Ordered()}, drop=["name"], out=out)
    assert not out.exists()
