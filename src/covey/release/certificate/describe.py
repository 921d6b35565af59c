"""The certificate of a release that was just made.

It holds no clock and no path, so that the same input, job and seed of one owner give the same
bytes. It has no counts of single values, except what a few kinds of proof need (``reveals``), and
no plain fingerprint of what was read: see ``receipt.py``.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from covey import __version__
from covey.core.json_types import read_json
from covey.core.learning import LIBRARY as LEARNING
from covey.core.learning import version_of_models
from covey.io.layout import FRAME, PARTS, SERVER
from covey.release.certificate.reading import Reading
from covey.release.certificate.record import (
    FORMAT,
    AppliedCertificate,
    Classes,
    InputFile,
    PeopleOfClasses,
    Promise,
    Proof,
    QuasiIdentifier,
    Records,
    ReleaseCertificate,
    SolvedCertificate,
    SourceRelease,
    TableFile,
)
from covey.release.job.sensitive import rules_of
from covey.release.owner.receipt import OwnerKey, Receipt, keyed_fingerprint

if TYPE_CHECKING:
    from covey.core.result import Result
    from covey.engine.protocol import Staged
    from covey.io.layout import Layout
    from covey.release.pipeline import Solved

C = TypeVar("C", bound=ReleaseCertificate)

STEM = "table"
LIBRARIES = ("numpy", "duckdb", "highspy", "shapely", "pymetis")

REVEALS = {
    "arc-flow": "the sizes of single values, without saying which value has which",
    "partner": "how many people two combinations of values have together, without saying which",
    "pocket": "how many records an area has together with those that only it joins to the rest",
    "closed-set": "how many records some areas have together with those that only they join to the"
    " rest",
    "way": "how many records some areas of one region have",
    "seed": "how many records some areas of one region have",
    "star": "how many records some children of one node of the tree have",
    "star-subsets": "how many records some children of one node of the tree have",
    "chain": "how many records the children of one node of the tree have, together with neighbours",
    "stranding": "how many records some areas around a named one have together",
}
"""What a kind of proof says beyond the sizes of classes."""


def describe(solved: Solved, layout: Layout, shuffled: bool) -> SolvedCertificate:
    """Everything except the fingerprints: :func:`name_tables` adds those of what was read, and
    the code that writes the file adds those of the files beside it."""
    job, result, staged, sizes = solved.job, solved.result, solved.staged, solved.sizes
    return SolvedCertificate(
        format=FORMAT,
        k=job.k,
        records=record_counts(staged.rows, sizes),
        table=table_file(layout),
        quasi={each.name: QuasiIdentifier.of(each) for each in solved.description.attributes},
        sensitive={column: rules_of(job.requirements, column) for column in job.sensitive},
        k_map=job.k_map,
        missing=job.missing,
        dropped=tuple(job.drop),
        shuffled=shuffled,
        escape_formulas=job.escape_formulas,
        range_columns=job.columns,
        read=read_json(Reading, solved.reading),
        classes=class_counts(sizes, solved.description.people),
        # Without its folder, which may name people and machines. name_tables puts the fingerprint
        # in.
        input=InputFile(Path(staged.name).name, ""),
        versions=versions(models=job.target is not None),
        files={},
        person=job.person or None,
        pseudonym=True if job.pseudonym else None,
        groups=dict(job.groups) or None,
        context=dict(job.context) or None,
        recoding=job.recoding,
        suppress=job.suppress,
        suppress_for=job.suppress_for,
        weights=dict(job.weights),
        tight=job.tight,
        unmapped=job.unmapped,
        objective=job.objective,
        cost=result.cost,
        lower_bound=result.lower_bound,
        gap=result.gap,
        status=result.status.value,
        verdict=result.verdict(),
        proof=_proof(result),
        reveals=REVEALS.get(result.certificate.kind, ""),
        guarantee=Promise(**result.guarantee.to_dict()),
        method=result.method,
        options=dict(result.options),
        notes=tuple(result.notes),
        seed=job.seed,
        preset=job.preset,
        dependence=job.dependence,
        population_size=job.population_size,
        target=job.target,
        keep_combinations=True if job.keep_combinations else None,
    )


def describe_applied(
    source: ReleaseCertificate,
    fingerprint: str,
    read: Reading,
    staged: Staged,
    sizes: Sequence[int],
    dropped: Sequence[str],
    layout: Layout,
    shuffled: bool,
    escape: bool,
    people: Sequence[int] | None = None,
    context: Mapping[str, str] | None = None,
) -> AppliedCertificate:
    """A certificate of k and of where the classes come from, but of no bound. ``fingerprint`` is
    that of the certificate ``source``."""
    return AppliedCertificate(
        format=FORMAT,
        k=source.k,
        records=record_counts(staged.rows, sizes),
        table=table_file(layout),
        quasi=source.quasi,
        sensitive=source.sensitive,
        k_map=source.k_map,
        missing=source.missing,
        dropped=tuple(dropped),
        shuffled=shuffled,
        escape_formulas=escape,
        range_columns=source.range_columns,
        read=read,
        classes=class_counts(sizes, people),
        input=InputFile(Path(staged.name).name, ""),
        versions=versions(),
        files={},
        person=source.person,
        groups=source.groups,
        context=dict(context or {}) or None,
        # Null and not absent: this is the mark of an applied release.
        proof=None,
        applied=SourceRelease(fingerprint),
    )


def _proof(result: Result) -> Proof:
    details = result.certificate.to_dict()
    # All that a kind of proof has besides its kind and its bound are details.
    return Proof(
        details.pop("kind"),
        details.pop("bound"),
        details,
        result.certificate.words(result.problem),
    )


def table_file(layout: Layout) -> TableFile:
    """How the released table is to be read; neither a frame nor a table on a server is a file."""
    if layout.format in (FRAME, SERVER):
        return TableFile(STEM, layout.format, layout.delimiter, "")
    if layout.parts:
        return TableFile(PARTS, layout.format, layout.delimiter, "")
    return TableFile(STEM + layout.ending, layout.format, layout.delimiter, layout.part)


def versions(*, models: bool = False) -> dict[str, str]:
    """With that of the library that trains ``models``, where it did."""
    found = {"covey": __version__, "python": platform.python_version(), **_versions_of_libraries()}
    return {**found, LEARNING: version_of_models()} if models else found


@cache
def _versions_of_libraries() -> dict[str, str]:
    # Looked up in files of the environment, which takes longer than a small table.
    return {library: version(library) for library in LIBRARIES}


def record_counts(rows: int, sizes: Sequence[int]) -> Records:
    return Records(rows, sum(sizes), rows - sum(sizes))


def class_counts(sizes: Sequence[int], people: Sequence[int] | None = None) -> Classes:
    """A class that new records left empty does not count."""
    there = [size for size in sizes if size]
    by_people = None
    if people is not None:
        # Empty classes stay in the list of sizes, so that numbers of classes are those of the
        # codebook.
        own = [size for size in people if size]
        by_people = PeopleOfClasses(min(own), max(own), tuple(people))
    return Classes(len(there), min(there), max(there), tuple(sizes), by_people)


def name_tables(certificate: C, staged: Staged, key: OwnerKey) -> tuple[C, Receipt]:
    """The certificate with keyed fingerprints of the table and the population that were read, and
    the receipt that goes with these."""
    tables = {"input": staged.fingerprint}
    population = certificate.read.population
    if population is not None and population.fingerprint is not None:
        tables["population"] = population.fingerprint
    known = certificate.to_dict()
    # The salt depends on everything else in the certificate: two releases of one table cannot be
    # recognized as such by their fingerprints.
    salt = key.salt({n: v for n, v in known.items() if n not in ("input", "files")}, tables)
    keyed = {role: keyed_fingerprint(salt, seen) for role, seen in tables.items()}
    read = certificate.read
    if population is not None and "population" in keyed:
        population = replace(population, fingerprint=keyed["population"])
        read = replace(read, population=population)
    named = replace(certificate.input, fingerprint=keyed["input"])
    return replace(certificate, input=named, read=read), Receipt("", salt.hex(), tables)
