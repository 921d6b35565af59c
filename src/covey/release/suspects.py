"""Columns that pass through unchanged and look like identifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

ALMOST_ALL = 0.9
"""The share of records from which on distinct values are nearly one per record."""
FEW = 20
"""Records below which that says nothing."""

WORDS = (
    "ssn", "nino", "email", "mail", "phone", "telephone", "tel", "mobile", "cell", "fax", "address",
    "street", "name", "firstname", "lastname", "surname", "forename", "fullname", "username",
    "login", "passport", "licence", "license", "iban", "account", "card", "mrn", "id", "uuid",
    "guid", "ip", "url", "plate", "vin", "insurance",
)  # fmt: skip
"""Words of a column's name that identifiers have."""


def suspicious_name(column: str) -> bool:
    """
    >>> [suspicious_name(name) for name in ("patientID", "E-Mail", "street_address", "validity")]
    [True, True, True, False]
    """
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", column)
    parts = re.split(r"[^a-z]+", apart.casefold())
    joined = "".join(parts)
    return any(part in WORDS for part in parts) or joined in ("email", "socialsecurity")


def warnings(columns: Sequence[str], distinct: Mapping[str, float], records: int) -> list[str]:
    """What to say of columns that pass through, given the share of their values that are
    distinct."""
    found = []
    for column in columns:
        many = records >= FEW and distinct.get(column, 0) >= ALMOST_ALL
        reasons = ["its name says so"] if suspicious_name(column) else []
        reasons += ["almost all of its values are distinct"] if many else []
        if reasons:
            found.append(
                f"{column!r} looks like an identifier ({' and '.join(reasons)}) and passes through"
                " unchanged: --drop it?"
            )
    return found
