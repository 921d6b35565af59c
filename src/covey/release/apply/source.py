"""The release whose codebook is applied to new records, as it is read from its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copyfile

from covey.attributes import Role
from covey.attributes.lookup import Cells
from covey.attributes.range_columns import TEXT, RangeColumns, kinds_of_ranges
from covey.codebook.book import Book
from covey.codebook.reader import copy_codebook, read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, read_cells, write_cells
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate


@dataclass(frozen=True, eq=False)
class AppliedRelease:
    """A release, with its codebook as arrays.

    texts
        For every column what is published for each class.
    """

    folder: Path
    certificate: ReleaseCertificate
    roles: Mapping[str, Role]
    book: Book
    texts: Cells

    @classmethod
    def read(cls, folder: Path) -> AppliedRelease:
        """Refuses a codebook that is not the one of the certificate."""
        data = certificate.read_release(folder)
        # A codebook that was changed would put people into other classes than the certificate says.
        for name in (CODEBOOK_FILE, CELLS_FILE):
            if (folder / name).is_file():
                certificate.refuse_changed(folder, data, name)
        book = read_book(folder / CODEBOOK_FILE, escape=data.escape_formulas)
        texts: Cells = read_cells(folder / CELLS_FILE, escape=data.escape_formulas)
        found = cls(folder, data, data.to_roles(), book, texts)
        found._refuse_other_classes()
        return found

    def _refuse_other_classes(self) -> None:
        count = len(self.certificate.classes.sizes)
        if any(len(own) != count for own in self.texts.values()):
            raise InvalidInput(
                f"{self.folder / CERTIFICATE_FILE} has {plural(count, 'class')}, the codebook"
                " beside it has not.",
                hint="Somebody changed it: publish the table again.",
            )

    @property
    def columns(self) -> list[str]:
        """The columns that it recodes."""
        return [column for name, role in self.roles.items() for column in role.columns(name)]

    @property
    def kinds(self) -> dict[str, str]:
        """How the columns are read that must be counted in new records."""
        data = self.certificate
        kinds = dict(data.kinds(self.roles))
        # Of people it matters whose the sensitive values are.
        return kinds if data.person is None else kinds | dict(data.read.sensitive or {})

    def dropped(self, given: Input, drop: Sequence[str]) -> tuple[str, ...]:
        """The columns of a new table that are left out, as in the release or as asked for. Refuses
        a table that lacks what the release needs."""
        data = self.certificate
        for column in drop:
            place(given.name, given.columns, column, "to be dropped")
            # What is asked of a column must be counted, and what is recoded is what the classes
            # are.
            if column in (*self.columns, *data.sensitive):
                raise InvalidInput(
                    f"{column!r} cannot be dropped: the release recodes it, or asks something of"
                    " it.",
                    hint="Publish the whole table again without it: covey anonymize --drop.",
                    given=column,
                )
        for column in self.columns:
            place(given.name, given.columns, column, "which the release recodes")
        for column in data.holders:
            place(given.name, given.columns, column, "by which the release counts people or groups")
        # What the release left out need not be there.
        return tuple(column for column in given.columns if column in (*drop, *data.dropped))

    def range_columns(self, given: Input) -> RangeColumns:
        """The columns of ranges that are published as two, as in the release."""
        if self.certificate.range_columns == TEXT:
            return RangeColumns.none()
        kinds = kinds_of_ranges(self.roles, self.certificate.readings)
        found = RangeColumns.of_book(self.book, kinds)
        found.refuse_names(given.columns)
        return found

    def copy_books(self, target: Path, *, escape: bool) -> None:
        """The codebook of the release into another folder: as it is, unless its texts are escaped
        for spreadsheets and the new ones are not, or the other way round."""
        escaped = self.certificate.escape_formulas
        if escape == escaped:
            for name in (CODEBOOK_FILE, CELLS_FILE):
                copyfile(self.folder / name, target / name)
            return
        copy_codebook(
            self.folder / CODEBOOK_FILE,
            target / CODEBOOK_FILE,
            was_escaped=escaped,
            escape=escape,
        )
        write_cells(target / CELLS_FILE, self.texts, escape=escape)
