"""Files for the owner alone: receipts, and the records that are not published."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.io.outputs.files import check_target
from covey.io.postgres.address import Address
from covey.release.owner.receipt import read_receipts
from covey.release.write.destination import Out, receipts_of, refuse_inside


def check_receipts(receipts: Path | None, out: Out, inputs: Sequence[Path]) -> Path | None:
    """Where the receipt of a release goes; None for a frame, which hands its receipt back."""
    if out is None:
        if receipts is not None:
            raise InvalidInput(
                "A frame has no file of receipts: the receipt comes back with it, as .receipt.",
                hint="Omit receipts, or give the table as a file.",
                given=str(receipts),
            )
        return None
    target = receipts_of(out) if receipts is None else receipts
    check_receipts_file(target, out, inputs)
    return target


def check_receipts_file(target: Path, out: Out, inputs: Sequence[Path]) -> None:
    option = "--receipts (receipts= in Python)"
    check_target(target, *inputs, endings=(".jsonl",), option=option)
    refuse_inside(target, out)
    # A file that is something else is refused now, not after a long run.
    if target.exists():
        read_receipts(target)


def check_withheld(withheld: Path, inputs: Sequence[Path], out: Out, overwrite: bool) -> None:
    if isinstance(out, Address):
        raise InvalidInput(
            "The records that a release on a server leaves out are not listed: they would leave the"
            " server.",
            hint="Leave --withheld away, or name a folder for the release.",
        )
    check_target(withheld, *inputs, option="--withheld (withheld= in Python)")
    if withheld.exists() and not overwrite:
        raise InvalidInput(
            f"{withheld} is there already, and may be the only list of its records.",
            hint="Name another file, or replace it with --overwrite (overwrite=True in Python).",
            given=str(withheld),
        )
    refuse_inside(withheld, out)
