"""What HIPAA's safe harbor asks of the columns of a release: the eighteen identifiers by the names
of columns, dates and identifiers by their values, ages and years of birth."""

from __future__ import annotations

import datetime as dt
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from covey.attributes.bands import IN_TIME, Bands
from covey.core.errors import NotAttained
from covey.core.thresholds import HIPAA
from covey.core.words import listed
from covey.io.dates import hold_dates
from covey.release.risks.identifiers import (
    ALMOST_ALL,
    FEW,
    IdentifyingColumns,
    suspicious_name,
    words_of,
)

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.release.job import Job

TOP_AGE = "<=89"
OLDEST = 89
"""Above this age, no age is published, and no year that tells it."""
YEARS = "year"
AGES = {"age", "ages", "alter", "edad"}
BIRTHS = {
    "birth", "born", "dob", "birthday", "birthdate", "birthyear", "yob", "geburt", "geburtsdatum",
    "geburtstag", "geburtsjahr", "naissance", "nacimiento",
}  # fmt: skip
PLACES = {"zip", "zipcode", "zcta", "postcode", "postal", "plz", "postleitzahl"}
STATES = {"state", "states", "country", "countries", "nation"}
"""Areas that may be published."""
DATES, AREAS, OTHERS = "dates", "geographic areas smaller than a state", "other unique numbers"
VAGUE = {"number", "code"}
"""Words that numbers of children and codes of diagnoses have, too: of a quasi-identifier they say
nothing, as long as its values repeat."""

IDENTIFIERS: Mapping[str, set[str]] = {
    "names": {"name", "firstname", "lastname", "surname", "forename", "fullname", "maiden"},
    AREAS: {
        "address", "street", "city", "town", "village", "county", "precinct", "parish",
        "tract", "fips", "geocode", "latitude", "longitude", "lat", "lon", "lng", "gps",
        "coordinates", "district", "borough", "municipality", "neighborhood", "neighbourhood",
        "ort", "wohnort", "stadt", "gemeinde", "ville", "ciudad", "municipio", *PLACES,
    },
    DATES: {"date", "admission", "discharge", "death", "died", "day", "admitted", "discharged",
            *BIRTHS},
    "telephone numbers": {"phone", "telephone", "tel", "mobile", "cell"},
    "fax numbers": {"fax"},
    "mail addresses": {"email", "mail"},
    "social security numbers": {"ssn", "socialsecurity", "social"},
    "medical record numbers": {"mrn", "record", "chart", "patient"},
    "health plan numbers": {"insurance", "beneficiary", "plan", "member", "subscriber", "medicare"},
    "account numbers": {"account", "iban"},
    "certificate and license numbers": {"certificate", "license", "licence", "passport"},
    "vehicle identifiers": {"vehicle", "vin", "plate"},
    "device identifiers": {"device", "serial", "imei", "mac", "udi"},
    "web addresses": {"url", "website", "web", "link"},
    "network addresses": {"ip", "ipaddress"},
    "biometric identifiers": {"fingerprint", "voiceprint", "biometric", "retina", "iris"},
    "photographs": {"photo", "photograph", "image", "picture"},
    OTHERS: {"id", "uuid", "guid", "uid", "pid", "number", "code"},
}  # fmt: skip
"""The eighteen of the rule, with words of columns that hold them."""
CANNOT_SEE = (
    "names of columns were looked at, and values for dates and for those that hardly repeat;"
    " what stands inside of texts, images and files, codes that are made from an identifier, and"
    " what you know besides, covey cannot see"
)


class Seen(NamedTuple):
    """What is known of the columns of a table.

    unchanged, identifying
        Those that pass through, and which of them may give people away.
    dates
        Of these the ones that hold dates, by their values.
    kinds, texts, rows
        Of counted columns how each was read, its different values, and the records of the table.
    """

    unchanged: Sequence[str]
    identifying: IdentifyingColumns
    dates: Sequence[str]
    kinds: Mapping[str, str]
    texts: Mapping[str, Sequence[str]]
    rows: int

    def holds_dates(self, column: str) -> bool:
        if column in self.dates or self.kinds.get(column) in IN_TIME:
            return True
        return hold_dates(self.texts.get(column, ()))

    def is_distinct(self, column: str) -> bool:
        """Of a counted column: whether almost every record has a value of its own."""
        return self.rows >= FEW and len(self.texts.get(column, ())) >= ALMOST_ALL * self.rows


def is_age(name: str, role: Role) -> bool:
    return role.on_a_line and bool(words_of(name) & AGES)


def note_on_identifiers(job: Job, identifying: IdentifyingColumns) -> str:
    """What the look for the eighteen identifiers found, and what it cannot find."""
    own = (*identifying.identifiers, *identifying.many, *identifying.dates, *identifying.linking)
    doubtful = list(dict.fromkeys((*own, *_open_ages(job))))
    if not doubtful:
        return f"none of the eighteen identifiers was found in the published columns: {CANNOT_SEE}"
    return (
        f"{listed(map(repr, doubtful), 5)} may be among the eighteen identifiers, as the warnings"
        f" say: look at the values; {CANNOT_SEE}"
    )


def warnings_on_ages(job: Job) -> list[str]:
    """Ages whose bands are others than the rule's."""
    if job.preset != HIPAA:
        return []
    return [
        f"ages above {OLDEST} are published in bands of their own: the preset {HIPAA} asks for one,"
        f" and the bands of {name!r} are {bands!r}; add {TOP_AGE} to them: --bands"
        f" {shlex.quote(f'{name}={_coded(bands, TOP_AGE)}')}"
        for name, bands in _open_ages(job).items()
    ]


def _open_ages(job: Job) -> dict[str, str]:
    """Ages, with their bands, of which those above 89 are not one band."""
    return {
        name: role.stated_bands
        for name, role in job.quasi.items()
        if is_age(name, role) and not _ends(role.stated_bands)
    }


def _coded(bands: str, code: str) -> str:
    """Bands with a code for the top or the bottom, without the one they have on that side."""
    parts = [part for part in bands.split() if part[0] != code[0]]
    return " ".join([*parts, code])


def _ends(bands: str) -> bool:
    """Whether all ages above 89 are one band.

    >>> [_ends(each) for each in ("<=89", "5 <90", "0,18,90", "5", "<=95", "")]
    [True, True, True, False, False, False]
    """
    if not bands:
        return False
    own = Bands.of(bands)
    if own.top is not None:
        # "<90" and "<=89" are the same for ages in whole years.
        most = OLDEST + (own.top.sign == "<")
        return Decimal(own.top.border) <= most
    return bool(own.borders) and Decimal(own.borders[-1]) <= OLDEST + 1


def refuse_unlike_harbor(job: Job, seen: Seen) -> None:
    """Refuse what the preset does not allow, published as it is or in groups."""
    if job.pseudonym:
        raise NotAttained(
            f"The preset {HIPAA}: pseudonyms of {job.person!r} are codes that are made from an"
            " identifier, which the rule counts among the identifiers.",
            hint="Leave --pseudonym out.",
            given=job.person,
        )
    _refuse_unchanged(seen)
    for name, role in job.quasi.items():
        for column in role.columns(name):
            _refuse_grouped(column, role, seen)
    _refuse_open_ages(job, seen.unchanged)
    for name, role in job.quasi.items():
        for column in role.columns(name):
            _refuse_dates(column, role, seen)
    _refuse_distinct(job, seen)


def _named(column: str) -> Iterator[str]:
    """The kinds of identifiers that the name of a column stands for."""
    found = [what for what, words in IDENTIFIERS.items() if words_of(column) & words]
    # The general list of identifiers has words that the rule's own list lacks.
    if not found and suspicious_name(column):
        found = [OTHERS]
    yield from found


def _refuse_unchanged(seen: Seen) -> None:
    found = {column: [*_named(column)] for column in seen.unchanged}
    # Also by values: a column of dates may be called anything.
    for column in seen.unchanged:
        if not found[column] and seen.holds_dates(column):
            found[column] = [DATES]
    found = {column: kinds for column, kinds in found.items() if kinds}
    if not found:
        return
    words = [f"{column!r} ({what})" for column, kinds in found.items() for what in kinds]
    hint = f"Drop what is one ({_drops(found)}), and rename a column that is not."
    dated = [column for column, kinds in found.items() if DATES in kinds]
    if dated:
        hint += f" Dates may stay as years: {_as_years(dated[0])}."
    if any(words_of(column) & PLACES for column in found):
        hint += " Three digits of a zip-code may stay with --label and --population TABLE:COUNT."
    raise NotAttained(
        f"The preset {HIPAA}: {listed(words, 5)} may be one of the eighteen identifiers, and"
        " would be published as it is.",
        hint=hint,
        given=words,
    )


def _refuse_grouped(column: str, role: Role, seen: Seen) -> None:
    """Refuse a quasi-identifier whose sets would name identifiers, or areas below a state."""
    kinds = [*_named(column)]
    words = words_of(column)
    # With a stated order the values are labels, and no dates.
    ordered = role.on_a_line and not role.stated_order
    # Places and regions are smaller than a state, whatever their columns are called.
    if role.is_coordinates or (role.needs_map and not words & (PLACES | STATES)):
        kinds = [AREAS]
    if not role.is_coordinates and words & PLACES:
        # Their texts and their people are counted when they are known.
        kinds = [each for each in kinds if each != AREAS]
    # Ordered dates may be published as years: _refuse_dates looks at them.
    if ordered:
        kinds = [each for each in kinds if each != DATES]
    elif seen.holds_dates(column):
        kinds = [DATES]
    if kinds == [OTHERS] and words & IDENTIFIERS[OTHERS] <= VAGUE and not seen.is_distinct(column):
        kinds = [] if words & VAGUE else kinds
    # Whatever it is called: a group of values that hardly repeat lists identifiers.
    if not kinds and not ordered and not words & PLACES and seen.is_distinct(column):
        kinds = [OTHERS]
    if not kinds:
        return
    own = shlex.quote(column)
    hint = f"Drop it (--drop {own})"
    if kinds == [DATES]:
        hint = f"Publish years: {_as_years(column)}. Or drop it (--drop {own})"
    raise NotAttained(
        f"The preset {HIPAA}: {column!r} may be one of the eighteen identifiers"
        f" ({listed(kinds, 5)}), and the groups of its values that are published would show them.",
        hint=f"{hint}, or rename it if it is not.",
        given=column,
    )


def _refuse_open_ages(job: Job, unchanged: Sequence[str]) -> None:
    """Refuse ages that would be published without one band for all above 89."""
    grouped = [name for name, role in job.quasi.items() if not role.on_a_line]
    for column in (*unchanged, *grouped):
        if words_of(column) & AGES:
            raise NotAttained(
                f"The preset {HIPAA} puts ages above 89 into one band; {column!r} may hold ages,"
                " and is not ordered.",
                hint=f"Name it with --ordered {shlex.quote(column)} (covey.Ordered() in Python),"
                " drop it, or rename it if it holds none.",
                given=column,
            )


def _refuse_dates(column: str, role: Role, seen: Seen) -> None:
    """Refuse dates that are not cut at years, and years of birth that tell an age above 89."""
    bands = role.stated_bands
    dated = seen.kinds.get(column) in IN_TIME
    if dated and (not bands or Bands.of(bands).unit not in (YEARS, "decade")):
        raise NotAttained(
            f"The preset {HIPAA} publishes years of dates; {column!r} holds dates that are"
            " not cut at years.",
            hint=_with_bands(column, _years(column)),
            given=column,
        )
    if words_of(column) & BIRTHS and role.on_a_line and not _begins(bands):
        first = f"{_first_year()}-01-01" if dated else str(_first_year())
        raise NotAttained(
            f"The preset {HIPAA} publishes no year that tells an age above {OLDEST}; years of"
            f" {column!r} below {_first_year()} are not one band.",
            hint=_with_bands(column, _coded(bands, f">={first}"))
            + " Rename the column if it holds no births.",
            given=column,
        )


def _as_years(column: str) -> str:
    bands = _years(column)
    return (
        f"--bands {shlex.quote(f'{column}={bands}')} (bands={bands!r} in Python) and --ordered"
        f" {shlex.quote(column)}"
    )


def _with_bands(column: str, bands: str) -> str:
    return f"Add --bands {shlex.quote(f'{column}={bands}')} (bands={bands!r} in Python)."


def _years(column: str) -> str:
    """The bands that a column of dates needs."""
    return f"{YEARS} >={_first_year()}-01-01" if words_of(column) & BIRTHS else YEARS


def _first_year() -> int:
    """Who was born in this year or later is not above 89 in this one."""
    # The rule is about ages at the time of the release, so the clock counts here.
    return dt.date.today().year - OLDEST


def _begins(bands: str) -> bool:
    """Whether all years of birth that tell an age above 89 are one band."""
    if not bands:
        return False
    own = Bands.of(bands)
    if own.bottom is not None:
        border, after = own.bottom.border, own.bottom.sign == ">"
    elif own.borders:
        border, after = own.borders[0], False
    else:
        return False
    # A bottom code of whole years or of dates: both are compared as years.
    year = dt.date.fromisoformat(border).year if border.count("-") == 2 else Decimal(border) + after
    return year >= _first_year()


def _refuse_distinct(job: Job, seen: Seen) -> None:
    """Refuse columns that pass through and are identifiers by their values. What was named as
    sensitive has been looked at."""
    found = [column for column in seen.identifying.many if column not in job.sensitive]
    if found:
        raise NotAttained(
            f"The preset {HIPAA}: almost all values of {listed(map(repr, found), 5)} are distinct."
            " They may be identifiers, or texts that hold some, and would be published as they"
            " are.",
            hint=f"Drop what is one ({_drops(found)}); name a measurement, such as a cost, with"
            f" --sensitive {shlex.quote(found[0])} (sensitive={{{found[0]!r}: {{}}}} in Python).",
            given=found,
        )


def _drops(columns: Iterable[str]) -> str:
    return " ".join(f"--drop {shlex.quote(column)}" for column in columns)
