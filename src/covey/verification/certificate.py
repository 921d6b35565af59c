"""The certificate against the files that it names, and its numbers against each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE
from covey.core.grouping import quadratic_cost
from covey.core.result import gap_between, verdict_on
from covey.io.layout import PARTS
from covey.io.outputs.folder import CERTIFICATE_FILE, SIGNATURE, oddity
from covey.release.certificate import SolvedCertificate, fingerprint
from covey.release.certificate.describe import REVEALS
from covey.verification.claims import Check, Claimed, parts_of


def same_files(claimed: Claimed) -> Check:
    """That the folder holds the released files as they were, and nothing else."""
    named = claimed.certificate.files
    # All that lies there, named or not: an unnamed file is published as well.
    odd = {file.name: oddity(file) for file in claimed.folder.iterdir()}
    wrong = [f"{name} is missing" for name in named if name not in odd]
    for name, words in sorted(odd.items()):
        if words:
            wrong.append(f"{name} is {words}")
        elif name in named and fingerprint(claimed.folder / name) != named[name]:
            wrong.append(f"{name} was changed")
    # Files without which nothing is checked must have a fingerprint: else they could be replaced.
    needed = {CODEBOOK_FILE, CELLS_FILE}
    if claimed.address is None and claimed.frame is None:
        file = claimed.certificate.table.file
        needed.update(parts_of(claimed.certificate) or [file] if file == PARTS else [file])
    plain = {name for name, words in odd.items() if not words}
    # The certificate cannot hold its own fingerprint, and the signature is made after it.
    unnamed = (needed | plain) - {CERTIFICATE_FILE, SIGNATURE, *named}
    wrong += [f"{name} is not named in {CERTIFICATE_FILE}" for name in sorted(unnamed)]
    return Check("the files are those that were released", not wrong, ", ".join(wrong))


def sums_fit(claimed: Claimed) -> Iterator[Check]:
    """That the certificate's numbers fit together."""
    records, classes = claimed.certificate.records, claimed.certificate.classes
    # A release by covey apply keeps classes that none of the new records is in.
    sizes = [size for size in claimed.sizes if size]
    least = min(sizes, default=0)
    yield Check(
        f"every class has k = {claimed.k:,} records or more by the certificate",
        least >= claimed.k >= 1,
        f"the smallest has {least:,}",
    )
    adds_up = records.published == sum(sizes)
    adds_up &= records.input == records.published + records.suppressed
    counts = classes.count, classes.smallest, classes.largest
    adds_up &= counts == (len(sizes), least, max(sizes, default=0))
    yield Check("the certificate's records add up", adds_up)
    yield from _people_fit(claimed)
    if claimed.solved is not None:
        yield from _not_too_many_withheld(claimed.solved)
        yield _cost_fits(claimed.solved)


def _people_fit(claimed: Claimed) -> Iterator[Check]:
    """That classes have k people by the certificate, and no more people than records."""
    people = claimed.certificate.classes.people
    if people is None:
        return
    there = [size for size in people.sizes if size]
    least = min(there, default=0)
    fits = least >= claimed.k
    fits &= (people.smallest, people.largest) == (least, max(there, default=0))
    # Everybody has at least one record of their class, and a class without records has nobody.
    fits &= all(
        0 < own <= records if records else own == 0
        for own, records in zip(people.sizes, claimed.sizes, strict=True)
    )
    yield Check(
        f"every class has k = {claimed.k:,} people or more by the certificate",
        fits,
        f"the smallest has {least:,}",
    )


def _not_too_many_withheld(solved: SolvedCertificate) -> Iterator[Check]:
    excluded = any(quasi.exclude or quasi.exclude_more for quasi in solved.quasi.values())
    if excluded or "suppress" in (solved.missing, solved.unmapped):
        # Records without a known value, and those of excluded areas, may be left out besides.
        return
    # The share is of the records that were read, rounded down.
    suppressed, most = solved.records.suppressed, int(solved.suppress * solved.records.input)
    claim = "no more records are withheld than were allowed to be"
    yield Check(claim, suppressed <= most, f"{suppressed:,} of {most:,}")


def _cost_fits(solved: SolvedCertificate) -> Check:
    people, bound = solved.classes.people, solved.lower_bound
    sizes = np.array(solved.classes.sizes if people is None else people.sizes)
    quadratic = solved.objective == "quadratic"
    cost = quadratic_cost(sizes, solved.k) if quadratic else int(sizes.max(initial=0))
    # A gap is a share of the bound, which anybody may have written as a negative number.
    gap = gap_between(cost, bound) if bound >= 0 else None
    # Everything that the certificate says of the answer follows from sizes, k and bound alone.
    fits = (
        0 <= bound <= cost
        and solved.proof.bound == bound
        and solved.cost == cost
        and solved.status == ("optimal" if bound == cost else "feasible")
        and solved.gap == gap
        and solved.verdict == verdict_on(solved.objective, gap, solved.withholds_nobody)
        and solved.reveals == REVEALS.get(solved.proof.kind, "")
    )
    words = f"cost {cost:,}, lower bound {bound:,}"
    return Check("cost, lower bound and verdict fit together", fits, words)
