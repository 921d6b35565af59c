"""Whether the fields of a certificate agree with each other.

A certificate comes from anybody. Their types are checked when it is read; whoever uses it also
relies on what is checked here, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from covey.codebook.rows import CELLS
from covey.core.errors import CoveyError
from covey.core.json_types import Malformed
from covey.core.validate import MAX_TOTAL
from covey.release import roles
from covey.release.certificate.reading import (
    ColumnReading,
    JointReading,
    columns_read,
    population_read,
    sensitive_read,
)
from covey.release.certificate.record import (
    AppliedCertificate,
    ReleaseCertificate,
    SolvedCertificate,
)
from covey.release.sensitive import from_rules


def refuse_inconsistent(certificate: ReleaseCertificate) -> None:
    """Raise :class:`Malformed` for the first field that does not fit the others."""
    own = _roles(certificate)
    _refuse_unprintable(certificate)
    _refuse_columns(certificate)
    _refuse_other_cells(certificate, own)
    _refuse_other_reading(certificate, own)
    _refuse_sizes(certificate)


def _roles(certificate: ReleaseCertificate) -> dict[str, roles.Role]:
    """The roles, whose options are checked when they are made."""
    if not certificate.quasi:
        raise Malformed("no column is named", "quasi")
    found = {}
    for name, quasi in certificate.quasi.items():
        try:
            found[name] = quasi.to_role(name)
        except CoveyError as error:
            raise Malformed(error.message, "quasi", name) from None
        if quasi.columns != found[name].columns(name):
            raise Malformed("these are not the columns of the role", "quasi", name, "columns")
    return found


def _refuse_unprintable(certificate: ReleaseCertificate) -> None:
    """A name that a terminal cannot show may look like another."""
    for name in (certificate.table.file, *certificate.files):
        if not name.isprintable():
            raise Malformed("the name of a file is printable", "files", name)


def _refuse_columns(certificate: ReleaseCertificate) -> None:
    columns = [*certificate.columns, *certificate.sensitive, *certificate.dropped]
    if len(set(columns)) < len(columns):
        raise Malformed("a column has one role only: it is known, sensitive or dropped", "quasi")
    if isinstance(certificate, SolvedCertificate):
        for name in certificate.weights:
            if name not in certificate.quasi:
                raise Malformed("this is no quasi-identifier", "weights", name)


def _refuse_other_cells(certificate: ReleaseCertificate, own: dict[str, roles.Role]) -> None:
    """Classes are cells where something was asked that only cells have. They may also be cells
    where few records lack a value, except among labels, and where new records are recoded."""
    try:
        asked = bool(from_rules(certificate.sensitive))
    except CoveyError as error:
        raise Malformed(error.message, "sensitive") from None
    must = len(own) > 1 or asked or certificate.k_map is not None
    may = certificate.missing == "own" and not any(
        isinstance(role, roles.Labels) for role in own.values()
    )
    if isinstance(certificate, SolvedCertificate):
        withheld_or_tight = bool(certificate.suppress or certificate.tight)
        must = must or withheld_or_tight or certificate.recoding == "global"
    else:
        may = True
    if (must and not certificate.joint) or (certificate.joint and not (must or may)):
        raise Malformed("whether classes are cells does not fit what was asked", "joint")
    if certificate.joint != (CELLS in certificate.files):
        raise Malformed(f"{CELLS} is there if and only if classes are cells", "files")


def _refuse_other_reading(certificate: ReleaseCertificate, own: dict[str, roles.Role]) -> None:
    """What is said of the reading is what the roles need."""
    read = certificate.read
    if certificate.joint != isinstance(read, JointReading):
        raise Malformed('"parts" is there if and only if classes are cells', "read")
    said = columns_read(read, next(iter(own)))
    for name in said:
        if name not in own:
            raise Malformed("this is no quasi-identifier", "read", "parts", name)
    for name, role in own.items():
        odd = sorted(_unfit(role, said.get(name, ColumnReading()), certificate.joint))
        if odd:
            raise Malformed(f"{', '.join(odd)} of {name!r} is not what its role needs", "read")
    asked = {column for column, rules in certificate.sensitive.items() if rules}
    if asked != set(sensitive_read(read)):
        raise Malformed("it names every sensitive column that has rules", "read", "sensitive")
    population = population_read(read)
    if (certificate.k_map is None) != (population is None):
        raise Malformed("it is there if and only if k_map is a number", "read", "population")
    if (
        isinstance(certificate, SolvedCertificate)
        and population is not None
        and population.fingerprint is None
    ):
        raise Malformed("this field is missing", "read", "population", "fingerprint")


def _unfit(role: roles.Role, said: ColumnReading, joint: bool) -> Iterator[str]:
    """Names of what is missing or too much in the reading of a role."""
    has_range = isinstance(role, roles.Ordered) and role.order is None
    if (said.read_as is not None) != has_range:
        yield "read_as"
    if (said.map is not None) != isinstance(role, roles.Regions):
        yield "map"
    if said.pole is not None and not (isinstance(role, roles.Points) and role.globe):
        yield "pole"
    if said.missing_as is not None:
        # One end of an order, or a place.
        fits = has_range if isinstance(said.missing_as, str) else isinstance(role, roles.Points)
        if not (joint and fits):
            yield "missing_as"


def _refuse_sizes(certificate: ReleaseCertificate) -> None:
    sizes = certificate.classes.sizes
    if not sizes or sum(sizes) > MAX_TOTAL:
        raise Malformed(
            "one class or more is expected, with 2^63 - 1 records in all at most",
            "classes",
            "sizes",
        )
    if isinstance(certificate, AppliedCertificate):
        withheld = certificate.withheld
        if len(set(withheld)) < len(withheld) or max(withheld, default=0) > len(sizes):
            raise Malformed("classes are expected, each once", "withheld")
