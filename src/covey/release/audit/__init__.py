"""audit.json: what was asked, what was decided by default and why, what was warned about, and what
came of it.

========  ======================================================
record    the file as typed objects, from JSON and back
describe  the record of a release, from its certificate and report
schema    docs/reference/audit.schema.json
========  ======================================================
"""

from covey.release.audit.describe import audit_of, fits
from covey.release.audit.record import AUDIT_FILE, Audit

__all__ = ["AUDIT_FILE", "Audit", "audit_of", "fits"]
