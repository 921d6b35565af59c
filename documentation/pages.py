"""The pages that are made from code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from covey.cross_tables.certificate import schema_text as counts_schema_text
from covey.release.audit.schema import schema_text as audit_schema_text
from covey.release.certificate.schema import schema_text
from documentation import certificate, command_line, job_file, python

DOCS = Path(__file__).parent.parent / "docs"

PAGES: dict[str, Callable[[], str]] = {
    "reference/cli.md": command_line.page,
    "reference/job-file.md": job_file.page,
    "reference/python.md": python.page,
    "reference/certificate.md": certificate.page,
    "reference/certificate.schema.json": schema_text,
    "reference/audit.schema.json": audit_schema_text,
    "reference/counts.schema.json": counts_schema_text,
}
"""Who writes which file of docs/."""


def write_pages() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
