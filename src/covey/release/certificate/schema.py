"""docs/reference/certificate.schema.json: what a certificate is, for other programs.

``python -m covey.release.certificate.schema`` prints it. A certificate that fits it may still be
refused: its fields must also agree with each other (see ``consistency.py``), and 3.0 is a whole
number to JSON Schema, but not to covey.
"""

from __future__ import annotations

import json

from covey.core.json_types import Schema, build_schema
from covey.release.certificate.record import AppliedCertificate, SolvedCertificate


def certificate_schema() -> Schema:
    return build_schema(
        "certificate.json of a release by covey", SolvedCertificate, AppliedCertificate
    )


def schema_text() -> str:
    return json.dumps(certificate_schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
