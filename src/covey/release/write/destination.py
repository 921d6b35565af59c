"""Where a release goes: a folder, a table on a server, or back as a frame."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import cast

from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.engine.protocol import Engine, KeepsTables, ToFile, ToFrame, ToParts, ToTable
from covey.io.inputs import Input, to_be_written
from covey.io.inputs.paths import is_url
from covey.io.inputs.spark import SparkInput
from covey.io.layout import FRAME, SERVER, Layout
from covey.io.outputs.folder import real_folder, release_folder
from covey.io.postgres.address import WRITTEN, Address, is_address, read_address
from covey.release import certificate
from covey.release.owner.receipt import receipts_beside, receipts_of_table

Out = Path | Address | None
"""A folder, a table on a server, or None for a frame."""


def read_out(given: str | Path | None) -> Out:
    """What the user named."""
    if isinstance(given, str) and is_address(given):
        return read_address(given)
    if given is None:
        return None
    if is_url(str(given)):
        # Not shown, and no folder of that name is made: it may hold a password.
        raise InvalidInput(
            "A release is a folder of this machine, or a table on a PostgreSQL server; given: a URL"
            f" that begins with {str(given).partition(':')[0]}:",
            hint=f"Name a table as {WRITTEN}, or a folder; where a cluster reads and writes, one on"
            " a disk that it shares. covey load then takes the release to HDFS, object storage, or"
            " a table of Delta or Iceberg.",
        )
    return Path(given)


def shown(out: Out) -> str:
    """A destination in messages."""
    return out.name if isinstance(out, Address) else str(out)


def folder_of(out: Out) -> Path | None:
    return out if isinstance(out, Path) else None


def check_layout(given: Input, out: Out, format_: str, escape: bool = False) -> Layout | None:
    """How the table is written; None for a frame, which is not. A frame of Spark may be either."""
    # A format asks for files, also where a Spark frame could come back as one.
    if isinstance(given, SparkInput) and given.comes_back and out is None and not format_:
        return None
    if given.layout.format == FRAME:
        _refuse_for_frame(format_, escape)
        return None
    if out is None:
        raise InvalidInput(
            f"Where is the release of {given.name} to be written?",
            hint="Name a folder to make: -o OUT/",
        )
    if isinstance(out, Address):
        return _on_server(format_, escape)
    return layout_of(given, format_, escape)


def _refuse_for_frame(format_: str, escape: bool) -> None:
    if escape:
        raise InvalidInput(
            "A frame comes back with its texts as they are: formulas are escaped in CSV only.",
            hint='Omit escape_formulas, or name a folder: out="OUT", format="csv".',
        )
    if format_:
        raise InvalidInput(
            "A frame comes back as a frame, which has no format.",
            hint=f'Omit format, or name a folder: out="OUT", format="{format_}".',
        )


def for_output(given: Input, out: Out) -> Input:
    """The input, which is a frame or a relation no more if it is written to a folder."""
    return to_be_written(given) if isinstance(out, Path) else given


def _on_server(format_: str, escape: bool) -> Layout:
    if format_ or escape:
        option = "--format" if format_ else "--escape-formulas"
        raise InvalidInput(
            f"{option} is for a table in a file; this release is a table on a server.",
            hint="Leave it out, or name a folder to make.",
        )
    return Layout(SERVER)


def layout_of(given: Input, format_: str, escape: bool) -> Layout:
    layout = given.layout.to_format(format_) if format_ else given.layout
    # Other formats say themselves what is a text and what a formula.
    return replace(layout, escaped=escape and layout.format == "csv")


def receipts_of(out: Path | Address) -> Path:
    """Where the receipt goes if nothing else is said: beside the folder, or where covey runs."""
    if isinstance(out, Address):
        return receipts_of_table(out.schema, out.table)
    real_folder(out)  # refused, if nothing can be beside it
    return receipts_beside(out)


def place_for(
    engine: Engine, inputs: Sequence[Path], out: Out, overwrite: bool
) -> AbstractContextManager[Path | None]:
    """The folder for what goes beside the table: one that appears when all went well, and holds
    none of its inputs, or a private one whose files the engine takes along."""
    if out is None:
        return nullcontext()
    if isinstance(out, Address):
        # Before the table is read: a name that is taken should not cost a long run.
        cast("KeepsTables", engine).check_target(ToTable(out, None, overwrite))
        return private_folder()
    return release_folder(out, overwrite, inputs)


def target_in(
    hidden: Path | None, layout: Layout | None, out: Out, overwrite: bool
) -> ToFile | ToFrame | ToParts | ToTable:
    """Where the table goes."""
    if isinstance(out, Address):
        return ToTable(out, hidden, overwrite)
    if hidden is None or layout is None:
        return ToFrame()
    if layout.parts:
        return ToParts(hidden)
    return ToFile(hidden / certificate.table_file(layout).file, layout)


def refuse_inside(private: Path, out: Out) -> None:
    """Refuse to write what is not for others' eyes into a release."""
    # Resolved on both sides: a link may lead into the release.
    if isinstance(out, Path) and private.resolve().is_relative_to(out.resolve()):
        raise InvalidInput(f"{private} would lie in the release, which others may see.")
