"""What every field of a certificate is. A certificate comes from anybody: whoever reads one relies
on this, and on nothing else."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from covey.attributes import ROLES, Role, role_from_dict
from covey.codebook.dimensions import HIGHEST, LOWEST, MISSING_AS
from covey.core.errors import CoveyError
from covey.core.validate import MAX_TOTAL
from covey.io.inputs.csv import DELIMITERS
from covey.io.kinds import KINDS, ORDERED
from covey.io.layout import ENDINGS
from covey.io.outputs.folder import MARK, SIGNATURE
from covey.release.job import MISSING, OBJECTIVES, RECODINGS, UNMAPPED
from covey.release.sensitive import from_rules

MOST = sys.float_info.max


class Amiss(Exception):
    """A field that is not what it must be, in words."""


Kind = Callable[[Any, str], None]
"""Raises :class:`Amiss` for a value, given the name of its field."""


def refuse_amiss(data: dict[str, Any]) -> None:
    """Raise :class:`Amiss` for the first field that is not what covey writes."""
    try:
        # Files hold neither half a character nor a number that is none.
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise Amiss(f"it is not plain JSON in UTF-8 ({type(error).__name__})") from None
    _CERTIFICATE(data, "")
    _record(_PROVED if data["proof"] is not None else _APPLIED, every=False)(data, "")
    _refuse_other_proof(data)
    own = _roles(data)
    _refuse_columns(data, own)
    _refuse_odd_rules(data)
    _refuse_unread(data, own)
    _refuse_odd_numbers(data)


def _is(words: str, holds: Callable[[Any], bool]) -> Kind:
    def check(value: Any, name: str) -> None:
        if not holds(value):
            raise Amiss(f"{name} is not {words}")

    return check


def _each(inner: Kind, words: str) -> Kind:
    """A list, each part of which is of a kind."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, list):
            raise Amiss(f"{name} is not a list of {words}")
        for at, each in enumerate(value, start=1):
            inner(each, f"{name}, no. {at},")

    return check


def _named(inner: Kind) -> Kind:
    """An object with any names, each part of which is of a kind."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, dict):
            raise Amiss(f"{name} is not an object")
        for own, each in value.items():
            inner(each, f"{name}.{own}")

    return check


def _record(
    needed: Mapping[str, Kind], allowed: Mapping[str, Kind] | None = None, *, every: bool = True
) -> Kind:
    """An object with these fields, some of which may be absent; ``every`` says that it has no
    others."""
    known = {**needed, **(allowed or {})}

    def check(value: Any, name: str) -> None:
        if not isinstance(value, dict):
            raise Amiss(f"{name} is not an object")
        begin = f"{name}." if name else ""
        for own in needed:
            if own not in value:
                raise Amiss(f"{begin}{own} is missing")
        for own, each in value.items():
            if own in known:
                known[own](each, f"{begin}{own}")
            elif every:
                raise Amiss(f"{begin}{own[:60]} is no field of a certificate")

    return check


def _maybe(inner: Kind) -> Kind:
    return lambda value, name: None if value is None else inner(value, name)


def _one_of(*known: str) -> Kind:
    return _is(
        f"one of {', '.join(known)}", lambda value: isinstance(value, str) and value in known
    )


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -MOST <= value <= MOST


def is_plain(name: str) -> bool:
    """Whether this can be the name of a file that a certificate has beside it: no path, nothing
    hidden, and neither the certificate nor its signature, whose fingerprints it cannot know.

    >>> [name for name in ("table.csv", "../table.csv", ".secret.csv", "") if is_plain(name)]
    ['table.csv']
    """
    elsewhere = {"/", "\\"} & set(name) or name.startswith(".")
    return bool(name) and name.isprintable() and not elsewhere and name not in (MARK, SIGNATURE)


_TEXT = _is("a text", lambda value: isinstance(value, str))
_BOOLEAN = _is("true or false", lambda value: type(value) is bool)
_WHOLE = _is("a whole number", lambda value: type(value) is int)
_NUMBER = _is("a finite number", _is_number)
_COUNT = _is(
    "a count, a whole number from 0 to 2^63 - 1",
    lambda value: type(value) is int and 0 <= value <= MAX_TOTAL,
)
_AT_LEAST_ONE = _is(
    "a whole number from 1 to 2^63 - 1",
    lambda value: type(value) is int and 1 <= value <= MAX_TOTAL,
)
_SHARE = _is("a share from 0 to below 1", lambda value: _is_number(value) and 0 <= value < 1)
_WEIGHT = _is("a number, 0 or more", lambda value: _is_number(value) and value >= 0)
_FILE = _is(
    "the plain name of a file, without folders",
    lambda value: isinstance(value, str) and is_plain(value),
)
_LONGITUDE = _is("a longitude", lambda value: _is_number(value) and -180 <= value < 180)
_OPTION = _is("a text or a number", lambda value: isinstance(value, str | int | float | None))
_KIND = _one_of("text", *KINDS)
_RULES = _named(_is("a number, or a list of two", lambda value: _is_number(value) or _pair(value)))


def _pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _versions(value: Any, name: str) -> None:
    _named(_TEXT)(value, name)
    _record({"covey": _TEXT, "python": _TEXT}, every=False)(value, name)


def _files(value: Any, name: str) -> None:
    _named(_TEXT)(value, name)
    for own in value:
        _FILE(own, f"a file of {name}")


_COLUMN = _record(
    {},
    {
        "read_as": _one_of(*(kind.name for kind in ORDERED)),
        "pole": _LONGITUDE,
        MISSING_AS: _is(
            "one end of an order, or a place",
            lambda value: value in (LOWEST, HIGHEST) if isinstance(value, str) else _pair(value),
        ),
        "map": _record({}, {"name": _TEXT, "fingerprint": _TEXT}),
    },
)
_POPULATION = _record({"name": _TEXT, "column": _TEXT, "people": _COUNT}, {"fingerprint": _TEXT})
_ROLE = _record(
    {"role": _one_of(*ROLES), "columns": _each(_TEXT, "columns")},
    {
        "order": _each(_TEXT, "labels"),
        "kind": _TEXT,
        **dict.fromkeys(("lat", "lon", "x", "y"), _TEXT),
        **dict.fromkeys(("key", "layer", "contiguity", "islands"), _TEXT),
        "tolerance": _WEIGHT,
    },
)
_BEFORE: dict[str, Kind] = {
    "format": _TEXT,
    "k": _COUNT,
    "records": _record(dict.fromkeys(("input", "published", "suppressed"), _COUNT)),
    "table": _record(
        {
            "file": _FILE,
            "format": _one_of(*ENDINGS),
            "delimiter": _is(
                "a comma, a semicolon, a tab or a bar",
                lambda value: value in [*DELIMITERS],
            ),
        },
        {"part": _TEXT},
    ),
    "quasi": _named(_ROLE),
    "sensitive": _named(_RULES),
    "read": _record(
        {"columns": _named(_COLUMN)}, {"sensitive": _named(_KIND), "population": _POPULATION}
    ),
    "classes": _record(
        {
            **dict.fromkeys(("count", "smallest", "largest"), _COUNT),
            "sizes": _each(_COUNT, "counts"),
        }
    ),
    "dropped": _each(_TEXT, "columns"),
    "shuffled": _BOOLEAN,
    "escape_formulas": _BOOLEAN,
    "input": _record({"name": _TEXT, "fingerprint": _TEXT}),
    "files": _files,
    "versions": _versions,
    "missing": _one_of(*MISSING),
    "proof": _maybe(_record({"kind": _TEXT}, {"words": _TEXT}, every=False)),
    "k_map": _maybe(_AT_LEAST_ONE),
}
"""What every certificate has."""
_PROVED: dict[str, Kind] = {
    "recoding": _one_of(*RECODINGS),
    "suppress": _SHARE,
    "weights": _named(_WEIGHT),
    "tight": _BOOLEAN,
    "objective": _one_of(*OBJECTIVES),
    "cost": _WHOLE,
    "lower_bound": _WHOLE,
    "gap": _maybe(_NUMBER),
    "status": _TEXT,
    "verdict": _TEXT,
    "reveals": _TEXT,
    "guarantee": _record(
        {"text": _TEXT, "source": _TEXT},
        {"ratio": _maybe(_NUMBER), "added": _NUMBER, "limit": _maybe(_WHOLE)},
    ),
    "method": _TEXT,
    "options": _named(_OPTION),
    "notes": _each(_TEXT, "texts"),
    "seed": _WHOLE,
    "unmapped": _one_of(*UNMAPPED),
}
"""What goes with a proof, and with nothing else."""
_APPLIED: dict[str, Kind] = {
    "applied": _record({"certificate": _TEXT}),
    "withheld": _each(_AT_LEAST_ONE, "classes"),
}
"""What a release has that recodes new records, and no other."""
_CERTIFICATE = _record(_BEFORE, _PROVED | _APPLIED)


def _refuse_other_proof(data: dict[str, Any]) -> None:
    other = _APPLIED if data["proof"] is not None else _PROVED
    for name in data:
        if name in other:
            raise Amiss(f"{name} does not go with {'a' if data['proof'] else 'no'} proof")


def _roles(data: dict[str, Any]) -> dict[str, Role]:
    found = {}
    for name, described in data["quasi"].items():
        plain = {option: value for option, value in described.items() if option != "columns"}
        if ROLES[plain["role"]].needs_map:
            plain["map"] = None
        try:
            found[name] = role_from_dict(name, plain)
        except CoveyError as error:
            raise Amiss(error.message) from None
        if described["columns"] != list(found[name].columns(name)):
            raise Amiss(f"quasi.{name}.columns are not those of the role")
    if not found:
        raise Amiss("quasi names no column")
    return found


def _refuse_columns(data: dict[str, Any], own: Mapping[str, Role]) -> None:
    """Every column has one role."""
    columns = [column for name, role in own.items() for column in role.columns(name)]
    columns += [*data["sensitive"], *data["dropped"]]
    if len(set(columns)) < len(columns):
        raise Amiss("a column has two roles")
    if not set(data.get("weights", ())) <= own.keys():
        raise Amiss("weights are not of quasi-identifiers")


def _refuse_odd_rules(data: dict[str, Any]) -> None:
    try:
        from_rules(data["sensitive"])
    except CoveyError as error:
        raise Amiss(error.message) from None


def _refuse_unread(data: dict[str, Any], own: Mapping[str, Role]) -> None:
    """What is said about the reading is what the roles need."""
    read = data["read"]
    if not read["columns"].keys() <= own.keys():
        raise Amiss("read.columns are not of quasi-identifiers")
    for name, role in own.items():
        needed, allowed = role.readings()
        said = read["columns"].get(name, {})
        if role.may_count_missing_as(said.get(MISSING_AS)):
            allowed = allowed | {MISSING_AS}
        odd = sorted((needed - said.keys()) | (said.keys() - needed - allowed))
        if odd:
            raise Amiss(f"what is read of {name} is not what its role needs: {', '.join(odd)}")
    asked = {column for column, rules in data["sensitive"].items() if rules}
    if asked != set(read.get("sensitive", ())):
        raise Amiss("read.sensitive does not say how the sensitive attributes were read")
    if (data["k_map"] is None) != ("population" not in read):
        raise Amiss("k_map and read.population go together")
    if data["proof"] is not None and "fingerprint" not in read.get("population", ["fingerprint"]):
        raise Amiss("read.population.fingerprint is missing")


def _refuse_odd_numbers(data: dict[str, Any]) -> None:
    sizes = data["classes"]["sizes"]
    if not sizes or sum(sizes) > MAX_TOTAL:
        raise Amiss("classes.sizes are not the sizes of one class or more, 2^63 - 1 in all at most")
    withheld = data.get("withheld", [])
    if len(set(withheld)) < len(withheld) or max(withheld, default=0) > len(sizes):
        raise Amiss("withheld does not name classes, each once")
