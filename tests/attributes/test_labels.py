"""Labels of a table as codes, and the codebook of their sets."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import covey


def test_missing_is_the_last_label_and_may_share_a_class() -> None:
    frame = pl.DataFrame({"v": ["a"] * 6 + ["b"] * 3 + [None] * 3})
    release = covey.anonymize(frame, k=6, quasi={"v": covey.Labels()})
    assert set(release.table["v"]) == {"a", "b, (missing)"}
    holds = [(entry.number, entry.holds, entry.value) for entry in release.codebook]
    assert sorted(holds, key=str) == [
        (0, "value", "a"),
        (1, "missing", None),
        (1, "value", "b"),
    ]


@pytest.mark.parametrize("several", [False, True])
def test_a_value_has_a_line_of_its_own_if_the_sets_do_not_overlap(several: bool) -> None:
    towns = [f"t{at}" for at in range(12)]
    frame = pl.DataFrame({"town": towns * 4, "sex": ["f", "m"] * 24})
    quasi = {"town": covey.Labels()} | ({"sex": covey.Labels()} if several else {})
    release = covey.anonymize(frame, k=12, quasi=quasi)
    own = [entry for entry in release.codebook if entry.column == "town"]
    assert ("values" in {entry.holds for entry in own}) is several
    if not several:
        assert sorted(str(entry.value) for entry in own) == sorted(towns)


def test_a_label_with_nul_is_refused(tmp_path: Path) -> None:
    frame = pl.DataFrame({"town": ["Ulm\0", "Bern"] * 5, "n": list(range(10))})
    frame.write_parquet(tmp_path / "t.parquet")
    with pytest.raises(covey.InvalidInput, match="1 label in 'town' with a NUL character"):
        covey.anonymize(
            tmp_path / "t.parquet", k=2, quasi={"town": covey.Labels()}, out=tmp_path / "out"
        )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["t.parquet"]


@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_nul_in_another_column_passes_where_the_format_can_hold_it(
    tmp_path: Path, format_: str
) -> None:
    frame = pl.DataFrame({"town": ["Ulm", "Bern"] * 5, "note": ["a\0b"] * 10})
    frame.write_parquet(tmp_path / "t.parquet")
    out = tmp_path / "out"

    def publish() -> covey.Release:
        quasi = {"town": covey.Labels()}
        return covey.anonymize(tmp_path / "t.parquet", k=2, quasi=quasi, out=out, format=format_)

    if format_ == "parquet":
        assert covey.verify(publish(), tmp_path / "t.parquet").holds
        return
    with pytest.raises(covey.InvalidInput, match="NUL character, which CSV cannot hold"):
        publish()
    assert not out.exists()
