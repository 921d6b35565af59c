"""What a release claims of itself, and what became of a claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from covey.attributes import Role
from covey.attributes.maps import load_map
from covey.attributes.role import LoadedMap
from covey.codebook.book import Book
from covey.codebook.lines import Entry
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS, read_cells, read_codebook
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.words import in_a_line
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate
from covey.release.job import Job

if TYPE_CHECKING:
    from covey.attributes import Regions


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
    cells: dict[str, list[str | None]]
    maps: dict[str, LoadedMap] = field(default_factory=dict)

    def map_of(self, role: Regions) -> LoadedMap:
        """The map of a role, read once."""
        if repr(role) not in self.maps:
            self.maps[repr(role)] = load_map(role)
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
    def one_partition(self) -> bool:
        """Whether the sets of a column do not overlap."""
        return len(self.roles) == 1 or self.data.get("recoding") == "global"

    @property
    def regions(self) -> dict[str, Regions]:
        """The quasi-identifiers that are areas of a map."""
        found = {name: role for name, role in self.roles.items() if role.needs_map}
        return cast("dict[str, Regions]", found)

    @property
    def escaped(self) -> bool:
        """Whether the table is CSV whose texts that begin like a formula have a quote in front."""
        return self.data.escape_formulas and self.data.table.format == "csv"

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name, role in self.roles.items() for column in role.columns(name))

    @property
    def texts(self) -> dict[str, list[str | None]]:
        """For every column what is published for each class."""
        return self.cells

    @property
    def read(self) -> dict[str, dict[str, Any]]:
        """What the certificate says about how each quasi-identifier was read."""
        return self.data.readings

    @property
    def kinds(self) -> dict[str, str]:
        """How the columns that are counted are read."""
        found = {}
        for name, role in self.roles.items():
            read_as = self.read.get(name, {}).get("read_as")
            for column, kind in role.kinds(name).items():
                found[column] = str(read_as) if kind == "ordered" and read_as else kind
        return found | self.sensitive_kinds

    @property
    def sensitive_kinds(self) -> dict[str, str]:
        return dict(self.data.read.sensitive or {})

    @property
    def job(self) -> Job:
        """The job that it was made by, but for the table."""
        return certificate.job_of(self.data, self.roles)


def read_claims(folder: Path, map_: Any = None) -> Claimed:
    """A release from its folder; ``map_`` is the map of its regions, where it is known."""
    content = certificate.read_bytes(folder)
    data = certificate.parsed(folder, content)
    escape = data.escape_formulas
    cells = read_cells(folder / CELLS, escape=escape)
    roles = data.to_roles(map_)
    book = read_book(folder / CODEBOOK, escape=escape)
    return Claimed(folder, content, data, book, roles, cells)
