"""What was published, as Python hands it back: a release, or new records by its codebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from weakref import finalize

from covey.attributes import ROLES
from covey.codebook.lines import Entry
from covey.core.dataclass import dataclass
from covey.core.temporary import process_folder
from covey.core.words import in_a_line, with_people, with_records
from covey.io.outputs.files import check_target, replacing
from covey.io.postgres.address import Address
from covey.measures.utility.utility import line_on_models
from covey.release.certificate import SolvedCertificate
from covey.release.facts.plan import Account, Plan, lines_on_files
from covey.release.owner.receipt import Receipt

if TYPE_CHECKING:
    from covey.report.facts import Facts


@dataclass(frozen=True, eq=False)
class Release:
    """What was published. ``table`` is the frame, the path of the table in ``folder``, or the name
    of the table at an ``address`` on a server; ``receipt`` is for the owner alone, who has it in
    the file ``receipts``."""

    table: Any
    folder: Path | None
    plan: Plan
    certificate: SolvedCertificate
    codebook: Sequence[Entry]
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    receipt: Receipt | None = None
    receipts: Path | None = None
    address: Address | None = None
    facts: Facts | None = None
    """What the report says; None for a frame, of which that is found out when it is asked for."""
    _write: Callable[[Path], Facts] | None = None
    """Of a frame: write what a folder has beside its table, and hand back what the report says."""

    @property
    def where(self) -> str:
        """The folder, or the table on a server; empty for a frame."""
        return self.address.name if self.address is not None else str(self.folder or "")

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from covey.report.notebook import as_html
        from covey.report.render import maps_of

        # Asked only where there are shapes: to find the facts of a frame takes a while.
        shaped = any(ROLES[each.role].may_have_shapes for each in self.certificate.quasi.values())
        maps = maps_of(self._known_facts) if shaped and self._known_facts is not None else []
        plan = self.plan
        if not maps and plan.draw is not None:
            # Sets that overlap cannot be drawn one beside the other.
            maps = [*plan.draw()]
        return as_html(self.summary().splitlines(), plan.sizes, plan.k, plan.units, maps)

    @property
    def _known_facts(self) -> Facts | None:
        return self._written[1] if self.facts is None and self._write is not None else self.facts

    @property
    def private_files(self) -> Path | None:
        """Of a frame: a private folder, as long as this object lives, with what a folder has beside
        its table."""
        return None if self._write is None else self._written[0]

    @cached_property
    def _written(self) -> tuple[Path, Facts]:
        assert self._write is not None
        # In the private folder of the process, which goes with it if this object is never
        # collected.
        parent = Path(mkdtemp(dir=process_folder()))
        finalize(self, rmtree, parent, ignore_errors=True)
        # One level down: the file of receipts lies beside this folder.
        folder = parent / "frame"
        folder.mkdir()
        return folder, self._write(folder)

    def report(self, target: str | Path | None = None) -> str:
        """The page for a privacy officer as HTML, which is ``report.html`` in the folder of a
        release. A frame has no folder: give the file to write as ``target``."""
        from covey.report.render import render

        assert self._known_facts is not None
        page = render(self._known_facts)
        if target is not None:
            check_target(Path(target), endings=(".html",))
            with replacing(Path(target)) as file:
                file.write(page)
        return page

    def sets(self, column: str) -> Any:
        """The sets of a column as a small frame: see :func:`covey.sets`."""
        from covey.release.sets.table import sets

        return sets(self, column)

    def ordered_table(self) -> Any:
        """The frame with ranges and stated orders as ordered categories, which sort, group and plot
        in the order of the values."""
        from covey.release.sets.table import ordered_table

        return ordered_table(self)

    def interval_table(self) -> Any:
        """The frame of pandas with ranges of numbers and dates as ``pandas.Interval``."""
        from covey.release.sets.table import interval_table

        return interval_table(self)

    def codebook_frame(self) -> Any:
        """The codebook as a frame of the same library, with a line for every value."""
        from covey.release.sets.table import codebook_frame

        return codebook_frame(self)

    def summary(self) -> str:
        """A few lines for people."""
        # The notes of the plan come first, and its summary has them.
        more = self.notes[len(self.plan.notes) :]
        notes = [in_a_line(f"note         {note}") for note in more]
        context = self.certificate.context
        files = lines_on_files(self.where, self.files, self.receipts, context)
        # Of a frame nothing is measured until somebody asks for its report.
        utility = None if self.facts is None else self.facts.utility
        words = "" if utility is None else line_on_models(utility.models)
        models = [in_a_line(f"models       {words}")] if words else []
        return "\n".join([self.plan.summary(), *models, *notes, *files])


@dataclass(frozen=True, eq=False, kw_only=True)
class Applied(Account):
    """What became of new records. ``table`` is a frame, or the table's path in ``folder``."""

    table: Any
    folder: Path | None
    sizes: tuple[int, ...]
    people: tuple[int, ...] | None = None
    files: tuple[str, ...] = ()
    receipt: Receipt | None = None
    receipts: Path | None = None
    address: Address | None = None
    context: Mapping[str, str] | None = None

    @property
    def where(self) -> str:
        """The folder, or the table on a server; empty for a frame."""
        return self.address.name if self.address is not None else str(self.folder or "")

    def __repr__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """A few lines for people."""
        # Classes that new records leave empty have a size of 0 and do not count.
        there = [size for size in self.sizes if size]
        how_large = with_records(len(there), min(there), max(there))
        if self.people is not None:
            own = [size for size in self.people if size]
            how_large = with_people(len(own), min(own), max(own), min(there), max(there))
        classes = f"classes      {len(there):,} of {len(self.sizes):,}, {how_large}"
        files = lines_on_files(self.where, self.files, self.receipts, self.context)
        return "\n".join([self.in_lines([classes]), *files])

    def to_dict(self) -> dict[str, Any]:
        # What is for the owner alone, or is no plain data.
        private = ("table", "receipt", "receipts", "address")
        plain = {name: value for name, value in vars(self).items() if name not in private}
        return plain | {"folder": self.where, "quasi": [asdict(each) for each in self.quasi]}
