"""What a release claims of itself, and what became of a claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.codebook.book import Book
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS, Entry, read_cells, read_codebook
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.words import in_a_line
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate
from covey.release.certificate.reading import ColumnReading, columns_read, sensitive_read
from covey.release.job import Job
from covey.release.maps import read_map
from covey.release.roles import Regions, Role

if TYPE_CHECKING:
    from covey.io.maps.areas import AreaMap


@dataclass(frozen=True)
class Check:
    """One claim, whether it held (None: it was not looked at), and what was found."""

    claim: str
    held: bool | None
    found: str = ""

    def line(self) -> str:
        mark = {True: "held", False: "FAILED", None: "not checked"}[self.held]
        return in_a_line(f"{mark:<12} {self.claim}" + (f": {self.found}" if self.found else ""))


@dataclass(frozen=True, eq=False)
class Claimed:
    """A release as its files describe it."""

    folder: Path
    certificate: bytes
    data: ReleaseCertificate
    book: Book
    roles: dict[str, Role]
    cells: dict[str, list[str | None]] | None
    maps: dict[str, tuple[AreaMap, dict[str, str]]] = field(default_factory=dict)

    def map_of(self, role: Regions) -> tuple[AreaMap, dict[str, str]]:
        """The areas of a map, and its name and fingerprint, read once."""
        if repr(role) not in self.maps:
            self.maps[repr(role)] = read_map(role)
        return self.maps[repr(role)]

    @cached_property
    def entries(self) -> list[Entry]:
        """The codebook line by line, for what draws it or writes it again."""
        return read_codebook(self.folder / CODEBOOK, escape=self.data.escape_formulas)

    @property
    def k(self) -> int:
        return self.data.k

    @property
    def sizes(self) -> list[int]:
        return list(self.data.classes.sizes)

    @property
    def joint(self) -> bool:
        """Whether classes are cells."""
        return self.cells is not None

    @property
    def escaped(self) -> bool:
        """Whether the table is CSV whose texts that begin like a formula have a quote in front."""
        return self.data.escape_formulas and self.data.table.format == "csv"

    @property
    def name(self) -> str:
        return next(iter(self.roles))

    @property
    def role(self) -> Role:
        """The only one, where classes are no cells."""
        return self.roles[self.name]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name, role in self.roles.items() for column in role.columns(name))

    @cached_property
    def texts(self) -> dict[str, list[str | None]]:
        """For every column what is published for each class."""
        return self.book.texts(self.columns) if self.cells is None else self.cells

    def read(self, name: str) -> dict[str, Any]:
        """What the certificate says of the reading of a quasi-identifier."""
        return columns_read(self.data.read, self.name).get(name, ColumnReading()).to_dict()

    @property
    def kinds(self) -> dict[str, str]:
        """How the columns that are counted are read."""
        found = {}
        for name, role in self.roles.items():
            read_as = self.read(name).get("read_as")
            for column, kind in role.kinds(name).items():
                found[column] = str(read_as) if kind == "ordered" and read_as else kind
        return found | self.sensitive_kinds

    @property
    def sensitive_kinds(self) -> dict[str, str]:
        return dict(sensitive_read(self.data.read))

    @property
    def job(self) -> Job:
        """The job that it was made by, but for the table."""
        return certificate.job_of(self.data, self.roles)


def read_claims(folder: Path, map_: Any = None) -> Claimed:
    """A release from its folder; ``map_`` is the map of its regions, where it is known."""
    content = certificate.read_bytes(folder)
    data = certificate.parsed(folder, content)
    escape = data.escape_formulas
    cells = read_cells(folder / CELLS, escape=escape) if data.joint else None
    roles = data.to_roles(map_)
    book = read_book(folder / CODEBOOK, escape=escape)
    return Claimed(folder, content, data, book, roles, cells)
