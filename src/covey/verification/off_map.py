"""Codes that the map lacks and that were left out by name: the certificate says how many there are,
and only the table which."""

from __future__ import annotations

from dataclasses import replace

from covey.attributes import Role
from covey.attributes.regions import Regions
from covey.engine.protocol import Counted
from covey.verification.claims import Claimed

WITHHELD_CODES = "all records of some assigned codes were withheld, and the certificate has no such"


def with_codes_of_table(claimed: Claimed, counted: Counted) -> Claimed:
    """The claims with these codes excluded: all of the table that have no place, unless these are
    more than the certificate says. Without the map it is not known which have none."""
    roles: dict[str, Role] = dict(claimed.roles)
    for name, role in claimed.regions.items():
        said = claimed.certificate.quasi[name]
        codes = strangers(claimed, name, counted)
        # The certificate counts codes that it does not name: a name would say that somebody has it.
        most = (said.exclude_more or 0) + (said.assign_more or 0)
        if not said.exclude_more or (role.map is not None and len(codes) > most):
            continue
        # From here on these codes count as excluded, as they did for the publisher.
        full = replace(role, exclude=(*role.exclude, *codes))
        roles[name] = full
        if role.map is not None:
            # They are no areas, so the map need not be read again.
            loaded = claimed.map_of(role)
            areas = loaded.areas
            excluded, strange = areas.excluded.union(codes), areas.strangers.union(codes)
            settled = replace(areas, excluded=excluded, strangers=strange)
            claimed.maps[repr(full)] = loaded._replace(areas=settled)
    return replace(claimed, roles=roles)


def withheld_codes(claimed: Claimed, counted: Counted) -> bool:
    """Whether the table may have codes that were assigned to an area, and then withheld: the
    problem cannot be built again without these."""
    return any(
        claimed.certificate.quasi[name].assign_more and strangers(claimed, name, counted)
        for name in claimed.regions
    )


def strangers(claimed: Claimed, name: str, counted: Counted) -> list[str]:
    """The codes of the table that are neither on the map nor excluded by name; without the map,
    those that the codebook lacks."""
    role: Regions = claimed.regions[name]
    # None is missing, which is no code.
    known: set[str | None] = {None, *role.exclude, *claimed.book.of(name).listed.places}
    if role.map is not None:
        known.update(claimed.map_of(role).areas.keys)
    return [text for text in counted.of([name]).values[0].tolist() if text not in known]
