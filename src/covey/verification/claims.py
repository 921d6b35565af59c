"""What a release claims of itself, and what became of a claim."""

from __future__ import annotations

from dataclasses import field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.lookup import dimensions
from covey.attributes.maps import load_map, on_maps
from covey.attributes.role import LoadedMap, counted_beside
from covey.attributes.trees import below_trees
from covey.codebook.book import Book
from covey.codebook.dimensions import Dimension, sets_of_classes
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, read_cells
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line
from covey.io.layout import PARTS
from covey.io.maps.nearby import without_compiled_loops
from covey.io.notation import Notation
from covey.io.postgres.address import Address
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate, SolvedCertificate
from covey.release.job import Job
from covey.release.owner.receipt import receipts_beside, receipts_of_table

if TYPE_CHECKING:
    from covey.attributes import Regions, Tree


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
    content: bytes
    """The certificate as it is written: what a signature is of."""
    certificate: ReleaseCertificate
    book: Book
    roles: dict[str, Role]
    cells: dict[str, list[str | None]]
    """For every column what is published for each class."""
    maps: dict[str, LoadedMap] = field(default_factory=dict)
    address: Address | None = None
    """The table of a release on a server, of which ``folder`` is a private copy of the files."""
    frame: Any = None
    """The table of a release that is a frame, of which ``folder`` has what belongs to it."""

    def map_of(self, role: Regions) -> LoadedMap:
        """The map of a role, read once."""
        # By its settings: roles with the same map and options share what was read.
        if repr(role) not in self.maps:
            with without_compiled_loops():
                self.maps[repr(role)] = load_map(role)
        return self.maps[repr(role)]

    @cached_property
    def dimensions(self) -> list[Dimension]:
        """The sets of every column in whole numbers."""
        return dimensions(self.roles, self.book, self.cells, self.read)

    @cached_property
    def sets_of_classes(self) -> dict[str, NDArray[np.int64]]:
        """For every quasi-identifier the set of each class."""
        return {
            name: sets_of_classes([self.book.of(each) for each in role.columns(name)], self.cells)
            for name, role in self.roles.items()
        }

    @property
    def solved(self) -> SolvedCertificate | None:
        """The certificate, if the classes were found for these records and not for others."""
        return self.certificate if isinstance(self.certificate, SolvedCertificate) else None

    @property
    def k(self) -> int:
        return self.certificate.k

    @property
    def sizes(self) -> list[int]:
        return list(self.certificate.classes.sizes)

    @property
    def people(self) -> list[int] | None:
        """The people of every class, where these are counted."""
        people = self.certificate.classes.people
        return None if people is None else list(people.sizes)

    @property
    def name(self) -> str:
        """What messages call it."""
        if self.frame is not None:
            return certificate.FRAME
        return str(self.folder) if self.address is None else self.address.name

    @property
    def receipts(self) -> Path:
        """Where its owner has the receipts, unless another file is named."""
        if self.address is None:
            return receipts_beside(self.folder)
        return receipts_of_table(self.address.schema, self.address.table)

    @property
    def one_partition(self) -> bool:
        """Whether the sets of a column do not overlap."""
        return len(self.roles) == 1 or (
            self.solved is not None and self.solved.recoding == "global"
        )

    @property
    def regions(self) -> dict[str, Regions]:
        """The quasi-identifiers that are areas of a map."""
        return on_maps(self.roles)

    @property
    def trees(self) -> dict[str, Tree]:
        """The quasi-identifiers that are labels below a tree."""
        return below_trees(self.roles)

    @property
    def escaped(self) -> bool:
        """Whether the table is CSV whose texts that begin like a formula have a quote in front."""
        return self.certificate.escape_formulas and self.certificate.table.format == "csv"

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name, role in self.roles.items() for column in role.columns(name))

    @property
    def read(self) -> dict[str, dict[str, Any]]:
        """What the certificate says about how each quasi-identifier was read."""
        return self.certificate.readings

    @property
    def kinds(self) -> dict[str, str]:
        """How the columns that are counted are read."""
        found = self.certificate.kinds(self.roles) | self.sensitive_kinds
        # New records are only looked up, whatever the classes had to meet when they were made.
        return found if self.solved is None else found | counted_beside(self.roles, found)

    @property
    def sensitive_kinds(self) -> dict[str, str]:
        return dict(self.certificate.read.sensitive or {})

    @property
    def notation(self) -> Notation:
        """How the values of the table are written that it was made of."""
        return self.certificate.read.notation

    @property
    def job(self) -> Job:
        """The job that it was made by, except the table."""
        return certificate.job_of(self.certificate, self.roles)


def read_claims(
    folder: Path, map_: Any = None, address: Address | None = None, frame: Any = None
) -> Claimed:
    """A release from its folder; ``map_`` is the map of its regions, where it is known. With an
    ``address`` its table is on a server, with a ``frame`` that is its table."""
    # Read once: what is parsed is what the signature is checked against.
    content = certificate.read_bytes(folder)
    claims = certificate.parsed(folder, content)
    escape = claims.escape_formulas
    cells = read_cells(folder / CELLS_FILE, escape=escape)
    roles = claims.to_roles(map_)
    book = read_book(folder / CODEBOOK_FILE, escape=escape)
    return Claimed(folder, content, claims, book, roles, cells, address=address, frame=frame)


def parts_of(data: ReleaseCertificate) -> list[str]:
    """The files that a table in parts is made of, in their order."""
    # Of the names in the certificate, not of the folder: a part that was added is not read as rows.
    return sorted(name for name in data.files if fnmatchcase(name, PARTS))
