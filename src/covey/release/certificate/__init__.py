"""certificate.json: what is claimed of a release, and what proves it.

============  ==================================================================
fields        the types of single values
reading       how the tables were read
record        the certificate as typed objects, from JSON and back
consistency   whether its fields agree with each other
describe      the certificate of a release that was just made
files         the file in the folder of a release
job_of        the job that a release was made by
schema        docs/reference/certificate.schema.json
============  ==================================================================
"""

from covey.release.certificate.describe import (
    describe,
    describe_applied,
    name_tables,
    table_file,
)
from covey.release.certificate.files import (
    FRAME,
    address_of,
    files_of,
    fingerprint,
    folder_of,
    name_of,
    parsed,
    read_bytes,
    read_release,
    refuse_changed,
    write_certificate,
)
from covey.release.certificate.job_of import job_of
from covey.release.certificate.record import (
    FORMAT,
    AppliedCertificate,
    ReleaseCertificate,
    SolvedCertificate,
)

__all__ = [
    "FORMAT",
    "FRAME",
    "AppliedCertificate",
    "ReleaseCertificate",
    "SolvedCertificate",
    "address_of",
    "describe",
    "describe_applied",
    "files_of",
    "fingerprint",
    "folder_of",
    "job_of",
    "name_of",
    "name_tables",
    "parsed",
    "read_bytes",
    "read_release",
    "refuse_changed",
    "table_file",
    "write_certificate",
]
