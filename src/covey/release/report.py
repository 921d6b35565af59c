"""The facts of a release for its report: classes and counts, no value of a single record."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey import __version__
from covey.measures.measures import measure
from covey.release.roles import Points
from covey.report.facts import Attribute, Facts
from covey.report.render import write_report

if TYPE_CHECKING:
    from covey.engine.protocol import Counted
    from covey.release.plan import Solved

FILE = "report.html"


def write(folder: Path, solved: Solved, recounted: Counted, shapes: Path | None) -> None:
    """``recounted`` is what was found in the written table: its measures are those of the release,
    not of the plan."""
    write_report(facts(solved, recounted, shapes), folder / FILE)


def facts(solved: Solved, recounted: Counted, shapes: Path | None = None) -> Facts:
    plan, job = solved.plan, solved.job
    published = recounted.records
    return Facts(
        k=job.k,
        records_read=plan.records,
        records_published=published,
        suppressed=plan.records - published,
        attributes=(_attribute(solved, shapes),),
        input_name=Path(solved.staged.name).name,
        fingerprint=solved.staged.fingerprint,
        covey_version=__version__,
        python_version=platform.python_version(),
        measures=measure(
            recounted.counts,
            quasi=recounted.columns,
            k=job.k,
            suppressed=plan.records - published,
        ),
        dropped=plan.dropped,
        passing=plan.unchanged,
        warnings=plan.warnings,
        notes=plan.notes,
    )


def _attribute(solved: Solved, shapes: Path | None) -> Attribute:
    (role,) = solved.job.quasi.values()
    (quasi,) = solved.plan.quasi
    return Attribute.from_result(
        solved.result,
        quasi.columns,
        list(zip(solved.names, solved.sizes, strict=True)),
        distinct=quasi.distinct,
        shapes=None if shapes is None else _shapes(shapes),
        degrees=shapes is not None and not (isinstance(role, Points) and not role.globe),
    )


def _shapes(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
