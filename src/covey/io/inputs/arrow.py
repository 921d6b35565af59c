"""Arrow IPC files and streams; a Feather file is one of the former. pyarrow reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation

# A stream begins with the mark that every message of Arrow begins with.
FILE, STREAM, OLD_FEATHER = b"ARROW1", b"\xff\xff\xff\xff", b"FEA1"


@dataclass(frozen=True)
class ArrowInput:
    """``file`` is what messages name, ``text`` what is read. A release of it is Parquet, which
    keeps the types."""

    name: str
    file: Path
    text: Path
    columns: tuple[str, ...]
    notation: Notation = PLAIN

    @property
    def layout(self) -> Layout:
        return Layout("parquet")


def is_arrow(start: bytes) -> bool:
    return start.startswith((FILE, STREAM, OLD_FEATHER))


def open_arrow(name: str, file: Path, text: Path) -> ArrowInput:
    with opened_arrow(name, text) as reader:
        columns = tuple(reader.schema.names)
    return ArrowInput(name, file, text, columns)


@contextmanager
def opened_arrow(name: str, text: Path) -> Iterator[Any]:
    """Something with ``schema``, and ``read_all`` for the table."""
    try:
        import pyarrow
    except ImportError:
        raise InvalidInput(
            f"{name}: Arrow files need the package pyarrow.",
            hint="Install it: pip install 'covey[arrow]'; or save the table as Parquet.",
        ) from None
    with text.open("rb") as file:
        start = file.read(8)
    if start.startswith(OLD_FEATHER):
        raise InvalidInput(
            f"{name} is a Feather file of the first version.",
            hint="Read it with pandas and write it again: it becomes one of the second version.",
        )
    try:
        with pyarrow.memory_map(str(text)) as source:
            open_ = pyarrow.ipc.open_file if start.startswith(FILE) else pyarrow.ipc.open_stream
            yield open_(source)
    except (pyarrow.ArrowInvalid, OSError):
        raise InvalidInput(f"{name} is not a whole Arrow file.") from None
