"""Whether the fields of a certificate agree with each other.

A certificate comes from anybody. Their types are checked when it is read; the code that uses it
also relies on what is checked here, and on nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from covey.attributes import Role
from covey.codebook.dimensions import MISSING_AS
from covey.core.errors import CoveyError
from covey.core.json_types import Malformed
from covey.core.validate import MAX_TOTAL
from covey.release.certificate.job_of import job_of
from covey.release.certificate.reading import ColumnReading
from covey.release.certificate.record import ReleaseCertificate, SolvedCertificate
from covey.release.job.context import as_context
from covey.release.job.kept import STAYED, refuse_unkept
from covey.release.job.sensitive import from_rules


def refuse_inconsistent(certificate: ReleaseCertificate) -> None:
    """Raise :class:`Malformed` for the first field that does not fit the others."""
    # First, since the other checks look at the roles.
    own = _roles(certificate)
    _refuse_unprintable(certificate)
    _refuse_columns(certificate)
    _refuse_odd_rules(certificate)
    _refuse_other_reading(certificate, own)
    _refuse_odd_notation(certificate)
    _refuse_sizes(certificate)
    _refuse_odd_context(certificate)
    if isinstance(certificate, SolvedCertificate):
        _refuse_odd_keeping(certificate, own)


def _roles(certificate: ReleaseCertificate) -> dict[str, Role]:
    """The roles, whose options are checked when they are made."""
    if not certificate.quasi:
        raise Malformed("no column is named", "quasi")
    found = {}
    for name, quasi in certificate.quasi.items():
        try:
            # The same checks as for a job. A certificate may come from anybody.
            found[name] = quasi.to_role(name, certificate.read_of(name))
        except CoveyError as error:
            raise Malformed(error.message, "quasi", name) from None
        # The columns are written for readers. The role decides, so a second opinion is refused.
        if quasi.columns != found[name].columns(name):
            raise Malformed("these are not the columns of the role", "quasi", name, "columns")
    return found


def _refuse_odd_notation(certificate: ReleaseCertificate) -> None:
    """A format of dates may be none."""
    try:
        _ = certificate.read.notation
    except CoveyError as error:
        raise Malformed(error.message, "read", "written") from None


def _refuse_odd_context(certificate: ReleaseCertificate) -> None:
    """Which texts there are is checked already; a text may be empty."""
    said = certificate.context
    try:
        # Also the order counts: the same context is the same bytes.
        if said is not None and (not said or list(said.items()) != [*as_context(said).items()]):
            raise Malformed("there is some, in covey's order, or it is absent", "context")
    except CoveyError as error:
        raise Malformed(error.message, "context") from None


def _refuse_unprintable(certificate: ReleaseCertificate) -> None:
    """A name that a terminal cannot show may look like another."""
    for name in (certificate.table.file, *certificate.files):
        if not name.isprintable():
            raise Malformed("the name of a file is printable", "files", name)


def _refuse_columns(certificate: ReleaseCertificate) -> None:
    hidden = [*certificate.dropped, *certificate.holders]
    columns = [*certificate.columns, *certificate.sensitive, *hidden]
    if len(set(columns)) < len(columns):
        raise Malformed("a column has one role only: it is known, sensitive or dropped", "quasi")
    if certificate.person == "":
        raise Malformed("it is the name of a column, or absent", "person")
    if certificate.pseudonym is False or (certificate.pseudonym and certificate.person is None):
        raise Malformed("it is true, and there is a person, or it is absent", "pseudonym")
    # New records have neither a target nor weights: nothing was solved for them.
    if isinstance(certificate, SolvedCertificate):
        if certificate.target in ("", *certificate.columns, *hidden):
            raise Malformed("it is a column that is published as it is, or absent", "target")
        for name in certificate.weights:
            if name not in certificate.quasi:
                raise Malformed("this is no quasi-identifier", "weights", name)


def _refuse_odd_keeping(certificate: SolvedCertificate, own: dict[str, Role]) -> None:
    """A report leaves out what takes all combinations. So only a release of which they stayed in
    the engine may say so, and its notes tell the reader."""
    if certificate.keep_combinations is None:
        return
    if not certificate.keep_combinations:
        raise Malformed("it is true, or absent", "keep_combinations")
    if certificate.method != "parts" or STAYED not in certificate.notes:
        words = "it is there if the classes were found in parts, and a note says what this means"
        raise Malformed(words, "keep_combinations")
    weight = certificate.read.sampling_weight or ""
    try:
        job = replace(job_of(certificate, own), sampling_weight=weight, k_map=certificate.k_map)
        refuse_unkept(job)
    except CoveyError as error:
        raise Malformed(error.message.rstrip("."), "keep_combinations") from None


def _refuse_odd_rules(certificate: ReleaseCertificate) -> None:
    try:
        from_rules(certificate.sensitive)
    except CoveyError as error:
        raise Malformed(error.message, "sensitive") from None


def _refuse_other_reading(certificate: ReleaseCertificate, own: dict[str, Role]) -> None:
    """The certificate describes the reading of every role, and of nothing else."""
    read = certificate.read
    for name in read.columns:
        if name not in own:
            raise Malformed("this is no quasi-identifier", "read", "columns", name)
    for name, role in own.items():
        odd = sorted(_unfit(role, certificate.read_of(name)))
        if odd:
            words = f"{', '.join(odd)}: this is not what the role needs"
            raise Malformed(words, "read", "columns", name)
        try:
            role.refuse_kind(name, certificate.read_of(name).read_as or "")
        except CoveyError as error:
            raise Malformed(error.message, "quasi", name) from None
    # As Job.counted_sensitive: without rules a column is counted only if it matters whose values it
    # has.
    by_people = certificate.person is not None
    asked = {column for column, rules in certificate.sensitive.items() if rules or by_people}
    if asked != set(read.sensitive or ()):
        raise Malformed(
            "it names every sensitive column that has rules, or all where people are counted",
            "read",
            "sensitive",
        )
    # A field too many could hide something that no reader of this version looks at.
    if certificate.k_map is not None and read.population is None:
        raise Malformed("it is there if k_map is a number", "read", "population")
    if read.population is not None and read.sampling_weight is not None:
        raise Malformed("it is there only without a population", "read", "sampling_weight")
    if (
        isinstance(certificate, SolvedCertificate)
        and read.population is not None
        and read.population.fingerprint is None
    ):
        raise Malformed("this field is missing", "read", "population", "fingerprint")


def _unfit(role: Role, read: ColumnReading) -> set[str]:
    """Names of what is missing or too much in the reading of a role."""
    needed, allowed = role.readings()
    said = read.to_dict()
    # Only where the column has such an end: it is neither needed nor always allowed.
    if role.may_count_missing_as(said.get(MISSING_AS)):
        allowed = allowed | {MISSING_AS}
    return (needed - said.keys()) | (said.keys() - needed - allowed)


def _refuse_sizes(certificate: ReleaseCertificate) -> None:
    sizes = certificate.classes.sizes
    # Sums of sizes are 64-bit integers in the code that uses them.
    if not sizes or sum(sizes) > MAX_TOTAL:
        raise Malformed(
            "one class or more is expected, with 2^63 - 1 records in all at most",
            "classes",
            "sizes",
        )
    people = certificate.classes.people
    if (people is None) != (certificate.person is None):
        raise Malformed("it is there if and only if person is", "classes", "people")
    if people is not None and len(people.sizes) != len(sizes):
        raise Malformed("it has one number for every class", "classes", "people", "sizes")
