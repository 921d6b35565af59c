"""docs/reference/audit.schema.json: what audit.json is, for other programs.

``python -m covey.release.audit.schema`` prints it.
"""

from __future__ import annotations

import json

from covey.core.json_types import Schema, build_schema
from covey.release.audit.record import Audit


def audit_schema() -> Schema:
    return build_schema("audit.json of a release by covey", Audit)


def schema_text() -> str:
    return json.dumps(audit_schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
