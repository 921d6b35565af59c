"""What a column looks like, and how it would be treated. Nothing is decided here: a person does."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import field
from enum import StrEnum

from covey.core.dataclass import dataclass
from covey.io.columns.profile import Profile
from covey.release.risks.identifiers import (
    ALMOST_ALL,
    FEW,
    identifies_people,
    known_to_others,
    suspicious_name,
    words_of,
)


class Treatment(StrEnum):
    """What would become of a column."""

    DROP = "drop"
    PERSON = "person"
    LABEL = "label"
    CODE = "code"
    ORDERED = "ordered"
    LATITUDE = "latitude"
    LONGITUDE = "longitude"
    SENSITIVE = "sensitive"
    KEEP = "keep"


@dataclass(frozen=True)
class Look:
    """What a column looks like, why, and how it would be treated; ``advice`` is what a person
    should think of, ``rules`` are those of a sensitive column, such as ``{"l": 2}``."""

    column: str
    looks_like: str
    why: str
    treatment: Treatment
    advice: str = ""
    rules: dict[str, float] = field(default_factory=dict)


DIAGNOSES = {"diagnosis", "diagnoses", "icd", "disease", "illness", "disorder", "befund"}
WEALTH = {"income", "salary", "wage", "earnings", "debt", "cost", "charges", "gehalt"}
BELIEFS = {"party", "vote", "orientation", "hiv"}
OCCUPATIONS = {"occupation", "job", "profession", "employer", "soc", "isco", "beruf"}
SEXES = {"sex", "gender", "geschlecht", "sexe", "sexo"}
AGES = {"age", "alter", "edad"}
CODES = {"zip", "zipcode", "postcode", "postal", "plz", "fips", "tract", "county", "district"}
GROUPS = {"household", "family", "haushalt", "familie"}
BIRTH = {"birth", "born", "dob", "birthday", "geburt"}
AGES_LOOK, YEARS_LOOK, BIRTH_LOOK = "ages", "years of birth", "dates of birth"
SAME_AGE = (AGES_LOOK, YEARS_LOOK, BIRTH_LOOK)
"""What tells the age of a person, from the coarsest to the finest."""
YEARS = (1850, 2100)
HALF = 0.5
"""The share of different values from which on numbers are amounts rather than codes."""
CLOSE = 0.3
"""How far a class may be from the table, where that is proposed."""
FREE_TEXT = 4.0
"""Words of a value, on average, from which on it is a text that somebody wrote."""
SENTENCE = 6.0
"""The same of shorter values, if most of them are different: labels repeat."""
DEGREES = {
    Treatment.LATITUDE: ({"latitude", "lat"}, 90.0),
    Treatment.LONGITUDE: ({"longitude", "lon", "lng", "long"}, 180.0),
}


def look_at(profile: Profile) -> Look:
    """The first rule that fits."""
    if not profile.values:
        return Look(profile.column, "empty", "no value in it", Treatment.DROP)
    # _rest fits everything, so there is always one.
    return next(look for rule in RULES for look in rule(profile))


def _share(profile: Profile, part: float) -> str:
    """A share of the values, which is not rounded up to all."""
    others = round((1 - part) * profile.values)
    # From here on a share would be rounded to 100 %.
    if others and part >= 0.995:
        return f"all but {others:,} of the values"
    return f"{part:.0%} of the values"


def _person(profile: Profile) -> Iterator[Look]:
    """Values that repeat, of a column that identifies a person by its name."""
    # A number for every record is an identifier, and a few numbers are groups.
    again = profile.distinct >= FEW and profile.distinct_share < ALMOST_ALL
    if not again or not identifies_people(profile.column) or profile.words >= FREE_TEXT:
        return
    each = profile.values / profile.distinct
    why = f"by name, {profile.distinct:,} different ones with {each:.1f} records each"
    if words_of(profile.column) & GROUPS:
        column = profile.column
        advice = f"classes can be asked to have some of them: --group {shlex.quote(f'{column}=5')}"
        yield Look(profile.column, "households", why, Treatment.DROP, advice)
    else:
        advice = "k then counts people, and the column is not published"
        yield Look(profile.column, "people", why, Treatment.PERSON, advice)


def _contact(profile: Profile) -> Iterator[Look]:
    for pattern, looks_like in (
        ("mail", "mail addresses"),
        ("uuid", "identifiers (UUID)"),
        ("address", "network addresses"),
    ):
        if profile.mostly(pattern, 0.8):
            why = f"{_share(profile, profile.shares[pattern])} are written so"
            yield Look(profile.column, looks_like, why, Treatment.DROP)
    named = words_of(profile.column) & {"phone", "tel", "telephone", "mobile", "fax", "telefon"}
    if named and profile.mostly("phone", 0.8):
        yield Look(profile.column, "phone numbers", "by name and values", Treatment.DROP)


def _free_text(profile: Profile) -> Iterator[Look]:
    # Names of diseases or jobs have several words, too, but are short.
    long = profile.words >= FREE_TEXT and profile.longest > 60
    if long or (profile.words >= SENTENCE and profile.distinct_share >= HALF):
        yield Look(
            profile.column,
            "free text",
            f"{profile.words:.0f} words in a value on average",
            Treatment.DROP,
            "k-anonymity cannot protect what people write: names and stories stay in it",
        )


def _coordinate(profile: Profile) -> Iterator[Look]:
    # low and high are there only if all values are numbers.
    if profile.low is None or profile.high is None:
        return
    for treatment, (names, limit) in DEGREES.items():
        within = -limit <= profile.low <= profile.high <= limit
        if within and words_of(profile.column) & names:
            why = f"by name, and all values are within {limit:.0f} degrees"
            yield Look(profile.column, f"a {treatment}", why, treatment)


def _date(profile: Profile) -> Iterator[Look]:
    if profile.mostly("date", 0.9):
        yield Look(
            profile.column,
            BIRTH_LOOK if words_of(profile.column) & BIRTH else "dates",
            # By their form: 31.02.1980 is no day.
            f"{_share(profile, profile.shares['date'])} are written like dates",
            Treatment.ORDERED,
            # Proposed as ordered also if a few are not read yet: these may be written in another
            # way.
            "" if profile.mostly("date", 1.0) else "covey look says how to read all of them",
        )


def _age(profile: Profile) -> Iterator[Look]:
    if profile.low is None or profile.high is None:
        return
    words = words_of(profile.column)
    if words & AGES and profile.low >= 0 and profile.high <= 125:
        yield Look(profile.column, AGES_LOOK, "by name, all between 0 and 125", Treatment.ORDERED)
    if words & BIRTH and YEARS[0] <= profile.low and profile.high <= YEARS[1]:
        why = f"by name, from {YEARS[0]} to {YEARS[1]}"
        yield Look(profile.column, YEARS_LOOK, why, Treatment.ORDERED)


def _sex(profile: Profile) -> Iterator[Look]:
    if words_of(profile.column) & SEXES and profile.distinct <= 10:
        yield Look(profile.column, "sex", "by name, few values", Treatment.LABEL)


def _area_code(profile: Profile) -> Iterator[Look]:
    zeros = profile.shares["zeros"] > 0 and profile.mostly("whole")
    # One length for all: neither short numbers nor names.
    same = 3 <= profile.shortest == profile.longest <= 12
    if (words_of(profile.column) & CODES) and profile.distinct_share < ALMOST_ALL:
        kept = ", with leading zeros" if zeros else ""
        option = shlex.quote(f"{profile.column}=MAP:KEY")
        yield Look(
            profile.column,
            "codes of areas",
            f"by name, {profile.distinct:,} different ones{kept}",
            # Codes of one length can be cut to their first characters, as 476**.
            Treatment.CODE if same else Treatment.LABEL,
            f"with a map of them: --region {option}, so that classes are connected regions",
        )
    elif zeros and same and profile.distinct_share < ALMOST_ALL:
        yield Look(
            profile.column,
            "codes",
            f"{profile.longest} digits each, with leading zeros",
            Treatment.CODE,
        )


def _diagnosis(profile: Profile) -> Iterator[Look]:
    by_name = words_of(profile.column) & DIAGNOSES
    if not by_name and _identifies(profile):
        return  # numbers such as M1234 are written like ICD codes
    if by_name or (profile.mostly("icd", 0.9) and profile.longest > 2 and profile.distinct > 5):
        share = _share(profile, profile.shares["icd"])
        why = "by name" if by_name else f"{share} are written like ICD codes"
        yield _learned(profile, "diagnoses", why)


def _identifies(profile: Profile) -> bool:
    """By its name, or because nearly all values are different."""
    named = suspicious_name(profile.column) or identifies_people(profile.column)
    return named or (profile.values >= FEW and profile.distinct_share >= ALMOST_ALL)


def _identifier(profile: Profile) -> Iterator[Look]:
    # Amounts with a fraction are nearly all different as well, and are no identifiers.
    numbers = profile.low is not None and not profile.mostly("whole")
    why = f"{_share(profile, profile.distinct_share)} are different"
    if suspicious_name(profile.column):
        yield Look(profile.column, "an identifier", f"by name, {why}", Treatment.DROP)
    elif profile.values >= FEW and profile.distinct_share >= ALMOST_ALL and not numbers:
        yield Look(profile.column, "an identifier", why, Treatment.DROP)


def _sensitive(profile: Profile) -> Iterator[Look]:
    if words_of(profile.column) & (WEALTH | BELIEFS):
        yield _learned(profile, "sensitive", "by name")


def _learned(profile: Profile, looks_like: str, why: str) -> Look:
    """A column that others want to learn, with a rule that says something of it: where nearly all
    values are different, so they are in every class, and l is met by amounts that are all alike."""
    column, enough = profile.column, profile.values >= FEW
    fine = not profile.mostly("whole") or profile.distinct_share >= HALF
    if profile.low is not None and enough and fine:
        advice = (
            "numbers this fine differ in every class, so l says nothing: classes are held near to"
            " the table instead; round them before, since a person who knows one finds its record"
        )
        return Look(column, looks_like, why, Treatment.SENSITIVE, advice, {"t-ordered": CLOSE})
    if enough and profile.distinct_share >= ALMOST_ALL:
        advice = "nearly all values are different, so l says nothing: group them before"
        return Look(column, looks_like, why, Treatment.SENSITIVE, advice)
    return Look(column, looks_like, why, Treatment.SENSITIVE, rules={"l": 2})


def _known(profile: Profile) -> Iterator[Look]:
    work = words_of(profile.column) & OCCUPATIONS
    if not work and not known_to_others(profile.column):
        return
    ordered = profile.low is not None
    yield Look(
        profile.column,
        "occupations" if work else "what others know of a person",
        "by name",
        # Numbers of occupations are codes: their order means nothing.
        Treatment.ORDERED if ordered and not work else Treatment.LABEL,
    )


def _rest(profile: Profile) -> Iterator[Look]:
    number = profile.low is not None
    several = f"{profile.distinct:,} different values"
    what = "numbers" if number else several if profile.distinct > 1 else "a single value"
    yield Look(
        profile.column,
        what,
        "nothing known about it",
        Treatment.KEEP,
        "name it as a quasi-identifier if others may know it of a person",
    )


Rule = Callable[[Profile], Iterator[Look]]
RULES: tuple[Rule, ...] = (
    _contact, _person, _free_text, _coordinate, _date, _age, _sex, _area_code, _diagnosis,
    _identifier, _sensitive, _known, _rest,
)  # fmt: skip
"""In this order: what a value looks like counts more than that most values are different."""
