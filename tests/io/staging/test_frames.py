"""Of a frame only the columns that are counted go into the database."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from covey import InvalidInput
from covey.io.inputs import Staging, open_input
from covey.io.inputs.frames import FrameInput
from covey.io.reading import connect
from covey.io.staging import frames
from covey.io.staging.frames import stage_frame

FRAME = pl.DataFrame({"town": ["Ulm", None, ""], "age": [30, 31, 32], "note": ["x", "y", "z"]})


def staged(
    frame: pl.DataFrame, folder: Path, *wanted: str
) -> tuple[Staging, list[tuple[object, ...]]]:
    given = open_input(frame)
    assert isinstance(given, FrameInput)
    with connect() as connection:
        staging = stage_frame(given, connection, folder, wanted)
        query = f"SELECT * FROM {staging.scan} ORDER BY {staging.row}"
        return staging, connection.execute(query).fetchall()


@pytest.mark.parametrize("batch", [2, 100_000])
def test_rows_are_copied_in_their_order_batch_by_batch(
    tmp_path: Path, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "BATCH", batch)
    staging, rows = staged(FRAME, tmp_path, "age", "town")
    assert staging.columns == ("age", "town")
    assert rows == [(30, "Ulm"), (31, None), (32, "")]


def test_the_fingerprint_is_of_the_counted_columns_alone(tmp_path: Path) -> None:
    def seen(frame: pl.DataFrame) -> str:
        return staged(frame, tmp_path, "town")[0].fingerprint

    assert seen(FRAME) == seen(FRAME.with_columns(age=pl.lit(7)))
    assert seen(FRAME) != seen(FRAME.with_columns(town=pl.lit("Bern")))
    assert seen(FRAME) != seen(FRAME.rename({"town": "city"}).rename({"age": "town"}))


def test_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="the frame has no column 'agee'"):
        staged(FRAME, tmp_path, "agee")
