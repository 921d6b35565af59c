"""The input's rows with their class: every column as it was, and some more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.io.columns.source import Source, connect
from covey.io.outputs.files import write_csv


def write_rows(
    target: Path,
    source: Source,
    classes: NDArray[np.int64],
    described: dict[str, list[Any]],
) -> None:
    """Every row of the source with its class, numbered from 1, and what describes the class;
    rows of class -1 are left empty there."""
    names = ("class", *described)
    added: list[str] = []
    for name in names:
        while name in (*source.columns, *added):
            name += "_"
        added.append(name)
    columns = ", ".join(f"c{place}::VARCHAR" for place in range(len(source.columns)))
    with connect() as connection:
        rows = connection.execute(f"SELECT {columns} FROM {source.scan}")

        def annotated() -> Any:
            place = 0
            while batch := rows.fetchmany(10_000):
                for row in batch:
                    number = int(classes[place])
                    place += 1
                    if number < 0:
                        yield (*row, *(None for _ in added))
                    else:
                        yield (*row, number + 1, *(parts[number] for parts in described.values()))

        write_csv(target, (*source.columns, *added), annotated())
