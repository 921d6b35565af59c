"""Every column of a table that was published: its role, what became of it, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.attributes import ROLES, Role
from covey.release.certificate.record import ReleaseCertificate
from covey.release.job.sensitive import from_rules
from covey.report.facts import Kind, Variable

KNOWN = "named as what others may know of a person"
WANTED = "named as what others want to learn"
LEFT_OUT = "named to be left out"
WHO = "named as the column that distinguishes people"
NO_ROLE = "by default: no role was given, so it counts as not known to others"


def inventory(
    certificate: ReleaseCertificate, columns: Sequence[str], exposed: Mapping[str, str]
) -> tuple[Variable, ...]:
    """``columns`` are those of the table that was read; ``exposed`` says of some that are published
    as they are why people may be found by them."""
    named = _named(certificate)
    found = []
    for column in columns:
        role, treatment, reason = named.get(column, ("other", "published as it is", NO_ROLE))
        found.append(Variable(column, role, treatment, reason, exposed.get(column, "")))
    return tuple(found)


def kind_of(role: Role | type[Role]) -> Kind:
    """What the report says of such columns."""
    return Kind(role.role, role.value_word, role.sets_words, role.on_a_line, role.needs_map)


def _named(certificate: ReleaseCertificate) -> dict[str, tuple[str, str, str]]:
    found: dict[str, tuple[str, str, str]] = {}
    for quasi in certificate.quasi.values():
        into = f"generalized into {kind_of(ROLES[quasi.role]).sets}"
        if quasi.bands is not None:
            into += f" along bands ({quasi.bands})"
        found |= dict.fromkeys(quasi.columns, ("quasi-identifier", into, KNOWN))
    for column, rules in certificate.sensitive.items():
        asked = "; ".join(each.words() for each in from_rules({column: rules}))
        held = f"; every class has {asked}" if asked else "; nothing is asked of it"
        found[column] = ("sensitive attribute", f"published as it is{held}", WANTED)
    for column in certificate.dropped:
        found[column] = ("left out", "not published", LEFT_OUT)
    if certificate.person is not None:
        shown = "published as keyed pseudonyms" if certificate.pseudonym else "not published"
        counts = f"{shown}; k counts its different values"
        found[certificate.person] = ("person", counts, WHO)
    for column, least in (certificate.groups or {}).items():
        asked = f"not published; every class has at least {least:,} of its values"
        found[column] = ("group", asked, "named as what people belong to, such as a household")
    return found
