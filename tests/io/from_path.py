"""Readers of open tables as readers of files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from covey.io.columns.table import Table, open_table

P = ParamSpec("P")
R = TypeVar("R")


def from_path(read: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Path, P], R]:
    def reader(path: Path, /, *arguments: P.args, **options: P.kwargs) -> R:
        with open_table(path) as table:
            return read(table, *arguments, **options)

    return reader
