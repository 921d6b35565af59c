"""The certificate against the files that it names, and its numbers against each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.codebook.rows import CELLS
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.grouping import quadratic_cost
from covey.core.result import gap_between, verdict_on
from covey.io.outputs.folder import SIGNATURE, oddity
from covey.release.certificate import FILE, fingerprint
from covey.release.certificate.describe import REVEALS
from covey.verification.claims import Check, Claimed


def same_files(claimed: Claimed) -> Check:
    """That the folder holds the released files as they were, and nothing else."""
    named = claimed.data["files"]
    odd = {file.name: oddity(file) for file in claimed.folder.iterdir()}
    wrong = [f"{name} is missing" for name in named if name not in odd]
    for name, words in sorted(odd.items()):
        if words:
            wrong.append(f"{name} is {words}")
        elif name in named and fingerprint(claimed.folder / name) != named[name]:
            wrong.append(f"{name} was changed")
    needed = {CODEBOOK, CELLS, claimed.data["table"]["file"]}
    plain = {name for name, words in odd.items() if not words}
    unnamed = (needed | plain) - {FILE, SIGNATURE, *named}
    wrong += [f"{name} is not named in {FILE}" for name in sorted(unnamed)]
    return Check("the files are those that were released", not wrong, ", ".join(wrong))


def sums_fit(claimed: Claimed) -> Iterator[Check]:
    """That the certificate's numbers fit together."""
    data, records = claimed.data, claimed.data["records"]
    sizes = [size for size in claimed.sizes if size]
    least = min(sizes, default=0)
    yield Check(
        f"every class has k = {claimed.k:,} records or more by the certificate",
        least >= claimed.k >= 1,
        f"the smallest has {least:,}",
    )
    adds_up = records["published"] == sum(sizes)
    adds_up &= records["input"] == records["published"] + records["suppressed"]
    counts = (data["classes"].get(name) for name in ("count", "smallest", "largest"))
    adds_up &= tuple(counts) == (len(sizes), least, max(sizes, default=0))
    yield Check("the certificate's records add up", adds_up)
    # Whose value is missing or unknown may be left out besides, and so may new records.
    besides = "suppress" in (data.get("missing"), data.get("unmapped")) or "applied" in data
    if not besides:
        most = int(data.get("suppress", 0.0) * records["input"])
        claim = "no more records are withheld than were allowed to be"
        yield Check(claim, records["suppressed"] <= most, f"{records['suppressed']:,} of {most:,}")
    if data.get("proof") is None:
        return
    solved = np.array(claimed.sizes)
    quadratic = data.get("objective") == "quadratic"
    cost = quadratic_cost(solved, claimed.k) if quadratic else int(solved.max(initial=0))
    bound: int = data["lower_bound"]
    gap = gap_between(cost, bound) if bound >= 0 else None
    derived = {
        "cost": cost,
        "status": "optimal" if bound == cost else "feasible",
        "gap": gap,
        "verdict": verdict_on(data["objective"], gap),
        "reveals": REVEALS.get(data["proof"]["kind"], ""),
    }
    fits = 0 <= bound <= cost and data["proof"].get("bound") == bound
    fits &= all(name in data and data[name] == value for name, value in derived.items())
    words = f"cost {cost:,}, lower bound {bound:,}"
    yield Check("cost, lower bound and verdict fit together", fits, words)
